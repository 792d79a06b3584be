import { PortalError } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { mustBeHardToGuess } from './password-policy.js';

const refused = (password: string, known: string[] = []) =>
  mustBeHardToGuess(password, known).then(
    () => false,
    (error: unknown) => error instanceof PortalError && error.code === 'PASSWORD_REFUSED',
  );

it.each([
  ['password1', true],
  ['P4$$w0rd', true],
  ['qwertyuiop', true],
  ['tidewaiter2026', true],
  ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', true],
  ['ada.bay@acme.example', true],
  ['correct ferry window 42', false],
  ['tU7#kP9!zQ2m', false],
])('%s is refused: %s', async (password, expected) => {
  expect(await refused(password, ['Ada', 'Bay', 'ada.bay@acme.example', 'acme'])).toBe(expected);
});

it.each([
  ['p4$$w0rd', 16],
  ['19991231', 16],
  ['4@4@1!|0$5', 12],
])('the longest password of %s is read no longer than a short one: nobody waits for it', async (part, times) => {
  const cost = async (password: string) => {
    const before = process.cpuUsage();
    await refused(password);
    // Both together: how the kernel divides them is off by a tick, which may be all of either.
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const long = part.repeat(times);
  const [ofLong, ofShort]: [number[], number[]] = [[], []];
  // In turn, so that what is compiled meanwhile falls on both.
  for (let n = 0; n < 7; n += 1) {
    ofLong.push(await cost(long));
    ofShort.push(await cost(long.slice(0, 32)));
  }
  expect(Math.min(...ofLong)).toBeLessThan(4 * Math.min(...ofShort));
});
