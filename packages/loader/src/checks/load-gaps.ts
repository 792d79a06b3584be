import type { LoadFigures } from '@tidewaiter/records/loading';
import { quote, type RecordEngine } from '@tidewaiter/records/loading';
import { z } from 'zod';
import { sumsOfBlocks } from './sums-of-blocks.js';

const number = z.coerce.number();

const PARTIES = ['importer_name', 'exporter_name'] as const;

/** What nearly every record says where its source says it at all, and a row of totals does not; its description says what it is. */
const SAID_BY_RECORDS = ['hs_code', 'importer_name', 'exporter_name', 'origin_country', 'unit'] as const;

/** Whether a column is empty: of a party its key says so, which is shorter than its name. */
const isEmpty = (column: string) => (/^(im|ex)porter_name$/.test(column) ? `${column}_key = 0` : `${column} = ''`);

/** Texts that cleaning may take away. */
const MAY_BE_LOST = ['hs_code', 'importer_name', 'exporter_name', 'origin_country', 'destination_country'] as const;

/** From so many on a column is one that records fill, and so many empty cells make one that is looked at. */
const MOSTLY_FILLED = 0.8;
const OFTEN_EMPTY = 0.3;

/** More rows that lack what others say are no totals. */
const MOST_TOTALS = 0.25;

type Gaps = Pick<LoadFigures, 'partiesInBlocks' | 'lost' | 'sums'>;

/**
 * What a load lacks that its file may have had: parties that are written on the first row of several, values that cleaning took away, and rows
 * that are the sum of others. One pass over few columns; more only where that finds something to look at.
 *
 * @param filled the record columns that its mapping fills
 */
export async function gapsOf(engine: RecordEngine, loadId: number, filled: ReadonlySet<string>): Promise<Gaps> {
  const ofLoad = `FROM records WHERE load_id = ${loadId}`;
  const said = SAID_BY_RECORDS.filter((column) => filled.has(column));
  const lost = MAY_BE_LOST.filter((column) => filled.has(column));
  const wasTaken = (column: string) => `countIf(${isEmpty(column)} AND has(as_written.keys, ${quote(column)}))`;
  const [row = []] = await engine.query({
    name: 'load.gaps',
    sql: `SELECT count(), ${[...said.map((column) => `countIf(${isEmpty(column)})`), ...lost.map(wasTaken)].join(', ') || '0'} ${ofLoad}`,
    row: z.array(number),
    lane: 'load',
  });
  const [records = 0, ...counts] = row;
  const empty = new Map(said.map((column, at) => [column, counts[at] ?? 0]));
  const partiesInBlocks: Gaps['partiesInBlocks'] = [];
  for (const party of PARTIES) {
    const gaps = empty.get(party) ?? 0;
    if (gaps > OFTEN_EMPTY * records && (await isInBlocks(engine, ofLoad, party))) {
      partiesInBlocks.push({ column: party, empty: gaps });
    }
  }
  const usual = said.filter((column) => (empty.get(column) ?? 0) <= (1 - MOSTLY_FILLED) * records);
  const hasGaps = usual.some((column) => (empty.get(column) ?? 0) > 0);
  const takenAway: Gaps['lost'] = [];
  for (const [at, column] of lost.entries()) {
    const taken = counts[said.length + at] ?? 0;
    if (taken > 0) takenAway.push({ column, records: taken });
  }
  return {
    partiesInBlocks,
    lost: takenAway,
    sums: await linesOfSums(engine, ofLoad, hasGaps ? usual : []),
  };
}

/** Changes of the date that tell, and the share of them with which a party is written. */
const LEAST_CHANGES = 3;
const WITH_THE_PARTY = 0.95;

/** Whether a party is written where a new group of rows begins, and nowhere else: then those behind it are of the same one. */
async function isInBlocks(engine: RecordEngine, ofLoad: string, party: string): Promise<boolean> {
  const [row] = await engine.query({
    name: 'load.blocks',
    sql: `SELECT countIf(changes), countIf(changes AND NOT is_empty), countIf(is_empty)
      FROM (SELECT ${isEmpty(party)} AS is_empty, record_date != lagInFrame(record_date, 1, record_date) OVER (ORDER BY line) AS changes ${ofLoad})`,
    row: z.tuple([number, number, number]),
    lane: 'load',
  });
  const [changes = 0, withParty = 0, empty = 0] = row ?? [];
  return changes >= LEAST_CHANGES && withParty >= WITH_THE_PARTY * changes && empty > 0;
}

/** Lines that are told, and how near a sum must come to what it is the sum of. */
const LINES_TOLD = 20;
const NEARLY = 1e-6;

/**
 * The lines of subtotals and totals: of rows that lack half of what other rows say and have the value of those before them, from the last such row
 * or from the first row on; else of rows that the whole file is divided by.
 */
async function linesOfSums(engine: RecordEngine, ofLoad: string, usual: readonly string[]): Promise<number[]> {
  const lacking = usual.length > 0 ? await linesThatLack(engine, ofLoad, usual) : [];
  return lacking.length > 0 ? lacking : linesOfBlocks(engine, ofLoad);
}

/** Rows that are looked at: what closes or opens blocks does so from the first row on. */
const ROWS_OF_BLOCKS = 5000;

/** The lines of rows that lack nothing and close, or open, blocks of rows by their sum. */
async function linesOfBlocks(engine: RecordEngine, ofLoad: string): Promise<number[]> {
  const rows = await engine.query({
    name: 'load.blocks-of-sums',
    sql: `SELECT line, toFloat64(ifNull(total_value_usd, ifNull(total_value, 0))) AS amount ${ofLoad} AND amount > 0 ORDER BY line LIMIT ${ROWS_OF_BLOCKS}`,
    row: z.tuple([number, number]),
    lane: 'load',
  });
  const places = sumsOfBlocks(rows.map(([, amount]) => amount));
  return places.slice(0, LINES_TOLD).flatMap((at) => rows[at]?.[0] ?? []);
}

async function linesThatLack(engine: RecordEngine, ofLoad: string, usual: readonly string[]): Promise<number[]> {
  const lacking = `${usual.map((column) => `(${isEmpty(column)})`).join(' + ')} >= ${Math.ceil(usual.length / 2)}`;
  const running = 'OVER (ORDER BY line ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)';
  const rows = await engine.query({
    name: 'load.sums',
    sql: `SELECT line FROM (
        SELECT line, lacks, amount, before, rows_before,
          lagInFrame(before, 1, 0) OVER (ORDER BY line) AS last, lagInFrame(rows_before, 1, 0) OVER (ORDER BY line) AS last_rows
        FROM (
          SELECT line, lacks, amount, sum(if(lacks, 0, amount)) ${running} AS before, sum(if(lacks, 0, 1)) ${running} AS rows_before
          FROM (
            SELECT line, ${lacking} AS lacks, toFloat64(ifNull(total_value_usd, ifNull(total_value, 0))) AS amount, count() OVER () AS records,
              countIf(lacks) OVER () AS lacking ${ofLoad}
          )
          WHERE lacking BETWEEN 1 AND ${MOST_TOTALS} * records
        )
        WHERE lacks
      )
      WHERE amount > 0 AND ((rows_before - last_rows >= 2 AND abs(before - last - amount) <= ${NEARLY} * amount)
        OR (rows_before >= 2 AND abs(before - amount) <= ${NEARLY} * amount))
      ORDER BY line LIMIT ${LINES_TOLD}`,
    row: z.tuple([number]),
    lane: 'load',
  });
  return rows.map(([line]) => line);
}
