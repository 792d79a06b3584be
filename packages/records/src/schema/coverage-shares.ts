import { COVERAGE_SHARES, type CoverageShare } from '@tidewaiter/contract';

/** Whether a record says it. A value counts in any currency; of ports, the reporting country's own. */
const SAYS: Readonly<Record<CoverageShare, string>> = {
  importer: "importer_name != ''",
  exporter: "exporter_name != ''",
  quantity: 'isNotNull(quantity)',
  value: 'isNotNull(total_value_usd) OR isNotNull(total_value)',
  port: "if(trade_type = 'IMPORT', destination_port, origin_port) != ''",
};

/** How many of a group's records say each, as an array in the order of the shares. */
export const SHARES_SQL = `[${COVERAGE_SHARES.map((share) => `countIf(${SAYS[share]})`).join(', ')}]`;
