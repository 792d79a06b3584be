/**
 * A question of the records as programs ask it: the search form and its filters (SPEC 3) in plain words. What it means, and what may be asked, is
 * said by the contract's `searchQuery` alone: a plain question is brought to it and checked there.
 */
import { z } from 'zod';
import { RECORD_COLUMNS } from '../columns/catalogue.js';
import { TRADE_TYPES, type TradeType } from '../columns/column.js';
import {
  type ExceptList,
  exceptListOf,
  FILTER_LISTS,
  FILTERS,
  type FilterList,
  RANGE_NAMES,
} from '../columns/filter-registry.js';
import { filterFields } from '../columns/filters.js';
import { namedRecord } from '../endpoints/read-records.js';
import { readRequest } from '../endpoints/request.js';
import { all } from '../line/expression.js';
import { lineOrProblems } from '../line/read.js';
import { writeLine } from '../line/write.js';
import { filtersOf } from '../query/line-of-query.js';
import { queryOfLine } from '../query/query-of-line.js';
import {
  lineText,
  MATCH_LABELS,
  MATCH_TYPES,
  type MatchType,
  matchTypesFor,
  RELATIONS,
  type SavedQuery,
  SEARCH_BY,
  type SearchBy,
  type SearchPayload,
  type SearchQuery,
  searchQuery,
} from '../query/search-query.js';
import { EVERY_COUNTRY, SOURCE_COUNTRIES } from '../rules/countries.js';
import { dayOf } from '../rules/dates.js';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { asItIs, type PlainForm, plainName, type SpecialForms } from './plain.js';

/** Constants of the wire by their plain names. */
function byPlainName<Value extends string>(values: readonly Value[], nameOf: (value: Value) => string = plainName) {
  const wire = new Map(values.map((value) => [nameOf(value), value]));
  const plain = new Map(values.map((value) => [value, nameOf(value)]));
  return {
    schema: z.enum([...wire.keys()] as [string, ...string[]]),
    wire: (name: string) => wire.get(name) as Value,
    plain: (value: Value) => plain.get(value) as string,
  };
}

export const trades = byPlainName(TRADE_TYPES);
export const fields = byPlainName(SEARCH_BY, (by) => (by === 'HS_CODE_2' ? 'hs_chapter' : plainName(by)));
const matches = byPlainName(MATCH_TYPES, (match) => plainName(MATCH_LABELS[match]));
const relations = byPlainName(RELATIONS);
const lists = byPlainName(FILTER_LISTS, (name) => plainName(FILTERS[name].label));
const ranges = byPlainName(RANGE_NAMES, (name) => plainName(name.replace(/^range/, '')));

/** The first of a code is meant: of India, not of its special economic zones. */
const SHORTCODES = new Map([...EVERY_COUNTRY].reverse().map(({ iso2, shortcode }) => [iso2, shortcode]));

/** A country by its code of two letters is the one by its shortcode; other texts are left for the contract to refuse. */
export const shortcodeOf = (code: string) => SHORTCODES.get(code.toUpperCase()) ?? code.toUpperCase();

/** The wire key of a column that records of a trade type have; what is no such name is its own, and refused as a key. */
export function columnKeyOf(trade: TradeType, name: string): string {
  return RECORD_COLUMNS[trade].find((column) => column.name === name && !column.alias)?.key ?? name;
}

/** It is asked of every cell that is sent. */
const NAMES = new Map(
  TRADE_TYPES.map((trade) => [trade, new Map(RECORD_COLUMNS[trade].map(({ key, name }) => [key, name]))]),
);

export const columnNameOf = (trade: TradeType, key: string): string => NAMES.get(trade)?.get(key) ?? key;

const text = z.string().max(LIMITS.searchValueMaxLength, { error: MESSAGES.valueTooLong });
const texts = z.array(text);

const condition = z.strictObject({
  relation: relations.schema
    .optional()
    .describe('How a condition after the first is joined to those before it; `and` unless it says'),
  field: fields.schema,
  match: matches.schema
    .optional()
    .describe(
      '`all_words` for products and `like` for all else, unless it says. Only later conditions take `like` for products',
    ),
  values: texts.min(1, { error: MESSAGES.enterSearchValues }).describe('Any of them'),
  picked: texts
    .optional()
    .describe('Those of the values that were picked from suggestions: each means the party, not the text'),
});

type PlainLabel<Label extends string> = Label extends `${infer First} ${infer Rest}`
  ? `${Lowercase<First>}_${PlainLabel<Rest>}`
  : Lowercase<Label>;
type ListName = PlainLabel<(typeof FILTERS)[FilterList]['label']>;

const listShape = Object.fromEntries(
  FILTER_LISTS.map((name) => [lists.plain(name), z.array(z.string()).optional()]),
) as Record<ListName, z.ZodOptional<z.ZodArray<z.ZodString>>>;
const amount = z.union([z.number(), z.string()]).optional();
const range = z.strictObject({ min: amount, max: amount });

const rangeShape = Object.fromEntries(RANGE_NAMES.map((name) => [ranges.plain(name), range.optional()])) as Record<
  'quantity' | 'value_usd' | 'unit_price_usd',
  z.ZodOptional<typeof range>
>;

const filters = z.strictObject({
  ...listShape,
  description: texts.optional().describe('Texts of which the description contains any'),
  ...rangeShape,
  not: z
    .strictObject({ ...listShape, description: texts.optional() })
    .optional()
    .describe('Values to leave out; records without a value stay'),
  only_new: z.boolean().optional().describe('Only records that the account has not exported yet'),
  since_data_version: z.number().int().positive().optional().describe('Only records that came after this data version'),
  until_data_version: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('With since_data_version: only of those that had come by this one'),
});

const shape = z.strictObject({
  trade: trades.schema,
  countries: z
    .array(z.string().max(3, { error: MESSAGES.unknownCountry }))
    .max(LIMITS.countryCodes, { error: MESSAGES.tooManyCountries })
    .optional()
    .describe(
      'The countries whose customs declare, by ISO code of two letters or shortcode; without them all that the account may see and that have records',
    ),
  from: z.string().describe('First day, YYYY-MM-DD'),
  to: z.string().describe('Last day, at most three years later'),
  where: z
    .array(condition)
    .max(1 + LIMITS.queryBuilderRows, { error: MESSAGES.tooManyRows })
    .optional()
    .describe('At least one condition, unless there is a `line`'),
  line: lineText
    .optional()
    .describe(
      'What must hold as well, in the query language: `product:"ceramic tile" -importer:ikea value:>10000`. By itself it may say ' +
        'trade, countries and days too, which then count',
    ),
  filters: filters.optional(),
  sort: z
    .strictObject({ by: z.string().optional(), order: z.enum(['asc', 'desc']).optional() })
    .optional()
    .describe('By the name of a column; by date, the latest first, unless it says'),
});
type Plain = z.output<typeof shape>;
type PlainCondition = z.output<typeof condition>;
type PlainFilters = Record<string, unknown> & { not?: Record<string, string[]> };

const defaultMatch = (by: SearchBy, inBuilder: boolean): MatchType => matchTypesFor(by, inBuilder)[0] ?? 'L';

function wireCondition({ field, match, values, picked }: PlainCondition, inBuilder: boolean) {
  const searchBy = fields.wire(field);
  return {
    searchBy,
    matchType: match === undefined ? defaultMatch(searchBy, inBuilder) : matches.wire(match),
    searchValue: values,
    ...(picked && { pickedValue: picked }),
  };
}

function wireFilters(given: PlainFilters): Record<string, unknown> {
  const { not = {}, description, only_new: onlyNew } = given;
  const { since_data_version: newSince, until_data_version: newUntil } = given;
  const amounts = RANGE_NAMES.flatMap((name) => {
    const { min, max } = (given[ranges.plain(name)] ?? {}) as { min?: unknown; max?: unknown };
    return [
      [`${name}Start`, min],
      [`${name}End`, max],
    ];
  });
  const ticked = FILTER_LISTS.flatMap((name) => [
    [name, given[lists.plain(name)]],
    [exceptListOf(name), not[lists.plain(name)]],
  ]);
  const described = not.description
    ? { productDesc: not.description, conditionProductDesc: 'D' }
    : { productDesc: description };
  const all = { ...Object.fromEntries([...amounts, ...ticked]), ...described, onlyNew, newSince, newUntil };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function payloadOf(plain: Plain): SearchPayload {
  const [first = NO_CONDITION, ...rest] = plain.where ?? [];
  const tradeType = trades.wire(plain.trade);
  const { by, order } = plain.sort ?? {};
  return {
    tradeType,
    countryCode: plain.countries?.map(shortcodeOf) ?? SOURCE_COUNTRIES.map(({ shortcode }) => shortcode),
    fromDate: plain.from,
    toDate: plain.to,
    ...wireCondition(first, false),
    queryBuilder: rest.map((row) => ({ relation: relations.wire(row.relation ?? 'and'), ...wireCondition(row, true) })),
    ...wireFilters((plain.filters ?? {}) as PlainFilters),
    ...(by !== undefined && { orderByColumn: columnKeyOf(tradeType, by) }),
    ...(order !== undefined && { orderByMode: order }),
  };
}

/** What stands where a line alone says what is asked for. */
const NO_CONDITION: PlainCondition = { field: 'product', values: [] };

/** The search of a plain question: what a line says by itself is brought to the form's fields and filters as far as these can show it. */
function searchOf({ line, ...plain }: Plain): { payload: SearchPayload } | { problems: string[] } {
  const payload = payloadOf(plain);
  if (line === undefined) return { payload };
  const expression = lineOrProblems(line, dayOf(new Date()));
  if (Array.isArray(expression)) return { problems: expression };
  if (plain.where !== undefined) return { payload: { ...payload, line: writeLine(expression) } };
  const { orderByColumn, orderByMode, tradeType, countryCode, fromDate, toDate } = payload;
  const scope = { tradeType, countryCode, fromDate, toDate };
  try {
    const asked: Record<string, unknown> = queryOfLine(expression, scope);
    const beside = Object.entries(wireFilters((plain.filters ?? {}) as PlainFilters));
    const isSaid = ([field]: readonly [string, unknown]) => asked[field] !== undefined;
    // A filter that the line has as well is a condition beside it: both hold.
    const both = z.object(filterFields).safeParse(Object.fromEntries(beside.filter(isSaid)));
    const conditions = both.success ? filtersOf({ ...both.data, searchType: 'TRADE', orderByMode: 'desc' }) : [];
    const whole = conditions.length === 0 ? asked : queryOfLine(all(expression, ...conditions), scope);
    const free = Object.fromEntries(beside.filter((one) => !both.success || !isSaid(one)));
    return { payload: { ...(whole as SearchPayload), ...free, orderByColumn, orderByMode } };
  } catch (error) {
    return { problems: [(error as Error).message] };
  }
}

const CONDITION_FIELDS: Readonly<Record<string, string>> = {
  searchBy: 'field',
  matchType: 'match',
  searchValue: 'values',
  pickedValue: 'picked',
};

const FIELDS: Readonly<Record<string, string[]>> = {
  tradeType: ['trade'],
  countryCode: ['countries'],
  fromDate: ['from'],
  toDate: ['to'],
  orderByColumn: ['sort', 'by'],
  orderByMode: ['sort', 'order'],
  productDesc: ['filters', 'description'],
  onlyNew: ['filters', 'only_new'],
  newSince: ['filters', 'since_data_version'],
  newUntil: ['filters', 'until_data_version'],
  ...Object.fromEntries(Object.entries(CONDITION_FIELDS).map(([wire, plain]) => [wire, ['where', '0', plain]])),
  ...Object.fromEntries(
    FILTER_LISTS.flatMap((name) => [
      [name, ['filters', lists.plain(name)]],
      [exceptListOf(name), ['filters', 'not', lists.plain(name)]],
    ]),
  ),
  ...Object.fromEntries(
    RANGE_NAMES.flatMap((name) => [
      [`${name}Start`, ['filters', ranges.plain(name), 'min']],
      [`${name}End`, ['filters', ranges.plain(name), 'max']],
    ]),
  ),
};

/** Where a plain question says what a field of its query does. */
function plainPath([first, ...rest]: readonly PropertyKey[]): PropertyKey[] {
  if (first === 'queryBuilder' && rest.length > 0) {
    const [row, field, ...deeper] = rest;
    return [
      'where',
      Number(row) + 1,
      ...(field === undefined ? [] : [CONDITION_FIELDS[String(field)] ?? field]),
      ...deeper,
    ];
  }
  return first === undefined ? [] : [...(FIELDS[String(first)] ?? [first]), ...rest];
}

/** A question of a program, read as the search that it means. */
export const question = shape.transform((plain, context): SearchQuery => {
  if (plain.where?.[0]?.relation !== undefined)
    context.addIssue({ code: 'custom', path: ['where', 0, 'relation'], message: MESSAGES.firstJoinsNothing });
  if (plain.filters?.description !== undefined && plain.filters.not?.description !== undefined)
    context.addIssue({ code: 'custom', path: ['filters', 'not', 'description'], message: MESSAGES.describedOneWay });
  const search = searchOf(plain);
  if ('problems' in search) {
    for (const message of search.problems) context.addIssue({ code: 'custom', path: ['line'], message });
    return z.NEVER;
  }
  const read = readRequest(searchQuery, search.payload);
  if (read.success) return read.data;
  for (const { path, message } of read.error.issues)
    context.addIssue({ code: 'custom', path: plainPath(path), message });
  return z.NEVER;
});

/** A question as a program gives it. */
export type PlainQuestion = z.input<typeof question>;

const some = <Value>(values: readonly Value[] | undefined) => (values && values.length > 0 ? [...values] : undefined);

function plainCondition(by: SearchQuery | SearchQuery['queryBuilder'][number]) {
  const picked = some(by.pickedValue);
  return {
    field: fields.plain(by.searchBy),
    match: matches.plain(by.matchType),
    values: [...by.searchValue],
    ...(picked && { picked }),
  };
}

/** The question that asks for a search: reading it gives the same search again, from its first page. */
export function plainQuestion(query: SavedQuery): PlainQuestion {
  const wire = query as SearchQuery;
  const described = some(wire.productDesc);
  const isNegated = wire.conditionProductDesc === 'D';
  const listed = (nameOf: (name: FilterList) => FilterList | ExceptList) =>
    FILTER_LISTS.map((name) => [lists.plain(name), some(wire[nameOf(name)])]);
  const given = (entries: readonly (readonly unknown[])[]) =>
    Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  const not = given([...listed(exceptListOf), ['description', isNegated ? described : undefined]]);
  const amounts = RANGE_NAMES.map((name) => {
    const bounds = given([
      ['min', wire[`${name}Start`]],
      ['max', wire[`${name}End`]],
    ]);
    return [ranges.plain(name), Object.keys(bounds).length > 0 ? bounds : undefined];
  });
  const narrowed = given([
    ...listed((name) => name),
    ['description', isNegated ? undefined : described],
    ...amounts,
    ['not', Object.keys(not).length > 0 ? not : undefined],
    ['only_new', wire.onlyNew ? true : undefined],
    ['since_data_version', wire.newSince],
    ['until_data_version', wire.newUntil],
  ]);
  return {
    trade: trades.plain(wire.tradeType),
    countries: [...wire.countryCode],
    from: wire.fromDate,
    to: wire.toDate,
    ...(wire.searchValue.length > 0 && {
      where: [
        plainCondition(wire),
        ...wire.queryBuilder.map((row) => ({ relation: relations.plain(row.relation), ...plainCondition(row) })),
      ],
    }),
    ...(wire.line !== undefined && { line: wire.line }),
    ...(Object.keys(narrowed).length > 0 && { filters: narrowed }),
    ...((wire.orderByColumn !== undefined || wire.orderByMode !== 'desc') && {
      sort: {
        ...(wire.orderByColumn !== undefined && { by: columnNameOf(wire.tradeType, wire.orderByColumn) }),
        order: wire.orderByMode,
      },
    }),
  } as PlainQuestion;
}

/** Calls of the contract that take a search take a question in its place; records have their names already. */
export const WITH_QUESTION: SpecialForms = new Map<z.core.$ZodType, PlainForm>([
  [namedRecord, asItIs(namedRecord)],
  [
    searchQuery,
    {
      schema: question,
      // It is read by its own schema: what stands here then is the search that it means.
      toWire: (value: unknown) => value,
      toPlain: (value: unknown) => plainQuestion(value as SavedQuery),
      path: plainPath,
    },
  ],
]);
