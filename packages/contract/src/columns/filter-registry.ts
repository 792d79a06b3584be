/*
 * The registry of filters, without the schema that filters.ts makes of it: the browser's router knows an address by their names, and the
 * sign-in screen must not load a schema for that.
 */

/** What is said of a field of the query language. */
interface OfField {
  /** What is typed before its colon. */
  field: string;
  /** What it finds, for who chooses among the fields, where its label does not say it. */
  about?: string;
}

/** A filter list: what it is called where it is named to a person, whether one value may stand without a list, and the field of the query language that asks the same, where none stands in `line/fields.ts`. */
export interface FilterDefinition extends Partial<OfField> {
  label: string;
  alone?: true;
  /** What its values are, where it has a field: names of parties, names of countries, or values of a list. */
  kind?: 'party' | 'country' | 'listed';
  /**
   * The dimension of records that it narrows, and the stored column that has its values by trade type, where no row of `dimensions.ts` says
   * more of them: such a filter is a condition by this row alone.
   */
  dimension?: { name: string; column: Readonly<Record<'IMPORT' | 'EXPORT', string>> };
}

/** Lists that narrow a search to any of their values (SPEC 3; the countries are our own). An empty list narrows nothing. */
export const FILTERS = {
  hsCodeList: { label: 'HS code' },
  hsCode4DigitList: { label: 'HS heading', field: 'heading', kind: 'listed', about: 'The HS heading, four digits' },
  importerList: { label: 'Importer' },
  exporterList: { label: 'Exporter' },
  originCountryList: { label: 'Origin country', field: 'from', kind: 'country' },
  destinationCountryList: { label: 'Destination country', field: 'to', kind: 'country' },
  portOriginList: { label: 'Origin port', field: 'origin-port', kind: 'listed' },
  portDestinationList: { label: 'Destination port', field: 'destination-port', kind: 'listed' },
  cityOriginList: { label: 'Origin city', field: 'origin-city', kind: 'listed' },
  cityDestinationList: { label: 'Destination city', field: 'destination-city', kind: 'listed' },
  shipmentModeList: { label: 'Shipment mode', field: 'mode', kind: 'listed', about: 'Sea, air, rail or road' },
  stdUnitList: { label: 'Standard unit', field: 'unit', kind: 'listed' },
  consumptionType: {
    label: 'Consumption type',
    alone: true,
    field: 'consumption',
    kind: 'listed',
    dimension: { name: 'purposes', column: { IMPORT: 'import_purpose', EXPORT: 'export_purpose' } },
  },
  incoterm: {
    label: 'Incoterm',
    alone: true,
    field: 'incoterm',
    kind: 'listed',
    about: 'The terms of delivery',
    dimension: { name: 'incoterms', column: { IMPORT: 'incoterm', EXPORT: 'incoterm' } },
  },
  importerNumberList: {
    label: 'Tax number of importer',
    field: 'importer-number',
    kind: 'listed',
    about: "The importer's official number, as RUC 20100047218",
    dimension: { name: 'importerNumbers', column: { IMPORT: 'importer_tax_id', EXPORT: 'importer_tax_id' } },
  },
  exporterNumberList: {
    label: 'Tax number of exporter',
    field: 'exporter-number',
    kind: 'listed',
    about: "The exporter's official number, as RUC 20100047218",
    dimension: { name: 'exporterNumbers', column: { IMPORT: 'exporter_tax_id', EXPORT: 'exporter_tax_id' } },
  },
  forwarderList: {
    label: 'Forwarder',
    field: 'forwarder',
    kind: 'listed',
    about: 'As what a forwarder stands where its customer should, by its name',
    dimension: { name: 'forwarders', column: { IMPORT: 'forwarder', EXPORT: 'forwarder' } },
  },
  notifyParty: {
    label: 'Notify party',
    alone: true,
    field: 'notify',
    kind: 'party',
    about: 'Part of the name of the notify party',
  },
} as const satisfies Record<string, FilterDefinition>;

export type FilterList = keyof typeof FILTERS;
export const FILTER_LISTS = Object.keys(FILTERS) as FilterList[];

/** A list that leaves out what the other one of its name would find: `exceptImporterList` (our own). */
export type ExceptList = `except${Capitalize<FilterList>}`;

export const exceptListOf = (name: FilterList) => `except${name[0]?.toUpperCase()}${name.slice(1)}` as ExceptList;
export const EXCEPT_LISTS = FILTER_LISTS.map(exceptListOf);

/** What a range is called, its field of the query language, and the bounds that stand in (SPEC 9). */
export interface RangeDefinition extends OfField {
  label: string;
  least: string;
  most: string;
}

/** Ranges of a search: the start of their two fields' names, what messages call them, and the bounds that stand in (SPEC 9). */
export const RANGES = {
  rangeQuantity: { label: 'Quantity', field: 'quantity', least: '0.00001', most: '999999' },
  rangeValueUsd: {
    label: 'Value',
    field: 'value',
    about: 'The value, in US dollars',
    least: '0.00001',
    most: '999999',
  },
  rangeUnitPriceUsd: {
    label: 'Unit Price',
    field: 'unit-price',
    about: 'The unit price, in US dollars',
    least: '0.00001',
    most: '99999999',
  },
} as const satisfies Record<string, RangeDefinition>;
export type RangeName = keyof typeof RANGES;
export const RANGE_NAMES = Object.keys(RANGES) as RangeName[];

/** What the filter by what the account has exported is called. */
export const ONLY_NEW = 'Only records not exported yet';

/** What it is called that only those records are asked for that came since somebody last looked at a saved search. */
export const NEW_SINCE = 'Only what is new to this saved search';
