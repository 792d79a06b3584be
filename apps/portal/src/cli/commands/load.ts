import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { TradeType } from '@tidewaiter/contract';
import {
  formInWords,
  type LoadMapping,
  type LoadOutcome,
  parseMapping,
  shippedMapping,
  shippedMappings,
} from '@tidewaiter/records';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CommandContext, CommandError } from '../context.js';
import { count, plainLine, printJson, table } from '../print.js';

interface LoadOptions {
  country?: string;
  trade?: TradeType;
  mapping?: string;
  source?: string;
  replace?: number;
  dryRun?: boolean;
  json?: boolean;
}

function tradeType(text: string): TradeType {
  const upper = text.toUpperCase();
  if (upper !== 'IMPORT' && upper !== 'EXPORT') throw new InvalidArgumentError('Say import or export.');
  return upper;
}

/** The largest number of a load. */
const LARGEST = 2 ** 32 - 1;

export function wholeNumber(text: string): number {
  const number = Number(text);
  if (!/^[1-9]\d*$/.test(text) || number > LARGEST) throw new InvalidArgumentError('A whole number from 1.');
  return number;
}

export function addLoadCommand(program: Command, context: CommandContext): void {
  program
    .command('load')
    .summary('load record files')
    .description(
      'Loads customs files, all of them or none: CSV of any delimiter and encoding, XLSX, Parquet, newline JSON, dBase, each ' +
        'also packed (.gz, .zst, .zip). Each is read by a mapping: one that ships with the product and fits its header, or ' +
        'yours. The same file twice is one load.',
    )
    .argument('<file...>', 'the files')
    .option('--country <code>', 'reporting country, for instance KOR', (text) => text.toUpperCase())
    .addOption(new Option('--trade <type>', 'import or export').argParser(tradeType))
    .option('--mapping <name|file>', 'a shipped mapping by its name, or a mapping file')
    .option('--source <name>', "who publishes the file; part of its records' ids (default: the mapping's name)")
    .option('--replace <load>', 'the load that these files take the place of', wholeNumber)
    .option('--dry-run', 'read and check everything, publish nothing')
    .option('--json', 'answer as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ npx tidewaiter load kr-import-2020.csv
  $ npx tidewaiter load june.csv --country VNM --trade import --mapping vn.json --dry-run
  $ npx tidewaiter load june-corrected.csv --replace 12`,
    )
    .action(async (files: string[], options: LoadOptions) => {
      const mapping = options.mapping === undefined ? undefined : await findMapping(options.mapping, context.cwd);
      const house = await context.house();
      await warnAboutDemo(context);
      const paths = files.map((file) => resolve(context.cwd, file));
      const sizes = new Map(await Promise.all(paths.map(async (path) => [path, await sizeOf(path)] as const)));
      const outcomes = await house.records.loader.load(
        {
          files: paths.map((path) => ({ path, trade: options.trade })),
          country: options.country,
          mapping,
          source: options.source,
          replace: options.replace,
          dryRun: options.dryRun ?? false,
        },
        ({ file, phase, bytes }) =>
          context.progress({
            label: `${phase} ${basename(file)}`,
            ...(bytes !== undefined && { done: bytes, total: sizes.get(file) ?? bytes }),
          }),
      );
      context.progress(null);
      if (options.json) printJson(context, outcomes);
      else for (const outcome of outcomes) printOutcome(context, outcome, options.dryRun ?? false);
    });
}

/** The file's size for the progress bar; what is wrong with the file is the loader's to say. */
async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

async function findMapping(nameOrFile: string, cwd: string): Promise<LoadMapping> {
  const shipped = await shippedMapping(nameOrFile);
  if (shipped) return shipped;
  const path = resolve(cwd, nameOrFile);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text !== undefined) return parseMapping(text, path);
  const names = (await shippedMappings()).map((mapping) => mapping.name);
  throw new CommandError(`There is no mapping ${nameOrFile}: neither a file nor one of ${names.join(', ')}.`);
}

async function warnAboutDemo(context: CommandContext): Promise<void> {
  const loads = await (await context.house()).records.loads.list();
  if (!loads.some((load) => load.demo)) return;
  context.err(
    'Warning: this folder holds generated demo records; searches will mix them with yours. Take them out with: npx tidewaiter demo --remove',
  );
}

function printOutcome(context: CommandContext, outcome: LoadOutcome, dryRun: boolean): void {
  const { file, report, sameAs, loadId, mapping } = outcome;
  if (sameAs !== null) {
    context.out(`${file}: already loaded, as load ${sameAs}. Nothing has changed.`);
    return;
  }
  context.out(
    `${file}: ${dryRun ? 'would load' : `load ${loadId},`} ${count(report.rowsLoaded)} of ${count(report.rowsRead)} rows, ` +
      `${count(report.rowsRejected)} rejected (mapping ${mapping})`,
  );
  context.out(`  read as   ${plainLine(formInWords(outcome.form))}`);
  if (report.firstDate !== null) context.out(`  dates     ${report.firstDate} to ${report.lastDate}`);
  if (report.usdDerived > 0)
    context.out(`  USD       ${count(report.usdDerived)} values converted by the monthly rates`);
  if (report.usdWithoutRate > 0) {
    context.out(
      `  USD       ${count(report.usdWithoutRate)} values found no rate: run "npx tidewaiter rates load FILE", then load this file again`,
    );
  }
  if (report.unusedColumns.length > 0) context.out(`  not used  ${plainLine(report.unusedColumns.join(', '))}`);
  table(
    context,
    ['column', 'sum in the file', 'loaded', 'rejected'],
    report.measures.map(({ column, source, loaded, rejected }) => [column, source, loaded, rejected]),
  );
  table(
    context,
    ['line', 'column', 'reason', 'cell'],
    outcome.rejections.map(({ line, column, reason, cell }) => [String(line), column, reason, cell]),
  );
  const more = report.rowsRejected - new Set(outcome.rejections.map(({ line }) => line)).size;
  if (more > 0 && loadId !== null) context.out(`  and ${count(more)} more: npx tidewaiter rejected ${loadId}`);
}
