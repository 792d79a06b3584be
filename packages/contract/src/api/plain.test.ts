import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readRequest } from '../endpoints/request.js';
import { savedQuery, searchQuery } from '../query/search-query.js';
import { API_CALLS } from './calls.js';
import { plainForm, plainName } from './plain.js';
import { type PlainQuestion, plainQuestion, question } from './question.js';

it.each([
  ['topRows', 'top_rows'],
  ['TOP_ROWS', 'top_rows'],
  ['hs_code', 'hs_code'],
  ['totalValueUSD', 'total_value_usd'],
  ['HS heading', 'hs_heading'],
  ['pageNumber', 'page'],
])('names in the plain form %s is %s', (name, plain) => expect(plainName(name)).toBe(plain));

describe('the plain form of a schema', () => {
  const schema = z.strictObject({
    topRows: z.number().default(5),
    orderBy: z.enum(['VALUE', 'UNIT_PRICE']).nullable(),
    counts: z.record(z.enum(['NEW', 'LOST']), z.number()),
    parts: z.array(z.object({ tradeType: z.enum(['IMPORT', 'EXPORT']) })),
  });
  const wire = { topRows: 7, orderBy: 'UNIT_PRICE', counts: { NEW: 1, LOST: 2 }, parts: [{ tradeType: 'IMPORT' }] };
  const plain = { top_rows: 7, order_by: 'unit_price', counts: { new: 1, lost: 2 }, parts: [{ trade_type: 'import' }] };

  it('has other names and means the same', () => {
    const form = plainForm(schema);
    expect(form.toPlain(wire)).toEqual(plain);
    expect(form.toWire(plain)).toEqual(wire);
    expect(form.schema.parse(plain)).toEqual(plain);
    expect(form.path(['parts', 0, 'tradeType'])).toEqual(['parts', 0, 'trade_type']);
  });

  it('takes no name of the wire', () => {
    expect(plainForm(schema).schema.safeParse({ ...plain, topRows: 7 }).success).toBe(false);
  });
});

const EVERYTHING: PlainQuestion = {
  trade: 'export',
  countries: ['IND', 'VNM'],
  from: '2024-01-01',
  to: '2024-12-31',
  where: [
    { field: 'product', match: 'all_words', values: ['ceramic tile'] },
    { relation: 'not', field: 'importer', match: 'like', values: ['IKEA'], picked: ['IKEA'] },
    { relation: 'or', field: 'hs_chapter', match: 'like', values: ['69'] },
  ],
  filters: {
    hs_code: ['69072100'],
    destination_country: ['Sweden'],
    description: ['glazed'],
    value_usd: { min: '10000' },
    unit_price_usd: { min: '2.5', max: '4' },
    not: { exporter: ['ACME'] },
    only_new: true,
    since_data_version: 3,
    until_data_version: 9,
  },
  sort: { by: 'total_value_usd', order: 'asc' },
};

describe('a plain question', () => {
  it('means one search, and the search means that question', () => {
    const query = question.parse(EVERYTHING);
    expect(query).toMatchObject({
      ...{ tradeType: 'EXPORT', searchBy: 'PRODUCT', matchType: 'W', onlyNew: true, newSince: 3, newUntil: 9 },
      queryBuilder: [{ relation: 'NOT', pickedValue: ['IKEA'] }, { searchBy: 'HS_CODE_2' }],
      ...{ destinationCountryList: ['Sweden'], exceptExporterList: ['ACME'], rangeValueUsdStart: '10000' },
    });
    expect(plainQuestion(query)).toEqual(EVERYTHING);
  });

  it('needs neither countries nor a match', () => {
    const { countryCode, matchType } = question.parse({
      ...{ trade: 'import', from: '2024-01-01', to: '2024-12-31' },
      where: [{ field: 'product', values: ['tiles'] }],
    });
    expect([countryCode.length, matchType]).toEqual([81, 'W']);
  });

  it('takes countries by codes of two letters', () => {
    const asked = { ...EVERYTHING, countries: ['in', 'VN'] };
    expect(question.parse(asked).countryCode).toEqual(['IND', 'VNM']);
  });

  it.each([
    [{ countries: ['ZZ'] }, 'countries.0'],
    [{ from: 'today' }, 'from'],
    [{ where: [{ field: 'hs_code', values: ['69'] }] }, 'where.0.values'],
    [{ where: [...(EVERYTHING.where ?? []), { field: 'hs_code', values: ['69'] }] }, 'where.3.values'],
    [{ where: [{ relation: 'and', field: 'product', values: ['tiles'] }] }, 'where.0.relation'],
    [{ filters: { value_usd: { min: '5', max: '4' } } }, 'filters.value_usd.max'],
    [{ filters: { not: { importer: [''] } } }, 'filters.not.importer.0'],
    [{ filters: { description: ['red'], not: { description: ['blue'] } } }, 'filters.not.description'],
    [{ sort: { by: 'no_column' } }, 'sort.by'],
    [{ tradeType: 'IMPORT' }, ''],
  ])('says at its own place what is wrong: %j', (wrong, place) => {
    const read = readRequest(question, { ...EVERYTHING, ...wrong });
    expect(read.error?.issues[0]?.path.join('.')).toContain(place);
  });

  it('may be said in one line, whose trade, countries and days count', () => {
    const read = question.parse({
      ...{ trade: 'import', from: '2024-01-01', to: '2024-12-31' },
      line: 'trade:export country:india 2025-01..2025-03 product:"ceramic tile" -from:china value:>=10 (hs:69 OR til*)',
    });
    expect(read).toMatchObject({
      ...{ tradeType: 'EXPORT', countryCode: ['IND'], fromDate: '2025-01-01', toDate: '2025-03-31' },
      ...{ searchBy: 'PRODUCT', matchType: 'C', searchValue: ['ceramic tile'] },
      ...{ exceptOriginCountryList: ['China'], rangeValueUsdStart: '10', line: 'hs:69 OR til*' },
    });
    expect(question.parse(plainQuestion(savedQuery.parse(read)))).toEqual(read);
    const broken = readRequest(question, { ...EVERYTHING, line: 'colour:red' });
    expect(broken.error?.issues[0]?.path).toEqual(['line']);
    expect(broken.error?.issues[0]?.message).toContain('colour');
  });

  it('of a line is narrowed by filters, which are free: they change nothing of what the line says', () => {
    const days = { trade: 'import', countries: ['KR'], from: '2020-01-01', to: '2020-12-31' };
    const line = 'hs:6907 country:VNM 2022-01 importer:=Acme';
    const alone = question.parse({ ...days, line });
    const read = (filters: object) => question.parse({ ...days, line, filters });
    expect(alone).toMatchObject({ ...{ countryCode: ['VNM'], fromDate: '2022-01-01', searchValue: ['6907'] } });
    expect(read({ value_usd: { min: 1 }, description: ['tiles'] })).toEqual({
      ...alone,
      ...{ rangeValueUsdStart: '1', productDesc: ['tiles'] },
    });
    // One that the line has as well is a condition beside it.
    expect(read({ importer: ['Beta'] })).toMatchObject({
      importerList: ['Acme'],
      queryBuilder: [{ relation: 'AND', searchBy: 'IMPORTER', pickedValue: ['Beta'] }],
    });
  });

  it('needs a condition, or a line', () => {
    const nothing = { trade: 'import', from: '2024-01-01', to: '2024-12-31' };
    expect(readRequest(question, nothing).error?.issues[0]?.path.join('.')).toContain('where');
    expect(readRequest(question, { ...nothing, line: '2024-02' }).error?.issues[0]?.path).toEqual(['line']);
  });

  it('is what a saved search is shown as', () => {
    const { newSince: _, newUntil: _until, ...kept } = searchQuery.parse(question.parse(EVERYTHING));
    const { since_data_version: __, until_data_version: ___, ...filters } = EVERYTHING.filters ?? {};
    expect(plainQuestion(savedQuery.parse(kept))).toEqual({ ...EVERYTHING, filters });
  });
});

/** Every name of a field in a JSON schema. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, part]) => [
    ...(key === 'properties' ? Object.keys(part as object) : []),
    ...fieldsOf(part),
  ]);
}

it.each(Object.values(API_CALLS))(
  'every call of the programs $name has plain names throughout, and an example that is one of it',
  (call) => {
    const asked = [call.request, call.params].map((schema) => z.toJSONSchema(schema, { io: 'input' }));
    const fields = fieldsOf([...asked, z.toJSONSchema(call.data, { io: 'output' })]);
    expect(fields.filter((name) => !/^[a-z0-9_]+$/.test(name))).toEqual([]);
    const example = 'example' in call ? readRequest(call.request, call.example).error?.issues : undefined;
    expect(example).toBeUndefined();
  },
);
