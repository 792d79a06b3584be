import { resolve } from 'node:path';
import { OperatorError, type SourceCountry } from '@tidewaiter/contract';
import { loadNomenclature, loadRates, readMapping } from '@tidewaiter/loader';
import type { NomenclatureEntry, NomenclatureReport } from '@tidewaiter/records';
import { InvalidArgumentError } from 'commander';
import { saveMapping } from '../../loading/saved-mappings.js';
import { type Acts, act, listing, RARE, taken } from '../shell/act.js';
import { countryCode, wholeNumber } from '../shell/arguments.js';
import { perform } from '../shell/call.js';
import { MAPPING_FILE, textBeside } from '../shell/caller-files.js';
import { count, plainLine } from '../shell/print.js';

const AT_HAND = 'its file lies where the command is typed';
const EVERYWHERE = 'codes are named wherever they stand';

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

const shown = ({ shortcode, name, continent }: SourceCountry) => ({ country: shortcode, name, continent });
const aCountry = taken('<code>', 'its three letters of ISO 3166, as FRA', countryCode);
const aMapping = taken('<name>', 'its name, as `mapping list` shows it');

/** What files are read by: mappings, the countries whose records are taken, rates, and what codes are called. */
export const SOURCE_ACTS = {
  'mapping list': act({
    summary: 'all of them',
    description: 'Lists the saved mappings, the latest version of each.',
    screen: ['operatorMappings'],
    async does(_, context) {
      const { accounts } = await context.services();
      const saved = (await accounts.loading.mappings.latest()).map(({ name, version, savedAt, origin }) => ({
        ...{ name, version, origin },
        savedDate: savedAt.toISOString(),
      }));
      const words = listing(saved, 'No mapping is saved: load a file with --learn.', {
        name: 'name',
        version: ({ version }) => String(version),
        ...{ saved: 'savedDate', from: 'origin' },
      });
      return [saved, words];
    },
  }),

  'mapping export': act({
    summary: 'one as a file',
    description: 'Writes a saved mapping as a file, to be read, changed or given to others.',
    takes: {
      name: aMapping,
      out: taken('!--out <file>', 'the file to write; one that is there is not written over'),
      former: taken('--former <version>', 'a former version; the latest unless said', wholeNumber),
    },
    files: () => ({ out: ['write'] }),
    example: 'mapping export ken-imports --out ken.json',
    screen: ['operatorMapping'],
    async does({ name, out, former }, context) {
      const { versions } = await perform('operatorMapping', context, { params: { mapping: name }, request: {} });
      const found = former === undefined ? versions[0] : versions.find((one) => one.version === former);
      if (!found) throw new OperatorError(`There is no version ${former} of ${name}.`);
      await context.files.write(out, [found.mapping]);
      const { version } = found;
      return [{ name, version, file: out }, `${name}, version ${version}, is written to ${out}.`];
    },
  }),

  'mapping import': act({
    summary: 'one from a file',
    description: 'Saves a mapping from a file, as the next version of its name.',
    takes: { file: taken('<file>', 'the mapping file') },
    files: () => ({ file: MAPPING_FILE }),
    screen: ['importMapping'],
    audit: 'MAPPING_SAVED',
    async does({ file }, context) {
      const path = resolve(context.cwd, file);
      const text = await context.files.textOf(file);
      if (text === undefined) throw new OperatorError(`There is no file ${path}.`);
      const read = await readMapping(text, path, textBeside(context.files, file));
      const { name } = read;
      const version = await saveMapping((await context.services()).accounts, read, `from ${file}`);
      const words = `${name} is saved, version ${version}. Files with its columns follow it from now on.`;
      return [{ name, version }, words];
    },
  }),

  'mapping remove': act({
    summary: 'one that no file follows any more',
    description: 'Removes a saved mapping with all of its versions. Loads keep what they were read by.',
    takes: { name: aMapping },
    screen: ['removeMapping'],
    audit: 'MAPPING_REMOVED',
    async does({ name }, context) {
      const { message } = await perform('removeMapping', context, { params: { mapping: name }, request: {} });
      return [{ name }, message];
    },
  }),

  'country list': act({
    summary: 'which countries were added',
    description: 'Lists the source countries that were added to the catalogue.',
    takes: { all: taken('--all', 'those of the catalogue, too') },
    screen: 'the coverage screen names all of them',
    async does({ all: isWhole }, context) {
      const { countries } = await context.records();
      const [all, added] = [await countries.list(), await countries.added()];
      const rows = (isWhole ? all : added).map((one) => ({ ...shown(one), added: added.includes(one) }));
      const listed = listing(rows, [], {
        ...{ country: 'country', name: 'name', continent: 'continent' },
        added: ({ added }) => (added ? 'yes' : ''),
      });
      const ofCatalogue = count(all.length - added.length);
      return [rows, [listed, `${ofCatalogue} source countries of the catalogue, ${count(added.length)} added.`]];
    },
  }),

  'country add': act({
    summary: 'take records of a country',
    description:
      'Makes a country a source, by the name that it has elsewhere. It shows as "no data yet" until a file of it is loaded.',
    takes: { code: aCountry },
    example: 'country add FRA',
    screen: RARE,
    audit: 'COUNTRY_ADDED',
    async does({ code: country }, context) {
      const added = await (await context.services()).records.countries.add(country);
      return [shown(added), `${added.name} is a source country now.`, { country }];
    },
  }),

  'country remove': act({
    summary: 'take no more records of a country',
    description: 'Ends what `country add` began. Refused while records of it are loaded.',
    takes: { code: aCountry },
    example: 'country remove FRA',
    screen: RARE,
    audit: 'COUNTRY_REMOVED',
    async does({ code: country }, context) {
      const removed = await (await context.services()).records.countries.remove(country);
      return [shown(removed), `${removed.name} is no source country any more.`, { country }];
    },
  }),

  'rates load': act({
    summary: 'load a rate file',
    description:
      'Loads monthly rates, in local currency per USD, from a CSV of Date, Country, Exchange rate. They take the place of ' +
      'the rates before them. Files that are loaded already keep their values until they are loaded again.',
    takes: { file: taken('<file>', 'the rate file') },
    files: () => ({ file: ['read'] }),
    screen: AT_HAND,
    audit: 'RATES_LOADED',
    async does({ file }, context) {
      const { records } = await context.services();
      const report = await loadRates(records, await context.files.toRead(file));
      const { firstMonth, lastMonth, currencies } = report;
      const words = `${count(report.rates)} rates of ${currencies} currencies, ${firstMonth.slice(0, 7)} to ${lastMonth.slice(0, 7)}.`;
      return [report, words, { file, rates: report.rates }];
    },
  }),

  'hs load': act({
    summary: 'load the official nomenclature',
    description:
      'Loads a CSV of section, hscode, description, parent, level with codes of 2, 4 and 6 digits: all of it or nothing. It ' +
      'takes the place of the one before. A code has one text on all screens: its subheading’s, else its source’s words, which a record shows beside it in any case.',
    takes: { file: taken('<file>', 'the official file') },
    files: () => ({ file: ['read'] }),
    screen: AT_HAND,
    audit: 'NOMENCLATURE_LOADED',
    async does({ file }, context) {
      const { records } = await context.services();
      const report = await loadNomenclature(records, await context.files.toRead(file));
      const { version: dataVersion } = await records.versions.current();
      return [{ ...report, dataVersion }, `${inWords(report)} Data version ${dataVersion}.`, { file }];
    },
  }),

  'hs list': act({
    summary: 'the chapters, or what is below a code',
    description:
      'Lists the sections and their chapters, or the headings of a chapter, or the subheadings of a heading.',
    takes: { code: taken('[code]', 'a chapter or a heading', hsCode) },
    screen: EVERYWHERE,
    async does({ code }, context) {
      const { nomenclature } = await context.records();
      const [codes, report] = [await nomenclature.below(code ?? ''), await nomenclature.report()];
      const lines = code === undefined ? [inWords(report), ...(await linesOfChapters(codes))] : linesOf(codes);
      return [{ ...report, codes }, codes.length === 0 ? `Nothing is known below ${code}.` : lines];
    },
  }),

  'hs show': act({
    summary: 'what a code is',
    description: 'Shows the section, chapter, heading and subheading that an HS code belongs to.',
    takes: { code: taken('<code>', 'an HS code, with or without dots', hsCode) },
    screen: EVERYWHERE,
    async does({ code }, context) {
      const codes = await (await context.records()).nomenclature.above(code);
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
  }),

  'hs remove': act({
    summary: 'go back to the labels that ship',
    description: 'Takes the official nomenclature out; the labels that ship are in force again.',
    screen: AT_HAND,
    audit: 'NOMENCLATURE_REMOVED',
    async does(_, context) {
      const { records } = await context.services();
      const report = await records.nomenclature.remove();
      const { version: dataVersion } = await records.versions.current();
      return [{ ...report, dataVersion }, `${inWords(report)} Data version ${dataVersion}.`, {}];
    },
  }),
} satisfies Acts;
