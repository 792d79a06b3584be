import type { RecordEngine } from '@tidewaiter/records/loading';
import { z } from 'zod';
import { provedBlocks } from './block-sums.js';
import { PROOF } from './sum-proof.js';

/** Rows of a file, as what is looked for in them is written in SQL. */
interface Rows {
  table: string;
  /** An amount, exact. */
  amount: string;
  /** What rows that may be records fulfil. */
  included: string;
  /** Of each column that nearly every record fills, whether it is empty. */
  emptyCells: readonly string[];
}

/** More rows are not looked at, nor blocks, nor amounts of a chain of blocks. */
export const MOST_ROWS = 3_000_000;
const MOST_BLOCKS = 40_000;
const AMOUNTS_OF_A_CHAIN = 30_000;
/** More lines cannot be left out one by one: a statement names each twice, in a million bytes at most (`STATEMENT_BYTES`). */
export const MOST_LINES = 40_000;
/** Subtotals, totals of these, and the total of everything. */
const LEVELS = 3;

/** How near a sum comes to what it is the sum of, and how far it may be off. */
const NEARLY = 1e-6;
const OFF = 1;

/** From so many on a column is one that records fill; more rows that lack what others say are no totals. */
const MOSTLY_FILLED = 0.8;
const MOST_TOTALS = 0.25;

const number = z.coerce.number();

/** The lines of rows that are the sum of rows that stand before or behind them. */
export async function findSubtotals(engine: RecordEngine, rows: Rows): Promise<number[]> {
  const lines = await linesThatLack(engine, rows);
  for (let level = 0; level < LEVELS && lines.length < MOST_LINES; level += 1) {
    const more = await linesOfBlocks(engine, rows, lines);
    if (more.length === 0) break;
    lines.push(...more);
  }
  return lines.sort((a, b) => a - b).slice(0, MOST_LINES);
}

const selectRows = ({ table, amount, included, emptyCells }: Rows) =>
  `(SELECT row, line, ${amount} AS amount, [${emptyCells.join(', ')}]::Array(UInt8) AS lacks FROM ${table} WHERE amount != 0 AND row <= ${MOST_ROWS} AND ${included})`;

/** Rows that lack half of what others say and have the value of those before them, from the last such row or from the first row on. */
async function linesThatLack(engine: RecordEngine, rows: Rows): Promise<number[]> {
  if (rows.emptyCells.length === 0) return [];
  const [gaps] = await engine.query({
    name: 'raw.subtotals.gaps',
    sql: `SELECT count(), sumForEach(lacks) FROM ${selectRows(rows)}`,
    row: z.tuple([number, z.array(number)]),
    lane: 'load',
  });
  const [all = 0, empty = []] = gaps ?? [];
  const usual = empty.flatMap((some, at) => (some <= (1 - MOSTLY_FILLED) * all ? [at + 1] : []));
  if (usual.every((at) => empty[at - 1] === 0)) return [];
  const lacking = `${usual.map((at) => `lacks[${at}]`).join(' + ')} >= ${Math.ceil(usual.length / 2)}`;
  const running = 'OVER (ORDER BY row ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)';
  const matches = await engine.query({
    name: 'raw.subtotals.lacking',
    sql: `SELECT line, rows_before - last_rows, own, all_lacking FROM (
        SELECT line, is_lacking, all_lacking, toFloat64(amount) AS own, toFloat64(before) AS sum, rows_before,
          lagInFrame(sum, 1, 0) OVER (ORDER BY row) AS last, lagInFrame(rows_before, 1, 0) OVER (ORDER BY row) AS last_rows
        FROM (
          SELECT row, line, ${lacking} AS is_lacking, amount, sum(if(is_lacking, 0, amount)) ${running} AS before, sum(1 - is_lacking) ${running} AS rows_before,
            sum(is_lacking) OVER () AS all_lacking
          FROM ${selectRows(rows)}
        )
        WHERE is_lacking AND amount > 0 AND all_lacking <= ${MOST_TOTALS * all}
      )
      WHERE (rows_before > last_rows AND abs(sum - last - own) <= ${NEARLY} * own) OR (rows_before >= 2 AND abs(sum - own) <= ${NEARLY} * own)
      ORDER BY line LIMIT ${MOST_LINES}`,
    row: z.tuple([number, number, number, number]),
    lane: 'load',
  });
  // Rows that lack so are totals where most of them are; the sum of one row alone is one among others. Few pieces make a sum by chance.
  const [, , , allLacking = 0] = matches[0] ?? [];
  const unit = matches.every(([, , own]) => Number.isInteger(own)) ? 1 : 0.01;
  const several = matches.filter(([, rowsOf]) => rowsOf !== 1);
  const bits = several.reduce((sum, [, , own]) => sum + Math.max(0, Math.log2(own / unit)), 0);
  return 2 * matches.length >= allLacking && bits >= PROOF ? matches.map(([line]) => line) : [];
}

/** Rows that lack nothing and close, or open, blocks of rows by their sum; but for those that are known. */
async function linesOfBlocks(engine: RecordEngine, rows: Rows, known: readonly number[]): Promise<number[]> {
  const others = known.length === 0 ? '' : ` AND line NOT IN (${known.join(', ')})`;
  const numbered = `(SELECT line, amount, sum(amount) OVER (ORDER BY row) AS upto, row_number() OVER (ORDER BY row) AS place, count() OVER () AS all,
      max(amount) OVER (ORDER BY row ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING) AS before, max(amount) OVER (ORDER BY row ROWS BETWEEN 1 FOLLOWING AND 2 FOLLOWING) AS behind,
      min(amount) OVER (ORDER BY row ROWS BETWEEN 2 PRECEDING AND 2 FOLLOWING) < 0 AS corrects
    FROM ${selectRows({ ...rows, included: rows.included + others })})`;
  // What all rows up to one come to, without it and without its block, is what all rows before the block come to.
  const blocks = await engine.query({
    name: 'raw.subtotals.blocks',
    sql: `SELECT closes, place, line, toFloat64(amount), edge.place, all FROM (
        SELECT closes, place, line, amount, all, wanted, toInt64(floor(wanted)) + arrayJoin([-1, 0, 1]) AS near FROM (
          SELECT place, line, amount, all, arrayJoin(arrayFilter(x -> x.3, [(true, upto - 2 * amount, amount > 0 AND (corrects OR amount > before)), (false, upto + amount, amount > 0 AND (corrects OR amount > behind))])) AS kind,
            kind.1 AS closes, kind.2 AS wanted
          FROM ${numbered}
        )
      ) AS block
      JOIN (
        SELECT place, upto, toInt64(floor(upto)) AS near FROM ${numbered} UNION ALL SELECT 0, 0, 0
      ) AS edge USING near
      WHERE abs(toFloat64(wanted - edge.upto)) <= least(${OFF}, greatest(0.011, ${NEARLY} * toFloat64(amount)))
        AND if(closes, place - edge.place > 2, edge.place > place + 1)
      ORDER BY place LIMIT ${MOST_BLOCKS}`,
    row: z.tuple([z.coerce.boolean(), number, number, number, number, number]),
    lane: 'load',
  });
  const all = blocks[0]?.[5] ?? 0;
  const amountsOf = async (from: number, to: number) => {
    const [row] = await engine.query({
      name: 'raw.subtotals.amounts',
      sql: `SELECT groupArray(toFloat64(amount)) FROM (SELECT amount FROM ${selectRows({ ...rows, included: rows.included + others })} ORDER BY row LIMIT ${Math.max(0, from - 1)}, ${Math.max(0, to - Math.max(1, from) + 1)})`,
      row: z.tuple([z.array(number)]),
      lane: 'load',
    });
    return row?.[0] ?? [];
  };
  const lineOf = new Map(blocks.map(([, place, line]) => [place, line]));
  const closing = await provedBlocks(
    blocks.flatMap(([closes, at, , amount, after]) => (closes ? [{ at, after, amount }] : [])),
    all,
    (place) => amountsOf(place + 1, place + AMOUNTS_OF_A_CHAIN),
  );
  /** Of a block of one row the sum is that row again: beside blocks that are proved, and with nothing else between, such a pair is one. */
  const alone = async (proved: readonly { at: number; after: number }[], placeOf: (at: number) => number) => {
    const ends = [0, ...proved.map(({ at }) => at)];
    const places = ends.flatMap((at, index) => {
      const after = proved[index]?.after;
      return (after === undefined ? all - at === 2 || all - at === 3 : after - at === 2)
        ? [placeOf(at + 2), placeOf(at + 1)]
        : [];
    });
    if (places.length === 0) return [];
    const rowsAt = await engine.query({
      name: 'raw.subtotals.alone',
      sql: `SELECT place, line, toFloat64(amount) FROM ${numbered} WHERE place IN (${places.join(', ')})`,
      row: z.tuple([number, number, number]),
      lane: 'load',
    });
    const at = new Map(rowsAt.map(([place, ...row]) => [place, row]));
    return places.flatMap((place, index) => {
      const [line, amount] = at.get(place) ?? [];
      return index % 2 === 0 && line !== undefined && amount === at.get(places[index + 1] ?? 0)?.[1] ? [line] : [];
    });
  };
  if (closing.length > 0)
    return [...closing.flatMap(({ at }) => lineOf.get(at) ?? []), ...(await alone(closing, (at) => at))];
  // What opens blocks closes them when it is read from the end.
  const opening = await provedBlocks(
    blocks
      .flatMap(([closes, place, , amount, end]) => (closes ? [] : [{ at: all + 1 - place, after: all - end, amount }]))
      .reverse(),
    all,
    async (place) => (await amountsOf(all - place - AMOUNTS_OF_A_CHAIN + 1, all - place)).toReversed(),
  );
  const fromEnd = (at: number) => all + 1 - at;
  return opening.length === 0
    ? []
    : [...opening.flatMap(({ at }) => lineOf.get(fromEnd(at)) ?? []), ...(await alone(opening, fromEnd))];
}
