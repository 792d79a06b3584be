import { type Country, displayDate, firstOfMonth, lastOfMonth, type SearchQuery } from '@tidewaiter/contract';
import { monthsOf } from './month-span.js';

type Asked = Pick<SearchQuery, 'fromDate' | 'toDate'> & Partial<Pick<SearchQuery, 'tradeType' | 'countryCode'>>;

/**
 * The months of a question that are not whole, so that they look smaller than they are, each with why: its days cut them, or the records of
 * one of its countries begin or end within them.
 */
export function cutMonths(asked: Asked, countries: readonly Country[] = []): ReadonlyMap<string, string> {
  const { fromDate, toDate, tradeType, countryCode = [] } = asked;
  const recorded = countries
    .filter(({ shortcode }) => countryCode.includes(shortcode))
    .map(({ name, importFrom, importUpto, exportFrom, exportUpto }) => ({
      name,
      ...(tradeType === 'EXPORT' ? { first: exportFrom, last: exportUpto } : { first: importFrom, last: importUpto }),
    }));
  const begins = [
    { day: fromDate, words: 'the search begins' },
    ...recorded.map(({ name, first }) => ({ day: first ?? '', words: `records of ${name} begin` })),
  ];
  const ends = [
    { day: toDate, words: 'the search ends' },
    ...recorded.map(({ name, last }) => ({ day: last ?? '', words: `records of ${name} end` })),
  ];
  return new Map(
    monthsOf(asked).flatMap((month) => {
      const [first, last] = [firstOfMonth(month), lastOfMonth(month)];
      const cut =
        begins.find(({ day }) => day > first && day <= last) ?? ends.find(({ day }) => day >= first && day < last);
      return cut ? [[month, `${cut.words} on ${displayDate(cut.day)}`] as const] : [];
    }),
  );
}
