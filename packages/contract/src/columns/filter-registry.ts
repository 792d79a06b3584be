/*
 * The registry of filters, without the schema that filters.ts makes of it: the browser's router knows an address by their names, and the
 * sign-in screen must not load a schema for that.
 */

/** The name of a filter list, what it is called where it is named to a person, and whether one value may stand without a list. */
export interface FilterDefinition {
  label: string;
  alone?: true;
}

/** Lists that narrow a search to any of their values (SPEC 3; the countries are our own). An empty list narrows nothing. */
export const FILTERS = {
  hsCodeList: { label: 'HS code' },
  hsCode4DigitList: { label: 'HS heading' },
  importerList: { label: 'Importer' },
  exporterList: { label: 'Exporter' },
  originCountryList: { label: 'Origin country' },
  destinationCountryList: { label: 'Destination country' },
  portOriginList: { label: 'Origin port' },
  portDestinationList: { label: 'Destination port' },
  cityOriginList: { label: 'Origin city' },
  cityDestinationList: { label: 'Destination city' },
  shipmentModeList: { label: 'Shipment mode' },
  stdUnitList: { label: 'Standard unit' },
  consumptionType: { label: 'Consumption type', alone: true },
  incoterm: { label: 'Incoterm', alone: true },
  notifyParty: { label: 'Notify party', alone: true },
} as const satisfies Record<string, FilterDefinition>;

export type FilterList = keyof typeof FILTERS;
export const FILTER_LISTS = Object.keys(FILTERS) as FilterList[];

/** A list that leaves out what the other one of its name would find: `exceptImporterList` (our own). */
export type ExceptList = `except${Capitalize<FilterList>}`;

export const exceptListOf = (name: FilterList) => `except${name[0]?.toUpperCase()}${name.slice(1)}` as ExceptList;
export const EXCEPT_LISTS = FILTER_LISTS.map(exceptListOf);

/** Ranges of a search: the start of their two fields' names, what messages call them, and the bounds that stand in (SPEC 9). */
export const RANGES = {
  rangeQuantity: { label: 'Quantity', least: '0.00001', most: '999999' },
  rangeValueUsd: { label: 'Value', least: '0.00001', most: '999999' },
  rangeUnitPriceUsd: { label: 'Unit Price', least: '0.00001', most: '99999999' },
} as const;
export type RangeName = keyof typeof RANGES;
export const RANGE_NAMES = Object.keys(RANGES) as RangeName[];

/** What the filter by what the account has exported is called. */
export const ONLY_NEW = 'Only records not exported yet';

/** What it is called that only those records are asked for that came since somebody last looked at a saved search. */
export const NEW_SINCE = 'Only what is new to this saved search';
