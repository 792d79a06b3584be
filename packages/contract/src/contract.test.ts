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

describe('the column catalogue', () => {
  it('names each column once, and each wire key once per trade type', () => {
    const names = COLUMNS.map((column) => column.name);
    expect(new Set(names).size).toBe(names.length);
    for (const trade of TRADE_TYPES) {
      const keys = RECORD_COLUMNS[trade].map((column) => column.key);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it("keeps the specification's keys, odd spellings included", () => {
    const keys = (trade: 'IMPORT' | 'EXPORT') => RECORD_COLUMNS[trade].map((column) => column.key);
    expect(keys('IMPORT')).toEqual(
      expect.arrayContaining(['ctry_name', 'be_date', 'total_value_usd', 'std_unit_rate_usd']),
    );
    expect(keys('EXPORT')).toEqual(
      expect.arrayContaining(['date', 'recepient_name', 'total_fob_value', 'total_fob_value_usd']),
    );
    expect(keys('IMPORT')).not.toContain('destination_country');
  });

  it('shows the unit of every amount', () => {
    for (const trade of TRADE_TYPES) {
      for (const column of RECORD_COLUMNS[trade].filter(({ type }) => type === 'decimal')) {
        expect(column.unit ?? column.unitKey, column.key).toBeDefined();
      }
    }
  });
});

describe('the source countries', () => {
  it('are 81, each with a code, a name and a continent', () => {
    expect(SOURCE_COUNTRIES).toHaveLength(81);
    expect(new Set(SOURCE_COUNTRIES.map((country) => country.shortcode)).size).toBe(81);
    for (const country of SOURCE_COUNTRIES) {
      expect(country.shortcode).toMatch(/^[A-Z]{3}$/);
      expect(COUNTRY_NAMES.has(country.iso2)).toBe(true);
    }
  });

  it('can be joined by any other country, each with a code and a name of its own', () => {
    for (const field of ['shortcode', 'name'] as const) {
      expect(new Set(EVERY_COUNTRY.map((country) => country[field])).size).toBe(EVERY_COUNTRY.length);
    }
    const names = sourceCountriesWith(['FRA']).map(({ name }) => name);
    expect(names).toEqual(
      [...SOURCE_COUNTRIES.map(({ name }) => name), 'France'].sort((a, b) => a.localeCompare(b, 'en')),
    );
    expect(sourceCountriesWith([])).toEqual(SOURCE_COUNTRIES);
  });

  it('know when the Indian lists apply', () => {
    expect(isIndianSearch(['IND', 'SEZ'])).toBe(true);
    expect(isIndianSearch(['IND', 'KOR'])).toBe(false);
    expect(isIndianSearch([])).toBe(false);
    expect(searchListName('EXPORT', ['SEZ'])).toBe('expIndList');
    expect(searchListName('IMPORT', ['VNM', 'IND'])).toBe('impForeignList');
  });
});

describe('the calls', () => {
  it('have a path of their own and known errors', () => {
    const endpoints = Object.values(ENDPOINTS);
    for (const code of endpoints.flatMap(({ errors }) => errors)) expect(ERRORS).toHaveProperty(code);
    const addresses = endpoints.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });
});

const payload = (changes: Partial<SearchPayload> = {}): SearchPayload => ({
  tradeType: 'IMPORT',
  searchBy: 'PRODUCT',
  matchType: 'C',
  searchValue: ['ceramic tile'],
  countryCode: ['VNM'],
  fromDate: '2025-11-01',
  toDate: '2026-10-31',
  ...changes,
});

const builderRow = (row: NonNullable<SearchPayload['queryBuilder']>[number]) => row;

const problems = (changes: Partial<SearchPayload>) => {
  const parsed = searchQuery.safeParse(payload(changes));
  return parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
};

/** The keys that SPEC 3 prints for the records of each direction of trade. */
const CORE_KEYS =
  'ctry_name hs_code product_description exporter_name notify_party_name origin_country std_quantity std_unit quantity unit ' +
  'std_unit_rate_usd unit_price_usd origin_port destination_port mode_of_transport incoterm month year hs_code2 hs_code4 hs_code6 ' +
  'hs_description gross_weight gross_weight_unit net_weight net_weight_unit importer_address exporter_address notify_party_address';
const EXTRA_KEYS =
  'bl_number container menifest_no menifest_date ship_name transport_company currency unit_price total_value_cif ' +
  'total_value_cif_usd unit_value_cif_usd cif_unit_price duty duty_mod tax_amount tax_percentge vat income_tax luxury_tax bcd cvd ' +
  'igst declarant clearing_agent exchange_rate';
const PRINTED = {
  IMPORT:
    'be_date importer_name total_value_usd total_value assessed_value_currency import_purpose economic_zone iec importer address1 ' +
    'address2 city pin prod_desc ind_port for_count for_port value value_usd qty ship_mode beno cha_no cha_name inv_no inv_date ' +
    'foreign_exporter foreign_address cush location',
  EXPORT:
    'date recepient_name destination_country total_fob_value cif_value_usd total_cif_value cif_currency sb_no sb_date ' +
    'foreign_importer_name licence_code clearance_fee export_purpose export_purpose_group purpose_consumption ' +
    'quantity_of_container voyage_number type_of_cargo category fob_value_currency total_fob_value_pkr total_fob_value_usd product ' +
    'unit_rate_in_foreign_currency unit_rate_currency total_sb_value_in_inr_in_lacs value_in_fc port_of_destination ' +
    'city_of_destination port_of_origin indian_exportar_name exporter_add1 exporter_add2 exporter_city for_add1 for_add2 for_add3 ' +
    'for_add4 importer_country hs2 hs4 cur_que invoice_no invoice_srl_no challan_no draw_back raw_port invoice_date leo_date ' +
    'country_code drawback_excise drawback_customs',
};
/** The list of each direction's rows in the answer of a search. */
const ROWS = { IMPORT: 'impIndList', EXPORT: 'expIndList' } as const;

describe.each(TRADE_TYPES)('the wire keys of %s records', (trade) => {
  const printed = `${CORE_KEYS} ${EXTRA_KEYS} ${PRINTED[trade]}`.split(' ');

  it('are those that the specification prints', () => {
    const known = RECORD_COLUMNS[trade].map(({ key }) => key);
    expect(printed.filter((key) => !known.includes(key))).toEqual([]);
  });

  it('are let through by the answer of a search', () => {
    const row = ENDPOINTS.search.response.shape[ROWS[trade]].unwrap().element;
    expect(printed.filter((key) => !(key in row.shape))).toEqual([]);
    expect('id' in row.shape).toBe(true);
  });
});

describe('a search', () => {
  it('is cleaned: values trimmed and once each, HS codes without dots', () => {
    const query = searchQuery.parse(
      payload({ searchBy: 'HS_CODE', matchType: 'L', searchValue: [' 8471.30', '847130'] }),
    );
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

  it('refuses more than three query-builder rows', () => {
    const row = builderRow({ relation: 'AND', searchBy: 'PRODUCT', matchType: 'C', searchValue: ['tile'] });
    expect(problems({ queryBuilder: [row, row, row] })).toEqual([]);
    expect(problems({ queryBuilder: [row, row, row, row] })).toEqual(['queryBuilder: At most 3 query-builder rows']);
  });

  it('says which of its values were picked, and of parties only', () => {
    const asked = { searchBy: 'IMPORTER', matchType: 'L', searchValue: [' Acme Ltd ', 'bolt'] } as const;
    const picked = (pickedValue: string[]) => ({ ...asked, searchValue: [...asked.searchValue], pickedValue });
    expect(searchQuery.parse(payload(picked([' Acme Ltd']))).pickedValue).toEqual(['Acme Ltd']);
    expect(searchQuery.parse(payload(picked([])))).not.toHaveProperty('pickedValue');
    expect(problems(picked(['bolt', 'nut']))).toEqual(['pickedValue.1: A picked value is one of the search values']);
    expect(problems({ pickedValue: ['ceramic tile'] })).toEqual([
      'pickedValue: Only importers and exporters can be picked',
    ]);
    const row = builderRow({ relation: 'AND', ...picked(['nut']) });
    expect(problems({ queryBuilder: [row] })).toEqual([
      'queryBuilder.0.pickedValue.0: A picked value is one of the search values',
    ]);
    expect(describeQuestion(searchQuery.parse(payload(picked(['Acme Ltd']))))).toContain(
      "whose importer is 'Acme Ltd' or contains 'bolt',",
    );
    expect(describeQuestion(searchQuery.parse(payload(picked(['Acme Ltd', 'bolt']))))).toContain(
      "whose importer is 'Acme Ltd' or 'bolt',",
    );
  });

  it('spans at most 1095 days', () => {
    expect(problems({ fromDate: '2023-11-01', toDate: '2026-10-31' })).toEqual([]);
    expect(daysBetween('2023-11-01', '2026-10-31')).toBe(LIMITS.dateSpanDays);
    expect(problems({ fromDate: '2023-10-31', toDate: '2026-10-31' })).toEqual([
      'toDate: To date should be less than 3 years',
    ]);
  });

  it('has pages of 20 records unless asked for others, of at most 200', () => {
    expect(LIMITS.pageSizes).toEqual([10, 20, 30, 40, 50, 100, 200]);
    expect(searchQuery.parse(payload({})).numberOfRecords).toBe(20);
    for (const numberOfRecords of LIMITS.pageSizes) expect(problems({ numberOfRecords })).toEqual([]);
    expect(problems({ numberOfRecords: 201 })).toHaveLength(1);
    expect(problems({ numberOfRecords: 0 })).toHaveLength(1);
  });

  it('reaches the last of 10,000 rows and no further', () => {
    expect(problems({ pageNumber: 49, numberOfRecords: 200 })).toEqual([]);
    expect(problems({ pageNumber: 50, numberOfRecords: 200 })).toHaveLength(1);
  });

  it('offers all words to a product, and takes no more of them than may all have to occur', () => {
    const words = (value: string) => problems({ matchType: 'W', searchValue: [value] });
    expect(matchTypesFor('PRODUCT')[0]).toBe('W');
    expect(words('ceramic tiles')).toEqual([]);
    expect(words('-- %')).toEqual(['searchValue.0: There is no word in this value']);
    expect(words('a b c d e f g h i j k l m')).toEqual(['searchValue.0: At most 12 words where all must occur']);
    expect(problems({ searchBy: 'IMPORTER', matchType: 'W' })).toHaveLength(1);
    expect(wholeWords("Men's T-shirt, men’S 100% ⑴½ (铁矿)")).toEqual([
      'Men',
      'T',
      'shirt',
      'men',
      '100',
      '1',
      '2',
      '铁矿',
    ]);
  });

  it('means the match type that it always did where a link names none', () => {
    expect(SEARCH_BY.map(unsaidMatchType)).toEqual(['L', 'C', 'L', 'L', 'L']);
  });

  it('never passes a value that its own rule refuses, whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('HS_CODE', 'PRODUCT', 'IMPORTER'),
        fc.string({ unit: 'binary' }),
        (searchBy, value) => {
          const parsed = searchQuery.safeParse(
            payload({ searchBy, matchType: searchBy === 'PRODUCT' ? 'C' : 'L', searchValue: [value] }),
          );
          if (!parsed.success) return;
          const [clean = ''] = parsed.data.searchValue;
          expect(clean).toBe(cleanSearchValue(searchBy, value));
          expect(clean).toMatch(searchBy === 'HS_CODE' ? /^\d{4,12}$/ : /^.{2,200}$/su);
        },
      ),
    );
  });

  it('is told in words', () => {
    const row = builderRow({ relation: 'NOT', searchBy: 'IMPORTER', matchType: 'L', searchValue: ['acme'] });
    expect(describeQuestion(searchQuery.parse(payload({ countryCode: ['VNM', 'IND'], queryBuilder: [row] })))).toBe(
      "Imports of Vietnam and India whose product contains 'ceramic tile' and not importer contains 'acme', 01 Nov 2025 – 31 Oct 2026",
    );
    expect(
      describeQuestion(
        searchQuery.parse(
          payload({ tradeType: 'EXPORT', matchType: 'D', countryCode: ['VNM', 'IND', 'KOR', 'BRA', 'CHL'] }),
        ),
      ),
    ).toBe("Exports of 5 countries whose product does not contain 'ceramic tile', 01 Nov 2025 – 31 Oct 2026");
    expect(describeQuestion(searchQuery.parse(payload({ matchType: 'W', countryCode: ['VNM'] })))).toBe(
      "Imports of Vietnam whose product has the words 'ceramic tile', 01 Nov 2025 – 31 Oct 2026",
    );
  });
});

describe('dates', () => {
  it('are days that exist', () => {
    expect(['2024-02-29', '1970-01-01'].every(isIsoDate)).toBe(true);
    expect(['2023-02-29', '2024-13-01', '2024-1-1', '1969-12-31', '2150-01-01', '', '2024-02-30'].some(isIsoDate)).toBe(
      false,
    );
  });

  it('step back by months without leaving the month', () => {
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(addMonths('2024-03-31', -1)).toBe('2024-02-29');
    expect(addMonths('2026-01-15', -13)).toBe('2024-12-15');
  });

  it('of a subscription end with the last visible one, and begin so many months before it, or before today', () => {
    const window = (dataAccessUpto: string | null, dataAccessInMonth: number | null) =>
      dataAccessWindow({ dataAccessUpto, dataAccessInMonth }, '2026-11-20');
    expect(window(null, null)).toEqual({ fromDate: null, toDate: null });
    expect(window('2026-08-31', null)).toEqual({ fromDate: null, toDate: '2026-08-31' });
    expect(window('2026-08-31', 6)).toEqual({ fromDate: '2026-02-28', toDate: '2026-08-31' });
    expect(window(null, 12)).toEqual({ fromDate: '2025-11-20', toDate: null });
  });
});

describe('filters of a search', () => {
  it('take lists, single values and amounts in any form, and an empty one is none', () => {
    const { data: query } = readRequest(
      searchQuery,
      payload({
        incoterm: 'FOB',
        notifyParty: '',
        shipModeList: ['AIR'],
        shipmentModeList: ['SEA', 'AIR'],
        rangeValueUsdStart: 10,
        rangeValueUsdEnd: '',
      }),
    );
    expect(query).toMatchObject({
      incoterm: ['FOB'],
      notifyParty: [],
      shipmentModeList: ['SEA', 'AIR'],
      rangeValueUsdStart: '10',
    });
    expect(query?.rangeValueUsdEnd).toBeUndefined();
  });

  it('fill in the bound that is missing, and refuse a maximum below the minimum', () => {
    expect(rangeOf({ rangeQuantityStart: '5' }, 'rangeQuantity')).toEqual({ from: '5', to: '999999' });
    expect(rangeOf({ rangeUnitPriceUsdStart: '5' }, 'rangeUnitPriceUsd')).toEqual({ from: '5', to: '99999999' });
    expect(rangeOf({ rangeValueUsdEnd: '5' }, 'rangeValueUsd')).toEqual({ from: '0.00001', to: '5' });
    expect(rangeOf({}, 'rangeValueUsd')).toBeUndefined();
    // What would stand in beyond the bound that is given does not: that end is open.
    expect(rangeOf({ rangeValueUsdStart: '1000000' }, 'rangeValueUsd')).toEqual({
      from: '1000000',
      to: OPEN_BOUNDS.most,
    });
    expect(rangeOf({ rangeValueUsdEnd: '0' }, 'rangeValueUsd')).toEqual({ from: OPEN_BOUNDS.least, to: '0' });
    expect(problems({ rangeQuantityStart: '999999.5' })).toEqual([]);
    expect(problems({ rangeValueUsdStart: '10', rangeValueUsdEnd: '9.99' })).toEqual([
      'rangeValueUsdEnd: Maximum Value must be greater than or equal to Minimum Value.',
    ]);
    expect(problems({ rangeQuantityStart: '-1' })).toHaveLength(1);
  });

  it('limit the words that must all occur', () => {
    const row = (words: number) =>
      builderRow({
        relation: 'AND',
        searchBy: 'PRODUCT',
        matchType: 'L',
        searchValue: [Array.from({ length: words }, (_, n) => `w${n}`).join(' ')],
      });
    expect(problems({ queryBuilder: [row(12)] })).toEqual([]);
    expect(problems({ queryBuilder: [row(13)] })).toEqual([
      'queryBuilder.0.searchValue.0: At most 12 words where all must occur',
    ]);
  });
});

describe('the client', () => {
  const client = (respond: () => Promise<Response>) =>
    createClient({ baseUrl: '', credential: 'x:', token: () => null, fetch: respond });
  const broken = () =>
    new Response(new ReadableStream({ start: (controller) => controller.error(new Error('broken off')) }), {
      status: 200,
    });

  it.each<[string, () => Promise<Response>]>([
    ['a page instead of an answer', async () => new Response('<html>', { status: 200 })],
    ['an answer that breaks off', async () => broken()],
    ['a network failure', () => Promise.reject(new TypeError('fetch failed'))],
    ['a page of a proxy', async () => new Response('<html>', { status: 502 })],
  ])('takes %s for no answer', async (_, respond) => {
    await expect(client(respond).siteSettings({})).rejects.toMatchObject({ code: 'NO_ANSWER' });
  });

  it.each([
    ['an error that is not ours', { errorCode: 'toString' }, 'Somethhing went wrong, please try again.'],
    ['an error that says nothing', 'out of order', 'Somethhing went wrong, please try again.'],
    ['an error of words alone', { errorMsg: 'Out of order' }, 'Out of order'],
  ])('takes %s by its words, or those of the specification', async (_, body, message) => {
    const respond = async () => Response.json(body, { status: 500 });
    await expect(client(respond).siteSettings({})).rejects.toMatchObject({ code: 'INTERNAL', message });
  });

  it('ends an abandoned call with its reason', async () => {
    const controller = new AbortController();
    const call = client(async () => {
      controller.abort(new Error('newer question'));
      return broken();
    }).siteSettings({}, { signal: controller.signal });
    await expect(call).rejects.toThrow('newer question');
  });
});
