import { newPassword, PortalError } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { mustBeHardToGuess } from './password.js';

const HOLDER = { firstname: 'Ada', lastname: 'Bay', email: 'ada.bay@acme.example', companyName: 'Acme Porcelain Ltd.' };

const refused = (password: string) =>
  mustBeHardToGuess(password, HOLDER, new Date('2026-05-10')).then(
    () => false,
    (error: unknown) => error instanceof PortalError && error.code === 'PASSWORD_REFUSED',
  );

it.each([
  ...['password1', 'P4$$w0rd', 'qwertyuiop', 'Password123!', 'Saskatchewan', 'Schwarzenegger', 'a'.repeat(40)],
  // By what is known of the person, the product and the year.
  ...['ada.bay@acme.example', 'adabay1985', 'AcmePorcelain2026!', 'acme-porcelain-2026', 'Tidewaiter-Acme-Ada'],
  ...['tidewaiter2026', 'T1dew@iter'],
])('%s is refused', async (password) => expect(await refused(password)).toBe(true));

it.each([
  // What withstands a guess without what is known of the person does so with it.
  ...['correct ferry window 42', 'correct ferry window of Ada 2026', 'tU7#kP9!zQ2m'],
  // A random one, as `account create` makes them.
  'hk3Jq9xwTnR4vCzb',
])('%s is taken', async (password) => expect(await refused(password)).toBe(false));

it('its length is counted in characters, not in the units that they are kept in', () => {
  const accepted = (password: string) => newPassword.safeParse(password).success;
  expect(accepted('🚢'.repeat(4))).toBe(false);
  expect(accepted('🚢'.repeat(8))).toBe(true);
  expect(accepted('🚢'.repeat(128))).toBe(true);
  expect(accepted('🚢'.repeat(129))).toBe(false);
});

it.each([
  ['p4$$w0rd', 16],
  ['19991231', 16],
  ['4@4@1!|0$5', 12],
  ['$0si{ 183@ii74|s0{3{%712(t8w(68a', 4],
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
