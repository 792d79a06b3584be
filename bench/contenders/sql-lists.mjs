/** The two plans for eleven lists that DuckDB and PostgreSQL offer. Both give rows of dimension, name, shipments, quantity, value. */
import { DIMENSION_SQL, LIST_LENGTH, NAMES, present } from './dimensions.mjs';

const SUMS = 'count(*) AS n, coalesce(sum(quantity), 0) AS q, coalesce(sum(total_value_usd), 0) AS v';

const matching = (where) =>
  `SELECT ${NAMES.map((name) => `${DIMENSION_SQL[name]} AS ${name}`).join(', ')}, quantity, total_value_usd
   FROM records WHERE ${where}`;

/** One pass over the records, all groupings side by side. */
export function groupingSets(where) {
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

/** A grouping after the other. @param materialised whether they share what the condition finds, or each look for it */
export function separate(where, { materialised }) {
  const lists = NAMES.map(
    (
      name,
    ) => `(SELECT '${name}' AS dimension, CAST(${name} AS varchar) AS name, ${SUMS} FROM matching WHERE ${present(name)}
      GROUP BY ${name} ORDER BY v DESC LIMIT ${LIST_LENGTH})`,
  );
  return `WITH matching AS ${materialised ? 'MATERIALIZED' : 'NOT MATERIALIZED'} (${matching(where)})
    SELECT dimension, name, n, q, CAST(v AS varchar) FROM (
      ${[...lists, `(SELECT 'total' AS dimension, '' AS name, ${SUMS} FROM matching)`].join(' UNION ALL ')}
    ) AS every_list`;
}
