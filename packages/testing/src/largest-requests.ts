/** The largest requests that the contract lets through, for every call that asks the records; read off its limits. */
import {
  DISTINCT_COLUMNS,
  EXCEPT_LISTS,
  FILTER_LISTS,
  LIMITS,
  LISTED_DIMENSIONS,
  RANGE_NAMES,
  SOURCE_COUNTRIES,
} from '@tidewaiter/contract';
import { CALLS } from './named-calls.js';

/** A call with one of the largest requests that it takes. */
export interface LargestRequest {
  path: string;
  name: string;
  body: Record<string, unknown>;
}

/** Bytes that filters may fill of a body, with room for the rest of it. */
const FILTER_BYTES = 200_000;

const count = (items: number) => Array.from({ length: items }, (_, index) => index);

/**
 * As many words as fit, none twice; different ones for each number. None is plain: those that no record has would be known to find
 * nothing, and never come to the engine.
 */
function words(length: number, number: number, most = length): string {
  const many = count(Math.min(most, Math.ceil(length / 5))).map(
    (index) => `é${((number * 97 + index) % 1296).toString(36).padStart(2, 'z')}o`,
  );
  return many.join(' ').slice(0, length).trim();
}

const texts = (number: number) =>
  count(LIMITS.searchValues).map((index) => words(LIMITS.searchValueMaxLength, number + index));
const terms = (number: number) =>
  count(LIMITS.searchValues).map((index) => words(LIMITS.searchValueMaxLength, number + index, LIMITS.productWords));

/** Questions of the longest kinds: alternatives of words, of parties, and everything but. */
function conditions(number: number) {
  const question = (
    searchBy: string,
    matchType: string,
    values: typeof texts,
    ...rows: [string, string, typeof texts][]
  ) => ({
    ...{ searchBy, matchType, searchValue: values(number) },
    queryBuilder: rows.flatMap(([by, match, of]) =>
      count(LIMITS.queryBuilderRows).map((at) => ({
        ...{ relation: 'OR', searchBy: by, matchType: match, searchValue: of(number + 10 * (at + 1)) },
      })),
    ),
  });
  return [
    question('PRODUCT', 'C', texts, ['PRODUCT', 'L', terms]),
    question('IMPORTER', 'L', texts, ['EXPORTER', 'L', texts]),
    question('PRODUCT', 'D', texts),
    question('PRODUCT', 'W', terms, ['PRODUCT', 'W', terms]),
  ];
}

/** Every filter, filled until the body is full. */
function filters(number: number) {
  const names = [...FILTER_LISTS, ...EXCEPT_LISTS];
  const lists = names.map((name, list): [string, string[]] => {
    const each = Math.floor(FILTER_BYTES / names.length / 500);
    return [name, count(500).map((index) => `${number} ${list} ${index}`.padEnd(each - 3, 'x'))];
  });
  const ranges = RANGE_NAMES.flatMap((name) => [
    [`${name}Start`, '0.000000000000000001'],
    [`${name}End`, '9'.repeat(LIMITS.amountDigits)],
  ]);
  return {
    ...Object.fromEntries([...lists, ...ranges]),
    productDesc: count(LIMITS.searchValues).map((index) => words(500, number + index)),
  };
}

/**
 * @param number makes all texts different from those of another number, so that nothing kept can answer
 */
export function largestRequests(number = 0): LargestRequest[] {
  const scope = {
    tradeType: 'IMPORT',
    countryCode: SOURCE_COUNTRIES.map(({ shortcode }) => shortcode),
    fromDate: '2019-01-01',
    toDate: '2021-12-30',
  };
  const nameContains = words(LIMITS.searchValueMaxLength, number);
  const sorted = { orderByColumn: 'hs_description', orderByMode: 'asc', numberOfRecords: LIMITS.pageSizeMax };
  const asked = conditions(number).flatMap((condition) => [condition, { ...condition, ...filters(number) }]);
  const simplest = asked.slice(-2);
  const seen = new Set<unknown>();
  // What names searches by id asks no question of its own.
  const asking = CALLS.filter(
    ({ path, method, name }) => method === 'POST' && path.startsWith('/search-management/') && name !== 'countAgain',
  );
  return asking.flatMap(({ name, path, request }): LargestRequest[] => {
    const made = (body: Record<string, unknown>) => ({ name, path, body: { ...scope, ...body } });
    if (name === 'suggestionList') {
      const searchValue = nameContains;
      return ['HS_CODE', 'PRODUCT', 'IMPORTER'].map((searchBy) => made({ searchBy, matchType: 'L', searchValue }));
    }
    // Calls that share a request schema share what becomes of a question: one of them is asked all of them.
    const questions = seen.has(request) ? simplest : asked;
    seen.add(request);
    const lists = Object.fromEntries(LISTED_DIMENSIONS.map((list) => [list, LIMITS.breakdownItems]));
    if (name === 'readRecords' || name === 'readingCost')
      return simplest.map((body) => ({ name, path, body: { query: { ...scope, ...body } } }));
    const isSearch = ['search', 'searchCount', 'searchCost'].includes(name);
    const besides = isSearch ? sorted : name === 'topLists' ? { lists } : { nameContains };
    if (name !== 'listDistinctColumnValue') return questions.map((body) => made({ ...body, ...besides }));
    const columns = DISTINCT_COLUMNS.IMPORT.map((columnName) => made({ ...simplest[0], nameContains, columnName }));
    return [...columns, ...asked.map((body) => made({ ...body, nameContains, columnName: 'hs_description' }))];
  });
}

/** The question that once became four megabytes of SQL, and ended the process when it was asked 150 times at once. */
export function worstRequest(number: number): LargestRequest {
  const row = { relation: 'OR', searchBy: 'IMPORTER', matchType: 'L', searchValue: [`acme ${number}`] };
  return {
    name: 'listDistinctColumnValue',
    path: '/search-management/listdistinctcolumnvalue',
    body: {
      ...{ tradeType: 'IMPORT', countryCode: ['KOR'], fromDate: '2020-01-01', toDate: '2020-12-31' },
      ...{ searchBy: 'PRODUCT', matchType: 'D', searchValue: [`zz${number}`], queryBuilder: [row, row, row] },
      ...{ columnName: 'hs_description', nameContains: 'wrist pocket watches cases precious metal clocks' },
    },
  };
}
