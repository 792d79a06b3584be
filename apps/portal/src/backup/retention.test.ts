import { describe, expect, it } from 'vitest';
import { kept } from './retention.js';

const DAYS = Array.from({ length: 500 }, (_, day) => new Date(Date.UTC(2025, 0, 1 + day, 2)).toISOString());

describe('the rule of retention', () => {
  it('keeps the newest of each of the last days, weeks and months', () => {
    // 2026-05-15, a Friday, is the last of the 500 days.
    const stay = [...kept(DAYS, { daily: 3, weekly: 3, monthly: 3 })].map((time) => time.slice(0, 10)).sort();
    expect(stay).toEqual([
      '2026-03-31', // of its month
      '2026-04-30', // of its month
      '2026-05-03', // of its week, a Sunday
      '2026-05-10', // of its week
      '2026-05-13',
      '2026-05-14',
      '2026-05-15',
    ]);
  });

  it('counts periods that have a backup, not those that passed: what nothing was added to loses nothing', () => {
    const [first, ...rest] = DAYS.filter((_, day) => day % 60 === 0);
    expect(kept([first ?? '', ...rest], { daily: 30, weekly: 0, monthly: 0 }).size).toBe(rest.length + 1);
  });

  it('keeps that of the night when another one is made the same day, until it is a day old', () => {
    const [nights, byHand] = [['2026-11-27T02:00:09Z', '2026-11-28T02:00:05Z'], '2026-11-28T22:46:00Z'];
    const rule = { daily: 7, weekly: 0, monthly: 0 };
    expect([...kept([...nights, byHand], rule)].sort()).toEqual([...nights, byHand]);
    const next = '2026-11-29T02:00:06Z';
    expect([...kept([...nights, byHand, next], rule)].sort()).toEqual([nights[0], byHand, next]);
  });

  it('never lets the newest go', () => {
    expect([...kept(DAYS, { daily: 0, weekly: 0, monthly: 0 })]).toEqual(DAYS.slice(-1));
    expect(kept([], { daily: 7, weekly: 4, monthly: 12 }).size).toBe(0);
  });
});
