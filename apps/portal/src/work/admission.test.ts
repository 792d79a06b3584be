import { PortalBusy } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { Admission, LONGEST_STAY, NEVER_MANY, SCREEN } from './admission.js';

/** A portal that ends one call after another, each after as long. */
function portal(millisecondsACall: number) {
  let now = 1;
  const admission = new Admission(() => now);
  const underWay: { asker: string; leave(): void }[] = [];
  const ask = (asker: string) => {
    try {
      underWay.push({ asker, leave: admission.enter(asker) });
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(PortalBusy);
      return false;
    }
  };
  const screen = (asker: string) => Array.from({ length: SCREEN }, () => ask(asker));
  const end = () => {
    now += millisecondsACall;
    underWay.shift()?.leave();
  };
  /** Two others ask for as much as is let in, long enough for the pace to be known. */
  const fill = () => {
    for (let round = 0; round < 100; round += 1) {
      for (const asker of ['a', 'b']) screen(asker);
      for (let ended = 0; ended < SCREEN; ended += 1) end();
    }
  };
  return { admission, underWay, ask, screen, end, fill };
}

it('lets everybody in while few calls are under way, however slow they are', () => {
  const { ask, underWay } = portal(10_000);
  for (let call = 0; call < NEVER_MANY; call += 1) expect(ask(`asker ${call % 5}`)).toBe(true);
  expect(underWay).toHaveLength(NEVER_MANY);
});

it('holds what is under way to what is answered within the longest stay', () => {
  const { admission, underWay, fill } = portal(8);
  fill();
  expect(admission.state.refused).toBeGreaterThan(0);
  expect(underWay.length * 8).toBeLessThanOrEqual(LONGEST_STAY + SCREEN * 8);
  expect(underWay.length * 8).toBeGreaterThan(LONGEST_STAY / 2);
});

it('lets a screen in whole, or none of it', () => {
  const { fill, screen, end } = portal(8);
  fill();
  for (let round = 0; round < 50; round += 1) {
    const calls = screen(`asker ${round}`);
    expect(new Set(calls).size).toBe(1);
    end();
  }
});

it('lets a newcomer in beside somebody who asks without a pause', () => {
  const { admission, ask, screen, end, underWay } = portal(8);
  for (let call = 0; call < 1000; call += 1) ask('greedy');
  ask('other');
  for (let ended = 0; ended < 100; ended += 1) end();
  const { refused } = admission.state;
  expect(screen('newcomer')).not.toContain(false);
  for (let call = 0; call < SCREEN; call += 1) ask('greedy');
  expect(admission.state.refused).toBeGreaterThan(refused);
  expect(underWay.filter(({ asker }) => asker === 'newcomer')).toHaveLength(SCREEN);
});

it('lets somebody in who has few calls beside one who has many long ones', () => {
  let now = 1;
  const admission = new Admission(() => now);
  for (let call = 0; call < 2 * NEVER_MANY; call += 1) admission.enter('greedy');
  // Nothing of the other's ends: the pace is that at which the modest one asks.
  for (let call = 0; call < 100; call += 1) {
    const leave = admission.enter('modest');
    now += LONGEST_STAY / 4;
    leave();
  }
  expect(admission.state.refused).toBe(0);
});

it('refuses nobody who waits for his own calls alone', () => {
  const { admission, ask, end } = portal(100);
  for (let call = 0; call < 2000; call += 1) {
    ask('alone');
    if (call % 2) end();
  }
  expect(admission.state.refused).toBe(0);
});

it('lets twenty people of five accounts in who ask at once, those whom it refuses when their browsers come back', () => {
  const { fill, screen, end } = portal(8);
  fill();
  let outside = Array.from({ length: 20 }, (_, person) => `account ${person % 5}`);
  const left = [2, 4, 6, 0].map((seconds) => {
    outside = outside.filter((account) => screen(account).includes(false));
    for (let ended = 0; ended < (seconds * 1000) / 8; ended += 1) end();
    return outside.length;
  });
  expect(left[0]).toBeGreaterThan(0);
  expect(left.at(-1)).toBe(0);
});

it('forgets after a rest that calls were slow', () => {
  const { fill, end, underWay, ask } = portal(500);
  fill();
  while (underWay.length > 0) end();
  for (let call = 0; call < NEVER_MANY + 10; call += 1) expect(ask(`asker ${call % 5}`)).toBe(true);
});

it('counts made-up tokens as their address, and shown ones as their account', () => {
  const { admission } = portal(8);
  expect(admission.askerOf('made up', '192.0.2.7')).toBe('192.0.2.7');
  admission.know('shown', '5');
  expect(admission.askerOf('shown', '192.0.2.7')).toBe('5');
  for (let token = 0; token < 10_000; token += 1) admission.know(`token ${token}`, '6');
  expect(admission.askerOf('shown', '192.0.2.7')).toBe('192.0.2.7');
});
