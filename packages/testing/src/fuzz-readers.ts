/**
 * Reads files that chance has damaged. Whatever a file holds, it is read or refused with a message, in bounded time, and
 * nothing of it is left behind.
 */

import { readFile as readBytes } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { OperatorError } from '@tidewaiter/contract';
import { Random } from '@tidewaiter/demo';
import { EVERYTHING_LOADED } from '@tidewaiter/records';
import { quote } from '@tidewaiter/records/loading';
import { DBFFile } from 'dbffile';
import { workbookOf, zipOf, zstdOf } from './archives.js';
import { leftBehind, readFile } from './read-file.js';
import { AS_PORTAL, EVERYTHING, type TestRecords } from './records.js';
import { HEADER, smallMapping } from './small-files.js';

/** Longest that a damaged file of a few kilobytes may take, in milliseconds. */
const LONGEST = 20_000;

/** Every so many cases a file is loaded, not only read. */
const LOADED = 50;

export interface FuzzCounts {
  read: number;
  refused: number;
  loaded: number;
  /** Cases that ended in any other way. */
  wrong: string[];
}

type Fixture = (random: Random) => { name: string; bytes: Buffer };

const ROWS = Array.from({ length: 40 }, (_, n) => [
  ...[`${n}`, '2020-01-01', '8517', `"Acme, ""${n}""\nof Busan"`, `${n}.25`],
]);
const CSV = `${HEADER}\n${ROWS.map((row) => row.join(',')).join('\n')}\n`;

const JSON_LINES = ROWS.map(([no, date, hs, , usd]) =>
  JSON.stringify({ no, date, hs, importer: { name: 'Acme', places: [1, 2.5] }, usd: Number(usd) }),
).join('\n');

const SHEET = `<sheetData>${[HEADER.split(','), ...ROWS]
  .map((row, index) => `<row r="${index + 1}">${row.map((cell) => `<c t="str"><v>${cell}</v></c>`).join('')}</row>`)
  .join('')}</sheetData>`;

/** What the cases are made from: whole files, and what is inside of archives. */
async function fuzzFixtures(test: TestRecords): Promise<Fixture[]> {
  const parquet = join(test.folder, 'fuzz.parquet');
  await test.records.staging.engine.run({
    name: 'test.parquet',
    sql: `INSERT INTO FUNCTION file(${quote(parquet)}, 'Parquet') SELECT toString(number) AS no, toDate('2020-01-01') + number AS date,
      '8517' AS hs, if(number % 3 = 0, NULL, 'Acme') AS importer, toDecimal64(number, 2) AS usd, [number, 2] AS list FROM numbers(40)`,
  });
  const dbase = join(test.folder, 'fuzz.dbf');
  const fields = HEADER.split(',').map((name) => ({ name, type: 'C' as const, size: 12 }));
  const file = await DBFFile.create(dbase, fields);
  await file.appendRecords(ROWS.map(([no, date, hs, , usd]) => ({ no, date, hs, importer: 'Acme é', usd })));
  const whole: Record<string, Buffer> = {
    'a.csv': Buffer.from(CSV),
    'b.tsv': Buffer.from(CSV.replaceAll(',', '\t')),
    'c.csv': Buffer.from(`\ufeff${CSV}`, 'utf16le'),
    'd.csv': Buffer.from(CSV.replaceAll('Acme', 'Café'), 'latin1'),
    'e.jsonl': Buffer.from(JSON_LINES),
    'f.parquet': await readBytes(parquet),
    'g.dbf': await readBytes(dbase),
    'h.xlsx': workbookOf(SHEET),
    'i.csv.gz': gzipSync(CSV),
    'j.csv.zst': zstdOf(CSV),
    'k.zip': zipOf({ 'a.csv': CSV, 'b.pdf': 'x' }),
  };
  const damaged = (text: string, random: Random) => mutated(Buffer.from(text), random).toString('latin1');
  return [
    ...Object.entries(whole).map(([name, bytes]) => (random: Random) => ({ name, bytes: mutated(bytes, random) })),
    (random) => ({ name: 'l.xlsx', bytes: workbookOf(damaged(SHEET, random)) }),
    (random) => ({ name: 'm.csv.gz', bytes: gzipSync(mutated(Buffer.from(CSV), random)) }),
    (random) => ({ name: 'n.zip', bytes: zipOf({ 'x.xlsx': workbookOf(damaged(SHEET, random)) }) }),
  ];
}

/** A few changes at random places, of the kinds that break files. */
function mutated(original: Buffer, random: Random): Buffer {
  let bytes = Buffer.from(original);
  const part = () => {
    const from = random.below(bytes.length + 1);
    return [from, Math.min(bytes.length, from + 1 + random.below(64))] as const;
  };
  for (let left = 1 + random.below(6); left > 0; left -= 1) {
    const [from, to] = part();
    const [before, within, after] = [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)];
    const odd = Buffer.from(
      random.pick(['"', '\n', '\r', '\0', ',', '\u00ff', '}', '<', '\ufeff', '-1', '9'.repeat(30)]),
    );
    bytes = random.pick([
      () => Buffer.concat([before, after]),
      () => Buffer.concat([before, within, within, after]),
      () => Buffer.concat([before, odd, after]),
      () => Buffer.concat([before, odd, within, after]),
      () => Buffer.concat([before, Buffer.alloc(within.length, random.below(256)), after]),
      () => Buffer.concat([before, within.map((byte) => byte ^ (1 << random.below(8))), after]),
      () => (random.chance(0.2) ? before : bytes),
    ])();
  }
  return bytes;
}

/** Runs cases `from` to below `to`; a seed gives the same ones everywhere. */
export async function fuzzReaders(
  test: TestRecords,
  { seed, from, to, onCase = () => {} }: { seed: number; from: number; to: number; onCase?: (index: number) => void },
): Promise<FuzzCounts> {
  const fixtures = await fuzzFixtures(test);
  const counts: FuzzCounts = { read: 0, refused: 0, loaded: 0, wrong: [] };
  for (let index = from; index < to; index += 1) {
    onCase(index);
    const random = Random.of(seed, `case ${index}`);
    const { name, bytes } = fixtures[index % fixtures.length]?.(random) ?? { name: '', bytes: Buffer.alloc(0) };
    const path = await test.file(`${index}-${name}`, bytes);
    try {
      if (index % LOADED === 0) await inTime(loadOrNot(test, path, counts));
      else {
        await inTime(readFile(test, path));
        counts.read += 1;
      }
    } catch (error) {
      if (error instanceof OperatorError) counts.refused += 1;
      else counts.wrong.push(`case ${index} (${name}): ${error instanceof Error ? error.stack : error}`);
    }
  }
  const left = await leftBehind(test);
  if (left.length > 0) counts.wrong.push(`left behind: ${left.join(', ')}`);
  return counts;
}

/** A load that is refused leaves the records as they were; one that is not is whole, and taken out again. */
async function loadOrNot(test: TestRecords, path: string, counts: FuzzCounts): Promise<void> {
  const [outcome] = await test.loader.load({ files: [{ path }], mapping: smallMapping() }).catch(async (error) => {
    if ((await recordsHeld(test)) !== 0) throw new Error(`a part was loaded, before: ${error}`);
    throw error;
  });
  if (!outcome || outcome.loadId === null) throw new Error('nothing was loaded, and nothing said');
  if ((await recordsHeld(test)) !== outcome.report.rowsLoaded) throw new Error('not all was loaded');
  counts.loaded += 1;
  await test.records.publication.unload([outcome.loadId]);
}

async function recordsHeld({ records }: TestRecords): Promise<number> {
  const question = await records.ask(EVERYTHING_LOADED, EVERYTHING, AS_PORTAL);
  const months = await question.months();
  return months.reduce((sum, { records }) => sum + Number(records), 0);
}

function inTime<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`took longer than ${LONGEST} ms`)), LONGEST);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
