import {
  addressOf,
  columnsFor,
  LIMITS,
  type SearchAddress,
  type SearchPayload,
  savedQuery,
  searchQuery,
  stringifySearch,
} from '@tidewaiter/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearch, validateAddress } from './address.js';
import { readAddress } from './address-query.js';
import { asksTheSame, EMPTY_DRAFT } from './draft.js';

/** Reads an address as a screen does. */
const understood = (address: string) => readAddress(validateAddress(parseSearch(address)));

const WHOLE = 'trade=IMPORT&country=IND&by=PRODUCT&q=cotton&from=2025-11-01&to=2026-10-31';

describe('a whole link', () => {
  it('is searched as it says, and stands in the form', () => {
    const { draft, query, problems } = understood(`${WHOLE}&match=D&sort=quantity&dir=asc&page=3&size=50`);
    expect(problems).toEqual([]);
    expect(query).toMatchObject({
      searchValue: ['cotton'],
      matchType: 'D',
      orderByColumn: 'quantity',
      orderByMode: 'asc',
      pageNumber: 2,
      numberOfRecords: 50,
    });
    expect(draft).toMatchObject({ tradeType: 'IMPORT', countryCode: ['IND'], dateRange: '6', matchType: 'D' });
  });

  it("needs no match type, sort or page: each has its field's default", () => {
    expect(understood(WHOLE).query).toMatchObject({
      matchType: 'C',
      orderByMode: 'desc',
      pageNumber: 0,
      numberOfRecords: LIMITS.pageSize,
    });
    expect(understood(WHOLE.replace('PRODUCT', 'IMPORTER')).query).toMatchObject({ matchType: 'L' });
  });
});

it('filters in a link are left out where they are not understood, which is said, and the rest is searched', () => {
  const { query, problems } = understood(`${WHOLE}&rangeQuantityStart=many&hsCodeList=6907`);
  expect(problems).toHaveLength(1);
  expect(query).toMatchObject({ hsCodeList: ['6907'] });
  expect(query).not.toHaveProperty('rangeQuantityStart');
});

describe('columns in a link', () => {
  it('are shown in the order of the link, each once', () => {
    const { columns, problems } = understood(`${WHOLE}&cols=quantity,hs_code,importer_name,quantity`);
    expect(columns).toEqual(['quantity', 'hs_code', 'importer_name']);
    expect(problems).toEqual([]);
  });

  it('are left to the person where the link names none', () => {
    expect(understood(WHOLE).columns).toBeNull();
    expect(understood(`${WHOLE}&cols=`).columns).toBeNull();
  });

  it('that the search does not offer are said, and the rest is shown', () => {
    const { query, columns, problems } = understood(`${WHOLE}&cols=quantity,password,__proto__`);
    expect(query).toEqual(understood(WHOLE).query);
    expect(columns).toEqual(['quantity']);
    expect(problems).toEqual(['Columns “password, __proto__”: This search offers no such column']);
    // The names that India's records have for what every record has are no columns of other countries.
    expect(understood(`${WHOLE.replace('IND', 'VNM')}&cols=hs_code,iec,ind_port`).columns).toEqual(['hs_code', 'iec']);
  });

  it('are cut at the cap, however many the link names', () => {
    const unknown = Array.from({ length: 10_000 }, (_, index) => `column${index}`);
    const { columns, problems } = understood(`${WHOLE}&cols=${unknown.join(',')}`);
    expect(columns).toEqual([]);
    expect(problems).toEqual([
      'Columns “column0, column1, column2, column3, column4 and 9,995 more”: This search offers no such column',
    ]);
    const known = columnsFor('IMPORT', ['IND']).map(({ key }) => key);
    expect(known.length).toBeGreaterThan(LIMITS.columns);
    expect(understood(`${WHOLE}&cols=${known.join(',')}`)).toMatchObject({
      columns: known.slice(0, LIMITS.columns),
      problems: ['Column display limit reached, max 100 are allowed'],
    });
  });
});

it('a link that asks nothing leaves the form empty and complains of nothing', () => {
  const nothing = { draft: EMPTY_DRAFT, query: null, columns: null, problems: [] };
  expect(understood('utm_source=mail')).toEqual(nothing);
});

describe('a broken link', () => {
  it('fills what it can of the form and names what it cannot, in words', () => {
    const { draft, query, problems } = understood('trade=SIDEWAYS&country=ATL&by=PRODUCT&q=tea&from=2026-99-99');
    expect(query).toBeNull();
    expect(problems).toEqual([
      'Trade type “SIDEWAYS”: Please select trade type',
      'Countries “ATL”: Unknown country code',
      'From date “2026-99-99”: A date is written YYYY-MM-DD',
      'To date: missing',
    ]);
    expect(draft).toEqual({ ...EMPTY_DRAFT, searchBy: 'PRODUCT', matchType: 'C', searchValue: ['tea'] });
  });

  it('offers ten rows a page of imports, and not of exports (SPEC 9)', () => {
    expect(understood(`${WHOLE}&size=10`).query?.numberOfRecords).toBe(10);
    const { query, problems } = understood(`${WHOLE.replace('trade=IMPORT', 'trade=EXPORT')}&size=10`);
    expect(problems).toEqual(['Page size “10”']);
    expect(query?.numberOfRecords).toBe(20);
  });

  it.each([
    ['page=0', 'Page “0”'],
    ['page=501', 'Page “501”: Paging reaches the first 10,000 records. Narrow the search to see others.'],
    ['size=25', 'Page size “25”'],
    ['sort=__proto__', 'Sort column “__proto__”: Records of this trade type have no such column'],
    ['dir=up', 'Sort direction “up”'],
    ['dir=asc&dir=desc', 'Sort direction “asc,desc”'],
  ])('is still searched when only its order or page is wrong: %s', (part, problem) => {
    const { query, problems } = understood(`${WHOLE}&${part}`);
    expect(problems).toEqual([problem]);
    expect(query).toEqual(understood(WHOLE).query);
  });

  it('names a country or a value once, however often it is repeated, and a code as it is searched', () => {
    const { draft } = understood('country=IND&country=IND&by=HS_CODE&q=8471.30&q=%20847130%20&q=');
    expect(draft).toMatchObject({ countryCode: ['IND'], searchValue: ['847130'] });
  });
});

describe('a hostile link', () => {
  it('is answered, whatever it holds: searched only if the call would take it, and never silently ignored', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('IMPORT', 'IND', 'PRODUCT', 'C', '2026-01-01', '2026-06-01', '1', '-1', '__proto__', '\u0000'),
      fc.constant('9'.repeat(3000)),
    );
    const many = fc.array(hostile, { maxLength: 12 });
    const links = fc.record(
      {
        trade: hostile,
        by: hostile,
        match: hostile,
        from: hostile,
        to: hostile,
        sort: hostile,
        dir: hostile,
        page: hostile,
        size: hostile,
        country: many,
        q: many,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(links, (link: SearchAddress) => {
        const { draft, query, problems } = readAddress(link);
        if (query) expect(searchQuery.safeParse(query).success).toBe(true);
        else if (Object.keys(link).length > 0) expect(problems.length).toBeGreaterThan(0);
        expect(new Set(draft.countryCode).size).toBe(draft.countryCode.length);
        expect(asksTheSame(draft, readAddress(addressOf(draft)).draft)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

const text = fc.constantFrom('ACME, Ltd.', 'B&C', "l'eau & co", '100% cotton', 'ünï');
const texts = fc.array(text, { maxLength: 3 });
const amount = fc.constantFrom('1', '10.5', '99999');
type Condition = Omit<NonNullable<SearchPayload['queryBuilder']>[number], 'relation'>;
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record<Condition>({
    searchBy: fc.constant('PRODUCT' as const),
    matchType: fc.constantFrom('C' as const, 'D' as const),
    searchValue: fc.array(text, { minLength: 1, maxLength: 3 }),
  }),
  fc.constant<Condition>({
    searchBy: 'IMPORTER',
    matchType: 'L',
    searchValue: ['ACME, Ltd.', 'B&C'],
    pickedValue: ['ACME, Ltd.'],
  }),
  fc.constant<Condition>({ searchBy: 'HS_CODE', matchType: 'L', searchValue: ['0901', '851712'] }),
);
const row = fc
  .tuple(fc.constantFrom('AND' as const, 'OR' as const, 'NOT' as const), condition)
  .map(([relation, rest]) => ({ relation, ...rest }));

const payloads: fc.Arbitrary<SearchPayload> = fc
  .record({
    condition,
    queryBuilder: fc.array(row, { maxLength: 3 }),
    tradeType: fc.constantFrom('IMPORT' as const, 'EXPORT' as const),
    countryCode: fc.subarray(['IND', 'VNM'], { minLength: 1 }),
    filters: fc.record(
      {
        importerList: texts,
        hsCodeList: fc.subarray(['0901', '851712']),
        incoterm: texts,
        productDesc: texts,
        conditionProductDesc: fc.constantFrom('C' as const, 'D' as const),
        onlyNew: fc.boolean(),
        rangeQuantityStart: amount,
        rangeUnitPriceUsdEnd: amount,
        orderByColumn: fc.constantFrom('quantity', 'hs_code'),
        orderByMode: fc.constantFrom('asc' as const, 'desc' as const),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ condition, filters, ...rest }) => ({
    ...rest,
    ...condition,
    ...filters,
    fromDate: '2025-11-01',
    toDate: '2026-10-31',
  }));

describe('the link of what is new to a saved search', () => {
  const SAVED = '0c9f9f4e-8f0f-4b53-9f3b-6c1f5b0f6f10';

  it('says since when, and which one it is', () => {
    const { query, problems } = understood(`${WHOLE}&saved=${SAVED}&newSince=41`);
    expect(problems).toEqual([]);
    expect(query).toMatchObject({ newSince: 41, savedSearch: SAVED });
    expect(query && addressOf(query)).toMatchObject({ newSince: 41, saved: SAVED });
  });

  it('names the saved search for that alone: its whole question is the same without', () => {
    expect(understood(`${WHOLE}&saved=${SAVED}`).query).toEqual(understood(WHOLE).query);
  });

  it.each(['0', '-1', '4.5', 'x', '99999999999', '4294967296', '7&newSince=8'])('is asked whole since %s', (since) => {
    const { query, problems } = understood(`${WHOLE}&saved=${SAVED}&newSince=${since}`);
    expect(query?.newSince).toBeUndefined();
    expect(query?.searchValue).toEqual(['cotton']);
    expect(problems).toEqual([expect.stringMatching(/^Only what is new to this saved search/)]);
  });

  it('may name one that is none', () => {
    const { query, problems } = understood(`${WHOLE}&saved=mine&newSince=41`);
    expect(query).toMatchObject({ newSince: 41 });
    expect(query?.savedSearch).toBeUndefined();
    expect(problems).toEqual([expect.stringMatching(/^Saved search “mine”/)]);
  });
});

it('the link of a saved query asks what was saved, filters and order among it', () => {
  fc.assert(
    fc.property(payloads, (payload) => {
      const query = searchQuery.parse(payload);
      const address = stringifySearch(addressOf(savedQuery.parse(query)));
      const { draft, query: back, problems } = understood(address);
      expect(problems).toEqual([]);
      expect(understood(stringifySearch(addressOf(draft))).draft).toEqual(draft);
      const asked = back && savedQuery.parse(back);
      // Without a text, contains or does not contain says nothing.
      const same = query.productDesc.length === 0 ? { conditionProductDesc: asked?.conditionProductDesc } : {};
      expect(asked).toEqual({ ...savedQuery.parse(query), ...same });
    }),
    { numRuns: 300 },
  );
});
