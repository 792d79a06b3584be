import { resolve } from 'node:path';
import { OperatorError } from '@tidewaiter/contract';
import { Loader } from '@tidewaiter/loader';
import type { Records } from '@tidewaiter/records';
import { type Command, Option } from 'commander';
import { bytes } from '../../app/sizes.js';
import type { CommandContext } from '../shell/context.js';
import { count, printJson, table } from '../shell/print.js';
import { wholeNumber } from './load.js';

export function addLoadsCommands(program: Command, context: CommandContext): void {
  program
    .command('loads')
    .summary('what is loaded')
    .description('Lists what is loaded, in the order of loading.')
    .option('--json', 'answer as JSON')
    .action(async (options: { json?: boolean }) => {
      const records = await context.records();
      const loads = await records.loads.list();
      const missing = await records.missing();
      if (options.json) {
        return printJson(context, { dataVersion: (await records.versions.current()).version, loads, missing });
      }
      if (loads.length === 0) return context.out('Nothing is loaded yet.');
      table(
        context,
        ['load', 'file', 'source', 'type', 'records', 'rejected', 'from', 'to', 'size', 'archived', 'loaded at'],
        loads.map((load) => [
          String(load.loadId),
          load.file,
          load.country === '' ? load.source : `${load.source} (${load.country})`,
          load.tradeType.toLowerCase(),
          count(load.report.rowsLoaded),
          count(load.report.rowsRejected),
          load.report.firstDate ?? '',
          load.report.lastDate ?? '',
          bytes(load.bytes),
          load.archived ? 'yes' : 'no',
          load.loadedAt,
        ]),
        ['records', 'rejected', 'size'],
      );
      const sum = loads.reduce((total, { report }) => total + report.rowsLoaded, 0);
      context.out(`  ${count(loads.length)} ${loads.length === 1 ? 'load' : 'loads'}, ${count(sum)} records`);
      for (const line of await missingInWords(records)) context.err(line);
    });

  program
    .command('unload')
    .summary('take a load out')
    .description(
      'Takes a load out. Searches see the records with it or without it, never in between. Its file stays in the archive, ' +
        'from where you may load it again, unless --purge says otherwise.',
    )
    .argument('<load>', "the load's number, as `loads` lists it", wholeNumber)
    .option('--purge', 'remove its archived file as well')
    .addHelpText('after', '\nExample:\n  $ npx tidewaiter unload 3 --purge')
    .action(async (loadId: number, options: { purge?: boolean }) => {
      const records = await context.records();
      const { files, archived } = await records.loads.mustBeVisible(loadId);
      await records.publication.unload([loadId], { purge: options.purge ?? false });
      context.out(`Load ${loadId} is taken out. Data version ${(await records.versions.current()).version}.`);
      if (!archived || options.purge) return;
      const paths = [...new Set(files.map(({ hash }) => records.archive.pathOf(hash)))];
      context.out(`${paths.length === 1 ? 'Its file stays' : 'Its files stay'} in ${paths.join(', ')}`);
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
  json?: boolean;
}

export function addReloadCommand(program: Command, context: CommandContext): void {
  program
    .command('reload')
    .summary('make loads again from their archived files')
    .description(
      'Reads the archived file of a load again, by the mapping that it was read by: all loads that are named or none. Records keep ' +
        'their ids, loads get new numbers; searches see the old records or the new ones.',
    )
    .argument('[load]', "the load's number, as `loads` lists it", wholeNumber)
    .option('--all', 'every load')
    .addOption(
      new Option('--rates <which>', 'by which values are converted: those of then, or those in force')
        .choices(['kept', 'current'])
        .default('kept'),
    )
    .option('--json', 'answer as JSON')
    .addHelpText('after', '\nExample:\n  $ npx tidewaiter reload --all')
    .action(async (loadId: number | undefined, options: ReloadOptions) => {
      if ((loadId === undefined) !== (options.all === true)) throw new OperatorError('Give either a load or --all.');
      const records = await context.records();
      const which = loadId === undefined ? 'all' : [loadId];
      const outcomes = await new Loader(records).reload(which, options.rates, ({ file, phase }) =>
        context.progress({ label: `${phase} ${file}` }),
      );
      context.progress(null);
      if (options.json) return printJson(context, outcomes);
      if (outcomes.length === 0) return context.out('Nothing is loaded yet.');
      for (const { file, loadId, report } of outcomes) {
        context.out(`${file}: load ${loadId}, ${count(report.rowsLoaded)} of ${count(report.rowsRead)} rows`);
      }
      context.out(`Data version ${(await records.versions.current()).version}.`);
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
  program
    .command('rejected')
    .summary('the rejected rows of a load')
    .description(
      'Lists the rejected rows of a load, with the reason for each; as a CSV, with the whole row as the file has it.',
    )
    .argument('<load>', "the load's number, as `loads` lists it", wholeNumber)
    .option('--out <file>', 'write a CSV: file, line, column, reason, cell, then the columns of the row')
    .option('--json', 'answer as JSON')
    .addHelpText('after', '\nExample:\n  $ npx tidewaiter rejected 3 --out rejected.csv')
    .action(async (loadId: number, options: { out?: string; json?: boolean }) => {
      const records = await context.records();
      const { report } = await records.loads.mustBeVisible(loadId);
      if (options.out !== undefined) {
        const path = resolve(context.cwd, options.out);
        await context.files.write(options.out, rejectedLines(records, loadId), { overwrite: true });
        if (options.json) return printJson(context, { loadId, rows: report.rowsRejected, file: path });
        return context.out(`${count(report.rowsRejected)} rejected rows of load ${loadId} are in ${path}`);
      }
      const rejections = await records.loads.rejections(loadId, SHOWN_MAX);
      if (options.json) return printJson(context, rejections);
      if (rejections.length === 0) return context.out(`Load ${loadId} rejected no rows.`);
      table(
        context,
        ['file', 'line', 'column', 'reason', 'cell'],
        rejections.map(({ file, line, column, reason, cell }) => [file, String(line), column, reason, cell]),
      );
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
