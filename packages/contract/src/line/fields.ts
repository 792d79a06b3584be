/** The fields of the query line, each by the name that is typed before its colon, and what of a search each stands for. */
import {
  FILTERS,
  type FilterDefinition,
  type FilterList,
  RANGES,
  type RangeDefinition,
  type RangeName,
} from '../columns/filter-registry.js';

export interface LineFieldDefinition {
  /**
   * What its values are: texts of goods, names of parties, codes, names of countries, values of a list, amounts, days, countries
   * that declare, the direction of trade, ids of records, or what they are to the account.
   */
  kind: 'goods' | 'party' | 'code' | 'country' | 'listed' | 'amount' | 'day' | 'source' | 'trade' | 'record' | 'state';
  /** The condition of the form that it is, where it is one. */
  searchBy?: 'PRODUCT' | 'IMPORTER' | 'EXPORTER' | 'HS_CODE';
  /** The list that narrows by its exact values. */
  list?: FilterList;
  range?: RangeName;
  /** What it finds, for who chooses among the fields. */
  about: string;
}

/** Fields that are more than a filter, or none. */
const OWN_FIELDS = {
  product: { kind: 'goods', searchBy: 'PRODUCT', about: 'Words of the goods' },
  description: { kind: 'goods', about: 'A text of the description, as a filter: it costs nothing' },
  hs: { kind: 'code', searchBy: 'HS_CODE', list: 'hsCodeList', about: 'How the HS code begins' },
  importer: { kind: 'party', searchBy: 'IMPORTER', list: 'importerList', about: "Part of the importer's name" },
  exporter: { kind: 'party', searchBy: 'EXPORTER', list: 'exporterList', about: "Part of the exporter's name" },
  company: { kind: 'party', about: 'Part of the name of either' },
  date: { kind: 'day', about: 'The days, months or years' },
  country: { kind: 'source', about: 'The country whose customs declare' },
  trade: { kind: 'trade', about: 'Import or export' },
  record: { kind: 'record', about: 'The records of a list of ids' },
  is: { kind: 'state', about: 'New: what you have not exported yet' },
} as const satisfies Record<string, LineFieldDefinition>;

type FieldOf<Row> = Row extends { field: infer Name } ? Name : never;
export type LineField =
  | keyof typeof OWN_FIELDS
  | FieldOf<(typeof FILTERS)[FilterList]>
  | FieldOf<(typeof RANGES)[RangeName]>;

const { product, description, hs, importer, exporter, company, ...whole } = OWN_FIELDS;

const said = (label: string, about = `The ${label.toLowerCase()}`) => about;

/** Every filter is a field: by its values where it is a list, by its amounts where it is a range. */
const FIELDS = Object.fromEntries<LineFieldDefinition>([
  ...Object.entries({ product, description, hs, importer, exporter, company }),
  ...Object.entries<FilterDefinition>(FILTERS).flatMap(([list, { label, field, kind, about }]) =>
    field && kind ? [[field, { kind, list: list as FilterList, about: said(label, about) }] as const] : [],
  ),
  ...Object.entries<RangeDefinition>(RANGES).map(
    ([range, { label, field, about }]) =>
      [field, { kind: 'amount', range: range as RangeName, about: said(label, about) }] as const,
  ),
  ...Object.entries(whole),
]) as Record<LineField, LineFieldDefinition>;

/** In the order in which they are offered. */
export const LINE_FIELD_NAMES = Object.keys(FIELDS) as LineField[];

export const lineField = (name: LineField): LineFieldDefinition => FIELDS[name];

/** Whether a field is no condition of a record among others: it holds for a whole question. */
export const isSaidOnce = (field: LineField | null) => field === 'trade' || field === 'is';

/** The field of a typed name, whatever its letters; undefined where there is none. */
export const fieldNamed = (name: string): LineField | undefined =>
  LINE_FIELD_NAMES.find((field) => field === name.toLowerCase());

const named = (is: (field: LineFieldDefinition) => boolean) => LINE_FIELD_NAMES.find((name) => is(lineField(name)));

/** The field whose exact values a list narrows by, and the one whose amounts a range does. A test holds that each has one. */
export const fieldOfList = (list: FilterList) => named((field) => field.list === list) as LineField;
export const fieldOfRange = (range: RangeName) => named((field) => field.range === range) as LineField;
