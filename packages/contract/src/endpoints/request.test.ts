import { expect, it } from 'vitest';
import { z } from 'zod';
import { searchQuery } from '../query/search-query.js';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { ENDPOINTS, type EndpointName } from './index.js';
import { readRequest } from './request.js';

/** What the schema library says by itself. */
const ITS_OWN_WORDS = /^(Invalid|Too (small|big)|Unrecognized|Expected)|\b(expected|received)\b/;
const OURS: readonly string[] = Object.values(MESSAGES);
const isForeign = (message: string) => message === '' || (ITS_OWN_WORDS.test(message) && !OURS.includes(message));

const LONG = 'x'.repeat(20_000);
const SENT = [
  ...[1, -1, 1.5, 1e300, true, 'x', '', '\u0000', null, LONG, {}, [], ['x'], [LONG], [1], [null], [{}]],
  Array.from({ length: 2000 }, (_, n) => `${n}`),
  [[]],
  { x: 1 },
];

/** The fields of a request, those of the requests within it among them. */
function fieldsOf(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, z.core.$ZodType> = schema.shape;
    return [...Object.keys(shape), ...Object.values(shape).flatMap(fieldsOf)];
  }
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in);
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element);
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable
    ? fieldsOf(schema.unwrap())
    : [];
}

const messages = (schema: z.ZodType, data: unknown) =>
  readRequest(schema, data).error?.issues.map(({ message }) => message) ?? [];

const question = {
  ...{ tradeType: 'IMPORT', searchBy: 'PRODUCT', matchType: 'C', searchValue: ['tile'] },
  ...{ countryCode: ['VNM'], fromDate: '2025-11-01', toDate: '2026-10-31' },
};
const read = (changes: object) => messages(searchQuery, { ...question, ...changes });

it.each(Object.entries(ENDPOINTS))(
  'a request that is refused is told in words of our own: %s',
  (_, { request, params }) => {
    for (const schema of [request, params]) {
      const fields = [...new Set(fieldsOf(schema))];
      const filled = SENT.map((value) => Object.fromEntries(fields.map((field) => [field, value])));
      const bodies = [...SENT, ...filled.flatMap((body) => [body, { query: body }, { queryBuilder: [body] }])];
      const said = bodies.flatMap((body) => messages(schema, body));
      expect([...new Set(said)].filter(isForeign)).toEqual([]);
    }
  },
);

it.each<[object, string]>([
  [{ orderByMode: 'up' }, 'orderByMode must be asc or desc'],
  [{ queryBuilder: [{ ...question, relation: 'XOR' }] }, 'queryBuilder.0.relation must be AND, OR, or NOT'],
  [{ pageNumber: -1 }, 'pageNumber must be 0 or more'],
  [{ pageNumber: 1.5 }, 'pageNumber must be a whole number'],
  [{ numberOfRecords: 201 }, 'numberOfRecords must be 200 or less'],
  [{ importerList: 'Acme' }, 'importerList must be a list'],
  [{ importerList: ['x'.repeat(501)] }, 'importerList.0 must have at most 500 characters'],
  [{ countryCode: Array(101).fill('VNM') }, 'At most 100 countries'],
  [{ hsCodeList: Array(501).fill('0901') }, 'hsCodeList must have at most 500 values'],
  [{ rangeValueUsdStart: {} }, 'rangeValueUsdStart must be a number or a text'],
  [{ rangeValueUsdStart: -1 }, 'rangeValueUsdStart must be 0 or more'],
  [{ rangeValueUsdStart: 'ten' }, 'An amount is digits, with at most 18 decimals'],
  [{ tradeType: undefined }, 'Please select trade type'],
])('a request that is refused names the field and what it takes: %j', (changes, message) => {
  expect(read(changes)[0]).toBe(message);
});

it('a request that is refused may be no object at all', () => {
  expect(messages(searchQuery, [])).toEqual(['The request must be an object with named fields']);
  expect(messages(searchQuery, undefined)).toEqual(['The request is required']);
});

const person = { firstname: 'Eva', lastname: 'Tide', email: 'eva@example.com', mobile: '+31 20 123 4567' };
const searched = { ...question, searchBy: 'HS_CODE', matchType: 'L', searchValue: ['8517'] };
const row = { relation: 'OR', searchBy: 'PRODUCT', matchType: 'C', searchValue: ['steel'] };
const shortCode = { searchBy: 'HS_CODE', matchType: 'L', searchValue: ['851'] };
const acme = { searchBy: 'IMPORTER', searchValue: ['acme'] };
const BELOW_MINIMUM = 'Maximum Quantity must be greater than or equal to Minimum Quantity.';
const kept = { companyName: 'Acme', address: null, email: null, mobile: null, website: null };

const PERIODS = {
  before: { from: '2025-01-01', to: '2025-03-31' },
  after: { from: '2025-04-01', to: '2025-06-30' },
};

/** A request that is taken, and what each change of it is refused with. */
const FORMS: [EndpointName, object, [object, string][]][] = [
  [
    'signUp',
    { ...person, company_name: 'Acme', termsAccepted: true, captchaId: 'x', captcha: 'x' },
    [
      [{ firstname: ' ' }, 'Please enter first name'],
      [{ firstname: 'a\u0000b' }, 'Please enter first name'],
      [{ lastname: 'Bay\r\nBcc: x@example.com' }, 'Please enter last name'],
      [{ lastname: '' }, 'Please enter last name'],
      [{ email: 'nobody' }, 'Please enter valid email address'],
      [{ mobile: '12' }, 'Please enter valid mobile no'],
      [{ company_name: '' }, 'This field is required'],
      [{ termsAccepted: false }, 'Please accept terms and condition'],
    ],
  ],
  [
    'login',
    { email: 'a@b.co', password: 'y' },
    [
      [{ email: 'x' }, 'Please enter valid email address'],
      [{ password: '' }, 'Please enter password'],
    ],
  ],
  [
    'search',
    searched,
    [
      [{ searchValue: [] }, 'Enter Search Values'],
      [{ searchValue: ['851'] }, 'Search Values should be greater than or equal to 4 digits'],
      [{ searchValue: ['85AB'] }, 'HS codes are 4 to 12 digits'],
      [{ searchBy: 'IMPORTER', searchValue: ['a'] }, 'Search Values should be greater than or equal to 2 digits'],
      [{ searchValue: Array.from({ length: 11 }, (_, n) => `85${10 + n}`) }, 'At most 10 search values'],
      [{ fromDate: '2020-12-31', toDate: '2020-01-01' }, 'From date should be less than To date'],
      [{ fromDate: '2020-01-01', toDate: '2020-01-01' }, 'From date should be less than To date'],
      [{ fromDate: '2020-01-01', toDate: '2023-01-01' }, 'To date should be less than 3 years'],
      [{ fromDate: '2020-02-30' }, 'A date is written YYYY-MM-DD'],
      [{ fromDate: '0001-01-01' }, 'A date is written YYYY-MM-DD'],
      [{ countryCode: [] }, 'This field is required'],
      [{ queryBuilder: [row, row, row, row] }, 'At most 3 query-builder rows'],
      [{ queryBuilder: [{ ...row, ...shortCode }] }, 'Search Values should be greater than or equal to 4 digits'],
      [{ rangeQuantityStart: 9, rangeQuantityEnd: 8 }, BELOW_MINIMUM],
      [{ ...acme, pickedValue: ['bolt'] }, 'A picked value is one of the search values'],
    ],
  ],
  [
    'createWorkspace',
    { name: 'Fabrics' },
    [
      ...['', ' \n ', 'a\u0000b', '\ud800x', 'two\nlines'].map((name): [object, string] => [
        { name },
        'Please enter workspace name',
      ]),
      [{ name: 'x'.repeat(101) }, 'This text is too long'],
    ],
  ],
  [
    'saveSearch',
    { workspace_id: 'w', search_id: 's', name: 'Cotton', description: 'What Korea buys' },
    [
      [{ name: ' ' }, 'Please enter title'],
      [{ description: '' }, 'Please enter description'],
      [{ name: 'a\u0007' }, 'Please enter title'],
      [{ description: 'a\u0000b' }, 'Please enter description'],
      [{ description: 'x'.repeat(1001) }, 'This text is too long'],
      [{ query: { ...searched, searchValue: [] } }, 'Enter Search Values'],
    ],
  ],
  [
    'saveContact',
    kept,
    [
      [{ companyName: '' }, 'This field is required'],
      [{ companyName: 'a\u0000b' }, 'This field is required'],
      [{ companyName: 'x'.repeat(301) }, 'This text is too long'],
      [{ email: 'nobody' }, 'Please enter valid email address'],
      [{ mobile: 'x' }, 'Please enter valid mobile no'],
      [{ website: 'javascript:alert(1)' }, 'Please enter a valid website, with http:// or https://'],
      [{ website: 'https://acme.example/\u0000' }, 'Please enter a valid website, with http:// or https://'],
    ],
  ],
  [
    'company',
    { company: 'Acme Trading Ltd' },
    [
      [{ company: ' ' }, 'This field is required'],
      [{ company: 'x'.repeat(LIMITS.companyNameMaxLength + 1) }, 'This text is too long'],
      [{ fromDate: '2024-01-01', toDate: '2028-12-31' }, 'To date should be less than 3 years'],
      [{ countryCode: ['XXX'] }, 'Unknown country code'],
    ],
  ],
  [
    'pivot',
    { query: searched, rows: 'importers', columns: 'exporters' },
    [
      [{ rows: 'months', columns: 'months' }, 'Choose two different things to group by'],
      [{ topRows: 5000 }, 'The table would be too large: ask for fewer rows or columns'],
      [{ rows: 'foreignCities' }, 'Records of this trade type cannot be grouped so. Choose another group'],
      [{ unit: 'x'.repeat(101) }, 'unit must have at most 100 characters'],
    ],
  ],
  [
    'comparePeriods',
    { query: searched, by: 'importers', ...PERIODS },
    [[{ before: PERIODS.after, after: PERIODS.before }, 'The first period must end before the second begins']],
  ],
  ...(['contactList', 'searchLog', 'exportList'] as const).map((name): [EndpointName, object, [object, string][]] => [
    name,
    { userId: 1 },
    [[{ contains: 'a\u0000b' }, 'A text without control characters']],
  ]),
];

it.each(FORMS)('the forms of %s refuse in the words of the specification or the catalogue', (name, valid, refused) => {
  const { request } = ENDPOINTS[name];
  expect(messages(request, valid)).toEqual([]);
  for (const [changes, message] of refused)
    expect(messages(request, { ...valid, ...changes })[0], JSON.stringify(changes)).toBe(message);
});

it('null and an empty text in an optional field mean that it was not given', () => {
  const fields = ['pickedValue', 'orderByColumn', 'orderByMode', 'pageNumber', 'numberOfRecords', 'searchId'];
  const more = ['queryBuilder', 'importerList', 'incoterm', 'productDesc', 'rangeQuantityStart', 'searchType'];
  const plain = readRequest(searchQuery, question);
  for (const nothing of [null, '']) {
    const given = Object.fromEntries([...fields, ...more, 'searchFlag'].map((field) => [field, nothing]));
    expect(readRequest(searchQuery, { ...question, ...given })).toEqual(plain);
    const { request } = ENDPOINTS.saveSearch;
    const saved = { workspace_id: 'w', search_id: 's', name: 'n', description: 'd' };
    expect(readRequest(request, { ...saved, query: { ...question, ...given } }).data?.query).toEqual(plain.data);
    const { request: list } = ENDPOINTS.savedSearchList;
    expect(readRequest(list, { createdBy: '1', workspaceId: nothing })).toEqual(readRequest(list, { createdBy: '1' }));
  }
});

it('null and an empty text in a field that is needed are refused as ever', () => {
  expect(read({ tradeType: null })).toEqual(['Please select trade type']);
  expect(read({ fromDate: '' })).toEqual(['A date is written YYYY-MM-DD']);
  expect(messages(ENDPOINTS.createWorkspace.request, { name: '' })).toEqual(['Please enter workspace name']);
});

it('a flag of the analysis, searchFlag, is taken and changes nothing', () => {
  const plain = readRequest(searchQuery, question);
  expect(plain.success).toBe(true);
  for (const searchFlag of [false, true, 'false']) {
    expect(readRequest(searchQuery, { ...question, searchFlag })).toEqual(plain);
  }
});
