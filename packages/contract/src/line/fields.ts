/** The fields of the query line, each by the name that is typed before its colon, and what of a search each stands for. */
import type { FilterList, RangeName } from '../columns/filter-registry.js';

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

export const LINE_FIELDS = {
  product: { kind: 'goods', searchBy: 'PRODUCT', about: 'Words of the goods' },
  hs: { kind: 'code', searchBy: 'HS_CODE', list: 'hsCodeList', about: 'How the HS code begins' },
  importer: { kind: 'party', searchBy: 'IMPORTER', list: 'importerList', about: "Part of the importer's name" },
  exporter: { kind: 'party', searchBy: 'EXPORTER', list: 'exporterList', about: "Part of the exporter's name" },
  company: { kind: 'party', about: 'Part of the name of either' },
  from: { kind: 'country', list: 'originCountryList', about: 'The country of origin' },
  to: { kind: 'country', list: 'destinationCountryList', about: 'The country of destination' },
  'origin-port': { kind: 'listed', list: 'portOriginList', about: 'The port of origin' },
  'destination-port': { kind: 'listed', list: 'portDestinationList', about: 'The port of destination' },
  'origin-city': { kind: 'listed', list: 'cityOriginList', about: 'The city of origin' },
  'destination-city': { kind: 'listed', list: 'cityDestinationList', about: 'The city of destination' },
  mode: { kind: 'listed', list: 'shipmentModeList', about: 'Sea, air, rail or road' },
  unit: { kind: 'listed', list: 'stdUnitList', about: 'The standard unit' },
  consumption: { kind: 'listed', list: 'consumptionType', about: 'The consumption type' },
  incoterm: { kind: 'listed', list: 'incoterm', about: 'The terms of delivery' },
  notify: { kind: 'party', list: 'notifyParty', about: 'Part of the name of the notify party' },
  quantity: { kind: 'amount', range: 'rangeQuantity', about: 'The quantity' },
  value: { kind: 'amount', range: 'rangeValueUsd', about: 'The value, in US dollars' },
  'unit-price': { kind: 'amount', range: 'rangeUnitPriceUsd', about: 'The unit price, in US dollars' },
  date: { kind: 'day', about: 'The days, months or years' },
  country: { kind: 'source', about: 'The country whose customs declare' },
  trade: { kind: 'trade', about: 'Import or export' },
  record: { kind: 'record', about: 'The records of a list of ids' },
  is: { kind: 'state', about: 'New: what you have not exported yet' },
} as const satisfies Record<string, LineFieldDefinition>;

export type LineField = keyof typeof LINE_FIELDS;
export const LINE_FIELD_NAMES = Object.keys(LINE_FIELDS) as LineField[];

export const lineField = (name: LineField): LineFieldDefinition => LINE_FIELDS[name];

/** Whether a field is no condition of a record among others: it holds for a whole question. */
export const isSaidOnce = (field: LineField | null) => field === 'trade' || field === 'is';

/** The field of a typed name, whatever its letters; undefined where there is none. */
export const fieldNamed = (name: string): LineField | undefined =>
  LINE_FIELD_NAMES.find((field) => field === name.toLowerCase());

/** The field whose exact values a list narrows by. */
export const fieldOfList = (list: FilterList): LineField | undefined =>
  LINE_FIELD_NAMES.find((name) => lineField(name).list === list);
