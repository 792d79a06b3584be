import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readTargets } from '@tidewaiter/accounts';
import { mayBeShown, OperatorError } from '@tidewaiter/contract';
import { mappingOfFile, shippedMapping } from '@tidewaiter/loader';
import type { LoadSummary, Records } from '@tidewaiter/records';
import { fetchFile, fileNameOf, hashOf } from '../../loading/fetch-file.js';
import { type SourceCard, sourceCards } from '../../loading/source-cards.js';
import { type Acts, act, listing, taken } from '../shell/act.js';
import { wholeNumber } from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';
import { count, plainLine } from '../shell/print.js';
import { loadWithProgress, printOutcome } from './load.js';

const aSource = taken('<name>', 'its name, as `source list` shows it');
const FETCHED = 'it fetches for hours, and its words are read as they come';
const AT_HAND = 'its files lie where the command is typed';

const cards = async ({ loads }: Records) => sourceCards(await loads.list());

async function sourceNamed(name: string, records: Records): Promise<SourceCard> {
  const sources = await cards(records);
  const found = sources.find((source) => source.name === name);
  if (found) return found;
  throw new OperatorError(`There is no source ${name}: there are ${sources.map((source) => source.name).join(', ')}.`);
}

const titled = (title: string, lines: readonly string[]) =>
  lines.map((line, at) => `  ${(at ? '' : title).padEnd(12)}${line}`);

function cardOf(source: SourceCard): string[] {
  const { licence, loads, until } = source;
  const given = (title: string, text: string) => titled(title, text === '' ? [] : [text]);
  return [
    source.title,
    ...given('publisher', source.publisher),
    ...given('where', source.where),
    ...given('rhythm', [source.rhythm, source.stays].filter(Boolean).join('; ')),
    ...given('licence', `${licence.terms}. ${licence.basis}. As of ${licence.asOf}.`),
    ...given('may I', `show: ${licence.show}; sell: ${licence.sell}; pass on: ${licence.passOn}`),
    ...titled('lacks', source.lacks),
    ...given('key', source.key),
    ...titled('traps', source.traps),
    ...given('unpack', source.unpack),
    ...given('loaded', loads.length === 0 ? '' : `${count(loads.length)} files, records until ${until ?? 'no day'}`),
  ];
}

/** What became of one file of a source. */
interface Added {
  file: string;
  load: number | null;
  /** The load whose place it took, with how many records that had, and its sums by column. */
  replaced: { load: number; records: number; sums: Record<string, string> } | null;
  records: number;
  sums: Record<string, string>;
}

const sumsOf = ({ measures }: LoadSummary['report']) =>
  Object.fromEntries(measures.map(({ column, loaded }) => [column, loaded]));

/** Loads a file of a source, in the place of one of the same name that says something else. */
async function addFile(context: CommandContext, path: string, file: string, name: string, accept: boolean) {
  const { records } = await context.services();
  const former = (await records.loads.list()).find((load) => load.source === name && load.file === file);
  if (former && former.hash === (await hashOf(path))) return { former: undefined, outcome: undefined };
  const [outcome] = await loadWithProgress(context, {
    files: [{ path }],
    mapping: await shippedMapping(name),
    replace: former?.loadId,
    accept,
  });
  return { former, outcome };
}

/** Loads files of a source: where one fails, the others are loaded. */
async function addFiles(
  context: CommandContext,
  source: SourceCard,
  files: readonly { file: string; path: string; mapping: string }[],
  { accept, json = false }: { accept: boolean; json: boolean | undefined },
): Promise<[added: Added[], words: string]> {
  const [added, failed]: [Added[], string[]] = [[], []];
  for (const { file, path, mapping } of files) {
    try {
      const { former, outcome } = await addFile(context, path, file, mapping, accept);
      if (outcome && !json) printOutcome(context, outcome, false);
      if (outcome && former && !json)
        context.out(`  replaces  load ${former.loadId}: ${changed(former.report, outcome.report)}`);
      if (!outcome && !json) context.out(`${plainLine(file)}: already loaded.`);
      if (!outcome) continue;
      const replaced = former && {
        ...{ load: former.loadId, records: former.report.rowsLoaded, sums: sumsOf(former.report) },
      };
      const { rowsLoaded: records } = outcome.report;
      added.push({ file, load: outcome.loadId, replaced: replaced ?? null, records, sums: sumsOf(outcome.report) });
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      failed.push(...[`${file}: ${error.message}`, ...error.details]);
    }
  }
  const loads = added.flatMap(({ load }) => load ?? []);
  const { accounts } = await context.services();
  if (loads.length > 0) await accounts.audit.write({ event: 'LOADED', details: { source: source.name, loads } });
  if (failed.length > 0) throw new OperatorError('Not all files could be loaded; the others are.', failed);
  return [added, `${source.title}: ${count(loads.length)} of ${count(files.length)} files are new.`];
}

/** @throws OperatorError for one whose data may not be published */
function mustBeShown(source: SourceCard): void {
  const { basis, asOf } = source.licence;
  if (mayBeShown(source)) return;
  throw new OperatorError(`${source.title}: its data may not be published.`, [`${basis} (as of ${asOf})`]);
}

/** Whether it is updated where no source is named. */
const isFollowed = ({ fetch, loads }: SourceCard) => fetch.length > 0 && loads.length > 0;

/** Fetches the files of a source into a folder of its own. @returns those that are there, new or not */
async function fetchFiles(
  context: CommandContext,
  source: SourceCard,
  { since, mirror }: { since: number; mirror: string | undefined },
): Promise<{ file: string; path: string; mapping: string }[]> {
  if (source.fetch.length === 0)
    throw new OperatorError(`The files of ${source.title}, are fetched by hand: ${source.where}.`, [
      `to load them from a folder: npx tidewaiter source add ${source.name} --from FOLDER`,
    ]);
  const folder = join(context.config.dataFolder, 'sources', source.name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files: { file: string; path: string; mapping: string }[] = [];
  for (const { url, from } of source.fetch) {
    for (let year = Math.max(since, from); year <= new Date().getFullYear(); year++) {
      const published = url.replaceAll('{year}', String(year));
      const file = fileNameOf(published);
      const address = mirror === undefined ? published : `${mirror.replace(/\/*$/, '/')}${file}`;
      const path = join(folder, file);
      const progress = (done: number, total?: number) =>
        context.progress({ label: `fetching ${file}`, done, ...(total !== undefined && { total }) });
      const allowed = readTargets(context.config.webhookTargets);
      const became = await fetchFile(address, path, { allowed, signal: context.gone, progress });
      context.progress(null);
      const mapping = mappingOfFile(source, file);
      if (became !== 'ABSENT' && mapping !== undefined) files.push({ file, path, mapping });
    }
  }
  return files;
}

/** Sources whose files are public: what may be done with them, and their files. */
export const PUBLIC_SOURCE_ACTS = {
  'source list': act({
    summary: 'all that are known',
    description:
      'Lists the public sources of customs files: whether their data may be shown, sold and passed on, and what of them is loaded. ' +
      'Those that may not be shown are there to warn of them.',
    screen: ['operatorSources'],
    async does(_, context) {
      const rows = (await cards(await context.records())).map(
        ({ name, title, licence: { show, sell, passOn }, loads, until }) => ({
          ...{ name, title, show, sell, passOn },
          ...{ files: loads.length, until: until ?? '' },
        }),
      );
      const words = listing(rows, [], {
        ...{ source: 'name', title: 'title', show: 'show', sell: 'sell', 'pass on': 'passOn' },
        ...{ files: 'files', until: 'until' },
      });
      return [rows, words];
    },
  }),

  'source show': act({
    summary: 'what one lets be done, and lacks',
    description:
      'Shows where a source is published and how often, what its licence allows and by which text, what it lacks, and what its files do.',
    takes: { name: aSource },
    example: 'source show chile',
    screen: ['operatorSources'],
    async does({ name }, context) {
      const source = await sourceNamed(name, await context.records());
      return [source, cardOf(source)];
    },
  }),

  'source add': act({
    summary: 'load its files from a folder',
    description:
      'Loads the files of a source that lie in a folder, as they were published. Each is a load of its own: where one fails, the others ' +
      'are loaded. A file that is loaded already is passed over; one of the same name with other content takes the place of that.',
    takes: {
      name: aSource,
      from: taken('!--from <folder>', 'the folder that its files lie in'),
      accept: taken('--accept', 'publish what looks wrong once it is loaded'),
    },
    files: () => ({ from: ['folder'] }),
    example: 'source add chile --from aduana/',
    screen: AT_HAND,
    audit: 'LOADED',
    async does({ name, from, accept = false, json }, context) {
      const { records } = await context.services();
      const source = await sourceNamed(name, records);
      mustBeShown(source);
      const names = await context.files.namesIn(from);
      const meant = names.flatMap((file) => {
        const mapping = mappingOfFile(source, file);
        return mapping === undefined || isVolume(file) ? [] : [{ file, mapping }];
      });
      if (meant.length === 0) {
        const ways = [source.unpack, `its files are called ${source.files.flatMap(({ names }) => names).join(', ')}`];
        throw new OperatorError(`${from} holds no file of ${source.title}.`, ways.filter(Boolean));
      }
      const files = await Promise.all(
        meant.map(async (one) => ({ ...one, path: await context.files.toRead(join(from, one.file)) })),
      );
      return addFiles(context, source, files, { accept, json });
    },
  }),

  'source update': act({
    summary: 'fetch what is new of it, and load that',
    description:
      'Fetches the files of a source where it publishes them, each where it was left if the connection broke, and loads what has ' +
      'changed. The files stay in the data folder, as they came. Without a name all sources of which something is loaded are ' +
      'updated: where one fails, the others are.',
    takes: {
      name: taken('[name]', 'its name, as `source list` shows it'),
      since: taken('--since <year>', 'the first year (default: the one before this)', wholeNumber),
      mirror: taken('--mirror <address>', 'a folder of the web that holds its files, in place of the publisher’s'),
      accept: taken('--accept', 'publish what looks wrong once it is loaded'),
    },
    example: ['source update brazil --since 2020', 'source update'],
    screen: FETCHED,
    audit: 'LOADED',
    async does({ name, since = new Date().getFullYear() - 1, mirror, accept = false, json }, context) {
      const { records } = await context.services();
      const chosen =
        name === undefined ? (await cards(records)).filter(isFollowed) : [await sourceNamed(name, records)];
      if (chosen.length === 0) throw new OperatorError('Nothing is loaded of a source that can be fetched: name one.');
      const [added, words, failed]: [Added[], string[], string[]] = [[], [], []];
      for (const source of chosen) {
        try {
          mustBeShown(source);
          const files = await fetchFiles(context, source, { since, mirror });
          const [of, told] = await addFiles(context, source, files, { accept, json });
          added.push(...of);
          words.push(told);
        } catch (error) {
          if (!(error instanceof OperatorError) || chosen.length === 1) throw error;
          failed.push(...[`${source.title}: ${error.message}`, ...error.details]);
        }
      }
      if (failed.length > 0) throw new OperatorError('Not all sources could be updated; the others are.', failed);
      return [added, words];
    },
  }),
} satisfies Acts;

/** A part of an archive that is unpacked before it can be loaded. */
const isVolume = (file: string) => /\.(rar|r\d+|7z)$/i.test(file);

function changed(before: LoadSummary['report'], now: LoadSummary['report']): string {
  const [then, sums] = [sumsOf(before), sumsOf(now)];
  return [
    `${count(before.rowsLoaded)} → ${count(now.rowsLoaded)} records`,
    ...Object.keys(sums).map((column) => `${column} ${then[column] ?? '0'} → ${sums[column]}`),
  ].join(', ');
}
