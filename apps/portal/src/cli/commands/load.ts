import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Accounts } from '@tidewaiter/accounts';
import { OperatorError, type TradeType, wildcardMatcher } from '@tidewaiter/contract';
import {
  type FileLayout,
  type FileSection,
  fileSection,
  filesToRead,
  formInWords,
  knownLayouts,
  type LoadedFile,
  Loader,
  type LoadMapping,
  type LoadOutcome,
  type LoadRequest,
  parseMapping,
  readLayout,
  readMapping,
  sectionOf,
  shippedJoining,
  shippedMappings,
  tablesIn,
  UnresolvedMapping,
} from '@tidewaiter/loader';
import type { LoadSummary } from '@tidewaiter/records';
import { InvalidArgumentError } from 'commander';
import { followedMappings, mappingNamed, saveMapping } from '../../loading/saved-mappings.js';
import { warningsOf } from '../../loading/source-cards.js';
import { type Acts, act, type Given, taken } from '../shell/act.js';
import { wholeNumber } from '../shell/arguments.js';
import { MAPPING_FILE, textBeside } from '../shell/caller-files.js';
import type { CommandContext } from '../shell/context.js';
import { count, plainLine, printJson, table } from '../shell/print.js';
import { askOperator, canBeAsked, type Remembered } from './ask.js';
import { printHeldAgainst } from './held-against.js';
import { printUnderstood, writeMapping } from './understood.js';

const signOf = (text: string) => (text === 'tab' ? '\t' : text);

const FORMS = {
  encoding: 'utf-8, utf-16le, utf-16be, windows-1252, cp850 …',
  delimiter: 'one sign that is no letter, digit or quote, or tab',
  headerRow: 'a line from 1 to 50, or 0',
} as const;

/** Held against what a mapping may say of it. */
function said<Value>(name: keyof typeof FORMS, read: (text: string) => Value) {
  return (text: string): Value => {
    const value = read(text);
    if (!fileSection.shape[name].safeParse(value).success) throw new InvalidArgumentError(`It takes: ${FORMS[name]}.`);
    return value;
  };
}

/**
 * A file, or of a zip archive one for each of the tables that are named; `*` stands for any part of a name.
 *
 * @throws OperatorError when it is no archive, or holds none of a name
 */
async function filesToLoad(file: LoadedFile, members: readonly string[]): Promise<LoadedFile[]> {
  if (members.length === 0) return [file];
  const tables = await tablesIn(file.path);
  if (tables.length === 0) throw new OperatorError(`${file.path} is no zip archive of tables: leave --member out.`);
  const found = members.flatMap((wanted) => {
    const named = tables.includes(wanted) ? [wanted] : tables.filter((table) => isMeant(wanted, table));
    if (named.length > 0) return named;
    throw new OperatorError(`${file.path} holds no file ${wanted}.`, [`it holds: ${tables.join(', ')}`]);
  });
  return [...new Set(found)].map((member) => ({ ...file, member }));
}

/** By its whole name or without its folders. */
const isMeant = (wanted: string, table: string) =>
  [wanted, `*/${wanted}`].some((pattern) => wildcardMatcher(pattern)(table));

function tradeType(text: string): TradeType {
  const upper = text.toUpperCase();
  if (upper !== 'IMPORT' && upper !== 'EXPORT') throw new InvalidArgumentError('Say import or export.');
  return upper;
}

const again = (value: string, before: string[] = []) => [...before, value];

/** What an operator says about the form of a file, where it is found out wrongly or not at all. */
const FORM = {
  encoding: taken(
    '--encoding <name>',
    'the encoding of a text file, for instance windows-1252',
    said('encoding', String),
  ),
  delimiter: taken('--delimiter <sign>', 'what stands between its cells; tab for a tab', said('delimiter', signOf)),
  headerRow: taken(
    '--header-row <line>',
    'the line or row of the header, from 1; 0: there is none',
    said('headerRow', Number),
  ),
  sheet: taken('--sheet <name>', 'the sheet of a workbook'),
};

const TAKES = {
  files: taken('<file...>', 'the files'),
  country: taken('--country <code>', 'reporting country, for instance KOR', (text: string) => text.toUpperCase()),
  trade: taken('--trade <type>', 'import or export', tradeType),
  mapping: taken('--mapping <name|file>', 'a shipped mapping by its name, or a mapping file'),
  layout: taken(
    '--layout <name|file>',
    'what the columns of a file without a header are: a layout file, or one that is known by its name',
  ),
  member: taken(
    '--member <name>',
    "of a zip archive that holds several files, the one to read; may be repeated, and '*' stands for any part of a name",
    again,
  ),
  ...FORM,
  source: taken('--source <name>', "who publishes the file; part of its records' ids (default: the mapping's name)"),
  replace: taken('--replace <load>', 'the load that these files take the place of', wholeNumber),
  set: taken(
    '--set <answer>',
    'answer one question: "Header=record_column", "Header=-" to leave it out, currency=INR, dateFormat=DD/MM/YYYY; may be repeated',
    again,
  ),
  accept: taken(
    '--accept',
    'take what is proposed where something is open, and publish what looks wrong once it is loaded',
  ),
  learn: taken('--learn', 'remember how the files are read, for others with the same header'),
  dryRun: taken('--dry-run', 'show how each file is understood, read and check everything, publish nothing'),
  writeMapping: taken('--write-mapping <file>', 'write how the file is understood as a mapping to edit; a dry run'),
  overwrite: taken('--overwrite', 'let --write-mapping write over a file that is there'),
};
type LoadOptions = Given<typeof TAKES>;

const formOf = (options: LoadOptions): FileSection =>
  Object.fromEntries(
    Object.keys(FORM).flatMap((name) => {
      const said = options[name as keyof typeof FORM];
      return said === undefined ? [] : [[name, said]];
    }),
  );

export const LOAD_ACTS = {
  load: act({
    summary: 'load record files',
    description:
      'Loads customs files, all of them or none: CSV of any delimiter and encoding, XLSX, Parquet, newline JSON, dBase, each ' +
      'also packed (.gz, .zst, .zip). Each is read by a mapping: one that ships with the product and fits its header, yours, ' +
      'or what is understood of the file by itself, where that is clear. The same file twice is one load.',
    takes: TAKES,
    files: ({ overwrite }) => ({
      file: ['read'],
      ...{ mapping: MAPPING_FILE, layout: MAPPING_FILE, typed: MAPPING_FILE },
      writeMapping: [overwrite === true ? 'overwrite' : 'write'],
    }),
    example: [
      'load kr-import-2020.csv',
      'load june.csv --country VNM --trade import --dry-run',
      'load june.csv --country VNM --trade import --write-mapping vn.json',
      'load june.csv --mapping vn.json',
      'load june.csv --set "Assessable Value=total_value" --set currency=INR',
      'load june.csv --accept',
      "load 2026.zip --member '*.csv' --mapping vn.json",
      'load june-corrected.csv --replace 12',
    ],
    screen: [
      ...(['beginDraft', 'sendDraftPart', 'answerDraft', 'loadDraft', 'discardDraft'] as const),
      ...(['operatorDrafts', 'operatorDraft'] as const),
    ],
    audit: 'LOADED',
    async does(options, context) {
      await load(context, options);
      return undefined;
    },
  }),
} satisfies Acts;

async function load(context: CommandContext, options: LoadOptions): Promise<void> {
  const { files } = options;
  const toLoad: LoadedFile[] = [];
  for (const file of files) {
    const given = { path: await context.files.toRead(file), trade: options.trade };
    toLoad.push(...(await filesToLoad(given, options.member ?? [])));
  }
  if (options.writeMapping !== undefined && toLoad.length > 1) {
    throw new OperatorError('A mapping is written from one file: name one.');
  }
  const dryRun = options.dryRun === true || options.writeMapping !== undefined;
  const { accounts } = await context.services();
  const mapping = options.mapping === undefined ? undefined : await findMapping(options.mapping, context, accounts);
  const joining = mapping ? [mapping] : await shippedJoining();
  for (const file of toLoad) for (const one of joining) await bringJoined(context, file, one);
  const before = await (await context.services()).records.loads.list();
  if (before.some(({ demo }) => demo)) context.err(DEMO_BESIDE);
  const request = {
    files: toLoad,
    mappings: await followedMappings(accounts),
    ...{
      country: options.country,
      mapping,
      form: { ...(options.layout && sectionOf(await findLayout(options.layout, context))), ...formOf(options) },
      source: options.source,
      replace: options.replace,
      set: options.set,
      accept: options.accept,
      dryRun,
    },
  };
  let outcomes: LoadOutcome[];
  try {
    const mayAsk = context.ask !== undefined && !dryRun && !options.json && !options.accept;
    outcomes = await (mayAsk ? loadAsking(context, request) : loadWithProgress(context, request));
  } catch (error) {
    if (!(error instanceof UnresolvedMapping) || !dryRun) throw error;
    if (options.json) printJson(context, [{ file: error.understood.file, understood: error.understood }]);
    else printUnderstood(context, error.understood);
    if (options.writeMapping === undefined) throw error;
    return writeMapping(context, error.understood, toLoad, options);
  }
  const loads = outcomes.flatMap(({ loadId, sameAs }) => (loadId === null || sameAs !== null ? [] : [loadId]));
  if (loads.length > 0)
    await accounts.audit.write({ event: 'LOADED', details: { files: files.map((file) => basename(file)), loads } });
  if (loads.length > 0) await warnAboutRights(context, before);
  if (options.learn && !dryRun) await saveLearned(context, outcomes);
  if (options.json) printJson(context, outcomes);
  for (const outcome of outcomes) {
    if (!options.json) printOutcome(context, outcome, dryRun);
    if (outcome.understood) await writeMapping(context, outcome.understood, toLoad, options);
  }
  const doubted = outcomes.filter(({ report }) => dryRun && report.doubts.length > 0);
  if (doubted.length > 0 && !options.accept) {
    const named = doubted.flatMap(({ file, report }) => report.doubts.map((doubt) => `${file}: ${doubt}`));
    throw new OperatorError(
      'This load would be stopped: it looks wrong. With --accept it is published as it is.',
      named,
    );
  }
  const overlapping = outcomes.filter(({ overlaps }) => overlaps.length > 0);
  if (overlapping.length === 0) return;
  const named = overlapping.map(({ file, overlaps }) => `${file}: ${overlaps.join('; ')}`);
  throw new OperatorError('This load would be refused: records of it are loaded already.', named);
}

/** Has the files that a mapping joins to one be read where that is read. */
export async function bringJoined(
  { files }: Pick<CommandContext, 'files'>,
  file: LoadedFile,
  mapping: LoadMapping | undefined,
): Promise<void> {
  // In an archive of several tables nothing lies beside.
  if (!mapping?.join.length || (await tablesIn(file.path)).length > 1) return;
  const { of } = await filesToRead(file, mapping);
  for (const joined of mapping.join) {
    const beside = of(joined);
    if (!beside || beside.path === file.path) continue;
    await files.toReadBeside(file.path, basename(beside.path)).catch((error: unknown) => {
      if (!joined.optional) throw error;
    });
  }
}

/** Saves how files were read, for those that come next. */
async function saveLearned(context: CommandContext, outcomes: readonly LoadOutcome[]): Promise<void> {
  const { accounts, records } = await context.services();
  for (const { file, loadId } of outcomes) {
    if (loadId === null) continue;
    const { mapping } = await records.loads.originOf(loadId);
    await saveMapping(accounts, parseMapping(mapping, `of load ${loadId}`), `${file}, load ${loadId}`);
  }
}

/** Loads, and asks what a file leaves open. Nothing is held meanwhile: each answer is a load that begins anew. */
async function loadAsking(context: CommandContext, request: LoadRequest): Promise<LoadOutcome[]> {
  const remembered: Remembered = new Map();
  let { files } = request;
  for (;;) {
    try {
      return await loadWithProgress(context, { ...request, files, preview: true });
    } catch (error) {
      if (!(error instanceof UnresolvedMapping) || !error.preview || !canBeAsked(error.preview)) throw error;
      context.progress(null);
      const asked = await askOperator(context, error, remembered, {
        mapping: async (name) => findMapping(name, context, (await context.services()).accounts),
        layout: (name) => findLayout(name, context),
      });
      await bringJoined(context, asked, asked.answers?.mapping);
      files = files.map((file) => (file === error.file ? asked : file));
    }
  }
}

/** Loads, and says how far it is. */
async function loadWithProgress(context: CommandContext, request: LoadRequest): Promise<LoadOutcome[]> {
  const { records } = await context.services();
  const sizes = new Map(await Promise.all(request.files.map(async ({ path }) => [path, await sizeOf(path)] as const)));
  const outcomes = await new Loader(records).load(request, ({ file, phase, bytes }) =>
    context.progress({
      label: `${phase} ${basename(file)}`,
      ...(bytes !== undefined && { done: bytes, total: sizes.get(file) ?? bytes }),
    }),
  );
  context.progress(null);
  return outcomes;
}

/** The file's size for the progress bar; what is wrong with the file is the loader's to say. */
async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

async function findMapping(
  nameOrFile: string,
  { cwd, files }: CommandContext,
  accounts: Accounts,
): Promise<LoadMapping> {
  const named = await mappingNamed(accounts, nameOrFile);
  if (named) return named;
  const text = await files.textOf(nameOrFile);
  if (text !== undefined) return readMapping(text, resolve(cwd, nameOrFile), textBeside(files, nameOrFile));
  const saved = await accounts.loading.mappings.latest();
  const names = [...(await shippedMappings()), ...saved].map((mapping) => mapping.name);
  throw new OperatorError(`There is no mapping ${nameOrFile}: neither a file nor one of ${names.join(', ')}.`);
}

async function findLayout(nameOrFile: string, { cwd, files }: CommandContext): Promise<FileLayout> {
  const known = await knownLayouts();
  const found = known.find(({ name }) => name === nameOrFile);
  if (found) return found;
  const text = await files.textOf(nameOrFile);
  if (text !== undefined) return readLayout(text, resolve(cwd, nameOrFile), textBeside(files, nameOrFile));
  const names = known.map(({ name }) => name).join(', ');
  throw new OperatorError(`There is no layout ${nameOrFile}: no such file${names && `, nor is it one of ${names}`}.`);
}

const DEMO_BESIDE =
  'Warning: this folder holds generated demo records; searches will mix them with yours. Take them out with: npx tidewaiter demo --remove';

/** Says of records that may not be published that they may not: once, with the first load of them. */
async function warnAboutRights(context: CommandContext, before: readonly LoadSummary[]): Promise<void> {
  const there = await (await context.services()).records.loads.list();
  for (const warning of await warningsOf(there, before)) context.err(`Warning: ${warning}`);
}

/** A part of the rows, in percent: of a few filled ones never none. */
function shareOf(filled: number, rows: number): string {
  const percent = (100 * filled) / Math.max(rows, 1);
  return filled > 0 && percent < 0.1 ? '<0.1%' : `${percent.toFixed(1)}%`;
}

/** Says what became of a file. */
export function printOutcome(context: CommandContext, outcome: LoadOutcome, dryRun: boolean): void {
  const { file, report, sameAs, loadId, mapping, understood } = outcome;
  if (understood) printUnderstood(context, understood);
  if (sameAs !== null) {
    context.out(`${file}: already loaded, as load ${sameAs}. Nothing has changed.`);
    return;
  }
  context.out(
    `${file}: ${dryRun ? 'would load' : `load ${loadId},`} ${count(report.rowsLoaded)} of ${count(report.rowsRead)} rows, ` +
      `${count(report.rowsRejected)} rejected (mapping ${mapping})`,
  );
  if (report.usdWithoutRate > 0) {
    context.out(
      `  NO USD    ${count(report.usdWithoutRate)} values found no rate, and no sum in USD counts them: run "npx tidewaiter rates load FILE", then load this file again`,
    );
  }
  context.out(`  read as   ${plainLine(formInWords(outcome.form))}`);
  const { otherSheets } = outcome.form;
  if (otherSheets.length > 0)
    context.out(`  not read  ${plainLine(otherSheets.join(', '))}: --sheet NAME reads another sheet`);
  if (report.firstDate !== null) context.out(`  dates     ${report.firstDate} to ${report.lastDate}`);
  if (report.usdDerived > 0)
    context.out(`  USD       ${count(report.usdDerived)} values converted by the monthly rates`);
  if (report.usdWithoutCurrency > 0) {
    context.out(`  USD       ${count(report.usdWithoutCurrency)} values have no currency, and no rate helps them`);
  }
  for (const { column, records, values } of report.unknownCountries) {
    const commonest = values.map(({ text, records: of }) => `${text} (${count(of)})`).join(', ');
    context.out(`  no country ${count(records)} values of ${column} are none that is known: ${plainLine(commonest)}`);
  }
  table(
    context,
    ['not used', 'rows filled', ''],
    report.leftOut.map(({ column, filled }) => [plainLine(column), count(filled), shareOf(filled, report.rowsRead)]),
    ['rows filled', ''],
  );
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
  for (const doubt of report.assumed) context.out(`  assumed   ${plainLine(doubt)}`);
  for (const doubt of report.doubts) context.out(`  ${dryRun ? 'wrong?   ' : 'accepted '} ${plainLine(doubt)}`);
  const more = report.rowsRejected - new Set(outcome.rejections.map(({ line }) => line)).size;
  if (more > 0 && loadId !== null) context.out(`  and ${count(more)} more: npx tidewaiter rejected ${loadId}`);
  if (dryRun) printHeldAgainst(context, outcome);
}
