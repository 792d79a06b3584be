import type { TradeType } from '@tidewaiter/contract';

/** What records are broken down by: one for each list call of SPEC 7. */
export const DIMENSIONS = [
  'importers',
  'exporters',
  'localPorts',
  'foreignPorts',
  'hsCodes',
  'hsHeadings',
  'foreignCountries',
  'localCities',
  'shipmentModes',
  'stdUnits',
  'months',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Parties group by their key; their list shows the commonest spelling. */
export const PARTY_DIMENSIONS: ReadonlySet<Dimension> = new Set(['importers', 'exporters']);

/**
 * By which a record is grouped: stored columns and numbers, since most of the work is reading and hashing them. Local and
 * foreign change sides with the direction of trade.
 */
export function dimensionSql(dimension: Dimension, trade: TradeType): string {
  const [local, foreign] = trade === 'IMPORT' ? ['destination', 'origin'] : ['origin', 'destination'];
  switch (dimension) {
    case 'importers':
      return 'importer_name_key';
    case 'exporters':
      return 'exporter_name_key';
    case 'localPorts':
      return `${local}_port`;
    case 'foreignPorts':
      return `${foreign}_port`;
    case 'hsCodes':
      return 'hs_code';
    case 'hsHeadings':
      return 'left(hs_code, 4)';
    case 'foreignCountries':
      return `${foreign}_country`;
    case 'localCities':
      return trade === 'IMPORT' ? 'city' : 'exporter_city';
    case 'shipmentModes':
      return 'mode_of_transport';
    case 'stdUnits':
      return 'std_unit';
    case 'months':
      return 'toYYYYMM(record_date)';
  }
}

/** The name of a group, as text, from what it is grouped by; `''` where records have none. */
export function groupName(dimension: Dimension, group: string): string {
  if (PARTY_DIMENSIONS.has(dimension)) return `if(${group} = 0, '', toString(${group}))`;
  if (dimension === 'months')
    return `concat(toString(intDiv(${group}, 100)), '-', leftPad(toString(${group} % 100), 2, '0'))`;
  return `toString(${group})`;
}
