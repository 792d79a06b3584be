/**
 * What shipment records differ in and can be listed, filtered, grouped and shown as facets by: one row each. The list calls, the
 * filters, the facets, the roll-ups and the SQL of all of them follow from it.
 */
import type { TradeType } from './column.js';
import { FILTER_LISTS, FILTERS, type FilterDefinition, type FilterList } from './filters.js';

/** The ends of a voyage, as records name them. */
export type End = 'origin' | 'destination';

/** The reporting country's end, or the partner's. */
export type Side = 'local' | 'foreign';

const LOCAL_END: Readonly<Record<TradeType, End>> = { IMPORT: 'destination', EXPORT: 'origin' };

/** Which end of the voyage a side is: imports arrive at the reporting country, exports leave it. */
export function endOf(side: Side, trade: TradeType): End {
  const local = LOCAL_END[trade];
  if (side === 'local') return local;
  return local === 'origin' ? 'destination' : 'origin';
}

/** A list call (SPEC 7): its name, what it calls its list, and each item in it. The last part of its path is its name in small letters. */
interface ListCall {
  call: string;
  list: string;
  item: string;
  summary: string;
}

const listed = <const Call extends string, const List extends string, const Item extends string>(
  call: Call,
  list: List,
  item: Item,
  summary: string,
) => ({ call, list, item, summary });

/** The first two, four or six digits of an HS code. */
export type CodeGrain = 'chapter' | 'heading' | 'subheading';

export type TimeGrain = 'month' | 'quarter' | 'year';

interface DimensionDefinition {
  /** What its values are called together, where a side or a grain needs saying; else its filter's label serves. */
  title?: string;
  /** The stored column that has its values, by trade type; null where records have none. */
  column: Readonly<Record<TradeType, string | null>>;
  /** The filter that its values make, by trade type. */
  filter?: Readonly<Record<TradeType, FilterList | null>>;
  side?: Side;
  /** The part that its parties play: they group and filter by their key, whatever their spelling. */
  party?: 'IMPORTER' | 'EXPORTER' | 'NOTIFY';
  /** Its values are taken from the column's: the first digits of HS codes, the months of dates. */
  grain?: CodeGrain | TimeGrain;
  /** Its values are HS codes, which the nomenclature describes. */
  described?: true;
  list?: ListCall;
}

const both = <const Value extends string>(value: Value) => ({ IMPORT: value, EXPORT: value });

type OfFilter = Extract<(typeof FILTERS)[FilterList], { dimension: unknown }>['dimension']['name'];

/** Dimensions that are what a filter narrows and no more, by the filters' own rows. */
const OF_FILTERS = Object.fromEntries(
  FILTER_LISTS.flatMap((list): [string, DimensionDefinition][] => {
    const { dimension }: FilterDefinition = FILTERS[list];
    return dimension ? [[dimension.name, { column: dimension.column, filter: both(list) }]] : [];
  }),
) as Record<OfFilter, { column: Readonly<Record<TradeType, string>>; filter: Readonly<Record<TradeType, FilterList>> }>;

/** In the order in which facets stand: those that most sources report first. */
export const DIMENSIONS = {
  hsCodes: {
    column: both('hs_code'),
    filter: both('hsCodeList'),
    described: true,
    list: listed('listHsCodes', 'hscodesList', 'hscode', 'HS codes of a question'),
  },
  hsHeadings: {
    column: both('hs_code'),
    grain: 'heading',
    filter: both('hsCode4DigitList'),
    described: true,
    list: listed('listHsCodes4Digit', 'hscodesList', 'hscode', 'HS headings of a question'),
  },
  hsSubheadings: { title: 'HS Subheadings (6 digits)', column: both('hs_code'), grain: 'subheading', described: true },
  hsChapters: { title: 'HS Chapters (2 digits)', column: both('hs_code'), grain: 'chapter', described: true },
  importers: {
    column: both('importer_name'),
    party: 'IMPORTER',
    filter: both('importerList'),
    list: listed('listImporters', 'importersList', 'importer_name', 'Importers of a question'),
  },
  exporters: {
    column: both('exporter_name'),
    party: 'EXPORTER',
    filter: both('exporterList'),
    list: listed('listExporters', 'exportersList', 'exporter_name', 'Exporters of a question'),
  },
  foreignCountries: {
    title: 'Foreign Countries',
    side: 'foreign',
    column: { IMPORT: 'origin_country', EXPORT: 'destination_country' },
    filter: { IMPORT: 'originCountryList', EXPORT: 'destinationCountryList' },
    list: listed('listForeignCountries', 'countriesList', 'country_name', 'Partner countries'),
  },
  // Where exported goods were made: not always in the country that exports them.
  originCountries: {
    title: 'Origin Countries',
    column: { IMPORT: null, EXPORT: 'origin_country' },
    filter: { IMPORT: null, EXPORT: 'originCountryList' },
  },
  localPorts: {
    title: 'Local Ports',
    side: 'local',
    column: { IMPORT: 'destination_port', EXPORT: 'origin_port' },
    filter: { IMPORT: 'portDestinationList', EXPORT: 'portOriginList' },
    list: listed('listIndianPorts', 'portsList', 'port_name', "The reporting country's own ports"),
  },
  foreignPorts: {
    title: 'Foreign Ports',
    side: 'foreign',
    column: { IMPORT: 'origin_port', EXPORT: 'destination_port' },
    filter: { IMPORT: 'portOriginList', EXPORT: 'portDestinationList' },
    list: listed('listForeignPorts', 'portsList', 'port_name', "The partners' ports"),
  },
  shipmentModes: {
    column: both('mode_of_transport'),
    filter: both('shipmentModeList'),
    list: listed('listShipmentMode', 'shipmentModeList', 'ship_mode', 'Modes of transport'),
  },
  stdUnits: {
    column: both('std_unit'),
    filter: both('stdUnitList'),
    list: listed('listStdUnit', 'stdUnitList', 'std_unit', 'Standard units'),
  },
  notifyParties: { column: both('notify_party_name'), party: 'NOTIFY', filter: both('notifyParty') },
  ...OF_FILTERS,
  localCities: {
    title: 'Local Cities',
    side: 'local',
    column: { IMPORT: 'city', EXPORT: 'exporter_city' },
    filter: { IMPORT: 'cityDestinationList', EXPORT: 'cityOriginList' },
    list: listed('listIndianCities', 'citiesList', 'city_name', "The reporting country's own cities"),
  },
  foreignCities: {
    title: 'Foreign Cities',
    side: 'foreign',
    column: { IMPORT: null, EXPORT: 'city_of_destination' },
    filter: { IMPORT: null, EXPORT: 'cityDestinationList' },
  },
  sourceCountries: { title: 'Source Countries', column: both('country') },
  quarters: { title: 'Quarters', column: both('record_date'), grain: 'quarter' },
  years: { title: 'Years', column: both('record_date'), grain: 'year' },
  months: {
    title: 'Months',
    column: both('record_date'),
    grain: 'month',
    list: listed('listMonthwise', 'monthwiseList', 'month_name', 'Months of a question, in order'),
  },
} as const satisfies Record<string, DimensionDefinition>;

export type Dimension = keyof typeof DIMENSIONS;

/** The dimensions that have a list call: every question's answer holds them all, from one scan. */
export type ListedDimension = {
  [Name in Dimension]: (typeof DIMENSIONS)[Name] extends { list: ListCall } ? Name : never;
}[Dimension];

const ROWS: Readonly<Record<Dimension, DimensionDefinition>> = DIMENSIONS;

/** A dimension's row, with what it may lack. */
export const dimensionOf = (name: Dimension): DimensionDefinition => ROWS[name];

/** The names of all dimensions. */
export const DIMENSION_NAMES = Object.keys(DIMENSIONS) as [Dimension, ...Dimension[]];

export const LISTED_DIMENSIONS = DIMENSION_NAMES.filter(
  (name): name is ListedDimension => ROWS[name].list !== undefined,
);

/** Every dimension that records of a trade type can be grouped by. */
export function groupingDimensions(trade: TradeType): Dimension[] {
  return DIMENSION_NAMES.filter((name) => ROWS[name].column[trade] !== null);
}

/** Whether its values are spans of time, which read in their own order. */
export function isOfTime(name: Dimension): boolean {
  const { grain } = ROWS[name];
  return grain === 'month' || grain === 'quarter' || grain === 'year';
}

/** What its values are called together. India's own ports and cities bear its name (SPEC 2). */
export function dimensionTitle(name: Dimension, trade: TradeType, indian: boolean): string {
  const { title, filter, side } = ROWS[name];
  const own = filter?.[trade];
  if (title === undefined) return own ? FILTERS[own].label : name;
  return indian && side === 'local' ? title.replace('Local', 'Indian') : title;
}

/** The dimension that a filter narrows; none where records of this trade type have no such values. */
export function dimensionOfFilter(filter: FilterList, trade: TradeType): Dimension | undefined {
  return DIMENSION_NAMES.find((name) => ROWS[name].filter?.[trade] === filter);
}

/** The dimensions whose values can be ticked, of a trade type. */
export function facetDimensions(trade: TradeType): Dimension[] {
  return DIMENSION_NAMES.filter((name) => ROWS[name].filter?.[trade]);
}
