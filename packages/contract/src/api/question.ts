/**
 * A question of the records as programs ask it: the search form and its filters (SPEC 3) in plain words. What it means, and what may be asked, is
 * said by the contract's `searchQuery` alone: a plain question is brought to it and checked there.
 */
import { z } from 'zod';
import { columnKeyOf, columnNameOf } from '../columns/catalogue.js';
import { TRADE_TYPES } from '../columns/column.js';
import { exceptListOf, FILTER_LISTS, FILTERS, type FilterList, RANGE_NAMES } from '../columns/filter-registry.js';
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

/** Where the filters of a plain question say what a field of the search does. */
const FILTER_PLACES = new Map<string, readonly string[]>([
  ...FILTER_LISTS.flatMap((name): [string, string[]][] => [
    [name, [lists.plain(name)]],
    [exceptListOf(name), ['not', lists.plain(name)]],
  ]),
  ...RANGE_NAMES.flatMap((name): [string, string[]][] => [
    [`${name}Start`, [ranges.plain(name), 'min']],
    [`${name}End`, [ranges.plain(name), 'max']],
  ]),
  ['onlyNew', ['only_new']],
  ['newSince', ['since_data_version']],
  ['newUntil', ['until_data_version']],
]);

type Tree = { [name: string]: unknown };
const at = (tree: Tree, [name = '', inner]: readonly string[]) =>
  inner === undefined ? tree[name] : (tree[name] as Tree | undefined)?.[inner];

function wireFilters(given: Tree = {}): Record<string, unknown> {
  const described = at(given, ['not', 'description']);
  const said: [string, unknown][] = [
    ...[...FILTER_PLACES].map(([field, place]): [string, unknown] => [field, at(given, place)]),
    ['productDesc', described ?? given.description],
    ['conditionProductDesc', described && 'D'],
  ];
  return Object.fromEntries(said.filter(([, value]) => value !== undefined));
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
    ...wireFilters(plain.filters),
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
    const beside = Object.entries(wireFilters(plain.filters));
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

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  tradeType: ['trade'],
  countryCode: ['countries'],
  fromDate: ['from'],
  toDate: ['to'],
  orderByColumn: ['sort', 'by'],
  orderByMode: ['sort', 'order'],
  productDesc: ['filters', 'description'],
  ...Object.fromEntries(Object.entries(CONDITION_FIELDS).map(([wire, plain]) => [wire, ['where', '0', plain]])),
  ...Object.fromEntries([...FILTER_PLACES].map(([field, place]) => [field, ['filters', ...place]])),
};

/** Where a plain question says what a field of its query does. */
function plainPath([first = '', ...rest]: readonly PropertyKey[]): PropertyKey[] {
  const [row, field = '', ...deeper] = rest;
  if (first !== 'queryBuilder' || row === undefined) return [...(FIELDS[String(first)] ?? [first]), ...rest];
  const named = CONDITION_FIELDS[String(field)] ?? field;
  return ['where', Number(row) + 1, ...(field === '' ? [] : [named]), ...deeper];
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

const isSaid = (value: unknown) =>
  value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);

/** What is said of some names, each at its place: by a name, or within one. */
function treeOf(said: readonly (readonly [place: readonly string[], value: unknown])[]): Tree {
  const tree: Tree = {};
  for (const [[name = '', inner], value] of said)
    if (isSaid(value)) tree[name] = inner === undefined ? value : { ...(tree[name] as Tree), [inner]: value };
  return tree;
}

const plainCondition = (by: SearchQuery | SearchQuery['queryBuilder'][number]) => ({
  ...('relation' in by && { relation: relations.plain(by.relation) }),
  ...{ field: fields.plain(by.searchBy), match: matches.plain(by.matchType), values: [...by.searchValue] },
  ...(isSaid(by.pickedValue) && { picked: [...(by.pickedValue ?? [])] }),
});

/** The question that asks for a search: reading it gives the same search again, from its first page. */
export function plainQuestion(query: SavedQuery): PlainQuestion {
  const wire = query as SearchQuery;
  const { tradeType, orderByColumn, orderByMode } = wire;
  const filters = treeOf([
    ...[...FILTER_PLACES].map(([field, place]) => [place, (wire as Tree)[field]] as const),
    [wire.conditionProductDesc === 'D' ? ['not', 'description'] : ['description'], wire.productDesc],
  ]);
  return treeOf([
    [['trade'], trades.plain(tradeType)],
    [['countries'], [...wire.countryCode]],
    [['from'], wire.fromDate],
    [['to'], wire.toDate],
    [['where'], wire.searchValue.length > 0 ? [wire, ...wire.queryBuilder].map(plainCondition) : undefined],
    [['line'], wire.line],
    [['filters'], Object.keys(filters).length > 0 ? filters : undefined],
    [['sort', 'by'], orderByColumn && columnNameOf(tradeType, orderByColumn)],
    [['sort', 'order'], orderByColumn !== undefined || orderByMode !== 'desc' ? orderByMode : undefined],
  ]) as PlainQuestion;
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
