import {
  displayDate,
  type FindingWords,
  findingInWords,
  type ToldFinding,
  type WatchRhythm,
  type WatchSignal,
  type WatchStrictness,
} from '@tidewaiter/contract';
import { monthLabel } from '../../format/months.js';
import { formatCount, formatPrice, shortAmount } from '../../format/numbers.js';

export const SIGNALS: Record<WatchSignal, string> = {
  NEW_RECORDS: 'New records, however many',
  NEW_PARTY: 'A buyer or supplier never seen before',
  BACK_PARTY: 'One that is back after a silence',
  LOST_PARTY: 'One that is missed',
  NEW_PLACE: 'A new country or port',
  SHARE: 'A share that has moved',
  VALUE: 'A month of unusual value',
  SHIPMENTS: 'A month of unusually many or few shipments',
  PRICE: 'A unit price beyond its quartiles',
  COVERAGE: 'A country that is new in the portal',
};

export const STRICTNESSES: Record<WatchStrictness, string> = {
  WIDEST: 'Most',
  WIDER: 'More',
  USUAL: 'As usual',
  STRICTER: 'Less',
  STRICTEST: 'Least',
};

export const RHYTHMS: Record<WatchRhythm, string> = {
  AT_ONCE: 'At once',
  DAILY: 'Daily, at 8 in the morning',
  WEEKLY: 'Weekly, on Mondays at 8',
  NEVER: 'Never: I look here',
};

/** As the person writes numbers and days. */
const WORDS: FindingWords = {
  count: (amount) => formatCount(Math.round(amount)),
  money: (usd) => `USD ${shortAmount(usd.toFixed(2))}`,
  price: (usd) => `USD ${formatPrice(usd)}`,
  day: displayDate,
  month: monthLabel,
};

export const foundInWords = (finding: ToldFinding) => findingInWords(finding, WORDS);
