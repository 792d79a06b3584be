import type { Times } from '../layout/amount.js';
import { isAnyDollar } from '../recognise/currency-words.js';
import { type HeaderWords, readHeaders } from '../recognise/header-words.js';
import type { Concept } from '../recognise/vocabulary.js';
import { SCALES } from './meanings.js';

/** What the titles above a table say of its amounts. */
export interface TitledAmounts {
  /** The only currency that they name, as headers do: several with `|` between them where one name is of several countries. */
  currency?: string;
  /** What one is, of amounts whose names say nothing of that. */
  times?: Times;
}

/** What a title that is about amounts speaks of. */
const OF_AMOUNTS: readonly Concept[] = ['value', 'fob', 'cif', 'price', 'total', 'invoice', 'thousand', 'million'];

const isOfAmounts = ({ concepts }: HeaderWords) => OF_AMOUNTS.some((word) => concepts.has(word));

const currenciesOf = ({ concepts, currencies }: HeaderWords) => [
  ...(concepts.has('usd') ? ['USD'] : []),
  ...currencies,
];

/** Beside a dollar that somebody's is, one of nobody is the same. */
function whoseDollars(codes: readonly string[]): readonly string[] {
  const [open] = codes.filter(isAnyDollar);
  const named = codes.filter((each) => !isAnyDollar(each));
  const isSame = named.every((each) => open?.split('|').includes(each));
  return open === undefined || !isSame ? codes : named.length > 0 ? named : [open];
}

/** Titles that name two currencies, or a rate, do not say which the amounts are in. */
export function amountsOfTitles(titles: readonly string[]): TitledAmounts {
  const read = readHeaders(titles);
  const [currency, ...more] = whoseDollars([...new Set(read.flatMap(currenciesOf))]);
  const isRate = read.some(({ concepts }) => concepts.has('rate') || concepts.has('exchange'));
  if (currency === undefined || more.length > 0 || isRate) return {};
  const about = read.filter((title) => isOfAmounts(title) && currenciesOf(title).length > 0);
  if (about.length === 0) return {};
  const scales = [...SCALES].flatMap(([word, times]) =>
    about.some(({ concepts }) => concepts.has(word)) ? [times] : [],
  );
  const [times, ...others] = scales;
  return { currency, ...(times !== undefined && others.length === 0 && { times }) };
}

/** Fields of the United Nations' trade database, whose amounts are in dollars of the United States, though none of its names say so. */
const OF_UN =
  'refYear refPeriodId reporterCode reporterISO partnerCode partnerISO flowCode cmdCode primaryValue motCode aggrLevel';
const UN_FIELDS = new Set(OF_UN.toLowerCase().split(' '));
const ENOUGH_FIELDS = 4;

/** What a database's own names of its fields say of all its amounts. */
export const currencyOfFields = (header: readonly string[]): string | undefined =>
  header.filter((name) => UN_FIELDS.has(name.trim().toLowerCase())).length >= ENOUGH_FIELDS ? 'USD' : undefined;
