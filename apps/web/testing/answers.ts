import {
  type Country,
  columnsFor,
  DIMENSIONS,
  describeQuestion,
  type Endpoints,
  EVERY_COUNTRY,
  LISTED_DIMENSIONS,
  type RecordColumn,
  type ResponseOf,
  type SearchQuery,
  type SuggestionQuery,
  searchListName,
} from '@tidewaiter/contract';
import type { Answers } from './portal-stub.js';

/** Who is signed in. */
const PERSON = {
  ...{ userid: 7, uplineId: 0, firstname: 'First', lastname: 'Last', email: 'person@company.example' },
  ...{ mobile: '+49 30 1234567', company_name: 'Company', companyName: 'Company', numberSystem: 'INDIAN' as const },
};

export const SESSION = {
  ...{ ...PERSON, loginId: 'login', sessionId: 'session', token: 'token', byFirm: false },
  ...{ mustChangePassword: false, mustAddFactor: false, operator: false },
};

const country = (shortcode: string, changes: Partial<Country>): Country => ({
  ...{ name: shortcode, shortcode, iso2code: shortcode.slice(0, 2).toLowerCase(), continentName: 'Asia' },
  ...{ importFrom: '2020-01-01', importUpto: '2026-10-31', exportFrom: '2020-01-01', exportUpto: '2026-10-31' },
  ...{
    importerForExport: 'Y',
    exporterForImport: 'Y',
    importPointWeightage: 1,
    exportPointWeightage: 1,
    records: 1000,
    publishedBy: [],
  },
  ...changes,
});

export const COUNTRIES = [
  country('IND', { name: 'India', iso2code: 'in', records: 4000 }),
  country('VNM', { name: 'Vietnam', iso2code: 'vn', records: 3000 }),
  country('USA', { name: 'United States', iso2code: 'us', continentName: 'North America', records: 2000 }),
  country('MEX', { name: 'Mexico', iso2code: 'mx', continentName: 'North America', importerForExport: 'N' }),
];

type Subscription = ResponseOf<Endpoints['activeSubscriptions']>['userSubscriptionList'][number];

const SUBSCRIPTION: Subscription = {
  ...{ id: 1, name: 'SME', accountExpireDate: '2027-10-31', downloadLimit: 50_000, queryPerDay: 75, totalWorkspace: 5 },
  ...{
    dataAccessInMonth: null,
    dataAccessUpto: null,
    subUserCount: 1,
    countries: COUNTRIES.map((one) => one.shortcode),
  },
  ...{ globalSearch: true, recordsPerWorkspace: 50, maxDownload: 10_000, freeRecords: 1000, period: 'MONTH' },
  ...{ renewsOn: '2026-12-01', perPeriod: { searches: 75, downloads: 50_000, workspaces: 5 }, countriesToChoose: 0 },
};

const CELLS: Partial<Record<string, (n: number) => string>> = {
  record_date: (n) => `2026-10-${String(31 - (n % 28)).padStart(2, '0')}`,
  hs_code: (n) => ['61091000', '52081190', '85171300'][n % 3] ?? '',
  product_description: (n) => `Cotton shirts of lot ${n}`,
  importer_name: (n) => `Importer ${n % 5} Ltd.`,
  exporter_name: (n) => `Exporter ${n % 4} GmbH`,
};

const cellOf = ({ name, type }: RecordColumn, n: number): string | number => {
  const made = CELLS[name]?.(n);
  if (made !== undefined) return made;
  if (type === 'date') return '2026-10-01';
  if (type === 'integer') return n;
  return type === 'decimal' ? `${n * 10}.5` : `${name} ${n}`;
};

type Envelope = ResponseOf<Endpoints['search']>;

/** A page of records that a question finds: every column of its countries is filled. */
export function found(query: SearchQuery, total = 60, changes: Record<string, unknown> = {}): Envelope {
  const columns = columnsFor(query.tradeType, query.countryCode);
  const first = query.pageNumber * query.numberOfRecords;
  const sources = EVERY_COUNTRY.filter(({ shortcode }) => query.countryCode.includes(shortcode)).map(
    ({ name }) => name,
  );
  const count = Math.max(0, Math.min(query.numberOfRecords, total - first));
  const rows = Array.from({ length: count }, (_, index) => {
    const n = first + index + 1;
    return {
      ...Object.fromEntries(columns.map((column) => [column.key, cellOf(column, n)])),
      ctry_name: sources[n % sources.length] ?? '',
      ...{ id: n.toString(16).padStart(32, '0'), usd_derived: false, hs_derived: false, owned: false },
      ...{ source: { file: 'records.csv', line: n }, matched: [], as_written: [], ...changes },
    };
  });
  const { countryCode, fromDate, toDate } = query;
  return {
    ...{ searchId: 'search-1', dataVersion: 3, freeRecordsLeft: 1000, dropHints: [] },
    question: describeQuestion(query),
    ...{ searched: { countryCode, fromDate, toDate }, columns: columns.map(({ key }) => key) },
    [searchListName(query.tradeType, query.countryCode)]: rows,
  };
}

const sums = (shipments: number) => ({
  ...{ quantity: `${shipments}`, quantities: [], shipment_count: shipments, value_usd: `${shipments * 100}` },
  ...{ value_inr: null, valued: shipments, share: '10.00' },
});

type Values = Record<string, number>;

/** Values of facets, as each is called and how many records it has: by the name of a list, or of a column without one. */
const VALUES: Record<string, Values> = {
  hsCodes: { '61091000': 20, '52081190': 16, '85171300': 12, '69072100': 8, '10063020': 4 },
  importers: { 'Importer 4 Ltd.': 14, 'Importer 3 Ltd.': 13, 'Importer 2 Ltd.': 12, 'Importer 1 Ltd.': 11 },
  exporters: { 'Exporter 3 GmbH': 15, 'Exporter 2 GmbH': 14, 'Exporter 1 GmbH': 13, 'Exporter 0 GmbH': 12 },
  sourceCountries: { India: 20, Vietnam: 18, 'United States': 12, Mexico: 10 },
  months: { '2026-08': 20, '2026-09': 30, '2026-10': 10 },
  incoterm: { CIF: 40, FOB: 20 },
};

const aggregates = (shipments: number, distinctCount: number) => {
  const of = (tail: string, count: number) => ({
    [`totalQuantity${tail}`]: `${count}`,
    [`quantities${tail}`]: [],
    [`shipmentCount${tail}`]: count,
    [`valuedCount${tail}`]: count,
    [`totalValueUSD${tail}`]: `${count * 100}`,
    [`totalValueINR${tail}`]: null,
    [`valueShare${tail}`]: count === 0 ? '0.00' : '100.00',
  });
  return { quantityUnit: 'KGS', distinctCount, ...of('', shipments), ...of('Top10', shipments), ...of('NotStated', 0) };
};

interface Part {
  nameContains?: string;
  pageNumber?: number;
  numberOfRecords: number;
}

/** What lists are answered with that have these values; others have two. @param worth what is said of the value of each, where records state one */
export function listing(given: Record<string, Values>, worth: Partial<ReturnType<typeof sums>> = {}): Answers {
  const part = (name: string, { nameContains = '', pageNumber = 0, numberOfRecords }: Part) => {
    const all = Object.entries(given[name] ?? VALUES[name] ?? { [`${name} one`]: 40, [`${name} two`]: 20 });
    const sought = all.filter(([value]) => value.toLowerCase().includes(nameContains.toLowerCase()));
    const items = sought.slice(pageNumber * numberOfRecords, (pageNumber + 1) * numberOfRecords);
    return {
      count: sought.length,
      items: items.map(([value, shipments]) => ({ value, ...sums(shipments), ...worth })),
    };
  };
  const calls = LISTED_DIMENSIONS.map((name) => {
    const { call, list, item } = DIMENSIONS[name].list;
    const answer = (request: Part) => {
      const { count, items } = part(name, request);
      return { ...aggregates(60, count), [list]: items.map(({ value, ...one }) => ({ [item]: value, ...one })) };
    };
    return [call, answer];
  });
  return {
    ...(Object.fromEntries(calls) as Answers),
    topLists: ({ lists }) => {
      const tops = Object.entries(lists).map(([name, numberOfRecords]) => {
        const { count, items } = part(name, { numberOfRecords });
        return [name, { ...aggregates(60, count), items: items.map(({ value, ...one }) => ({ name: value, ...one })) }];
      });
      return { lists: Object.fromEntries(tops) };
    },
    listDistinctColumnValue: ({ columnName, ...request }) => {
      const list = LISTED_DIMENSIONS.find((name) =>
        Object.values(DIMENSIONS[name].column).some((column) => column === columnName),
      );
      const { count, items } = part(list ?? columnName, request);
      return {
        distinctColumnValuesList: items.map(({ value, shipment_count }) => ({
          column_name: value,
          records_count: shipment_count,
        })),
        distinctCount: count,
      };
    },
  };
}

/** What is suggested for a text that is typed. */
export function suggested({ searchBy, searchValue }: SuggestionQuery): ResponseOf<Endpoints['suggestionList']> {
  const party = (name: string) => ({
    value: `${searchValue} ${name}`,
    shipment_count: 12,
    key: `${searchValue} ${name}`,
  });
  const code = (digits: string) => ({
    value: digits.padEnd(8, '0'),
    shipment_count: 12,
    description: `Goods of ${searchValue}`,
  });
  const of = {
    HS_CODE: [code(/^\d/.test(searchValue) ? searchValue : '5208')],
    HS_CODE_2: [code(searchValue)],
    PRODUCT: [{ value: `${searchValue} yarn`, shipment_count: 12 }],
    IMPORTER: [party('Sons Ltd.'), party('Trading')],
    EXPORTER: [party('Works')],
  };
  return { suggestionList: [{ listSuggestion: of[searchBy] }] };
}

/** Answers of a portal that has a few records of cotton, for who is signed in. */
export const ANSWERS: Answers = {
  siteSettings: { settingsList: [{ isMaintanance: 'N', siteMessage: '' }] },
  whatsNew: { newsList: [], countriesWithRecords: 0 },
  userDetails: { ...PERSON, downloadLimit: 50_000 },
  activeSubscriptions: { userSubscriptionList: [SUBSCRIPTION] },
  countryListByTrade: { countryList: COUNTRIES },
  search: (query) => found(query as SearchQuery),
  searchCount: 60,
  searchCost: 1,
  ...listing({}),
  quantities: { units: [], without: 0, otherCurrencies: [], shipmentsByBill: null },
  amountSpread: { least: null, most: null, bars: [] },
  loginStatus: { logoutTime: null },
  ownLists: { ownLists: [], most: 20 },
  following: { questions: [], totalRecords: 0, most: 20, held: 0 },
  contactList: { contactList: [], totalRecords: 0, tags: [], mailUs: null },
  workspaceList: { workspaceList: [], totalRecords: 0 },
  savedSearchList: { searchQueryWithWS: [], totalRecords: 0 },
  exportList: { exportList: [], totalRecords: 0 },
  suggestionList: suggested,
};
