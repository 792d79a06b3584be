import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { addDays, addMonths, daysBetween, firstOfMonth, isIsoDate, type TradeType } from '@tidewaiter/contract';
import { localPerDollar } from './amounts.js';
import { inventCompanies } from './companies.js';
import { Declarations, dayWeight } from './declarations.js';
import { inventLinks, type Link } from './links.js';
import { REPORTERS } from './places.js';
import { Random } from './random.js';
import { DEMO_HEADER, rowOf } from './rows.js';

export { DEMO_HEADER } from './rows.js';

export interface DemoFile {
  tradeType: TradeType;
  path: string;
  rows: number;
}

export interface DemoOptions {
  directory: string;
  /** Records in both files together. */
  rows: number;
  /** The last day with records, `YYYY-MM-DD`; the first is five years earlier. */
  until: string;
  seed?: number;
  /** Told the rows of both files so far, now and then and at the end. */
  onProgress?: (rowsWritten: number) => void;
}

const YEARS = 5;
const IMPORT_SHARE = 0.6;
const DEFAULT_SEED = 20_417;
/** Characters that are handed to the file at once: large enough to be quick, small enough to keep memory flat. */
const CHUNK = 256 * 1024;

interface Day {
  date: Date;
  iso: string;
  /** The share of all records that lie on this day or before. */
  until: number;
}

function daysOf(until: string): Day[] {
  if (!isIsoDate(until)) throw new RangeError(`not a day: ${until}`);
  const first = addDays(addMonths(until, -12 * YEARS), 1);
  let sum = 0;
  const days = Array.from({ length: daysBetween(first, until) + 1 }, (_, n): Day => {
    const iso = addDays(first, n);
    const date = new Date(`${iso}T00:00:00Z`);
    sum += dayWeight(n, date);
    return { date, iso, until: sum };
  });
  for (const day of days) day.until /= sum;
  return days;
}

/** Most declarations have one to four items. */
function drawItems(random: Random): number {
  const items = [1, 1, 1, 1, 2, 2, 2, 3, 3, 4];
  return random.chance(0.02) ? 5 + random.below(8) : random.pick(items);
}

/**
 * The rows of a file in the order of their dates, a chunk at a time. A day's last declaration may run over the day's
 * share: the next day then has so many fewer, and a small demo keeps declarations of several items.
 */
function* chunksOf(trade: TradeType, rows: number, days: readonly Day[], links: readonly Link[], seed: number) {
  const random = Random.of(seed, trade);
  const drawing = { trade, random, aside: Random.of(seed, `${trade} details`) };
  const declarations = new Declarations(trade, links, random);
  let text = `${DEMO_HEADER.join(',')}\n`;
  let written = 0;
  for (const [index, day] of days.entries()) {
    // A row is kept for the last day: the demo ends when it says, however few rows it has.
    const isLast = index === days.length - 1;
    const room = isLast ? rows : rows - 1;
    const target = isLast ? rows : Math.min(room, Math.floor(rows * day.until));
    while (written < target) {
      const declaration = declarations.draw(day.date);
      const items = Math.min(drawItems(random), room - written);
      const when = { iso: day.iso, day: index, elapsed: index / days.length };
      for (let item = 1; item <= items; item++) text += rowOf(declaration, item, when, drawing);
      written += items;
      if (text.length >= CHUNK) {
        yield { text, written };
        text = '';
      }
    }
  }
  yield { text, written };
}

/**
 * Writes `demo-import.csv` and `demo-export.csv`: invented customs records of some twenty countries over five years,
 * for a portal that has no data of its own yet. The same options give the same bytes on every machine. The directory is
 * made when it is not there; files of these names are replaced. Rows are streamed, so memory does not grow with them.
 *
 * @throws RangeError when `rows` is not a whole number from 1 or `until` is not a day.
 */
export async function writeDemoFiles(options: DemoOptions): Promise<DemoFile[]> {
  const { directory, rows, seed = DEFAULT_SEED, onProgress } = options;
  if (!Number.isSafeInteger(rows) || rows < 1) throw new RangeError(`not a number of rows: ${rows}`);
  const days = daysOf(options.until);
  const links = inventLinks(inventCompanies(seed), seed);
  await mkdir(directory, { recursive: true });

  const imports = Math.round(rows * IMPORT_SHARE);
  const files: DemoFile[] = [
    { tradeType: 'IMPORT', path: join(directory, 'demo-import.csv'), rows: imports },
    { tradeType: 'EXPORT', path: join(directory, 'demo-export.csv'), rows: rows - imports },
  ];
  let before = 0;
  for (const file of files) {
    const chunks = chunksOf(file.tradeType, file.rows, days, links, seed);
    const texts = function* () {
      for (const { text, written } of chunks) {
        yield text;
        onProgress?.(before + written);
      }
    };
    await pipeline(Readable.from(texts(), { objectMode: true, highWaterMark: 1 }), createWriteStream(file.path));
    before += file.rows;
  }
  return files;
}

/**
 * Writes `demo-rates.csv`: what a US dollar costs in Indian rupees in each month of the demo's period, so that its sums are told
 * in INR too.
 *
 * @returns its path
 */
export async function writeDemoRates({ directory, until }: Pick<DemoOptions, 'directory' | 'until'>): Promise<string> {
  const rupees = REPORTERS.find(({ code }) => code === 'IND');
  if (!rupees) throw new Error('India reports nothing');
  const months = Array.from({ length: YEARS * 12 + 1 }, (_, n) => addMonths(firstOfMonth(until), n - YEARS * 12));
  const rates = months.map((month, n) => `${month},India,${localPerDollar(rupees, n / (YEARS * 12)).toFixed(4)}`);
  const path = join(directory, 'demo-rates.csv');
  await writeFile(path, ['Date,Country,Exchange rate', ...rates, ''].join('\n'));
  return path;
}
