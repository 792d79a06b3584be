/** The public sources that ship, as their files in `sources/` say them. */
import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  OperatorError,
  type PublicSource,
  type PublishedTotal,
  publicSource,
  publishedTotal,
  wildcardMatcher,
} from '@tidewaiter/contract';

const SHIPPED = new URL('../sources/', import.meta.url);

let shipped: Promise<PublicSource[]> | undefined;

/** All sources that are known, by their names. */
export function publicSources(): Promise<PublicSource[]> {
  shipped ??= readSources();
  return shipped;
}

async function readSources(): Promise<PublicSource[]> {
  const files = (await readdir(fileURLToPath(SHIPPED))).sort();
  return Promise.all(
    files.map(async (file) => publicSource.parse(JSON.parse(await readFile(new URL(file, SHIPPED), 'utf8')))),
  );
}

/** Whether loads that were read by a mapping are of this source. */
export const isReadBy = ({ files }: PublicSource, name: string) => files.some(({ mapping }) => mapping === name);

/** What a source's file of totals is; undefined where it is another file. */
export const totalsOfFile = ({ totals }: PublicSource, file: string) =>
  totals.find(({ url }) => basename(url).toLowerCase() === file.toLowerCase());

/** The mapping by which a source's file is read; undefined where it is none of its files of records. */
export const mappingOfFile = (source: PublicSource, file: string) =>
  totalsOfFile(source, file)
    ? undefined
    : source.files.find(({ names }) => names.some((name) => wildcardMatcher(name)(file.toLowerCase())))?.mapping;

/** @throws OperatorError where its text is not what its card says */
export function readTotals(text: string, totals: PublicSource['totals'][number]): PublishedTotal[] {
  const cut = (line: string) => line.split(totals.delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const [header = [], ...rows] = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .filter(Boolean)
    .map(cut);
  const read = publishedTotal.array().safeParse(
    rows.map((row) => {
      const cell = (name: string) => row[header.indexOf(name)];
      const period = totals.period.map((name) => cell(name)?.padStart(2, '0') ?? '').join('-');
      return { trade: totals.trade, period, records: Number(cell(totals.records)), usd: Number(cell(totals.usd)) };
    }),
  );
  if (read.success) return read.data;
  const columns = [...totals.period, totals.records, totals.usd].join(', ');
  throw new OperatorError(`It is not read as totals: its columns ${columns} are to hold years, months and numbers.`);
}
