import { join } from 'node:path';
import { OperatorError, type SourceNews } from '@tidewaiter/contract';
import { mappingOfFile, shippedMapping, totalsOfFile } from '@tidewaiter/loader';
import { type SourceCard, sourceCards, sourceNamed, sourcesNamed } from '../../loading/source-cards.js';
import {
  type Bringing,
  loadSource,
  mustBeFetched,
  mustBeShown,
  type SourceFile,
  updateSource,
  usualSince,
} from '../../loading/update-source.js';
import { type Acts, act, listing, taken } from '../shell/act.js';
import { wholeNumber } from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';
import { count, plainLine } from '../shell/print.js';
import { bringJoined, printOutcome } from './load.js';
import { shareInWords } from './loads.js';

const aSource = taken('<name>', 'its name, as `source list` shows it');
const FETCHED = 'it fetches for hours, and its words are read as they come';
const AT_HAND = 'its files lie where the command is typed';

const titled = (title: string, lines: readonly string[]) =>
  lines.map((line, at) => `  ${(at ? '' : title).padEnd(12)}${line}`);

const several = (number: number, what: string) => `${count(number)} ${what}${number === 1 ? '' : 's'}`;

function cardOf(source: SourceCard): string[] {
  const { licence, loads, until, news, nextAt } = source;
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
    ...given(
      'loaded',
      loads.length === 0 ? '' : `${several(loads.length, 'file')}, records until ${until ?? 'no day'}`,
    ),
    ...titled('of totals', source.shares.map(shareInWords)),
    ...given('followed', nextAt === null ? '' : `since ${source.since}; looked for again at ${nextAt}`),
    ...titled('last', news === null ? [] : [`looked for at ${news.at}`, ...newsInWords(news)]),
  ];
}

/** What came of bringing a source, a line for each thing. */
function newsInWords({ files, same, gone, failed }: SourceNews): string[] {
  return [
    `${several(files.length, 'new file')}, ${count(same)} as before`,
    ...files.map(
      ({ file, replaced, ...now }) => `${plainLine(file)}: ${replaced ? changed(replaced, now) : told(now)}`,
    ),
    ...gone.map((file) => `${plainLine(file)}: no longer published; what is loaded of it stays`),
    ...failed.map((line) => `failed: ${plainLine(line)}`),
  ];
}

type LoadedSums = NonNullable<SourceNews['files'][number]['replaced']>;

const told = ({ load, records }: LoadedSums) => `load ${load}, ${several(records, 'record')}`;

const changed = (before: LoadedSums, now: LoadedSums) =>
  [
    `load ${now.load} in the place of load ${before.load}: ${count(before.records)} → ${count(now.records)} records`,
    ...Object.keys(now.sums).map((column) => `${column} ${before.sums[column] ?? '0'} → ${now.sums[column]}`),
  ].join(', ');

async function bringingOf(context: CommandContext, json = false): Promise<Bringing> {
  return {
    ...{ stores: await context.services(), config: context.config, signal: context.gone },
    progress: (label, done, total) =>
      context.progress({ label, ...(done !== undefined && { done }), ...(total !== undefined && { total }) }),
    loaded(file, outcome) {
      context.progress(null);
      if (json) return;
      if (outcome) printOutcome(context, outcome, false);
      else context.out(`${plainLine(file)}: already loaded.`);
    },
  };
}

/** @throws OperatorError where not all came */
function brought(all: readonly (readonly [SourceCard, SourceNews])[]): [SourceNews[], string[]] {
  const failed = all.flatMap(([{ title }, news]) =>
    news.failed.map((line) => (all.length > 1 ? `${title}: ${line}` : line)),
  );
  if (failed.length > 0) throw new OperatorError('Not all files could be loaded; the others are.', failed);
  const words = all.flatMap(([{ title }, news]) => {
    const [first, ...lines] = newsInWords(news);
    return [`${title}: ${first}.`, ...lines.map((line) => `  ${line}`)];
  });
  return [all.map(([, news]) => news), words];
}

/** The files of a source in a folder, and what is joined to them, where they can be read. @throws OperatorError where it holds none */
async function filesIn(folder: string, source: SourceCard, context: CommandContext): Promise<SourceFile[]> {
  mustBeShown(source);
  const meant = (await context.files.namesIn(folder)).filter(
    (file) => totalsOfFile(source, file) || (mappingOfFile(source, file) !== undefined && !isVolume(file)),
  );
  if (meant.length === 0) {
    const ways = [source.unpack, `its files are called ${source.files.flatMap(({ names }) => names).join(', ')}`];
    throw new OperatorError(`${folder} holds no file of ${source.title}.`, ways.filter(Boolean));
  }
  return Promise.all(
    meant.map(async (file) => {
      const path = await context.files.toRead(join(folder, file));
      await bringJoined(context, { path }, await shippedMapping(mappingOfFile(source, file) ?? ''));
      return { file, path };
    }),
  );
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
      const rows = (await sourceCards(await context.services())).map(
        ({ name, title, licence: { show, sell, passOn }, loads, until, since, nextAt, news }) => ({
          ...{ name, title, show, sell, passOn },
          ...{ files: loads.length, until: until ?? '', since, nextAt, news },
        }),
      );
      const words = listing(rows, [], {
        ...{ source: 'name', title: 'title', show: 'show', sell: 'sell', 'pass on': 'passOn' },
        ...{ files: 'files', until: 'until', 'next look': ({ nextAt }) => nextAt?.slice(0, 16).replace('T', ' ') },
        'last time': ({ news }) =>
          news && (news.failed.length > 0 ? 'failed: see `source show`' : newsInWords(news)[0]),
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
      const source = await sourceNamed(name, await context.services());
      return [source, cardOf(source)];
    },
  }),

  'source add': act({
    summary: 'load their files from a folder',
    description:
      'Loads the files of a source that lie in a folder, as they were published; of several sources, each has a folder of its name in it. ' +
      'Each file is a load of its own: where one fails, the others are loaded. A file that is loaded already is passed over; one of the ' +
      'same name with other content takes the place of that.',
    takes: {
      names: taken('<name...>', 'their names, as `source list` shows them'),
      from: taken('!--from <folder>', 'the folder that the files lie in'),
      accept: taken('--accept', 'publish what looks wrong once it is loaded'),
    },
    files: () => ({ from: ['folder'] }),
    example: ['source add chile --from aduana/', 'source add brazil chile peru --from files/'],
    screen: AT_HAND,
    audit: 'LOADED',
    async does({ names, from, accept = false, json }, context) {
      const sources = await sourcesNamed(names, await context.services());
      const given: [SourceCard, SourceFile[]][] = [];
      for (const source of sources) {
        const folder = sources.length > 1 ? join(from, source.name) : from;
        given.push([source, await filesIn(folder, source, context)]);
      }
      const bringing = await bringingOf(context, json);
      const all: [SourceCard, SourceNews][] = [];
      for (const [source, files] of given) all.push([source, await loadSource(bringing, source, files, { accept })]);
      return brought(all);
    },
  }),

  'source update': act({
    summary: 'fetch what is new of it, and load that',
    description:
      'Fetches the files of a source where it publishes them, each where it was left if the connection broke, and loads what has ' +
      'changed. The files stay in the data folder, as they came. Without a name all sources that are followed are ' +
      'updated: where one fails, the others are.',
    takes: {
      name: taken('[name]', 'its name, as `source list` shows it'),
      since: taken(
        '--since <year>',
        'the first year (default: that which is followed, or the one before this)',
        wholeNumber,
      ),
      mirror: taken('--mirror <address>', 'a folder of the web that holds its files, in place of the publisher’s'),
      accept: taken('--accept', 'publish what looks wrong once it is loaded'),
    },
    example: ['source update brazil --since 2020', 'source update'],
    screen: FETCHED,
    audit: 'LOADED',
    async does({ name, since, mirror, accept = false, json }, context) {
      const services = await context.services();
      const chosen =
        name === undefined
          ? (await sourceCards(services)).filter((card) => card.since !== null)
          : await sourcesNamed([name], services);
      if (chosen.length === 0) throw new OperatorError('No source is followed: name one.');
      const bringing = await bringingOf(context, json);
      const all: [SourceCard, SourceNews][] = [];
      for (const source of chosen) {
        const asked = { since: since ?? source.since ?? usualSince(), mirror, accept };
        all.push([source, await updateSource(bringing, source, asked)]);
      }
      return brought(all);
    },
  }),

  'source follow': act({
    summary: 'bring its files as they are published',
    description:
      'Has the running portal fetch the files of a source, now and by its rhythm, and load what has changed, as `source update` does. ' +
      '`source list` says what came and when it looks again. Nothing is fetched of a source that nobody has said this of.',
    takes: {
      name: aSource,
      since: taken('--since <year>', 'the first year (default: the one before this)', wholeNumber),
    },
    example: 'source follow brazil --since 2020',
    screen: ['followSource'],
    audit: 'SOURCE_FOLLOWED',
    async does({ name, since = usualSince() }, context) {
      const { accounts, records } = await context.services();
      const source = await sourceNamed(name, { accounts, records });
      mustBeFetched(source);
      await accounts.loading.sources.follow(name, since);
      const words = `${source.title}: the running portal fetches its files from ${since} on, now and every ${several(source.everyDays, 'day')}.`;
      return [{ name, since }, words];
    },
  }),

  'source leave': act({
    summary: 'bring no more of its files',
    description: 'Ends what `source follow` began. What is loaded stays.',
    takes: { name: aSource },
    screen: ['leaveSource'],
    audit: 'SOURCE_LEFT',
    async does({ name }, context) {
      const { accounts, records } = await context.services();
      const { title } = await sourceNamed(name, { accounts, records });
      const was = await accounts.loading.sources.leave(name);
      return [{ name, was }, was ? `${title}: no more of its files are fetched.` : `${title}: it was not followed.`];
    },
  }),
} satisfies Acts;

/** A part of an archive that is unpacked before it can be loaded. */
const isVolume = (file: string) => /\.(rar|r\d+|7z)$/i.test(file);
