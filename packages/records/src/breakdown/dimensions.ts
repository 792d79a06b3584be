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

/** By which a record is grouped, as text. Local and foreign change sides with the direction of trade. */
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
      return trade === 'IMPORT' ? "extras['city']" : "extras['exporter_city']";
    case 'shipmentModes':
      return 'mode_of_transport';
    case 'stdUnits':
      return 'std_unit';
    case 'months':
      return "formatDateTime(record_date, '%Y-%m')";
  }
}
