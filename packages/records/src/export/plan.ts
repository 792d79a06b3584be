import type { SearchQuery } from '@tidewaiter/contract';
import { z } from 'zod';
import { namedIds } from '../answers/named-records.js';
import { orderOf, pageSql } from '../answers/page.js';
import { Bindings, TEXT_SETTINGS } from '../engine/bindings.js';
import { type Parameter, quote } from '../engine/engine.js';
import { KEEPING } from '../engine/limits.js';
import { compileSearch } from '../query/compile.js';
import type { NarrowedQuery } from '../query/entitlement.js';
import { isOwned, type Owner } from '../query/owned.js';
import type { Snapshot } from '../query/snapshot.js';

/** What somebody would export, and what limits it. Points are whole numbers. */
export interface ExportChoice {
  /** Records that are named, in hexadecimal; without them all, from the first of the screen on. */
  ids?: readonly string[] | undefined;
  /** Points of a record by its country's shortcode; 1 where it says nothing. */
  weightages: ReadonlyMap<string, number>;
  /** Points that all records together may weigh. */
  maximum: number;
  /** Points that those may cost which are not owned. */
  balance: number;
  owner: Owner;
}

/** The records of one country in an export. */
interface ExportPart {
  country: string;
  weightage: number;
  rows: number;
  owned: number;
}

/** What an export would hold. Of named records all are in it; of all those before the first that maximum or balance do not reach. */
export interface ExportPlan {
  parts: ExportPart[];
  /** How many records were looked at, and how many of them each limit alone reaches. */
  candidates: number;
  withinMaximum: number;
  withinBalance: number;
}

/** Columns of {@link rankedSql}. */
const RANKED = 'account, owner, export, position, country, id';

/**
 * The records that may be exported, in the order of the screen: each with its weight, whether it is owned, and what it and those before
 * it weigh and cost.
 */
function rankedSql(query: NarrowedQuery, search: SearchQuery, choice: ExportChoice, snapshot: Snapshot) {
  const { ids, weightages, maximum, balance, owner } = choice;
  const selection = compileSearch(query, snapshot);
  const bindings = new Bindings('x');
  const named = ids && `id IN (${namedIds(ids, bindings)})`;
  const conditions = selection.conditions.map((sql) => (named ? `${sql} AND ${named}` : sql));
  const order = orderOf(search, query, snapshot);
  const page = pageSql({ ...selection, conditions }, ['id', 'country'], order);
  // Of several conditions, a page's cells go by their numbers.
  const cells = conditions.length === 1 ? 'id, country' : 'c0 AS id, c1 AS country';
  const [countries, points] = [[...weightages.keys()], [...weightages.values()]];
  const weight =
    countries.length === 0
      ? '1'
      : `transform(toString(country), ${bindings.strings(countries)}, ${bindings.numbers(points)}, toUInt64(1))`;
  const upto = '(ORDER BY position ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)';
  const owned = isOwned(owner, bindings, `SELECT id FROM (SELECT ${cells} FROM (${page}))`);
  const sql = `SELECT *, weighed <= ${bindings.numbers([maximum])}[1] AS in_maximum, paid <= ${bindings.numbers([balance])}[1] AS in_balance
    FROM (SELECT *, sum(weight) OVER ${upto} AS weighed, sum(if(is_owned, 0, weight)) OVER ${upto} AS paid
      FROM (SELECT id, country, position, ${weight} AS weight, ${owned} AS is_owned
        FROM (SELECT ${cells}, rowNumberInAllBlocks() AS position FROM (${page}))))`;
  const lightest = Math.min(1, ...points);
  const limit = ids ? ids.length : Math.floor(maximum / lightest) + 1;
  const parameters: Record<string, Parameter> = {
    ...{ ...selection.parameters, ...order.parameters, ...bindings.parameters },
    ...{ limit, offset: 0 },
  };
  return { sql, parameters, isIn: ids ? 'true' : '(in_maximum AND in_balance)' };
}

const partRow = z.tuple([
  z.string(),
  z.coerce.number(),
  z.coerce.number(),
  z.coerce.number(),
  z.coerce.number(),
  z.coerce.number(),
  z.coerce.number(),
]);

/** What an export would hold, at a snapshot. */
export async function planExport(
  query: NarrowedQuery,
  search: SearchQuery,
  choice: ExportChoice,
  snapshot: Snapshot,
): Promise<ExportPlan> {
  const { sql, parameters, isIn } = rankedSql(query, search, choice, snapshot);
  const counted = await snapshot.query({
    name: 'export.plan',
    sql: `SELECT toString(country), any(weight), countIf(${isIn}), countIf(${isIn} AND is_owned), count(), countIf(in_maximum), countIf(in_balance)
      FROM (${sql}) GROUP BY country ORDER BY country`,
    parameters,
    settings: TEXT_SETTINGS,
    row: partRow,
  });
  const total = (of: (row: z.output<typeof partRow>) => number) => counted.reduce((sum, row) => sum + of(row), 0);
  return {
    parts: counted
      .map(([country, weightage, rows, owned]) => ({ country, weightage, rows, owned }))
      .filter(({ rows }) => rows > 0),
    candidates: total((row) => row[4]),
    withinMaximum: total((row) => row[5]),
    withinBalance: total((row) => row[6]),
  };
}

/** Keeps what an export holds under a number: the same records that {@link planExport} counts at the same snapshot. */
export async function keepExport(
  query: NarrowedQuery,
  search: SearchQuery,
  choice: ExportChoice,
  number: number,
  snapshot: Snapshot,
): Promise<void> {
  const { sql, parameters, isIn } = rankedSql(query, search, choice, snapshot);
  await snapshot.run({
    name: 'export.keep',
    sql: `INSERT INTO exported_records (${RANKED})
      SELECT ${Math.trunc(choice.owner.account)}, toUUID(${quote(choice.owner.key)}), ${Math.trunc(number)}, position, country, id FROM (${sql}) WHERE ${isIn}`,
    parameters,
    settings: { ...TEXT_SETTINGS, ...KEEPING },
  });
}
