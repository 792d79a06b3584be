import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '@tidewaiter/contract';
import { mappingOfFile, mayBeShown, type PublicSource, publicSources, shippedMapping } from '@tidewaiter/loader';
import type { LoadSummary } from '@tidewaiter/records';
import { type Acts, act, listing, taken } from '../shell/act.js';
import type { CommandContext } from '../shell/context.js';
import { count, plainLine } from '../shell/print.js';
import { loadWithProgress, printOutcome } from './load.js';

const aSource = taken('<name>', 'its name, as `source list` shows it');
const AT_HAND = 'its files lie where the command is typed';

async function sourceNamed(name: string): Promise<PublicSource> {
  const sources = await publicSources();
  const found = sources.find((source) => source.name === name);
  if (found) return found;
  throw new OperatorError(`There is no source ${name}: there are ${sources.map((source) => source.name).join(', ')}.`);
}

/** What is loaded of a source: by the mappings that read its files. */
const loadsOf = ({ files }: PublicSource, loads: readonly LoadSummary[]) =>
  loads.filter((load) => files.some(({ mapping }) => load.source === mapping));

const lastDay = (loads: readonly LoadSummary[]) =>
  loads
    .map(({ report }) => report.lastDate ?? '')
    .sort()
    .at(-1) ?? '';

const titled = (title: string, lines: readonly string[]) =>
  lines.map((line, at) => `  ${(at ? '' : title).padEnd(12)}${line}`);

function cardOf(source: PublicSource, loads: readonly LoadSummary[]): string[] {
  const { licence } = source;
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
    ...given('loaded', loads.length === 0 ? '' : `${count(loads.length)} files, records until ${lastDay(loads)}`),
  ];
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
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

/** Sources whose files are public: what may be done with them, and their files. */
export const PUBLIC_SOURCE_ACTS = {
  'source list': act({
    summary: 'all that are known',
    description:
      'Lists the public sources of customs files: whether their data may be shown, sold and passed on, and what of them is loaded. ' +
      'Those that may not be shown are there to warn of them.',
    screen: AT_HAND,
    async does(_, context) {
      const loads = await (await context.records()).loads.list();
      const rows = (await publicSources()).map((source) => {
        const loaded = loadsOf(source, loads);
        const { show, sell, passOn } = source.licence;
        const { name, title } = source;
        return { name, title, show, sell, passOn, files: loaded.length, until: lastDay(loaded) };
      });
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
    screen: AT_HAND,
    async does({ name }, context) {
      const source = await sourceNamed(name);
      const loads = loadsOf(source, await (await context.records()).loads.list());
      return [{ ...source, loads: loads.map(({ loadId }) => loadId) }, cardOf(source, loads)];
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
      const source = await sourceNamed(name);
      if (!mayBeShown(source)) {
        const { basis, asOf } = source.licence;
        throw new OperatorError(`${source.title}: its data may not be published.`, [`${basis} (as of ${asOf})`]);
      }
      const names = await context.files.namesIn(from);
      const meant = names.flatMap((file) => {
        const mapping = mappingOfFile(source, file);
        return mapping === undefined || isVolume(file) ? [] : [{ file, mapping }];
      });
      if (meant.length === 0) {
        const ways = [source.unpack, `its files are called ${source.files.flatMap(({ names }) => names).join(', ')}`];
        throw new OperatorError(`${from} holds no file of ${source.title}.`, ways.filter(Boolean));
      }
      const [added, failed]: [Added[], string[]] = [[], []];
      for (const { file, mapping } of meant) {
        const path = await context.files.toRead(join(from, file));
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
      if (loads.length > 0) await accounts.audit.write({ event: 'LOADED', details: { source: name, loads } });
      if (failed.length > 0) throw new OperatorError('Not all files could be loaded; the others are.', failed);
      return [added, `${source.title}: ${count(loads.length)} of ${count(meant.length)} files are new.`];
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
