import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMonths,
  COLUMNS,
  COUNTRY_NAMES,
  cleanSearchValue,
  createClient,
  dataAccessWindow,
  daysBetween,
  describeQuestion,
  ENDPOINTS,
  ERRORS,
  EVERY_COUNTRY,
  isIndianSearch,
  isIsoDate,
  LIMITS,
  matchTypesFor,
  OPEN_BOUNDS,
  RECORD_COLUMNS,
  rangeOf,
  readRequest,
  SEARCH_BY,
  type SearchPayload,
  SOURCE_COUNTRIES,
  searchListName,
  searchQuery,
  sourceCountriesWith,
  TRADE_TYPES,
  unsaidMatchType,
  wholeWords,
} from './index.js';

it('the column catalogue names each column once, and each wire key once per trade type', () => {
  const names = COLUMNS.map((column) => column.name);
  expect(new Set(names).size).toBe(names.length);
  for (const trade of TRADE_TYPES) {
    const keys = RECORD_COLUMNS[trade].map((column) => column.key);
    expect(new Set(keys).size).toBe(keys.length);
  }
});

it('the column catalogue shows the unit of every amount', () => {
  for (const trade of TRADE_TYPES) {
    for (const column of RECORD_COLUMNS[trade].filter(({ type }) => type === 'decimal')) {
      expect(column.unit ?? column.unitKey, column.key).toBeDefined();
    }
  }
});

it('the source countries are 81, each with a code, a name and a continent', () => {
  expect(SOURCE_COUNTRIES).toHaveLength(81);
  expect(new Set(SOURCE_COUNTRIES.map((country) => country.shortcode)).size).toBe(81);
  for (const country of SOURCE_COUNTRIES) {
    expect(country.shortcode).toMatch(/^[A-Z]{3}$/);
    expect(COUNTRY_NAMES.has(country.iso2)).toBe(true);
  }
});

it('the source countries can be joined by any other country, each with a code and a name of its own', () => {
  for (const field of ['shortcode', 'name'] as const) {
    expect(new Set(EVERY_COUNTRY.map((country) => country[field])).size).toBe(EVERY_COUNTRY.length);
  }
  const names = [...SOURCE_COUNTRIES.map(({ name }) => name), 'France'];
  const sorted = names.sort((a, b) => a.localeCompare(b, 'en'));
  expect(sourceCountriesWith(['FRA']).map(({ name }) => name)).toEqual(sorted);
  expect(sourceCountriesWith([])).toEqual(SOURCE_COUNTRIES);
});

it('the source countries know when the Indian lists apply', () => {
  expect([['IND', 'SEZ'], ['IND', 'KOR'], []].map(isIndianSearch)).toEqual([true, false, false]);
  expect(searchListName('EXPORT', ['SEZ'])).toBe('expIndList');
  expect(searchListName('IMPORT', ['VNM', 'IND'])).toBe('impForeignList');
});

it('the calls have a path of their own and known errors', () => {
  const endpoints = Object.values(ENDPOINTS);
  for (const code of endpoints.flatMap(({ errors }) => errors)) expect(ERRORS).toHaveProperty(code);
  const addresses = endpoints.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

const payload = (changes: Partial<SearchPayload> = {}): SearchPayload => ({
  ...{ tradeType: 'IMPORT', searchBy: 'PRODUCT', matchType: 'C', searchValue: ['ceramic tile'] },
  ...{ countryCode: ['VNM'], fromDate: '2025-11-01', toDate: '2026-10-31', ...changes },
});
const parsed = (changes: Partial<SearchPayload> = {}) => searchQuery.parse(payload(changes));
const words = (changes: Partial<SearchPayload>) => describeQuestion(parsed(changes));

const builderRow = (row: NonNullable<SearchPayload['queryBuilder']>[number]) => row;

const problems = (changes: Partial<SearchPayload>) => {
  const { error } = searchQuery.safeParse(payload(changes));
  return error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [];
};

describe('a search', () => {
  it('is cleaned: values trimmed and once each, HS codes without dots', () => {
    const query = parsed({ searchBy: 'HS_CODE', matchType: 'L', searchValue: [' 8471.30', '847130'] });
    expect(query.searchValue).toEqual(['847130']);
    expect(query).toMatchObject({ pageNumber: 0, numberOfRecords: 20, orderByMode: 'desc', searchType: 'TRADE' });
  });

  it('offers Like to a product in query-builder rows only', () => {
    expect(problems({ matchType: 'L' })).toEqual(['matchType: This match type is not offered for this field']);
    const row = builderRow({ relation: 'AND', searchBy: 'PRODUCT', matchType: 'L', searchValue: ['glazed tile'] });
    expect(problems({ queryBuilder: [row] })).toEqual([]);
    expect(problems({ queryBuilder: [{ ...row, searchValue: ['x'] }] })).toEqual([
      'queryBuilder.0.searchValue.0: Search Values should be greater than or equal to 2 digits',
    ]);
  });

  it('says which of its values were picked, and of parties only', () => {
    const asked = { searchBy: 'IMPORTER', matchType: 'L', searchValue: [' Acme Ltd ', 'bolt'] } as const;
    const picked = (pickedValue: string[]) => ({ ...asked, searchValue: [...asked.searchValue], pickedValue });
    expect(parsed(picked([' Acme Ltd'])).pickedValue).toEqual(['Acme Ltd']);
    expect(parsed(picked([]))).not.toHaveProperty('pickedValue');
    expect(problems(picked(['bolt', 'nut']))).toEqual(['pickedValue.1: A picked value is one of the search values']);
    const ofGoods = problems({ pickedValue: ['ceramic tile'] });
    expect(ofGoods).toEqual(['pickedValue: Only importers and exporters can be picked']);
    const inRow = problems({ queryBuilder: [builderRow({ relation: 'AND', ...picked(['nut']) })] });
    expect(inRow).toEqual(['queryBuilder.0.pickedValue.0: A picked value is one of the search values']);
    expect(words(picked(['Acme Ltd']))).toContain("whose importer is 'Acme Ltd' or contains 'bolt',");
    expect(words(picked(['Acme Ltd', 'bolt']))).toContain("whose importer is 'Acme Ltd' or 'bolt',");
  });

  it('spans at most 1095 days', () => {
    expect(problems({ fromDate: '2023-11-01', toDate: '2026-10-31' })).toEqual([]);
    expect(problems({ newSince: 3, newUntil: 9 })).toEqual([]);
    expect(JSON.stringify(problems({ newUntil: 9 }))).toContain('newUntil');
    expect(daysBetween('2023-11-01', '2026-10-31')).toBe(LIMITS.dateSpanDays);
    const longer = problems({ fromDate: '2023-10-31', toDate: '2026-10-31' });
    expect(longer).toEqual(['toDate: To date should be less than 3 years']);
  });

  it('offers all words to a product, and takes no more of them than may all have to occur', () => {
    const all = (value: string) => problems({ matchType: 'W', searchValue: [value] });
    expect(matchTypesFor('PRODUCT')[0]).toBe('W');
    expect(all('ceramic tiles')).toEqual([]);
    expect(all('-- %')).toEqual(['searchValue.0: This value has no word: type letters or digits']);
    expect(all('a b c d e f g h i j k l m')).toEqual(['searchValue.0: At most 12 words where all must occur']);
    expect(problems({ searchBy: 'IMPORTER', matchType: 'W' })).toHaveLength(1);
    expect(wholeWords("Men's T-shirt, men’S 100% ⑴½ (铁矿)").join(' ')).toBe('Men T shirt men 100 1 2 铁矿');
  });

  it('means the match type that it always did where a link names none', () => {
    expect(SEARCH_BY.map(unsaidMatchType)).toEqual(['L', 'C', 'L', 'L', 'L']);
  });

  it('never passes a value that its own rule refuses, whatever it is given', () => {
    const fields = fc.constantFrom('HS_CODE', 'PRODUCT', 'IMPORTER');
    const isRefused = fc.property(fields, fc.string({ unit: 'binary' }), (searchBy, value) => {
      const matchType = searchBy === 'PRODUCT' ? 'C' : 'L';
      const { data } = searchQuery.safeParse(payload({ searchBy, matchType, searchValue: [value] }));
      if (!data) return;
      const [clean = ''] = data.searchValue;
      expect(clean).toBe(cleanSearchValue(searchBy, value));
      expect(clean).toMatch(searchBy === 'HS_CODE' ? /^\d{4,12}$/ : /^.{2,200}$/su);
    });
    fc.assert(isRefused);
  });
});

it('dates are days that exist', () => {
  expect(['2024-02-29', '1970-01-01'].every(isIsoDate)).toBe(true);
  for (const none of ['2023-02-29', '2024-13-01', '2024-1-1', '1969-12-31', '2150-01-01', '', '2024-02-30'])
    expect(isIsoDate(none), none).toBe(false);
});

it('dates step back by months without leaving the month', () => {
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
  expect(addMonths('2024-03-31', -1)).toBe('2024-02-29');
  expect(addMonths('2026-01-15', -13)).toBe('2024-12-15');
});

it('dates of a subscription end with the last visible one, and begin so many months before it, or before today', () => {
  const window = (dataAccessUpto: string | null, dataAccessInMonth: number | null) =>
    dataAccessWindow({ dataAccessUpto, dataAccessInMonth }, '2026-11-20');
  expect(window(null, null)).toEqual({ fromDate: null, toDate: null });
  expect(window('2026-08-31', null)).toEqual({ fromDate: null, toDate: '2026-08-31' });
  expect(window('2026-08-31', 6)).toEqual({ fromDate: '2026-02-28', toDate: '2026-08-31' });
  expect(window(null, 12)).toEqual({ fromDate: '2025-11-20', toDate: null });
});

it('filters of a search take lists, single values and amounts in any form, and an empty one is none', () => {
  const modes = { shipModeList: ['AIR'], shipmentModeList: ['SEA', 'AIR'] };
  const range = { rangeValueUsdStart: 10, rangeValueUsdEnd: '' };
  const { data: query } = readRequest(searchQuery, payload({ incoterm: 'FOB', notifyParty: '', ...modes, ...range }));
  const lists = { incoterm: ['FOB'], notifyParty: [], shipmentModeList: ['SEA', 'AIR'] };
  expect(query).toMatchObject({ ...lists, rangeValueUsdStart: '10' });
  expect(query?.rangeValueUsdEnd).toBeUndefined();
});

it('filters of a search fill in the bound that is missing, and refuse a maximum below the minimum', () => {
  expect(rangeOf({ rangeQuantityStart: '5' }, 'rangeQuantity')).toEqual({ from: '5', to: '999999' });
  expect(rangeOf({ rangeUnitPriceUsdStart: '5' }, 'rangeUnitPriceUsd')).toEqual({ from: '5', to: '99999999' });
  expect(rangeOf({ rangeValueUsdEnd: '5' }, 'rangeValueUsd')).toEqual({ from: '0.00001', to: '5' });
  expect(rangeOf({}, 'rangeValueUsd')).toBeUndefined();
  // What would stand in beyond the bound that is given does not: that end is open.
  const beyond = rangeOf({ rangeValueUsdStart: '1000000' }, 'rangeValueUsd');
  expect(beyond).toEqual({ from: '1000000', to: OPEN_BOUNDS.most });
  expect(rangeOf({ rangeValueUsdEnd: '0' }, 'rangeValueUsd')).toEqual({ from: OPEN_BOUNDS.least, to: '0' });
  expect(problems({ rangeQuantityStart: '999999.5' })).toEqual([]);
  expect(problems({ rangeValueUsdStart: '10', rangeValueUsdEnd: '9.99' })).toEqual([
    'rangeValueUsdEnd: Maximum Value must be greater than or equal to Minimum Value.',
  ]);
  expect(problems({ rangeQuantityStart: '-1' })).toHaveLength(1);
});

describe('the client', () => {
  const client = (respond: () => Promise<Response>) =>
    createClient({ baseUrl: '', credential: 'x:', token: () => null, fetch: respond });
  const broken = () =>
    new Response(new ReadableStream({ start: (controller) => controller.error(new Error('broken off')) }));

  it.each<[string, () => Promise<Response>]>([
    ['a page instead of an answer', async () => new Response('<html>', { status: 200 })],
    ['an answer that breaks off', async () => broken()],
    ['a network failure', () => Promise.reject(new TypeError('fetch failed'))],
    ['a page of a proxy', async () => new Response('<html>', { status: 502 })],
  ])('takes %s for no answer', async (_, respond) => {
    await expect(client(respond).siteSettings({})).rejects.toMatchObject({ code: 'NO_ANSWER' });
  });
});
