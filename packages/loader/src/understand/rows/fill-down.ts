import { TARGET_COLUMNS } from '@tidewaiter/contract';
import { quote, type RecordEngine } from '@tidewaiter/records/loading';
import { z } from 'zod';
import type { FillDown } from '../../compile/filled-down.js';
import { cellAt } from '../../reading/form/raw-table.js';
import type { RawRows } from '../../reading/raw-rows.js';
import { type Answers, answerValue, type OpenQuestion } from '../proposal/answers.js';
import type { ProposedMapping } from '../proposal/proposed-mapping.js';

/** Record columns of numbers; one that is written once is of all rows of its block together. */
export const AMOUNTS = new Set(
  TARGET_COLUMNS.flatMap(({ name, type }) => (/decimal|integer/.test(type) ? [name] : [])),
);

/** What a row must say of itself: where these have gaps in step, cells were merged. */
const WHOSE = /^(importer|exporter)_name$/;

/** So many of a column's cells are empty where it is written once a block. */
const OFTEN_EMPTY = 0.3;

/** Blocks that tell, and the share of them that must begin with what is written once. */
const LEAST_BLOCKS = 3;
const IN_STEP = 0.95;

/** A column that is written on the first row of a block; `within`: another says where blocks begin. */
interface WrittenOnce {
  column: number;
  empty: number;
  within: number | undefined;
}
interface Blocks {
  columns: readonly WrittenOnce[];
}

/**
 * Columns of parties that are written on the first row of a block and empty beneath, as merged cells are in a text. A block is what has one day
 * or one number of a declaration; where that is written once itself, it has the same gaps as the party.
 */
export async function findBlocks(
  engine: RecordEngine,
  { header, table }: Pick<RawRows, 'header' | 'table'>,
  mapping: ProposedMapping,
  rows: readonly (readonly string[])[],
): Promise<Blocks | undefined> {
  const missing = new Set(['', ...mapping.missing]);
  const gaps = header.map((_, at) => rows.filter((row) => missing.has(row[at]?.trim() ?? '')).length);
  const placesOf = (matches: (target: string) => boolean) =>
    Object.entries(mapping.columns).flatMap(([target, source]) =>
      matches(target) && 'from' in source && typeof source.from === 'string' ? [header.indexOf(source.from)] : [],
    );
  const isGappy = (at: number) => (gaps[at] ?? 0) > OFTEN_EMPTY * rows.length && (gaps[at] ?? 0) < rows.length;
  const parties = placesOf((target) => WHOSE.test(target)).filter(isGappy);
  const list = [...missing].map(quote).join(', ');
  if (parties.length === 0) {
    const [goods] = placesOf((target) => target === 'hs_code').filter(isGappy);
    const partners = placesOf((target) => /^(origin|destination)_country$/.test(target));
    const empty = goods === undefined ? undefined : await emptyBeneath(engine, table, list, goods, partners);
    return goods === undefined || !empty ? undefined : { columns: [{ column: goods, empty, within: undefined }] };
  }
  const texts = placesOf((target) => !AMOUNTS.has(target)).filter(isGappy);
  const amounts = new Set(placesOf((target) => AMOUNTS.has(target)));
  const full = header.flatMap((_, at) => (gaps[at] === 0 && !amounts.has(at) ? [at] : []));
  const alias = (what: string, at: number) => `${what}_${at}`;
  const changes = full.map(
    (at) =>
      `row = (SELECT min(row) FROM ${table}) OR ${cellAt(at + 1)} != lagInFrame(${cellAt(at + 1)}, 1) OVER (ORDER BY row) AS ${alias('begins', at)}`,
  );
  const empties = texts.map((at) => `trim(${cellAt(at + 1)}) IN (${list}) AS ${alias('empty', at)}`);
  const pairs = parties.flatMap((party) => full.map((key) => [party, key] as const));
  const steps = parties.flatMap((party) => texts.map((text) => [party, text] as const));
  const counts = [
    ...pairs.flatMap(([party, key]) => [
      `countIf(${alias('begins', key)})`,
      `countIf(${alias('begins', key)} AND NOT ${alias('empty', party)})`,
    ]),
    ...steps.map(([party, text]) => `countIf(${alias('empty', party)} != ${alias('empty', text)})`),
    ...texts.map((text) => `countIf(${alias('empty', text)})`),
  ];
  const [counted = []] = await engine.query({
    name: 'raw.blocks',
    sql: `SELECT count(), ${counts.join(', ')} FROM (SELECT ${[...changes, ...empties].join(', ')} FROM ${table})`,
    row: z.array(z.coerce.number()),
    lane: 'load',
  });
  const [all = 0, ...rest] = counted;
  const emptyIn = (text: number) => rest.at(texts.indexOf(text) - texts.length) ?? 0;
  const columns = parties.flatMap((party, at): WrittenOnce[] => {
    const empty = emptyIn(party);
    const written = all - empty;
    const keys = full
      .map((key, place) => ({ key, begun: rest.slice(2 * (at * full.length + place)) }))
      .filter(
        ({ begun: [begins = 0, both = 0] }) =>
          begins >= LEAST_BLOCKS && both >= IN_STEP * begins && both >= IN_STEP * written && begins < all,
      );
    const [first] = keys.sort((a, b) => (b.begun[0] ?? 0) - (a.begun[0] ?? 0));
    const alike = texts.filter((_, place) => rest[2 * pairs.length + at * texts.length + place] === 0);
    if (first) return alike.map((column) => ({ column, empty, within: first.key }));
    const dates = placesOf((target) => target === 'record_date');
    return dates.some((date) => alike.includes(date)) && written >= LEAST_BLOCKS
      ? alike.map((column) => ({ column, empty, within: undefined }))
      : [];
  });
  const each = [...new Map(columns.map((writtenOnce) => [writtenOnce.column, writtenOnce])).values()];
  return each.length === 0 ? undefined : { columns: each };
}

/** Rows beneath a code that stands on a row of its own: each row has either it or a partner country. */
async function emptyBeneath(
  engine: RecordEngine,
  table: string,
  list: string,
  code: number,
  [partner]: readonly number[],
): Promise<number | undefined> {
  if (partner === undefined) return undefined;
  const isEmpty = (at: number) => `(trim(${cellAt(at + 1)}) IN (${list}))`;
  const [[all = 0, empty = 0, either = 0] = []] = await engine.query({
    name: 'raw.blocks',
    sql: `SELECT count(), countIf(${isEmpty(code)}), countIf(${isEmpty(code)} != ${isEmpty(partner)}) FROM ${table}`,
    row: z.array(z.coerce.number()),
    lane: 'load',
  });
  return all - empty >= LEAST_BLOCKS && either >= IN_STEP * all ? empty : undefined;
}

/** What a mapping says of the blocks: filled, unless the operator says that the cells are what is written. */
export function proposeFillDown({ columns }: Blocks, header: readonly string[], { notation }: Answers): FillDown {
  const nameOf = (at: number) => header[at] ?? '';
  return notation.blocks === 'as-written'
    ? []
    : columns.map(({ column, within }) => ({
        from: nameOf(column),
        ...(within !== undefined && { within: nameOf(within) }),
      }));
}

export function askAboutBlocks({ columns }: Blocks, header: readonly string[]): OpenQuestion {
  const [first] = columns;
  const names = columns.map(({ column }) => `"${header[column]}"`).join(', ');
  const are = columns.length === 1 ? 'is' : 'are';
  const block = first?.within === undefined ? 'a block' : `those with one "${header[first.within]}"`;
  return {
    text: `${names} ${are} written on the first row of ${block} and empty on the other ${first?.empty}: do these rows say the same?`,
    answers: [answerValue('blocks', 'fill-down'), answerValue('blocks', 'as-written')],
  };
}
