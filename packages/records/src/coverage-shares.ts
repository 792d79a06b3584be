/** What people ask of a source before they search it: how many of its records say who, how much, for how much and where. */
export const SHARES = ['importer', 'exporter', 'quantity', 'value', 'port'] as const;
export type Share = (typeof SHARES)[number];

/** Whether a record says it. A value counts in any currency; of ports, the reporting country's own. */
const SAYS: Readonly<Record<Share, string>> = {
  importer: "importer_name != ''",
  exporter: "exporter_name != ''",
  quantity: 'isNotNull(quantity)',
  value: 'isNotNull(total_value_usd) OR isNotNull(total_value)',
  port: "if(trade_type = 'IMPORT', destination_port, origin_port) != ''",
};

/** How many of a group's records say each, as an array in the order of {@link SHARES}. */
export const SHARES_SQL = `[${SHARES.map((share) => `countIf(${SAYS[share]})`).join(', ')}]`;
