import { resolve } from 'node:path';
import {
  COVERAGE_SHARES,
  countryByCode,
  dayOf,
  OperatorError,
  sharePercent,
  type TotalShare,
} from '@tidewaiter/contract';
import { Loader } from '@tidewaiter/loader';
import type { LoadSummary, Records, SourceCoverage } from '@tidewaiter/records';
import { bytes } from '../../app/sizes.js';
import { sourceCards } from '../../loading/source-cards.js';
import { type Acts, act, listing, RARE, taken, takenOr } from '../shell/act.js';
import { countryCode, wholeNumber } from '../shell/arguments.js';
import { count, plainLine } from '../shell/print.js';

const aLoad = taken('<load>', "the load's number, as `loads` lists it", wholeNumber);

/** More rejected rows than anybody reads in a terminal. */
const SHOWN_MAX = 1_000_000;

/** What is loaded, and what is done to it. */
export const LOADED_ACTS = {
  loads: act({
    summary: 'what is loaded',
    description: 'Lists what is loaded, in the order of loading.',
    screen: ['operatorLoads'],
    async does(_, context) {
      const records = await context.records();
      const loads = await records.loads.list();
      const { version: dataVersion } = await records.versions.current();
      for (const line of await missingInWords(records)) context.err(line);
      const listed = listing(
        loads,
        'Nothing is loaded yet.',
        {
          load: ({ loadId }) => String(loadId),
          file: 'file',
          source: ({ country, source }) => (country === '' ? source : `${source} (${country})`),
          type: ({ tradeType }) => tradeType.toLowerCase(),
          records: ({ report }) => report.rowsLoaded,
          rejected: ({ report }) => report.rowsRejected,
          from: ({ report }) => report.firstDate,
          to: ({ report }) => report.lastDate,
          size: (load) => bytes(load.bytes),
          archived: ({ archived }) => (archived ? 'yes' : 'no'),
          'loaded at': 'loadedAt',
        },
        ['size'],
      );
      const sum = loads.reduce((total, { report }) => total + report.rowsLoaded, 0);
      const total = `  ${count(loads.length)} ${loads.length === 1 ? 'load' : 'loads'}, ${count(sum)} records`;
      return [{ dataVersion, loads, missing: await records.missing() }, loads.length === 0 ? listed : [listed, total]];
    },
  }),

  unload: act({
    summary: 'take a load out',
    description:
      'Takes a load out. Searches see the records with it or without it, never in between. Its file stays in the archive, ' +
      'from where `reload` brings it back, unless --purge says otherwise. At a terminal it asks first.',
    takes: {
      load: aLoad,
      purge: taken('--purge', 'remove its archived file as well: nothing brings it back then'),
      yes: taken('--yes', 'do not ask'),
    },
    example: ['unload 3', 'unload 3 --purge --yes'],
    screen: ['unloadLoad'],
    audit: 'LOAD_TAKEN_OUT',
    async does({ load, purge = false, yes }, context) {
      const { records } = await context.services();
      const { file, files, archived, country, tradeType, report } = await records.loads.mustBeVisible(load);
      const isBack = archived && !purge;
      if (context.ask && !yes) {
        const what = `${count(report.rowsLoaded)} records of ${file} (${[country, `${tradeType.toLowerCase()}s`].filter(Boolean).join(', ')})`;
        const back = isBack ? `\`reload ${load}\` brings them back` : 'nothing brings them back but the file';
        const typed = await context.ask(
          `This takes out load ${load}: ${what}; ${back}. Type the load's number to go on: `,
        );
        if (typed.trim() !== String(load)) throw new OperatorError('Nothing was taken out.');
      }
      await records.publication.unload([load], { purge });
      const { version: dataVersion } = await records.versions.current();
      const kept = isBack ? [...new Set(files.map(({ hash }) => records.archive.pathOf(hash)))] : [];
      const words = [
        `Load ${load} is taken out. Data version ${dataVersion}.`,
        ...(kept.length > 0
          ? [
              `${kept.length === 1 ? 'Its file stays' : 'Its files stay'} in ${kept.join(', ')}`,
              `to bring it back: npx tidewaiter reload ${load}`,
            ]
          : []),
      ];
      return [{ load, dataVersion, kept }, words, { load }];
    },
  }),

  coverage: act({
    summary: 'what is there, how fresh, how complete',
    description:
      'Lists each country and month: records, and the share of them that name importer, exporter, quantity, value and the ' +
      "reporting country's port; of each country how many days its last record lies behind today, and how much is loaded of what " +
      'its public source says that a period comes to.',
    takes: { only: taken('--country <code>', 'of one country only, for instance KOR', countryCode) },
    screen: 'the coverage screen shows it to everybody',
    async does({ only, json }, context) {
      const services = await context.services();
      const { records } = services;
      const cards = await sourceCards(services);
      const [{ bySource, EVERYTHING_LOADED, PORTAL }, { EVERYTHING }] = await Promise.all([
        import('@tidewaiter/records'),
        import('@tidewaiter/records/operator'),
      ]);
      const question = await records.ask(EVERYTHING_LOADED, EVERYTHING, { asker: PORTAL });
      const { dataVersion } = question;
      const months = (await question.months()).filter(({ country }) => only === undefined || country === only);
      const loads = await records.loads.list();
      const sources = bySource(months, dayOf(new Date())).map((source) => ({
        ...source,
        accepted: acceptedOf(source, loads),
        published: cards
          .filter(({ countries }) => countries.includes(source.country))
          .flatMap(({ shares }) => shares.filter(({ trade }) => trade === source.tradeType)),
      }));
      for (const line of await missingInWords(records)) context.err(line);
      if (sources.length === 0 && only !== undefined && !json) throw new OperatorError(`Nothing is loaded of ${only}.`);
      return [{ dataVersion, sources }, sources.length === 0 ? 'Nothing is loaded yet.' : sources.map(inWords)];
    },
  }),

  rejected: act({
    summary: 'the rejected rows of a load',
    description:
      'Lists the rejected rows of a load, with the reason for each; as a CSV, with the whole row as the file has it.',
    takes: {
      load: aLoad,
      out: taken('--out <file>', 'write a CSV: file, line, column, reason, cell, then the columns of the row'),
    },
    files: () => ({ out: ['overwrite'] }),
    example: 'rejected 3 --out rejected.csv',
    screen: ['operatorRejections', 'rejectedRows'],
    async does({ load: loadId, out }, context) {
      const records = await context.records();
      const { report } = await records.loads.mustBeVisible(loadId);
      if (out !== undefined) {
        const file = resolve(context.cwd, out);
        await context.files.write(out, rejectedLines(records, loadId), { overwrite: true });
        const rows = report.rowsRejected;
        return [{ loadId, rows, file }, `${count(rows)} rejected rows of load ${loadId} are in ${file}`];
      }
      const rejections = await records.loads.rejections(loadId, SHOWN_MAX);
      const words = listing(rejections, `Load ${loadId} rejected no rows.`, {
        file: 'file',
        line: ({ line }) => String(line),
        column: 'column',
        reason: 'reason',
        cell: 'cell',
      });
      return [rejections, words];
    },
  }),

  reload: act({
    summary: 'make loads again from their archived files',
    description:
      'Reads the archived file of a load again, by the mapping that it was read by, also of one that was taken out: all loads that are ' +
      'named or none. Records keep their ids, loads get new numbers; searches see the old records or the new ones.',
    takes: {
      load: taken('[load]', "the load's number, as `loads` lists it", wholeNumber),
      all: taken('--all', 'every load'),
      rates: takenOr<string>(
        'kept',
        '--rates <which>',
        'by which values are converted: those of then, or those in force',
        ['kept', 'current'],
      ),
    },
    example: 'reload --all',
    screen: RARE,
    audit: 'LOADED',
    async does({ load, all, rates }, context) {
      if ((load === undefined) !== (all === true)) throw new OperatorError('Give either a load or --all.');
      const { records } = await context.services();
      const which = load === undefined ? 'all' : [load];
      const outcomes = await new Loader(records).reload(which, rates as 'kept' | 'current', ({ file, phase }) =>
        context.progress({ label: `${phase} ${file}` }),
      );
      context.progress(null);
      const lines = outcomes.map(
        ({ file, loadId, sameAs, report }) =>
          `${file}: ${sameAs === null ? `load ${loadId}` : `already loaded, as load ${sameAs}`}, ${count(report.rowsLoaded)} of ${count(report.rowsRead)} rows`,
      );
      const version = `Data version ${(await records.versions.current()).version}.`;
      const details = { again: load ?? 'all', loads: outcomes.map(({ loadId }) => loadId) };
      return [outcomes, outcomes.length === 0 ? 'Nothing is loaded yet.' : [...lines, version], details];
    },
  }),
} satisfies Acts;

/** Months of a load that are named. */
const MONTHS_NAMED = 12;

/** What the engine has lost of what is loaded, and how each load is brought back: a paragraph of lines for each. */
export async function missingInWords(records: Records): Promise<string[]> {
  const missing = await records.missing();
  if (missing.length === 0) return [];
  const lines = await Promise.all(
    (await records.loads.list()).map(async (load) => {
      const lost = missing.filter(({ loadId }) => loadId === load.loadId);
      if (lost.length === 0) return [];
      const held = await Promise.all(load.files.map(({ hash }) => records.archive.holds(hash)));
      const months = lost
        .slice(0, MONTHS_NAMED)
        .map(
          ({ country, from, to, told, held: there }) =>
            `${[country, from.slice(0, 7), to === from ? '' : `to ${to.slice(0, 7)}`].filter(Boolean).join(' ')}: ${count(there)} of ${count(told)}`,
        );
      const more = lost.length > months.length ? [`  and ${count(lost.length - months.length)} months more`] : [];
      return [
        `Records of load ${load.loadId} (${load.file}) are missing, and questions about these months are refused:`,
        ...months.map((month) => `  ${month}`),
        ...more,
        held.every(Boolean)
          ? `  to bring them back from the archive: npx tidewaiter reload ${load.loadId}`
          : `  its file is not in the archive; to bring them back: npx tidewaiter load FILE --replace ${load.loadId}`,
      ];
    }),
  );
  return lines.flat();
}

const NEEDS_QUOTES = /[",\r\n]/;

/** A line of a CSV file, as RFC 4180 writes it. */
export function csvLine(cells: readonly string[]): string {
  const written = cells.map((cell) => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${written.join(',')}\r\n`;
}

/** A row that has several problems stands there once for each. */
async function* rejectedLines(records: Records, loadId: number): AsyncGenerator<string> {
  const { header } = await records.loads.originOf(loadId);
  yield csvLine(['file', 'line', 'column', 'reason', 'cell', ...header]);
  for await (const rows of records.loads.rejectedRows(loadId)) {
    yield rows
      .map(({ file, line, column, reason, cell, cells }) =>
        csvLine([file, String(line), column, reason, cell, ...cells]),
      )
      .join('');
  }
}

/** What an operator took as it was proposed or accepted though it looked wrong, by load. */
function acceptedOf({ country, tradeType }: SourceCoverage, loads: readonly LoadSummary[]) {
  const ofSource = loads.filter((load) => load.tradeType === tradeType && ['', country].includes(load.country));
  return ofSource.flatMap(({ loadId, file, report: { assumed, doubts } }) =>
    [...assumed, ...doubts].map((what) => ({ loadId, file, what })),
  );
}

/** How much is loaded of what a source says that a period comes to. */
export function shareInWords({ period, records, usd, loaded }: TotalShare): string {
  const of = (part: number, whole: number) => `${count(part)} of ${count(whole)}`;
  return `${period}: ${of(loaded.records, records)} published records (${percent(loaded.records, records)}), ${of(loaded.usd, usd)} USD (${percent(loaded.usd, usd)})`;
}

type Shown = SourceCoverage & { accepted: ReturnType<typeof acceptedOf>; published: readonly TotalShare[] };

function inWords(source: Shown) {
  const { country, tradeType, records, firstDay, lastDay, lagDays } = source;
  const shares = COVERAGE_SHARES.map((share) => [
    share,
    ({ saying, records }: SourceCoverage['months'][number]) => percent(saying[share], records),
  ]);
  return [
    `${country} ${countryByCode(country)?.name ?? ''}, ${tradeType.toLowerCase()}s: ${count(records)} records, ` +
      `${firstDay} to ${lastDay}, ${count(lagDays)} ${lagDays === 1 ? 'day' : 'days'} behind today`,
    listing(
      source.months,
      [],
      { month: ({ month }) => month.slice(0, 7), records: 'records', ...Object.fromEntries(shares) },
      COVERAGE_SHARES,
    ),
    ...source.published.map((share) => `  published ${shareInWords(share)}`),
    ...source.accepted.map(
      ({ loadId, file, what }) => `  accepted  load ${loadId}, ${plainLine(file)}: ${plainLine(what)}`,
    ),
  ];
}

function percent(part: number, whole: number): string {
  const share = sharePercent(part, whole);
  return share === null ? '–' : `${share}%`;
}
