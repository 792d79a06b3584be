import { type MatchType, type SearchBy, type SearchPayload, type SearchQuery, searchQuery } from '@tidewaiter/contract';
import type { DemoRecords } from '@tidewaiter/testing/demo-records';
import type { PlainRecord } from '@tidewaiter/testing/plain-search';
import { EVERY_RECORD } from '@tidewaiter/testing/records';
import fc from 'fast-check';

const FIELD = {
  HS_CODE: 'hs_code',
  HS_CODE_2: 'hs_code',
  PRODUCT: 'product_description',
  IMPORTER: 'importer_name',
  EXPORTER: 'exporter_name',
} as const;

const known = new WeakMap<readonly PlainRecord[], Map<string, string[]>>();

/** The values of a field that some record has, each once; worked out once, since every generated question asks. */
function presentValues(records: readonly PlainRecord[], field: string): string[] {
  const fields = known.get(records) ?? new Map<string, string[]>();
  known.set(records, fields);
  const present = fields.get(field) ?? [...new Set(records.map((record) => record[field] ?? ''))];
  fields.set(field, present);
  return present;
}

/** Values that occur in the records, whole and in parts, and some that do not. */
function values(records: readonly PlainRecord[], searchBy: SearchBy): fc.Arbitrary<string> {
  const present = presentValues(records, FIELD[searchBy]).filter((value) => value.length >= 8);
  const one = fc.constantFrom(...present);
  if (searchBy === 'HS_CODE_2') return one.map((code) => code.slice(0, 2));
  if (searchBy === 'HS_CODE')
    return fc.tuple(one, fc.integer({ min: 4, max: 8 })).map(([code, length]) => code.slice(0, length));
  return fc.oneof(
    fc.tuple(one, fc.nat(), fc.integer({ min: 2, max: 12 })).map(([text, from, length]) => {
      const start = from % (text.length - 1);
      const part = text.slice(start, start + length).trim();
      return part.length >= 2 ? part : text.slice(0, 6).trim();
    }),
    one.map((text) => text.toUpperCase()),
    one.map((text) => text.split(' ').slice(0, 2).reverse().join(' ')),
    fc.constantFrom('100%', 'a_b', '0%o', 't%n', "o'", '\\\\', 'no such thing', '..'),
  );
}

/** Whole words of descriptions, in another order and in another number than they stand there. */
function words(records: readonly PlainRecord[]): fc.Arbitrary<string> {
  const present = presentValues(records, FIELD.PRODUCT).filter((value) => value.length >= 8);
  return fc
    .tuple(fc.constantFrom(...present), fc.nat(), fc.integer({ min: 1, max: 3 }), fc.boolean(), fc.boolean())
    .map(([text, from, many, turned, other]) => {
      const all = text.split(' ');
      const some = all.slice(from % all.length, (from % all.length) + many).map((word) => {
        if (!other || !/[a-z]$/i.test(word)) return word;
        return /s$/i.test(word) ? word.slice(0, -1) : `${word}s`;
      });
      const value = (turned ? some.reverse() : some).join(' ');
      return /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(value) ? value : `${value} ${all[0]} x`.trim();
    });
}

const condition = (records: readonly PlainRecord[]) =>
  fc
    .constantFrom(...(['HS_CODE', 'PRODUCT', 'IMPORTER', 'EXPORTER', 'HS_CODE_2'] as const))
    .chain((searchBy) =>
      fc.tuple(
        fc.constant(searchBy),
        fc.constantFrom<MatchType>(...(searchBy === 'PRODUCT' ? (['W', 'C', 'D'] as const) : (['L'] as const))),
      ),
    )
    .chain(([searchBy, matchType]) =>
      fc.record({
        searchBy: fc.constant(searchBy),
        matchType: fc.constant(matchType),
        searchValue: fc.array(matchType === 'W' ? words(records) : values(records, searchBy), {
          minLength: 1,
          maxLength: 3,
        }),
      }),
    );

const builderRow = (records: readonly PlainRecord[]) =>
  fc
    .tuple(condition(records), fc.constantFrom('AND' as const, 'OR' as const, 'NOT' as const), fc.boolean())
    .map(([row, relation, like]) => ({ ...row, relation, matchType: like ? ('L' as const) : row.matchType }));

type Asked = Pick<DemoRecords, 'plain' | 'countries' | 'scope'>;

/** Questions about records that are there, and some about none. */
export const questions = ({ plain: records, countries, scope }: Asked): fc.Arbitrary<SearchPayload> =>
  fc
    .record({
      form: condition(records),
      queryBuilder: fc.oneof(
        { weight: 2, arbitrary: fc.array(builderRow(records), { maxLength: 0 }) },
        fc.array(builderRow(records), { maxLength: 3 }),
      ),
      tradeType: fc.constantFrom('IMPORT' as const, 'EXPORT' as const),
      countryCode: fc.subarray(countries, { minLength: 12 }),
      orderByColumn: fc.constantFrom('hs_code', 'quantity', 'exporter_name', 'ctry_name', undefined),
      orderByMode: fc.constantFrom('asc' as const, 'desc' as const),
    })
    .map(({ form, orderByColumn, ...rest }) => ({
      ...{ ...scope, ...form, ...rest },
      ...(orderByColumn !== undefined && { orderByColumn }),
    }));

/** Questions that are broad before their filters, and filters with values that occur. */
export const filteredQuestions = ({ plain: records, scope }: Asked): fc.Arbitrary<SearchPayload> => {
  /** @param none how often a question has no such filter, for one that has */
  const some = (field: string, none = 6) => {
    const present = presentValues(records, field).filter((value) => value !== '');
    return fc.oneof(
      { weight: none, arbitrary: fc.array(fc.constantFrom(...present), { maxLength: 0 }) },
      fc.array(fc.constantFrom(...present), { minLength: 1, maxLength: 12 }),
    );
  };
  const amount = fc.option(
    fc.double({ min: 0.01, max: 50_000, noNaN: true }).map((value) => value.toFixed(2)),
    { nil: undefined },
  );
  return fc
    .record({
      hsCodeList: some('hs_code'),
      originCountryList: some('origin_country'),
      destinationCountryList: some('destination_country', 12),
      portOriginList: some('origin_port'),
      portDestinationList: some('destination_port'),
      shipmentModeList: some('mode_of_transport'),
      stdUnitList: some('std_unit'),
      incoterm: some('incoterm'),
      consumptionType: some('import_purpose').chain((imported) =>
        some('export_purpose').map((exported) => [...imported, ...exported]),
      ),
      cityOriginList: some('exporter_city', 12),
      cityDestinationList: some('city', 12),
      exceptHsCodeList: some('hs_code'),
      exceptOriginCountryList: some('origin_country'),
      exceptCityDestinationList: some('city', 12),
      exceptStdUnitList: some('std_unit'),
      hsCode4DigitList: some('hs_code').map((codes) => codes.map((code) => code.slice(0, 4))),
      productDesc: fc.constantFrom<string[]>([], [], ['steel'], ['cotton', 'tile']),
      conditionProductDesc: fc.constantFrom('C' as const, 'D' as const),
      quantity: fc.tuple(amount, amount),
      value: fc.tuple(amount, amount),
      unitPrice: fc.tuple(amount, amount),
      tradeType: fc.constantFrom('IMPORT' as const, 'EXPORT' as const),
    })
    .map(({ quantity, value, unitPrice, ...filters }) => {
      const ranges = { rangeQuantity: quantity, rangeUnitPriceUsd: unitPrice, rangeValueUsd: value };
      const ends = Object.entries(ranges).flatMap(([name, range]) => {
        const [from, to] = inOrder(range);
        return [
          [`${name}Start`, from],
          [`${name}End`, to],
        ];
      });
      return { ...EVERY_RECORD, ...scope, ...filters, ...Object.fromEntries(ends) };
    });
};

function inOrder([a, b]: [string | undefined, string | undefined]): [string | undefined, string | undefined] {
  return a !== undefined && b !== undefined && Number(a) > Number(b) ? [b, a] : [a, b];
}

const hostile = fc.oneof(
  fc.string({ minLength: 2, maxLength: 30 }),
  fc.constantFrom(
    ...["' OR 1=1 --", '") OR (1=1', '\\', '\\\\', "\\'", '%%', '__', '{v0:String}', '{trade_IMPORT:String}'],
    ...['*/ OR /*', 'a\u0000b', '.*', '$1 \\1', '\u202e\u0301', '; DROP TABLE records'],
  ),
);

/** Questions of all kinds, most of them with something hostile in them; those that the contract refuses are left out. */
export function hostileQuestions(demo: DemoRecords, count: number, seed: number): SearchQuery[] {
  const relation = fc.constantFrom('AND' as const, 'OR' as const, 'NOT' as const);
  const generated = fc
    .tuple(questions(demo), filteredQuestions(demo), hostile, relation, fc.boolean(), fc.boolean())
    .map(([base, filters, value, relation, filtered, attacks]) => ({
      ...base,
      ...(filtered && { ...filters, searchValue: [value], queryBuilder: [] }),
      queryBuilder: [
        ...(base.queryBuilder ?? []).slice(0, 2),
        ...(attacks ? [{ relation, searchBy: 'PRODUCT' as const, matchType: 'D' as const, searchValue: [value] }] : []),
      ],
      orderByColumn: undefined,
    }));
  return fc
    .sample(generated, { numRuns: count, seed })
    .flatMap((candidate) => searchQuery.safeParse(candidate).data ?? []);
}
