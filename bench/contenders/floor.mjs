/** The engine's floor: the best SQL that we write by hand for the same work over the product's own table. */
import { columnsFor } from '@tidewaiter/contract';
import { askEngine, dropCaches } from '../harness/records.mjs';
import { disjointConditions } from './condition.mjs';
import { DIMENSION_SQL, LIST_LENGTH, listsOf, NAMES, present } from './dimensions.mjs';

/** Without these, the text index serves no part of a word shorter than four letters. */
const TEXT_SETTINGS = { text_index_like_min_pattern_length: 2, text_index_like_max_postings_to_read: 1000 };

const like = (column, text) => `${column} LIKE '%${text}%'`;

const DIALECT = {
  startsWith: (column, digits) => `startsWith(${column}, '${digits}')`,
  key: (key) => key,
  // Of a phrase, the text index looks up the words; the rest is read.
  matches: (column, pattern) => `match(${column}, '${pattern}')`,
  contains(column, text) {
    const words = text.split(' ');
    return words.length === 1
      ? like(column, text)
      : `(${[...words, text].map((part) => like(column, part)).join(' AND ')})`;
  },
};

/** The engine's own names of months and of groupings are faster than the standard's. */
const grouped = { ...DIMENSION_SQL, months: 'toYYYYMM(record_date)' };

/** Some columns of the records that a question finds. */
const found = (columns, question) =>
  disjointConditions(question, DIALECT)
    .map((where) => `SELECT ${columns} FROM records WHERE ${where}`)
    .join(' UNION ALL ');

function listsSql(question) {
  const grouping = NAMES.map((list) => `${grouped[list]} AS ${list}`).join(', ');
  const measures = 'ifNull(quantity, 0) AS amount, ifNull(total_value_usd, 0) AS usd';
  const which = NAMES.map((name) => `grouping(${name}) = 0, '${name}'`).join(', ');
  const name = NAMES.map((list) => `grouping(${list}) = 0, if(${present(list)}, toString(${list}), '')`).join(', ');
  return `SELECT dimension, name, n, q, v FROM (
      SELECT multiIf(${which}, 'total') AS dimension, multiIf(${name}, 'total') AS name, count() AS n,
        sum(amount) AS q, sum(usd) AS v
      FROM (${found(`${grouping}, ${measures}`, question)})
      GROUP BY GROUPING SETS (${NAMES.map((list) => `(${list})`).join(', ')}, ())
    )
    WHERE name != '' ORDER BY dimension, v DESC LIMIT ${LIST_LENGTH} BY dimension`;
}

export function open(_rows, records) {
  const ask = (sql) => askEngine(records, sql, TEXT_SETTINGS);
  return {
    name: 'floor',
    forget: () => dropCaches(records),
    async page(question) {
      const { tradeType, countryCode } = question.payload;
      const cells = columnsFor(tradeType, countryCode).filter(({ extra }) => !extra);
      const columns = ['hex(id)', ...cells.map(({ sql }) => sql)].map((sql, index) => `${sql} AS c${index}`);
      const parts = disjointConditions(question, DIALECT).map(
        (where) => `(SELECT ${columns.join(', ')}, record_date AS day FROM records WHERE ${where}
          ORDER BY record_date DESC, id DESC LIMIT 20)`,
      );
      const rows = await ask(`SELECT * FROM (${parts.join(' UNION ALL ')}) ORDER BY day DESC, c0 DESC LIMIT 20`);
      return rows.length;
    },
    async count(question) {
      const [[count]] = await ask(`SELECT count() FROM (${found('1', question)})`);
      return Number(count);
    },
    lists: async (question) => listsOf(await ask(listsSql(question))),
    close: async () => {},
  };
}
