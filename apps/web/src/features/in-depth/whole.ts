/** What is not whole: of a period, or of a market. */
import {
  addDays,
  addMonths,
  type Country,
  type Dimension,
  dimensionOf,
  displayDate,
  type SearchQuery,
  type TradeType,
} from '@tidewaiter/contract';
import type { Days } from './periods.js';

/** The countries of a question whose records begin or end within some days, so that those days are not whole for them: `records of Korea end on …`. */
export function unevenCountries(
  countries: readonly Country[],
  { tradeType, countryCode }: Pick<SearchQuery, 'tradeType' | 'countryCode'>,
  { from, to }: Days,
): string[] {
  return countries
    .filter(({ shortcode }) => countryCode.includes(shortcode))
    .flatMap((country) => {
      const [first, last] = recordedDays(country, tradeType);
      if (first === null || last === null) return [`there are no records of ${country.name}`];
      const begin = first > from ? [`begin on ${displayDate(first)}`] : [];
      const end = last < to ? [`end on ${displayDate(last)}`] : [];
      const words = [...begin, ...end].join(' and ');
      return words === '' ? [] : [`records of ${country.name} ${words}`];
    });
}

const recordedDays = ({ importFrom, importUpto, exportFrom, exportUpto }: Country, tradeType: TradeType) =>
  tradeType === 'IMPORT' ? ([importFrom, importUpto] as const) : ([exportFrom, exportUpto] as const);

/** Whether days leave out some of a span of time: `2024-02`, `2024-Q1` or `2024`. */
export function isCutSpan(span: string, { from, to }: Days): boolean {
  const [year = '', part = '01'] = span.split('-');
  const month = part.startsWith('Q') ? 3 * Number(part.slice(1)) - 2 : Number(part);
  const length = part.startsWith('Q') ? 3 : span.length === 4 ? 12 : 1;
  const first = `${year}-${String(month).padStart(2, '0')}-01`;
  return first < from || addDays(addMonths(first, length), -1) > to;
}

const PARTIES = { IMPORTER: 'importerList', EXPORTER: 'exporterList' } as const;
const WORDS = { IMPORTER: 'importers', EXPORTER: 'exporters' } as const;

/**
 * Why the shares among a dimension's groups are not those of a market: the question itself names who they are of. Null where it names
 * no party.
 */
export function marketCaveat(query: SearchQuery, by: Dimension): string | null {
  const named = (['IMPORTER', 'EXPORTER'] as const).filter(
    (role) =>
      query[PARTIES[role]].length > 0 ||
      query.searchBy === role ||
      query.queryBuilder.some((row) => row.searchBy === role && row.relation === 'AND'),
  );
  const own = named.find((role) => role === dimensionOf(by).party);
  if (own) return `The search names ${WORDS[own]}: these are their shares among each other, not of the whole market.`;
  const [other] = named;
  return other
    ? `The search names ${WORDS[other]}: these are the shares of what they trade, not of the whole market.`
    : null;
}
