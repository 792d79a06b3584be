import { OperatorError } from '@tidewaiter/contract';
import { loadNomenclature, loadRates } from '@tidewaiter/loader';
import type { NomenclatureEntry, NomenclatureReport } from '@tidewaiter/records';
import { type Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../shell/context.js';
import { count, plainLine, printJson } from '../shell/print.js';

export function addRatesCommand(program: Command, context: CommandContext): void {
  program
    .command('rates')
    .summary('exchange rates')
    .description('Monthly exchange rates, by which values without a USD amount are converted.')
    .command('load')
    .summary('load a rate file')
    .description(
      'Loads monthly rates, in local currency per USD, from a CSV of Date, Country, Exchange rate. They take the place of ' +
        'the rates before them. Files that are loaded already keep their values until they are loaded again.',
    )
    .argument('<file>', 'the rate file')
    .option('--json', 'answer as JSON')
    .action(async (file: string, options: { json?: boolean }) => {
      const records = await context.records();
      const report = await loadRates(records, await context.files.toRead(file));
      if (options.json) return printJson(context, report);
      context.out(
        `${count(report.rates)} rates of ${report.currencies} currencies, ${report.firstMonth.slice(0, 7)} to ${report.lastMonth.slice(0, 7)}.`,
      );
    });
}

/** Digits of an HS code, as they are or with dots; two at least. */
function hsCode(text: string): string {
  const digits = text.replaceAll('.', '');
  if (!/^\d{2,12}$/.test(digits)) throw new InvalidArgumentError('An HS code: two to twelve digits.');
  return digits;
}

function inWords({ nomenclatureVersion, chapters, headings, subheadings }: NomenclatureReport): string {
  const held = `${count(chapters)} chapters, ${count(headings)} headings, ${count(subheadings)} subheadings`;
  return nomenclatureVersion === 0
    ? `The labels that ship: ${held}.`
    : `The official nomenclature, load ${nomenclatureVersion}: ${held}.`;
}

function printEntries(context: CommandContext, entries: readonly NomenclatureEntry[]): void {
  for (const { code, text } of entries) context.out(`  ${code.padEnd(6)}  ${plainLine(text)}`);
}

/** Chapters, under the sections that they belong to. */
async function printChapters(context: CommandContext, chapters: readonly NomenclatureEntry[]): Promise<void> {
  const { SHIPPED_LABELS } = await import('@tidewaiter/records');
  let above: string | undefined;
  for (const chapter of chapters) {
    const section = SHIPPED_LABELS.sections.get(chapter.code);
    if (section && section.number !== above) context.out(`${section.number}  ${section.label}`);
    if (!section && above !== undefined) context.out('Outside the sections');
    above = section?.number;
    printEntries(context, [chapter]);
  }
}

export function addHsCommand(program: Command, context: CommandContext): void {
  const hs = program
    .command('hs')
    .summary('the HS nomenclature')
    .description(
      'What HS codes are called: in short labels that ship with the product, or in the texts of the official nomenclature.',
    );

  hs.command('load')
    .summary('load the official nomenclature')
    .description(
      'Loads a CSV of section, hscode, description, parent, level with codes of 2, 4 and 6 digits: all of it or nothing. It ' +
        'takes the place of the one before. A code has one text on all screens: its subheading’s, else its source’s words, which a record shows beside it in any case.',
    )
    .argument('<file>', 'the official file')
    .option('--json', 'answer as JSON')
    .action(async (file: string, options: { json?: boolean }) => {
      const records = await context.records();
      const report = await loadNomenclature(records, await context.files.toRead(file));
      const dataVersion = (await records.versions.current()).version;
      if (options.json) return printJson(context, { ...report, dataVersion });
      context.out(`${inWords(report)} Data version ${dataVersion}.`);
    });

  hs.command('list')
    .summary('the chapters, or what is below a code')
    .description(
      'Lists the sections and their chapters, or the headings of a chapter, or the subheadings of a heading.',
    )
    .argument('[code]', 'a chapter or a heading', hsCode)
    .option('--json', 'answer as JSON')
    .action(async (code: string | undefined, options: { json?: boolean }) => {
      const { nomenclature } = await context.records();
      const entries = await nomenclature.below(code ?? '');
      if (options.json) return printJson(context, { ...(await nomenclature.report()), codes: entries });
      if (code === undefined) {
        context.out(inWords(await nomenclature.report()));
        return printChapters(context, entries);
      }
      if (entries.length === 0) return context.out(`Nothing is known below ${code}.`);
      printEntries(context, entries);
    });

  hs.command('show')
    .summary('what a code is')
    .description('Shows the section, chapter, heading and subheading that an HS code belongs to.')
    .argument('<code>', 'an HS code, with or without dots', hsCode)
    .option('--json', 'answer as JSON')
    .action(async (code: string, options: { json?: boolean }) => {
      const { nomenclature } = await context.records();
      const entries = await nomenclature.above(code);
      if (entries.length === 0) throw new OperatorError(`The nomenclature has no ${code}.`);
      const { SHIPPED_LABELS } = await import('@tidewaiter/records');
      const section = SHIPPED_LABELS.sections.get(code.slice(0, 2)) ?? null;
      if (options.json) return printJson(context, { section, codes: entries });
      const levels = ['Chapter', 'Heading', 'Subheading'];
      if (section) context.out(`${'Section'.padEnd(10)}  ${section.number.padEnd(6)}  ${section.label}`);
      for (const { code: known, text } of entries) {
        context.out(`${levels[known.length / 2 - 1]?.padEnd(10)}  ${known.padEnd(6)}  ${plainLine(text)}`);
      }
    });

  hs.command('remove')
    .summary('go back to the labels that ship')
    .description('Takes the official nomenclature out; the labels that ship are in force again.')
    .option('--json', 'answer as JSON')
    .action(async (options: { json?: boolean }) => {
      const records = await context.records();
      const report = await records.nomenclature.remove();
      const dataVersion = (await records.versions.current()).version;
      if (options.json) return printJson(context, { ...report, dataVersion });
      context.out(`${inWords(report)} Data version ${dataVersion}.`);
    });
}
