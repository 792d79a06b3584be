import { basename } from 'node:path';
import { OperatorError, STORED_COLUMNS, scaledDecimal, TARGET_COLUMNS } from '@tidewaiter/contract';
import type { Records } from '@tidewaiter/records';
import type { LoadReport } from '@tidewaiter/records/loading';
import { normalisedColumns, quote, type RecordEngine } from '@tidewaiter/records/loading';
import { z } from 'zod';
import { sumLoad } from './checks/load-figures.js';
import { type KnownFigures, runSanityChecks } from './checks/sanity-checks.js';
import { COMPUTED_MEASURES } from './cleaning/computed.js';
import { withListsOnce } from './cleaning/terms.js';
import { alignedRows, movedInWords } from './compile/aligned.js';
import { filledDown } from './compile/filled-down.js';
import { acceptedRows, compileTransform, LEFT_OUT, type Target, type Transform } from './compile/transform.js';
import { unreadHeaders, unusedHeaders } from './layout/headers.js';
import { type LoadMapping, mappingHash } from './layout/mapping.js';
import { unknownCountries, withCountryLanguages } from './load-countries.js';
import { cellAt } from './reading/form/raw-table.js';
import { hashOfFiles, totalBytes } from './reading/given-file.js';
import type { RawRows } from './reading/raw-rows.js';

/** A rejection quotes so much of a cell at most. */
const QUOTED_CELL = 200;

/**
 * One year is a partition, and a file of wrong years may hold many. Each thread holds a block of records several times over while
 * it sorts and indexes them, so that the size of a block is what a load takes of memory.
 */
const INSERT_SETTINGS = {
  min_insert_block_size_rows: 100_000,
  min_insert_block_size_bytes: 48 * 1024 * 1024,
  max_block_size: 16_384,
  max_insert_threads: 2,
  max_partitions_per_insert_block: 0,
} as const;

/** What searches alone read: making and indexing these texts is a quarter of writing records, and nobody searches what is not published. */
const SEARCHED = new Set(STORED_COLUMNS.flatMap(normalisedColumns).map(({ name }) => name));

/**
 * Writes one file's records under a load id that nobody can see yet, with its rejections, coverage and report.
 * Publishing is the caller's, as is what to do where it looks wrong.
 *
 * @param known what is loaded, to hold it against
 * @throws OperatorError when the mapping does not fit or the sums do not reconcile
 */
export async function writeLoad(
  { staging: { engine }, publication, loads }: Pick<Records, 'staging' | 'publication' | 'loads'>,
  given: RawRows,
  mapping: LoadMapping,
  target: Target,
  origin: {
    name: string;
    demo: boolean;
    archived: boolean;
    /** Whether anybody will see it: what searches, lists and suggestions read is made for them alone. */
    published: boolean;
    assumed: readonly string[];
    learned: boolean;
    /** Lines that are left out. */
    subtotals: readonly number[];
    /** What looked wrong before it was written. */
    doubted: readonly string[];
  },
  known: readonly KnownFigures[],
): Promise<LoadReport> {
  const aligned = alignedRows(given, mapping);
  const raw = filledDown(aligned, mapping);
  const read = await withCountryLanguages(engine, raw, mapping);
  const transform = compileTransform(read, target, raw, origin.name, origin.subtotals);
  await engine.run({ name: 'load.repeats', sql: transform.fillRepeats });
  if (transform.fillNames && origin.published) await engine.run({ name: 'load.names', sql: transform.fillNames });
  const written = transform.inserted.filter(({ column }) => origin.published || !SEARCHED.has(column));
  await engine.run({
    name: 'load.records',
    sql: `INSERT INTO records (${written.map(({ column }) => column).join(', ')})
      ${withListsOnce(`SELECT ${written.map(({ value }) => value).join(', ')} FROM ${acceptedRows(transform, target)}`)}`,
    settings: INSERT_SETTINGS,
  });
  // Where every row has become a record there is no rejected one to look for.
  const rejects = (await countRecords(engine, target)) !== raw.rows;
  if (rejects) {
    await engine.run({
      name: 'load.rejections',
      sql: `INSERT INTO rejections (load_id, file_name, line, column_name, reason, cell, cells)
        ${withListsOnce(`SELECT ${target.loadId}, ${quote(origin.name)}, line, problem.1, problem.2, leftUTF8(problem.3, ${QUOTED_CELL}), cells
        FROM (SELECT line, cells, problems FROM (${transform.checkedRows}) WHERE rejected) ARRAY JOIN problems AS problem`)}`,
    });
  }
  if (origin.published) await publication.sumUp(target.loadId);
  const reconciled = await reconcile(engine, raw, mapping, target, transform, rejects);
  const figures = await sumLoad(engine, target.loadId, target.ratesVersion, new Set(Object.keys(mapping.columns)));
  const { country = '', trade: tradeType } = target;
  const rejected = rejects ? await rejectedByMistake(engine, target.loadId) : 0;
  // What a mapping says of blocks, somebody was asked.
  const unasked = mapping.fillDown ? { ...figures, partiesInBlocks: [] } : figures;
  const about = { country, tradeType, figures: unasked, records: reconciled.rowsLoaded, rejected };
  const doubts = origin.demo
    ? []
    : [...origin.doubted, ...runSanityChecks({ ...about, saysHsDigits: mapping.hsDigits !== undefined }, known)];
  const report: LoadReport = {
    ...reconciled,
    figures,
    assumed: [...origin.assumed, ...(await movedInWords(engine, aligned, mapping))],
    learned: origin.learned,
    doubts,
  };
  await loads.enter({
    loadId: target.loadId,
    file: origin.name,
    hash: hashOfFiles(raw.given),
    bytes: totalBytes(raw.given),
    source: target.source,
    country,
    tradeType,
    mapping: mapping.name,
    mappingHash: mappingHash(mapping),
    wholeMapping: JSON.stringify(mapping),
    header: raw.header,
    ratesVersion: target.ratesVersion,
    demo: origin.demo,
    archived: origin.archived,
    files: raw.given.map(({ path, hash, member }) => ({ name: basename(path), hash, member: member ?? '' })),
    report,
  });
  return report;
}

const count = z.coerce.number().int();

/** Rejected rows but for those that the mapping leaves out. */
async function rejectedByMistake(engine: RecordEngine, loadId: number): Promise<number> {
  const [row] = await engine.query({
    name: 'load.rejected',
    sql: `SELECT uniqExact(line) FROM rejections WHERE load_id = ${loadId} AND NOT startsWith(reason, ${quote(LEFT_OUT)})`,
    row: z.tuple([count]),
    lane: 'load',
  });
  return row?.[0] ?? 0;
}

async function countRecords(engine: RecordEngine, { loadId }: Target): Promise<number> {
  const [row] = await engine.query({
    name: 'load.count',
    sql: `SELECT count() FROM records WHERE load_id = ${loadId}`,
    row: z.tuple([count]),
    lane: 'load',
  });
  return row?.[0] ?? 0;
}

/**
 * Reads back what was written and holds it against the raw rows: every row and every last decimal must be accounted for.
 *
 * @param rejects whether there are rejected rows
 */
async function reconcile(
  engine: RecordEngine,
  raw: RawRows,
  mapping: LoadMapping,
  target: Target,
  transform: Transform,
  rejects: boolean,
): Promise<Omit<LoadReport, 'figures' | 'assumed' | 'learned' | 'doubts'>> {
  const exact = (column: string) => `sum(toDecimal256(ifNull(${column}, 0), 18))`;
  // A derived USD value is not in the file, nor is what was computed.
  const extras = new Set(TARGET_COLUMNS.filter(({ extra }) => extra).map(({ name }) => name));
  const fromFile = (column: string) => {
    if (extras.has(column)) return `toDecimal128OrNull(extras[${quote(column)}], 18)`;
    if (COMPUTED_MEASURES.includes(column)) return `if(mapContains(as_written, ${quote(column)}), NULL, ${column})`;
    return column === 'total_value_usd' ? `if(total_value_usd_derived, 0, ${column})` : column;
  };
  const rejectedIf = (column: string) => (rejects ? `sumIf(toDecimal256(ifNull(${column}, 0), 18), rejected)` : "'0'");
  const unreadable = (column: string) =>
    rejects ? `countIf(arrayExists(x -> x.1 = ${quote(column)}, problems))` : '0';
  const [source] = await engine.query({
    name: 'load.source-sums',
    sql: withListsOnce(`SELECT count(), ${rejects ? 'countIf(rejected)' : '0'}
      ${transform.measures.map((name) => `, ${exact(name)}, ${rejectedIf(name)}, ${unreadable(name)}`).join('')}
      FROM (${transform.checkedRows})`),
    row: z.tuple([count, count]).rest(z.coerce.string()),
    lane: 'load',
  });
  const [loaded] = await engine.query({
    name: 'load.loaded-sums',
    sql: `SELECT count(), if(count() = 0, NULL, min(record_date)), if(count() = 0, NULL, max(record_date)),
        countIf(total_value_usd_derived), countIf(isNotNull(total_value) AND isNull(total_value_usd)),
        countIf(isNotNull(total_value) AND isNull(total_value_usd) AND currency = '')
        ${transform.measures.map((name) => `, ${exact(fromFile(name))}`).join('')}
      FROM records WHERE load_id = ${target.loadId}`,
    row: z.tuple([count, z.string().nullable(), z.string().nullable(), count, count, count]).rest(z.coerce.string()),
    lane: 'load',
  });
  if (!source || !loaded) throw new Error('the engine answered a sum with no row');
  const [rowsRead, rowsRejected, ...sums] = source;
  const [rowsLoaded, firstDate, lastDate, usdDerived, unconverted, usdWithoutCurrency, ...loadedSums] = loaded;
  const measures = transform.measures.map((column, index) => ({
    column,
    source: sums[index * 3] ?? '',
    rejected: sums[index * 3 + 1] ?? '',
    unreadable: Number(sums[index * 3 + 2]),
    loaded: loadedSums[index] ?? '',
  }));
  const exactly = (sum: string) => scaledDecimal(sum, 18);
  const wrong = measures
    .filter((sum) => exactly(sum.source) !== exactly(sum.loaded) + exactly(sum.rejected))
    .map((sum) => `${sum.column}: read ${sum.source}, loaded ${sum.loaded}, rejected ${sum.rejected}`);
  if (rowsRead !== rowsLoaded + rowsRejected) {
    wrong.unshift(`rows: read ${rowsRead}, loaded ${rowsLoaded}, rejected ${rowsRejected}`);
  }
  if (wrong.length > 0) throw new OperatorError('What was written does not add up to what was read.', wrong);
  return {
    rowsRead,
    rowsLoaded,
    rowsRejected,
    measures,
    firstDate,
    lastDate,
    usdDerived,
    usdWithoutRate: unconverted - usdWithoutCurrency,
    usdWithoutCurrency,
    unknownCountries: await unknownCountries(engine, target.loadId, new Set(Object.keys(mapping.columns))),
    unusedColumns: unusedHeaders(mapping, raw.header),
    leftOut: await unmappedColumns(engine, raw, mapping),
  };
}

/** What a mapping does not read of a file, column by column. */
async function unmappedColumns(
  engine: RecordEngine,
  raw: RawRows,
  mapping: LoadMapping,
): Promise<LoadReport['leftOut']> {
  const columns = unreadHeaders(mapping, raw.header);
  if (columns.length === 0) return [];
  const missing = ['', ...mapping.missing].map(quote).join(', ');
  const filled = columns.map((name) => `countIf(trim(${cellAt(raw.header.indexOf(name) + 1)}) NOT IN (${missing}))`);
  const [row] = await engine.query({
    name: 'load.unmapped-columns',
    sql: `SELECT ${filled.join(', ')} FROM ${raw.table}`,
    row: z.array(count),
    lane: 'load',
  });
  return columns.map((column, index) => ({ column, filled: row?.[index] ?? 0 }));
}
