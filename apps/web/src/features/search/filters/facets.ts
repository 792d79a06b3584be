import {
  FILTER_LABELS,
  type FilterList,
  isIndianSearch,
  RECORD_COLUMNS,
  type SearchQuery,
  type TradeType,
} from '@tidewaiter/contract';
import type { BreakdownName } from '../../../api/breakdowns.js';

/** Something that a question's records differ in: its values, each with how many records have it. */
export interface Facet {
  title: string;
  /** Which end of the voyage it is of; local and foreign change sides with the direction of trade. */
  side?: 'origin' | 'destination';
  /** The filter that its values make; a query has none for countries of the partner, which only inform. */
  field: FilterList | null;
  /** The list call that has its values. Without one, they are the distinct values of its column. */
  list?: BreakdownName;
  /** Wire key of the column that its values stand in. */
  column: string;
}

function wireKey(trade: TradeType, name: string): string {
  const column = RECORD_COLUMNS[trade].find((candidate) => candidate.name === name);
  if (!column) throw new Error(`records of this trade type have no ${name}`);
  return column.key;
}

/** A facet whose filter has the same column in both directions of trade. */
function same(trade: TradeType, field: FilterList, column: string, list?: BreakdownName): Facet {
  return { title: FILTER_LABELS[field], field, column: wireKey(trade, column), ...(list && { list }) };
}

function portsAndCountries(trade: TradeType, indian: boolean): Facet[] {
  const own = indian ? 'Indian' : 'Local';
  const [local, foreign] =
    trade === 'IMPORT' ? (['destination', 'origin'] as const) : (['origin', 'destination'] as const);
  const portField = { origin: 'portOriginList', destination: 'portDestinationList' } as const;
  const port = (side: 'origin' | 'destination') => ({
    side,
    field: portField[side],
    column: wireKey(trade, `${side}_port`),
  });
  return [
    { title: `${own} Ports`, list: 'localPorts', ...port(local) },
    { title: 'Foreign Ports', list: 'foreignPorts', ...port(foreign) },
    {
      title: 'Foreign Countries',
      side: foreign,
      field: null,
      list: 'foreignCountries',
      column: wireKey(trade, `${foreign}_country`),
    },
  ];
}

/** Cities are reported by few sources: those of the reporting country, and for exports the other end, too. */
function cities(trade: TradeType, indian: boolean): Facet[] {
  const title = indian ? 'Indian Cities' : 'Local Cities';
  if (trade === 'IMPORT') {
    return [
      { title, side: 'destination', field: 'cityDestinationList', list: 'localCities', column: wireKey(trade, 'city') },
    ];
  }
  return [
    { title, side: 'origin', field: 'cityOriginList', list: 'localCities', column: wireKey(trade, 'exporter_city') },
    {
      title: 'Foreign Cities',
      side: 'destination',
      field: 'cityDestinationList',
      column: wireKey(trade, 'city_of_destination'),
    },
  ];
}

/** The facets of a search, those that most sources report first. */
export function facetsOf({ tradeType, countryCode }: Pick<SearchQuery, 'tradeType' | 'countryCode'>): Facet[] {
  const indian = isIndianSearch(countryCode);
  return [
    same(tradeType, 'hsCodeList', 'hs_code', 'hsCodes'),
    same(tradeType, 'hsCode4DigitList', 'hs_code4', 'hsHeadings'),
    same(tradeType, 'importerList', 'importer_name', 'importers'),
    same(tradeType, 'exporterList', 'exporter_name', 'exporters'),
    ...portsAndCountries(tradeType, indian),
    same(tradeType, 'shipmentModeList', 'mode_of_transport', 'shipmentModes'),
    same(tradeType, 'stdUnitList', 'std_unit', 'stdUnits'),
    same(tradeType, 'incoterm', 'incoterm'),
    same(tradeType, 'notifyParty', 'notify_party_name'),
    same(tradeType, 'consumptionType', tradeType === 'IMPORT' ? 'import_purpose' : 'export_purpose'),
    ...cities(tradeType, indian),
  ];
}

/** The facet whose values stand in a column, if they can be filtered by. */
export function facetOfColumn(query: SearchQuery, column: string): Facet | undefined {
  return facetsOf(query).find((facet) => facet.column === column && facet.field !== null);
}

/**
 * The question whose values a facet offers: without the facet's own filter, since what is ticked already would hide what could
 * be ticked beside it.
 */
export function offeredBy<Query extends Pick<SearchQuery, FilterList>>(facet: Facet, query: Query): Query {
  return facet.field === null || query[facet.field].length === 0 ? query : { ...query, [facet.field]: [] };
}
