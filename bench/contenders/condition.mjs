/** A question as a plain WHERE condition. What differs between engines is in a dialect; constants are letters and digits. */

import { wordForms } from '@tidewaiter/records';

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

/** The countries are left out: all of them are asked for. */
const around = (asked, payload, dialect) =>
  [
    `trade_type = '${payload.tradeType}'`,
    `record_date BETWEEN '${payload.fromDate}' AND '${payload.toDate}'`,
    asked,
    ...filters(payload, dialect),
  ].join(' AND ');

export function condition({ payload, key, sql }, dialect) {
  if (sql) return around(`(${sql(dialect)})`, payload, dialect);
  const asked = (payload.queryBuilder ?? []).reduce(
    (left, next) => `(${left} ${JOIN[next.relation]} ${row(next, key, dialect)})`,
    row(payload, key, dialect),
  );
  return around(asked, payload, dialect);
}

/** The same in parts of which no record meets two, for an engine that serves an OR of two columns by no index. */
export function disjointConditions(question, dialect) {
  const { payload, key } = question;
  if (question.sql) return [condition(question, dialect)];
  const asked = (payload.queryBuilder ?? []).reduce(
    (parts, next) => {
      const one = row(next, key, dialect);
      if (next.relation === 'OR') return [one, ...parts.map((part) => `(${part} AND NOT ${one})`)];
      return parts.map((part) => `(${part} ${JOIN[next.relation]} ${one})`);
    },
    [row(payload, key, dialect)],
  );
  return asked.map((part) => around(part, payload, dialect));
}
