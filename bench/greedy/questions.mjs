/** What is asked beside a greedy account, and by it: everything of two countries, in endless variations that cost the same. */
import { addDays } from '@tidewaiter/contract';
import { UNTIL } from '../harness/records.mjs';

const day = (after) => addDays('2024-01-01', after);

export const BASE = {
  tradeType: 'IMPORT',
  searchBy: 'PRODUCT',
  matchType: 'D',
  searchValue: ['no such thing'],
  countryCode: ['KOR', 'IND'],
  fromDate: day(0),
  toDate: UNTIL,
};

/** Another in each process that asks: nothing that is cached answers. */
let number = (process.pid % 1000) * 1_000_000;
/** The same question with a filter that leaves nothing out and makes it another. */
export const another = (changes = {}) => {
  number += 1;
  return { ...BASE, rangeValueUsdStart: `0.${String(number).padStart(9, '0')}`, ...changes };
};

/** Searches that lie one within the other, whose price is asked. */
export const NESTED = 3000;
export const nested = (index) => ({ ...BASE, fromDate: day(Math.floor(index / 60)), toDate: day(900 + (index % 60)) });
