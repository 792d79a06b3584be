/** What DuckDB and PostgreSQL are asked alike, and the two plans for eleven lists that both offer: rows of dimension, name, shipments, quantity, value. */
import { condition } from './condition.mjs';
import { PAGE_COLUMNS } from './copy-of-records.mjs';
import { DIMENSION_SQL, LIST_LENGTH, listsOf, NAMES, present } from './dimensions.mjs';

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

/**
 * Page, count and lists in SQL.
 *
 * @param ask gives the rows of a statement on one of three connections, or nothing when its time is up
 */
export const askedInSql = (ask, dialect, plans) => ({
  plans: Object.keys(plans),
  async page(question, pageNumber = 0) {
    const page = await ask(
      0,
      `SELECT ${PAGE_COLUMNS} FROM records WHERE ${condition(question, dialect)}
       ORDER BY record_date DESC, id DESC LIMIT 20 OFFSET ${pageNumber * 20}`,
    );
    return page?.length;
  },
  async count(question) {
    const found = await ask(1, `SELECT count(*) FROM records WHERE ${condition(question, dialect)}`);
    return found && Number(found[0][0]);
  },
  async lists(question, plan) {
    const lists = await ask(2, plans[plan](condition(question, dialect)));
    return lists && listsOf(lists);
  },
});
