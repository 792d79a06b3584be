/** Page, count and eleven lists in SQL, for engines that differ in a dialect and in the plan of the lists that suits them. Constants are letters and digits. */
import { wordForms } from '@tidewaiter/records';
import { PAGE_COLUMNS } from './copy-of-records.mjs';

const literal = (text) => `'${text.replaceAll("'", "''")}'`;

/** Words by themselves, in their forms; between letters that are no others, since texts have lost their accents. */
const words = (value, dialect) =>
  value
    .split(' ')
    .map((word) => `(^|[^a-z0-9])(${wordForms(word).join('|')})([^a-z0-9]|$)`)
    .map((pattern) => dialect.matches('product_description_text', pattern))
    .join(' AND ');

function one({ searchBy, matchType, searchValue: [value], pickedValue }, key, dialect) {
  if (matchType === 'W') return `(${words(value, dialect)})`;
  if (searchBy === 'HS_CODE' || searchBy === 'HS_CODE_2') return dialect.startsWith('hs_code', value);
  if (searchBy === 'PRODUCT') return dialect.contains('product_description_text', value);
  return pickedValue ? `importer_name_key = ${dialect.key(key)}` : dialect.contains('importer_name_text', value);
}

const row = (asked, key, dialect) =>
  asked.matchType === 'D' ? `(NOT ${one(asked, key, dialect)})` : one(asked, key, dialect);

const JOIN = { AND: 'AND', OR: 'OR', NOT: 'AND NOT' };

function filters({ hsCode4DigitList = [], shipmentModeList = [], rangeValueUsdStart, rangeValueUsdEnd }, dialect) {
  const headings = hsCode4DigitList.map((heading) => dialect.startsWith('hs_code', heading));
  return [
    ...(headings.length > 0 ? [`(${headings.join(' OR ')})`] : []),
    ...(shipmentModeList.length > 0 ? [`mode_of_transport IN (${shipmentModeList.map(literal).join(', ')})`] : []),
    ...(rangeValueUsdStart ? [`total_value_usd BETWEEN ${rangeValueUsdStart} AND ${rangeValueUsdEnd}`] : []),
  ];
}

/** A question as a plain WHERE condition. The countries are left out: all of them are asked for. */
function condition({ payload, key, sql }, dialect) {
  const rows = () =>
    (payload.queryBuilder ?? []).reduce(
      (left, next) => `(${left} ${JOIN[next.relation]} ${row(next, key, dialect)})`,
      row(payload, key, dialect),
    );
  return [
    `trade_type = '${payload.tradeType}'`,
    `record_date BETWEEN '${payload.fromDate}' AND '${payload.toDate}'`,
    // A line says all of it, also what became the form's rows.
    sql ? `(${sql(dialect)})` : rows(),
    ...filters(payload, dialect),
  ].join(' AND ');
}

/** What imports are broken down by; months as the number 202610. */
const DIMENSIONS = {
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

const NAMES = Object.keys(DIMENSIONS);

/** Items of a list in one answer. */
const LIST_LENGTH = 500;

/** Records without a party, a port and so on are no item of a list. */
const isNumber = (name) => ['importers', 'exporters', 'months'].includes(name);
const present = (name) => (isNumber(name) ? `${name} <> 0` : `${name} <> ''`);

const SUMS = 'count(*) AS n, coalesce(sum(quantity), 0) AS q, coalesce(sum(total_value_usd), 0) AS v';

const matching = (where) =>
  `SELECT ${NAMES.map((name) => `${DIMENSIONS[name]} AS ${name}`).join(', ')}, quantity, total_value_usd
   FROM records WHERE ${where}`;

/** One pass over the records, all groupings side by side. */
function groupingSets(where) {
  const which = NAMES.map((name) => `WHEN grouping(${name}) = 0 THEN '${name}'`).join(' ');
  const there = NAMES.map((name) => `(${name} IS NULL OR ${present(name)})`).join(' AND ');
  const text = NAMES.map((name) => `CAST(${name} AS varchar)`).join(', ');
  return `WITH matching AS (${matching(where)}),
    grouped AS (
      SELECT CASE ${which} ELSE 'total' END AS dimension, ${NAMES.join(', ')}, ${SUMS} FROM matching
      GROUP BY GROUPING SETS (${NAMES.map((name) => `(${name})`).join(', ')}, ())
    ),
    ranked AS (
      SELECT *, row_number() OVER (PARTITION BY dimension ORDER BY v DESC) AS place FROM grouped WHERE ${there}
    )
    SELECT dimension, coalesce(${text}, '') AS name, n, q, CAST(v AS varchar) FROM ranked WHERE place <= ${LIST_LENGTH}`;
}

/** A grouping after the other, which share what the condition finds or each look for it. */
function separate(where, materialised) {
  const list = (name) =>
    `(SELECT '${name}' AS dimension, CAST(${name} AS varchar) AS name, ${SUMS} FROM matching WHERE ${present(name)}
      GROUP BY ${name} ORDER BY v DESC LIMIT ${LIST_LENGTH})`;
  return `WITH matching AS ${materialised ? 'MATERIALIZED' : 'NOT MATERIALIZED'} (${matching(where)})
    SELECT dimension, name, n, q, CAST(v AS varchar) FROM (
      ${[...NAMES.map(list), `(SELECT 'total' AS dimension, '' AS name, ${SUMS} FROM matching)`].join(' UNION ALL ')}
    ) AS every_list`;
}

/** Rows of dimension, name, shipments, quantity and value as what is compared; one of them is the `total`. */
function listsOf(rows) {
  const lengths = Object.fromEntries(NAMES.map((name) => [name, 0]));
  let total;
  for (const row of rows) {
    if (row[0] === 'total') total = row;
    else lengths[row[0]] += 1;
  }
  return { shipments: Number(total?.[2] ?? 0), valueUsd: String(total?.[4] ?? '0'), lengths };
}

/**
 * What a contender is asked, and two plans for its lists.
 *
 * @param ask gives the rows of a statement on one of three connections, or nothing when its time is up
 * @param dialect conditions as the engine has them, and whether separate lists are `materialised`: share what is found
 */
export const askedInSql = (ask, dialect) => ({
  plans: [groupingSets, (where) => separate(where, dialect.materialised)],
  async page(question) {
    const where = condition(question, dialect);
    return (
      await ask(0, `SELECT ${PAGE_COLUMNS} FROM records WHERE ${where} ORDER BY record_date DESC, id DESC LIMIT 20`)
    )?.length;
  },
  async count(question) {
    const found = await ask(1, `SELECT count(*) FROM records WHERE ${condition(question, dialect)}`);
    return found && Number(found[0][0]);
  },
  async lists(question, plan) {
    const rows = await ask(2, plan(condition(question, dialect)));
    return rows && listsOf(rows);
  },
});
