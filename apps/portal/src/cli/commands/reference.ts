import { OperatorError } from '@tidewaiter/contract';
import { loadNomenclature, loadRates } from '@tidewaiter/loader';
import type { NomenclatureEntry, NomenclatureReport } from '@tidewaiter/records';
import { type Command, InvalidArgumentError } from 'commander';
import { act, group } from '../shell/act.js';
import type { CommandContext } from '../shell/context.js';
import { count, plainLine } from '../shell/print.js';

export function addRatesCommand(program: Command, context: CommandContext): void {
  const rates = group(
    program,
    'rates',
    'exchange rates',
    'Monthly exchange rates, by which values without a USD amount are converted.',
  );
  act(rates, context, 'load', {
    summary: 'load a rate file',
    description:
      'Loads monthly rates, in local currency per USD, from a CSV of Date, Country, Exchange rate. They take the place of ' +
      'the rates before them. Files that are loaded already keep their values until they are loaded again.',
    takes: (command) => command.argument('<file>', 'the rate file'),
    async does(file: string) {
      const { records } = await context.services();
      const report = await loadRates(records, await context.files.toRead(file));
      const { firstMonth, lastMonth, currencies } = report;
      const words = `${count(report.rates)} rates of ${currencies} currencies, ${firstMonth.slice(0, 7)} to ${lastMonth.slice(0, 7)}.`;
      return [report, words, { event: 'RATES_LOADED', details: { file, rates: report.rates } }];
    },
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

const linesOf = (entries: readonly NomenclatureEntry[]) =>
  entries.map(({ code, text }) => `  ${code.padEnd(6)}  ${plainLine(text)}`);

/** Chapters, under the sections that they belong to. */
async function linesOfChapters(chapters: readonly NomenclatureEntry[]): Promise<string[]> {
  const { SHIPPED_LABELS } = await import('@tidewaiter/records');
  let above: string | undefined;
  return chapters.flatMap((chapter) => {
    const section = SHIPPED_LABELS.sections.get(chapter.code);
    const heads = [
      ...(section && section.number !== above ? [`${section.number}  ${section.label}`] : []),
      ...(!section && above !== undefined ? ['Outside the sections'] : []),
    ];
    above = section?.number;
    return [...heads, ...linesOf([chapter])];
  });
}

export function addHsCommand(program: Command, context: CommandContext): void {
  const hs = group(
    program,
    'hs',
    'the HS nomenclature',
    'What HS codes are called: in short labels that ship with the product, or in the texts of the official nomenclature.',
  );

  act(hs, context, 'load', {
    summary: 'load the official nomenclature',
    description:
      'Loads a CSV of section, hscode, description, parent, level with codes of 2, 4 and 6 digits: all of it or nothing. It ' +
      'takes the place of the one before. A code has one text on all screens: its subheading’s, else its source’s words, which a record shows beside it in any case.',
    takes: (command) => command.argument('<file>', 'the official file'),
    async does(file: string) {
      const { records } = await context.services();
      const report = await loadNomenclature(records, await context.files.toRead(file));
      const { version: dataVersion } = await records.versions.current();
      const noted = { event: 'NOMENCLATURE_LOADED', details: { file } } as const;
      return [{ ...report, dataVersion }, `${inWords(report)} Data version ${dataVersion}.`, noted];
    },
  });

  act(hs, context, 'list', {
    summary: 'the chapters, or what is below a code',
    description:
      'Lists the sections and their chapters, or the headings of a chapter, or the subheadings of a heading.',
    takes: (command) => command.argument('[code]', 'a chapter or a heading', hsCode),
    async does(code: string | undefined) {
      const { nomenclature } = await context.records();
      const [codes, report] = [await nomenclature.below(code ?? ''), await nomenclature.report()];
      const lines = code === undefined ? [inWords(report), ...(await linesOfChapters(codes))] : linesOf(codes);
      return [{ ...report, codes }, codes.length === 0 ? `Nothing is known below ${code}.` : lines];
    },
  });

  act(hs, context, 'show', {
    summary: 'what a code is',
    description: 'Shows the section, chapter, heading and subheading that an HS code belongs to.',
    takes: (command) => command.argument('<code>', 'an HS code, with or without dots', hsCode),
    async does(code: string) {
      const { nomenclature } = await context.records();
      const codes = await nomenclature.above(code);
      if (codes.length === 0) throw new OperatorError(`The nomenclature has no ${code}.`);
      const { SHIPPED_LABELS } = await import('@tidewaiter/records');
      const section = SHIPPED_LABELS.sections.get(code.slice(0, 2)) ?? null;
      const levels = ['Chapter', 'Heading', 'Subheading'];
      const line = (level: string | undefined, known: string, text: string) =>
        `${level?.padEnd(10)}  ${known.padEnd(6)}  ${text}`;
      const words = [
        ...(section ? [line('Section', section.number, section.label)] : []),
        ...codes.map(({ code: known, text }) => line(levels[known.length / 2 - 1], known, plainLine(text))),
      ];
      return [{ section, codes }, words];
    },
  });

  act(hs, context, 'remove', {
    summary: 'go back to the labels that ship',
    description: 'Takes the official nomenclature out; the labels that ship are in force again.',
    async does() {
      const { records } = await context.services();
      const report = await records.nomenclature.remove();
      const { version: dataVersion } = await records.versions.current();
      const words = `${inWords(report)} Data version ${dataVersion}.`;
      return [{ ...report, dataVersion }, words, { event: 'NOMENCLATURE_REMOVED' }];
    },
  });
}
