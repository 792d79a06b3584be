/** What imports are broken down by, as SQL that every engine reads; months as the number 202610. */
export const DIMENSION_SQL = {
  importers: 'importer_name_key',
  exporters: 'exporter_name_key',
  localPorts: 'destination_port',
  foreignPorts: 'origin_port',
  hsCodes: 'hs_code',
  hsHeadings: 'left(hs_code, 4)',
  foreignCountries: 'origin_country',
  localCities: 'city',
  shipmentModes: 'mode_of_transport',
  stdUnits: 'std_unit',
  months: 'extract(year from record_date) * 100 + extract(month from record_date)',
};

export const NAMES = Object.keys(DIMENSION_SQL);

/** Items of a list in one answer. */
export const LIST_LENGTH = 500;

/** Records without a party, a port and so on are no item of a list. */
const isNumber = (name) => ['importers', 'exporters', 'months'].includes(name);
export const present = (name) => (isNumber(name) ? `${name} <> 0` : `${name} <> ''`);

/** Rows of [dimension, name, shipments, quantity, value], with one of the dimension `total`, as what is compared. */
export function listsOf(rows) {
  const lengths = Object.fromEntries(NAMES.map((name) => [name, 0]));
  let total;
  for (const row of rows) {
    if (row[0] === 'total') total = row;
    else lengths[row[0]] += 1;
  }
  return { shipments: Number(total?.[2] ?? 0), valueUsd: String(total?.[4] ?? '0'), lengths };
}
