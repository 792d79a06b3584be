import { resolve } from 'node:path';
import { OperatorError } from '@tidewaiter/contract';
import { Loader } from '@tidewaiter/loader';
import type { Records } from '@tidewaiter/records';
import { type Command, Option } from 'commander';
import { bytes } from '../../app/sizes.js';
import { act, listing } from '../shell/act.js';
import { wholeNumber } from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';
import { count } from '../shell/print.js';

const loadArgument = (command: Command) =>
  command.argument('<load>', "the load's number, as `loads` lists it", wholeNumber);

export function addLoadsCommands(program: Command, context: CommandContext): void {
  act(program, context, 'loads', {
    summary: 'what is loaded',
    description: 'Lists what is loaded, in the order of loading.',
    async does() {
      const records = await context.records();
      const loads = await records.loads.list();
      const { version: dataVersion } = await records.versions.current();
      for (const line of await missingInWords(records)) context.err(line);
      const listed = listing(
        loads,
        'Nothing is loaded yet.',
        {
          load: ({ loadId }) => String(loadId),
          file: ({ file }) => file,
          source: ({ country, source }) => (country === '' ? source : `${source} (${country})`),
          type: ({ tradeType }) => tradeType.toLowerCase(),
          records: ({ report }) => report.rowsLoaded,
          rejected: ({ report }) => report.rowsRejected,
          from: ({ report }) => report.firstDate,
          to: ({ report }) => report.lastDate,
          size: (load) => bytes(load.bytes),
          archived: ({ archived }) => (archived ? 'yes' : 'no'),
          'loaded at': ({ loadedAt }) => loadedAt,
        },
        ['size'],
      );
      const sum = loads.reduce((total, { report }) => total + report.rowsLoaded, 0);
      const total = `  ${count(loads.length)} ${loads.length === 1 ? 'load' : 'loads'}, ${count(sum)} records`;
      return [{ dataVersion, loads, missing: await records.missing() }, loads.length === 0 ? listed : [listed, total]];
    },
  });

  act(program, context, 'unload', {
    summary: 'take a load out',
    description:
      'Takes a load out. Searches see the records with it or without it, never in between. Its file stays in the archive, ' +
      'from where you may load it again, unless --purge says otherwise.',
    takes: (command) => loadArgument(command).option('--purge', 'remove its archived file as well'),
    example: 'unload 3 --purge',
    async does(load: number, { purge = false }: { purge?: boolean }) {
      const { records } = await context.services();
      const { files, archived } = await records.loads.mustBeVisible(load);
      await records.publication.unload([load], { purge });
      const { version: dataVersion } = await records.versions.current();
      const kept = archived && !purge ? [...new Set(files.map(({ hash }) => records.archive.pathOf(hash)))] : [];
      const words = [
        `Load ${load} is taken out. Data version ${dataVersion}.`,
        ...(kept.length > 0
          ? [`${kept.length === 1 ? 'Its file stays' : 'Its files stay'} in ${kept.join(', ')}`]
          : []),
      ];
      return [{ load, dataVersion, kept }, words, { event: 'LOAD_TAKEN_OUT', details: { load } }];
    },
  });
}

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

interface ReloadOptions {
  all?: boolean;
  rates: 'kept' | 'current';
}

export function addReloadCommand(program: Command, context: CommandContext): void {
  act(program, context, 'reload', {
    summary: 'make loads again from their archived files',
    description:
      'Reads the archived file of a load again, by the mapping that it was read by: all loads that are named or none. Records keep ' +
      'their ids, loads get new numbers; searches see the old records or the new ones.',
    takes: (command) =>
      command
        .argument('[load]', "the load's number, as `loads` lists it", wholeNumber)
        .option('--all', 'every load')
        .addOption(
          new Option('--rates <which>', 'by which values are converted: those of then, or those in force')
            .choices(['kept', 'current'])
            .default('kept'),
        ),
    example: 'reload --all',
    async does(load: number | undefined, { all, rates }: ReloadOptions) {
      if ((load === undefined) !== (all === true)) throw new OperatorError('Give either a load or --all.');
      const { records } = await context.services();
      const outcomes = await new Loader(records).reload(load === undefined ? 'all' : [load], rates, ({ file, phase }) =>
        context.progress({ label: `${phase} ${file}` }),
      );
      context.progress(null);
      const lines = outcomes.map(
        ({ file, loadId, report }) =>
          `${file}: load ${loadId}, ${count(report.rowsLoaded)} of ${count(report.rowsRead)} rows`,
      );
      const version = `Data version ${(await records.versions.current()).version}.`;
      const noted = {
        event: 'LOADED',
        details: { again: load ?? 'all', loads: outcomes.map(({ loadId }) => loadId) },
      } as const;
      return [outcomes, outcomes.length === 0 ? 'Nothing is loaded yet.' : [...lines, version], noted];
    },
  });
}

const NEEDS_QUOTES = /[",\r\n]/;

/** A line of a CSV file, as RFC 4180 writes it. */
function csvLine(cells: readonly string[]): string {
  const written = cells.map((cell) => (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${written.join(',')}\r\n`;
}

/** More rejected rows than anybody reads in a terminal. */
const SHOWN_MAX = 1_000_000;

export function addRejectedCommand(program: Command, context: CommandContext): void {
  act(program, context, 'rejected', {
    summary: 'the rejected rows of a load',
    description:
      'Lists the rejected rows of a load, with the reason for each; as a CSV, with the whole row as the file has it.',
    takes: (command) =>
      loadArgument(command).option(
        '--out <file>',
        'write a CSV: file, line, column, reason, cell, then the columns of the row',
      ),
    example: 'rejected 3 --out rejected.csv',
    async does(loadId: number, { out }: { out?: string }) {
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
        file: ({ file }) => file,
        line: ({ line }) => String(line),
        column: ({ column }) => column,
        reason: ({ reason }) => reason,
        cell: ({ cell }) => cell,
      });
      return [rejections, words];
    },
  });
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
