import { type FilterList, RANGES, type RangeName, rangeOf, type TradeType } from '@tidewaiter/contract';
import { descriptionText, partyKey, partyText } from '../normalise.js';
import { Bindings, containsText, not } from './bindings.js';
import type { Unconditional } from './entitlement.js';

/** What a filter list compares: a stored expression, and how a value is brought to its form. */
interface Compared {
  sql: string;
  value?: (text: string) => string;
  /** What a record must have beside, where a value may be brought to nothing: else it would find what has none. */
  present?: string;
}

const party = (column: string): Compared => ({
  sql: `${column}_key`,
  value: (text) => partyKey(partyText(text)),
  present: `${column}_key != 0`,
});

/** Cities and purposes are reported by few sources, and differ by direction; a direction without one finds nothing. */
const CITY: Record<TradeType, { origin: string; destination: string }> = {
  IMPORT: { origin: "''", destination: 'city' },
  EXPORT: { origin: 'exporter_city', destination: 'city_of_destination' },
};

const COMPARED: Record<FilterList, (trade: TradeType) => Compared> = {
  hsCodeList: () => ({ sql: 'hs_code' }),
  hsCode4DigitList: () => ({ sql: 'left(hs_code, 4)' }),
  importerList: () => party('importer_name'),
  exporterList: () => party('exporter_name'),
  notifyParty: () => party('notify_party_name'),
  portOriginList: () => ({ sql: 'origin_port' }),
  portDestinationList: () => ({ sql: 'destination_port' }),
  cityOriginList: (trade) => ({ sql: CITY[trade].origin }),
  cityDestinationList: (trade) => ({ sql: CITY[trade].destination }),
  shipmentModeList: () => ({ sql: 'mode_of_transport' }),
  stdUnitList: () => ({ sql: 'std_unit' }),
  incoterm: () => ({ sql: 'incoterm' }),
  consumptionType: (trade) => ({ sql: trade === 'IMPORT' ? 'import_purpose' : 'export_purpose' }),
};

const RANGE_COLUMNS: Record<RangeName, string> = {
  rangeQuantity: 'quantity',
  rangeValueUsd: 'total_value_usd',
  rangeUnitPriceUsd: 'unit_price_usd',
};

function listFilter(name: FilterList, query: Unconditional, bindings: Bindings): string[] {
  const values = query[name];
  if (values.length === 0) return [];
  const { sql, value, present } = COMPARED[name](query.tradeType);
  const list = bindings.strings(values);
  // Said once, however many there are: the engine limits how large a statement may become.
  const brought = value === undefined ? list : `(SELECT ${value('value')} FROM (SELECT arrayJoin(${list}) AS value))`;
  const listed = `${sql} IN ${brought}`;
  return present === undefined ? [listed] : [listed, present];
}

function rangeFilter(name: RangeName, query: Unconditional, bindings: Bindings): string[] {
  const range = rangeOf(query, name);
  if (!range) return [];
  const amount = (text: string) => `toDecimal128(${bindings.string(text)}, 18)`;
  return [`${RANGE_COLUMNS[name]} BETWEEN ${amount(range.from)} AND ${amount(range.to)}`];
}

function productFilter(query: Unconditional, bindings: Bindings): string[] {
  if (query.productDesc.length === 0) return [];
  const any = query.productDesc
    .map((text) => containsText('product_description_text', text, descriptionText, bindings))
    .join(' OR ');
  return [query.conditionProductDesc === 'D' ? not(`(${any})`) : `(${any})`];
}

/** The filters of a query, each of which must hold. */
export function compileFilters(query: Unconditional, bindings: Bindings): string[] {
  return [
    ...(Object.keys(COMPARED) as FilterList[]).flatMap((name) => listFilter(name, query, bindings)),
    ...(Object.keys(RANGES) as RangeName[]).flatMap((name) => rangeFilter(name, query, bindings)),
    ...productFilter(query, bindings),
  ];
}

/** Whether a query has any filter. */
export const isFiltered = (query: Unconditional) => compileFilters(query, new Bindings()).length > 0;
