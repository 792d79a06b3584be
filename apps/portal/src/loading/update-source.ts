/** Brings the files of a public source: fetches what it publishes, and loads what has changed. A command and a job do it alike. */
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readTargets } from '@tidewaiter/accounts';
import { mayBeShown, OperatorError, type SourceNews } from '@tidewaiter/contract';
import {
  filesToRead,
  Loader,
  type LoadOutcome,
  mappingOfFile,
  readTotals,
  shippedMapping,
  totalsOfFile,
} from '@tidewaiter/loader';
import { AnotherChange, type LoadSummary } from '@tidewaiter/records';
import type { LoadingStores } from './draft-files.js';
import { fetchFile, fileNameOf, hashOf } from './fetch-file.js';
import type { SourceCard } from './source-cards.js';

/** What it is brought with, and who hears how far it is. */
export interface Bringing {
  stores: Pick<LoadingStores, 'records' | 'accounts'>;
  config: { dataFolder: string; webhookTargets: string };
  signal?: AbortSignal | undefined;
  progress(label: string, done: number | undefined, total: number | undefined): void;
  /** What came of a file; undefined where it was loaded already. */
  loaded?(file: string, outcome: LoadOutcome | undefined, replaced: LoadSummary | undefined): void;
}

export interface SourceFile {
  file: string;
  path: string;
}

/** Of files that were not all brought: what else is to be said of them. */
type Beside = Partial<Pick<SourceNews, 'gone' | 'failed'>>;

/** Days until a source is asked again that could not be brought whole. */
const AFTER_FAILURE_DAYS = 1;

/** Where no year is said, the last one and this: a year that is over is still corrected. */
export const usualSince = () => new Date().getFullYear() - 1;

/** @throws OperatorError for one whose data may not be published */
export function mustBeShown(source: SourceCard): void {
  const { basis, asOf } = source.licence;
  if (mayBeShown(source)) return;
  throw new OperatorError(`${source.title}: its data may not be published.`, [`${basis} (as of ${asOf})`]);
}

/** @throws OperatorError for one whose files are fetched by hand */
export function mustBeFetched(source: SourceCard): void {
  mustBeShown(source);
  if (source.fetch.length > 0) return;
  throw new OperatorError(`The files of ${source.title}, are fetched by hand: ${source.where}.`, [
    `to load them from a folder: npx tidewaiter source add ${source.name} --from FOLDER`,
  ]);
}

/**
 * Fetches what a source publishes, and loads it; where a file cannot be fetched or loaded, the others are.
 *
 * @param from.mirror the address of a folder that holds its files, in place of the publisher's
 * @throws OperatorError where nothing of it may be fetched, or somebody else changes the records
 */
export async function updateSource(
  bringing: Bringing,
  source: SourceCard,
  { since, mirror, accept = false }: { since: number; mirror?: string | undefined; accept?: boolean },
): Promise<SourceNews> {
  mustBeFetched(source);
  const folder = join(bringing.config.dataFolder, 'sources', source.name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files: SourceFile[] = [];
  const [gone, failed]: [string[], string[]] = [[], []];
  const known = new Set((await bringing.stores.records.loads.list()).map((load) => load.file));
  const allowed = readTargets(bringing.config.webhookTargets);
  for (const published of addressesOf(source, since)) {
    const file = fileNameOf(published);
    const address = mirror === undefined ? published : `${mirror.replace(/\/*$/, '/')}${file}`;
    const path = join(folder, file);
    const progress = (done: number, total?: number) => bringing.progress(`fetching ${file}`, done, total);
    try {
      const became = await fetchFile(address, path, { allowed, signal: bringing.signal, progress });
      if (became !== 'ABSENT') files.push({ file, path });
      else if (known.has(file)) gone.push(file);
    } catch (error) {
      failed.push(...wordsOf(file, error));
    }
  }
  return loadSource(bringing, source, files, { accept, gone, failed });
}

function addressesOf({ fetch, totals }: SourceCard, since: number): string[] {
  const ofRecords = fetch.flatMap(({ url, from }) => {
    const first = Math.max(since, from);
    const years = Array.from({ length: Math.max(0, new Date().getFullYear() - first + 1) }, (_, at) => first + at);
    return years.map((year) => url.replaceAll('{year}', String(year)));
  });
  return [...totals.map(({ url }) => url), ...ofRecords];
}

/**
 * Loads files of a source: where one fails, the others are loaded. What came of it is noted.
 *
 * @throws OperatorError where somebody else changes the records
 */
export async function loadSource(
  bringing: Bringing,
  source: SourceCard,
  files: readonly SourceFile[],
  { accept, gone = [], failed = [] }: { accept: boolean } & Beside,
): Promise<SourceNews> {
  const { accounts } = bringing.stores;
  const news: SourceNews = { at: new Date().toISOString(), files: [], same: 0, gone, failed };
  await addCountries(bringing.stores, source);
  for (const { file, path } of files) {
    try {
      const totals = totalsOfFile(source, file);
      if (totals) {
        await accounts.loading.sources.noteTotals(source.name, readTotals(await readFile(path, 'latin1'), totals));
        continue;
      }
      const { outcome, former } = await loadFile(bringing, path, file, mappingOfFile(source, file) ?? '', accept);
      bringing.loaded?.(file, outcome, former);
      if (outcome) news.files.push({ file, ...loadedOf(outcome), replaced: former ? loadedOf(former) : null });
      else news.same += 1;
    } catch (error) {
      news.failed.push(...wordsOf(file, error));
    }
  }
  const loads = news.files.map(({ load }) => load);
  if (loads.length > 0) await accounts.audit.write({ event: 'LOADED', details: { source: source.name, loads } });
  const days = news.failed.length > 0 ? AFTER_FAILURE_DAYS : source.everyDays;
  await accounts.loading.sources.note(source.name, news, days);
  return news;
}

/** @throws the error, where it is nothing to be told of this file alone */
function wordsOf(file: string, error: unknown): string[] {
  if (!(error instanceof OperatorError) || error instanceof AnotherChange) throw error;
  return [`${file}: ${error.message}`, ...error.details];
}

/** Whoever brings a source has said that its countries' records are wanted. */
export async function addCountries({ records }: Bringing['stores'], { countries }: SourceCard): Promise<void> {
  const known = new Set((await records.countries.list()).map(({ shortcode }) => shortcode));
  for (const country of countries) if (!known.has(country)) await records.countries.add(country);
}

/** Loads a file, in the place of one of the same name that says something else. */
async function loadFile(
  { stores: { records }, progress }: Bringing,
  path: string,
  file: string,
  name: string,
  accept: boolean,
): Promise<{ outcome?: LoadOutcome; former?: LoadSummary | undefined }> {
  const former = (await records.loads.list()).find((load) => load.source === name && load.file === file);
  const mapping = await shippedMapping(name);
  const { of } = await filesToRead({ path }, mapping);
  const beside = (mapping?.join ?? []).flatMap((joined) => of(joined)?.path ?? []).filter((one) => existsSync(one));
  const hashes = await Promise.all([path, ...beside].map(hashOf));
  if (
    former &&
    isDeepStrictEqual(
      hashes,
      former.files.map(({ hash }) => hash),
    )
  )
    return {};
  const request = { files: [{ path }], mapping, replace: former?.loadId, accept };
  const [outcome] = await new Loader(records).load(request, ({ phase, bytes }) =>
    progress(`${phase} ${file}`, bytes, undefined),
  );
  return outcome && outcome.sameAs === null ? { outcome, former } : {};
}

function loadedOf({
  loadId,
  report,
}: LoadOutcome | LoadSummary): Omit<SourceNews['files'][number], 'file' | 'replaced'> {
  const sums = Object.fromEntries(report.measures.map(({ column, loaded }) => [column, loaded]));
  return { load: loadId ?? 0, records: report.rowsLoaded, sums };
}
