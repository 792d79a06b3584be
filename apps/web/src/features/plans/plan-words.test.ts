import { describe, expect, it } from 'vitest';
import type { Plan } from './plan-cards.js';
import { planLines, planTerm } from './plan-words.js';

const free: Plan = {
  name: 'Free',
  priceUsd: 0,
  termMonths: null,
  period: 'QUARTER',
  searches: 75,
  downloads: 1000,
  workspaces: 4,
  users: 1,
  globalSearch: false,
  countries: 1,
  months: 12,
  maxDownload: 500,
};

describe('a plan in words', () => {
  it('says what it gives', () => {
    expect(planLines({ ...free, users: 10, globalSearch: true, period: 'LIFETIME', searches: 1 })).toEqual([
      '1 country',
      'The latest 12 months',
      '1 search',
      '1,000 download points, 500 in one file',
      '4 workspaces',
      '10 users',
      'Global search: all countries in one search',
    ]);
    expect(planLines({ ...free, countries: null, months: null }).slice(0, 2)).toEqual([
      'All countries with records',
      'All months that are loaded',
    ]);
    expect(planLines({ ...free, countries: 0 })[0]).toBe('Countries agreed for each account');
  });

  it('says for how long', () => {
    expect([null, 12, 1, 6].map((termMonths) => planTerm({ termMonths }))).toEqual([
      'lifetime',
      'per year',
      'per month',
      'for 6 months',
    ]);
  });
});
