/** What was found, in words. */
import { countryByCode } from '../rules/countries.js';
import { displayDate } from '../rules/dates.js';
import type { NumberSystem } from '../rules/number-systems.js';
import { type ToldFinding, WATCHED_SIDES } from './signals.js';

/** How amounts and days are written. */
export interface FindingWords {
  count(amount: number): string;
  money(usd: number): string;
  price(usd: number): string;
  day(date: string): string;
  month(month: string): string;
}

function wordsIn(locale: string): FindingWords {
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const exact = new Intl.NumberFormat(locale, { maximumSignificantDigits: 4 });
  return {
    count: (amount) => whole.format(amount),
    money: (usd) => `USD ${whole.format(usd)}`,
    price: (usd) => `USD ${exact.format(usd)}`,
    day: (date) => displayDate(date),
    month: (month) => displayDate(`${month}-01`).slice(3),
  };
}

const WRITTEN_WORDS: Readonly<Record<NumberSystem, FindingWords>> = {
  INDIAN: wordsIn('en-IN'),
  INTERNATIONAL: wordsIn('en-US'),
};

/**
 * With nothing shortened for want of room, as in messages and for programs: only digits are grouped as a person groups them, and for who has
 * not chosen as most do, since a message knows no browser.
 */
export const writtenWords = (system: NumberSystem | null): FindingWords => WRITTEN_WORDS[system ?? 'INTERNATIONAL'];

/** What was found in one sentence that says why. */
export function findingInWords(finding: ToldFinding, words: FindingWords): string {
  const { count, money, price, day, month } = words;
  switch (finding.signal) {
    case 'NEW_RECORDS':
      return `${count(finding.records)} new ${finding.records === 1 ? 'record' : 'records'}`;
    case 'NEW_PARTY':
    case 'NEW_PLACE': {
      const { side, name, shipments, valueUsd, firstDay } = finding;
      const many = `${count(shipments)} ${shipments === 1 ? 'shipment' : 'shipments'}`;
      const worth = valueUsd > 0 ? ` worth ${money(valueUsd)}` : '';
      return `New ${WATCHED_SIDES[side]}: ${name}, ${many}${worth} since ${day(firstDay)}, none before`;
    }
    case 'BACK_PARTY': {
      const { side, name, firstDay, lastDay } = finding;
      return `Back: the ${WATCHED_SIDES[side]} ${name} on ${day(firstDay)}, for the first time since ${day(lastDay)}`;
    }
    case 'LOST_PARTY': {
      const { side, name, lastDay, usualDays, shipments } = finding;
      const usual = `every ${count(Math.max(1, Math.round(usualDays)))} days`;
      return `Missed: the ${WATCHED_SIDES[side]} ${name}, none since ${day(lastDay)} after ${count(shipments)} shipments, ${usual} as a rule`;
    }
    case 'SHARE': {
      const { side, name, before, after, chance, from, to } = finding;
      const points = `${count(Math.abs(after - before))} points ${after > before ? 'up' : 'down'}`;
      const beyond = chance === undefined ? '' : `, where ${count(chance)} points could be chance`;
      return `The share of the ${WATCHED_SIDES[side]} ${name} is ${points}: ${count(before)}% in the year before, ${count(after)}% from ${month(from)} to ${month(to)}${beyond}`;
    }
    case 'VALUE':
    case 'SHIPMENTS': {
      const { amount, expected, low, high } = finding;
      const said = finding.signal === 'VALUE' ? money : count;
      const what = finding.signal === 'VALUE' ? 'The value' : 'The number of shipments';
      return `${what} of ${month(finding.month)} is unusually ${amount > expected ? 'high' : 'low'}: ${said(amount)}, where ${said(low)} to ${said(high)} would be usual`;
    }
    case 'PRICE': {
      const { unit, quartile1, quartile3 } = finding;
      return `The unit price of ${month(finding.month)} is ${finding.price > quartile3 ? 'high' : 'low'}: ${price(finding.price)} per ${unit} in the middle, where half of the year before paid ${price(quartile1)} to ${price(quartile3)}`;
    }
    case 'COVERAGE': {
      const country = countryByCode(finding.country)?.name ?? finding.country;
      const what = `${finding.trade === 'IMPORT' ? 'imports' : 'exports'} of ${country}`;
      const records = `${count(finding.records)} records`;
      return finding.isNew ? `New in the portal: ${what}, ${records}` : `More data: ${what}, ${records}`;
    }
    case 'GONE':
      return 'What was found here can no longer be shown';
  }
}
