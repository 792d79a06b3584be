import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { searchQuery } from '../query/search-query.js';
import { MESSAGES } from '../rules/messages.js';
import { ENDPOINTS } from './index.js';
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
  tradeType: 'IMPORT',
  searchBy: 'PRODUCT',
  matchType: 'C',
  searchValue: ['tile'],
  countryCode: ['VNM'],
  fromDate: '2025-11-01',
  toDate: '2026-10-31',
};
const read = (changes: object) => messages(searchQuery, { ...question, ...changes });

describe('a request that is refused', () => {
  it.each(Object.entries(ENDPOINTS))('is told in words of our own: %s', (_, { request, params }) => {
    for (const schema of [request, params]) {
      const fields = [...new Set(fieldsOf(schema))];
      const bodies = [
        ...SENT,
        ...SENT.map((value) => Object.fromEntries(fields.map((field) => [field, value]))),
        ...SENT.map((value) => ({ query: Object.fromEntries(fields.map((field) => [field, value])) })),
        ...SENT.map((value) => ({ queryBuilder: [Object.fromEntries(fields.map((field) => [field, value]))] })),
      ];
      const said = bodies.flatMap((body) => messages(schema, body));
      expect([...new Set(said)].filter(isForeign)).toEqual([]);
    }
  });

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
  ])('names the field and what it takes: %j', (changes, message) => {
    expect(read(changes)[0]).toBe(message);
  });

  it('may be no object at all', () => {
    expect(messages(searchQuery, [])).toEqual(['The request must be an object with named fields']);
    expect(messages(searchQuery, undefined)).toEqual(['The request is required']);
  });
});

describe('null and an empty text', () => {
  it('in an optional field mean that it was not given', () => {
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
      expect(readRequest(list, { createdBy: '1', workspaceId: nothing })).toEqual(
        readRequest(list, { createdBy: '1' }),
      );
    }
  });

  it('in a field that is needed are refused as ever', () => {
    expect(read({ tradeType: null })).toEqual(['Please select trade type']);
    expect(read({ fromDate: '' })).toEqual(['A date is written YYYY-MM-DD']);
    expect(messages(ENDPOINTS.createWorkspace.request, { name: '' })).toEqual(['Please enter workspace name']);
  });
});

it('a flag of the analysis, searchFlag, is taken and changes nothing', () => {
  const plain = readRequest(searchQuery, question);
  expect(plain.success).toBe(true);
  for (const searchFlag of [false, true, 'false']) {
    expect(readRequest(searchQuery, { ...question, searchFlag })).toEqual(plain);
  }
});
