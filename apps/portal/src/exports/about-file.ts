/** What the file of an export says of itself, and what it is called. */
import type { RecordExport, User } from '@tidewaiter/accounts';
import { beginningOf, countryByCode, firstOfMonth, loosenedQueries, monthOf } from '@tidewaiter/contract';
import type { Question } from '@tidewaiter/records';

/** What the file says of itself: how it was made, of what, by whom, and how it can be had again. */
export function aboutFile(
  made: RecordExport,
  question: Question,
  person: User | undefined,
  publicUrl: string,
): [string, string][] {
  const filters = loosenedQueries(made.query).flatMap(({ clause, label }) => (clause.part === 'filter' ? [label] : []));
  return [
    ['Question', made.question],
    ...filters.map((label): [string, string] => ['Filter', label]),
    ...(made.query.onlyNew
      ? [['Filter', 'Only records that the account had not exported before'] as [string, string]]
      : []),
    [
      'Order',
      `${made.query.orderByColumn ?? 'date'}, ${made.query.orderByMode === 'asc' ? 'ascending' : 'descending'}`,
    ],
    [
      'Records',
      `${made.rows}, as they were on data version ${made.dataVersion}; this file shows them as of version ${question.dataVersion}`,
    ],
    ['Exported by', person ? `${person.firstname} ${person.lastname}, ${person.companyName}` : ''],
    ['Exported at', `${new Date().toISOString().slice(0, 19).replace('T', ' ')} UTC`],
    ['Again', `${publicUrl.replace(/\/+$/, '')}/downloadlog?export=${made.id}`],
    [
      'Units',
      'Quantities are in the unit that their row names. Values in USD are US dollars of the declaration’s month.',
    ],
    [
      'Derived values',
      'Where a source gives no value in USD, it is converted from its currency by the monthly rate. Descriptions of HS codes are the nomenclature’s, or where it has no subheading the source’s. Names, units, ports and countries are cleaned; the record on the screen says what the source wrote.',
    ],
  ];
}

/** What is loaded of the months of the question, as its account could see it when it paid. */
export async function coverageOfFile(
  { entitlement, query: { tradeType, fromDate, toDate } }: RecordExport,
  question: Question,
) {
  if (entitlement === null) return [];
  const months = (await question.months()).filter(
    (month) => month.tradeType === tradeType && month.month >= firstOfMonth(fromDate) && month.month <= toDate,
  );
  return months.map(({ country, month, records, lastDay }) => ({
    country: countryByCode(country)?.name ?? country,
    month: monthOf(month),
    ...{ records, lastDay },
  }));
}

/** The name of a file: trade type, country, from date and to date (SPEC 9), and behind them what was asked. */
export function exportFileName(
  { tradeType, countryCode, fromDate, toDate, ...asked }: RecordExport['query'],
  format: RecordExport['format'],
): string {
  const countries = countryCode.length > COUNTRIES_NAMED ? `${countryCode.length}-countries` : countryCode.join('-');
  return [tradeType, countries, fromDate, toDate, ...askedInName(asked)].join('_').concat('.', format);
}

/** What a name says of what was asked, at most: in letters, and in bytes, of which a name has 255 with all that stands around it where it is sent. */
const ASKED_MAX = 60;
const ASKED_BYTES = 150;

/** The values of a question's conditions in letters and digits, which every file system takes; none where they have no others. */
function askedInName({
  queryBuilder = [],
  ...first
}: Pick<RecordExport['query'], 'matchType' | 'searchValue' | 'queryBuilder'>): string[] {
  const conditions = [first, ...queryBuilder].map((condition) => {
    const isLeftOut = condition.matchType === 'D' || ('relation' in condition && condition.relation === 'NOT');
    return `${isLeftOut ? 'not ' : ''}${condition.searchValue.join(' ')}`;
  });
  const words = conditions.join(' ').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const text = beginningOf([...words.join('-')].slice(0, ASKED_MAX).join(''), ASKED_BYTES).replace(/-$/, '');
  return text === '' ? [] : [text];
}

/** More countries than this are counted, not named. */
const COUNTRIES_NAMED = 4;
