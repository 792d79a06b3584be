/** `ask`: a question to a running portal, from a person's own terminal, by their API key. It opens no data folder. */
import { Readable } from 'node:stream';
import { ApiProblem, type Client, createClient, type Meta, type PlainQuestion } from '@tidewaiter/client';
import { OperatorError } from '@tidewaiter/contract';
import { BREAKDOWNS } from '@tidewaiter/contract/api';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { type AskedOptions, another, countriesOf, questionOf, trade } from '../asking/asked.js';
import { type PrintedFormat, print, type Row } from '../asking/printed.js';
import { day, figure } from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';
import { count, plainLine } from '../shell/print.js';

interface AskOptions extends AskedOptions {
  by?: string;
  columns?: string[];
  limit: number;
  maxPoints: number;
  format: PrintedFormat | 'parquet';
  json?: boolean;
  out?: string;
  url: string;
}

/** What a record is printed with where no columns are named; as JSON it has all. */
const COLUMNS = [
  ...['record_date', 'hs_code', 'product_description', 'importer_name', 'exporter_name', 'source_country'],
  ...['origin_country', 'quantity', 'unit', 'total_value_usd'],
];
const FIGURES = ['quantity', 'total_value_usd', 'unit_price_usd', 'total_value', 'shipments', 'value_usd', 'share'];

/** Records of a page, and items of a list, at most. */
const PAGE = 1000;
const ITEMS = 500;

/** Somebody waits for it. */
const RETRIES = 3;

/** What takes longer says how far it is, in milliseconds. */
const PATIENCE_MS = 1000;

function positive(text: string): number {
  const number = figure(text);
  if (number === 0) throw new InvalidArgumentError('A whole number from 1.');
  return number;
}

function portalUrl(text: string): string {
  if (!(URL.canParse(text) && /^https?:/i.test(text)))
    throw new InvalidArgumentError('An address, http:// or https://.');
  return text;
}

export function addAskCommand(program: Command, context: CommandContext): void {
  program
    .command('ask')
    .summary('ask a running portal, by an API key')
    .description(
      'Asks a portal for records, or for a breakdown of them, as a person with an API key. The key is read from TIDEWAITER_API_KEY alone: an argument ' +
        'would stand in the list of processes. What was understood, what it cost and where to see it is told on the error stream.',
    )
    .addArgument(new Argument('<trade>', 'imports or exports').argParser(trade))
    .argument('[of...]', 'countries whose customs declare, by code: of IND KOR (default: all)')
    .option('--hs <code>', 'HS code, or the beginning of one; again for another', another)
    .option('--product <words>', 'words of the goods; again for others', another)
    .option('--importer <name>', 'again for another', another)
    .option('--exporter <name>', 'again for another', another)
    .option('--line <line>', 'what must hold as well, in the query language (docs/query-line.md)')
    .option('--from <day>', 'first day, YYYY-MM-DD (default: a year before the last)', day)
    .option('--to <day>', 'last day (default: today)', day)
    .addOption(new Option('--by <what>', 'a breakdown instead of records').choices([...BREAKDOWNS.keys()]))
    .option('--columns <names>', 'columns of a record, divided by commas', (text) =>
      text.split(',').map((name) => name.trim()),
    )
    .option('--limit <n>', 'records, or rows of a breakdown, at most', positive, 100)
    .option('--max-points <n>', 'what records beyond those without points, and files, may cost in points', figure, 0)
    .addOption(
      new Option('--format <format>', 'how it is printed')
        .choices(['table', 'csv', 'json', 'parquet'])
        .default('table'),
    )
    .option('--json', 'answer as JSON')
    .option('--out <file>', 'where Parquet goes, with all records that the points reach')
    .addOption(
      new Option('--url <address>', 'the portal')
        .env('TIDEWAITER_URL')
        .default('http://localhost:3000')
        .argParser(portalUrl),
    )
    .addHelpText(
      'after',
      `
Examples:
  $ npx tidewaiter ask imports of IND --product "ceramic tile" --from 2025-01-01 --to 2025-12-31
  $ npx tidewaiter ask imports of IND KOR --hs 6907 --by importers --format csv
  $ npx tidewaiter ask imports of IND --line "product:til* -from:china value:>10000"
  $ npx tidewaiter ask exports --hs 0901 --format parquet --out coffee.parquet --max-points 5000

Exit status: 0 done, 1 refused or failed, 2 called wrongly.`,
    )
    .action(async (trade: string, of: string[], options: AskOptions, command: Command) => {
      const { hs, product, importer, exporter, line, out, by } = options;
      if (!hs && !product && !importer && !exporter && line === undefined)
        command.error('error: say what you look for: --hs, --product, --importer, --exporter or --line');
      const format = options.json ? 'json' : options.format;
      if ((format === 'parquet') !== (out !== undefined) || (format === 'parquet' && by !== undefined))
        command.error('error: --format parquet is a file of records, and needs --out; the others are printed');
      const key = process.env.TIDEWAITER_API_KEY;
      if (!key)
        throw new OperatorError(
          'Set TIDEWAITER_API_KEY to an API key: make one under Profile, or by `account key create`.',
        );
      const client = createClient({ url: options.url, key, retries: RETRIES });
      const question = questionOf({ trade, countries: countriesOf(of) }, options);
      const asking: Asking = { context, client, question, options, signal: context.gone };
      const work = format === 'parquet' ? writeFile : by === undefined ? printRecords : printBreakdown;
      await work(asking, format as PrintedFormat).catch((error: unknown) => {
        throw inWords(error, options.url);
      });
    });
}

interface Asking {
  context: CommandContext;
  client: Client;
  question: PlainQuestion;
  options: AskOptions;
  signal: AbortSignal | undefined;
}

function inWords(error: unknown, url: string): unknown {
  if (!(error instanceof ApiProblem)) return error;
  if (error.code === 'no_answer') return new OperatorError(`${url} has not answered as a portal does.`);
  const fields = error.errors.map(({ detail }) => detail).filter((detail) => detail !== error.detail);
  return new OperatorError(error.detail, fields, { cause: error });
}

const of = (number: number, one: string) => `${count(number)} ${one}${number === 1 ? '' : 's'}`;

/** What was understood, what it cost, what is left, and where a person sees it. */
function tell({ context }: Asking, { question, count: found, link, left }: Meta, cost: Meta['cost']): void {
  if (question !== undefined) context.err(plainLine(question));
  const spent = `${cost.searches === 1 ? '1 search' : `${cost.searches} searches`} and ${of(cost.points, 'point')}`;
  const rest = `${left.searches === 1 ? '1 search' : `${count(left.searches)} searches`} and ${of(left.points, 'point')}`;
  if (found !== undefined) context.err(`${of(found, 'record')}. Spent: ${spent}; left: ${rest}.`);
  if (link !== undefined) context.err(plainLine(link));
}

/** Says how far something is once it has taken a while. */
function progressOf({ context: { progress } }: Asking, label: string) {
  const begun = performance.now();
  return (done?: number, total?: number) => {
    if (performance.now() - begun < PATIENCE_MS) return;
    progress({ label, ...(done !== undefined && { done }), ...(total !== undefined && { total }) });
  };
}

async function printRecords(asking: Asking, format: PrintedFormat): Promise<void> {
  const { context, client, question, options, signal } = asking;
  const { limit, maxPoints } = options;
  const columns = options.columns ?? (format === 'json' ? undefined : COLUMNS);
  const reading = client.records(question, { limit: Math.min(limit, PAGE), maxPoints, columns, signal });
  const show = progressOf(asking, 'reading records');
  const meta = () => reading.progress?.meta;
  const cost = { searches: 0, points: 0 };
  async function* rows(): AsyncGenerator<Row> {
    for await (const record of reading) {
      const { read = 0, points = 0 } = reading.progress ?? {};
      if (read === 1) cost.searches = meta()?.cost.searches ?? 0;
      cost.points = points;
      if (read % PAGE === 0) show(read, Math.min(limit, meta()?.count ?? limit));
      yield record;
      if (read >= limit) return;
    }
  }
  const rest = () => ({ meta: { ...meta(), cost } });
  await print(context, format, { columns: columns ?? [], numbers: FIGURES, name: 'records', rows: rows(), rest });
  context.progress(null);
  const told = meta();
  if (told) tell(asking, told, cost);
  const read = reading.progress?.read ?? 0;
  if (told?.count !== undefined && read < told.count)
    context.err(`These are the first ${count(read)}: --limit says how many.`);
}

async function printBreakdown(asking: Asking, format: PrintedFormat): Promise<void> {
  const { context, client, question, options, signal } = asking;
  const { by = '', limit } = options;
  const { data, meta } = await client.breakdown({ question, by, limit: Math.min(limit, ITEMS) }, { signal });
  const { items, ...sums } = data;
  const columns = [
    'name',
    ...(items.some(({ description }) => description) ? ['description'] : []),
    'shipments',
    'value_usd',
    'share',
  ];
  const rest = () => ({ ...sums, meta });
  await print(context, format, { columns, numbers: FIGURES, name: 'items', rows: items, rest });
  tell(asking, meta, meta.cost);
  const { shipments } = sums.not_stated;
  if (shipments > 0) context.err(`${of(shipments, 'record')} do not state it.`);
  if (items.length < sums.items_count)
    context.err(`These are the first ${count(items.length)} of ${count(sums.items_count)}.`);
}

/** The file of an export: all records of the question, as far as its points reach. */
async function writeFile(asking: Asking): Promise<void> {
  const { context, client, question, options, signal } = asking;
  const { columns, maxPoints, out = '' } = options;
  const { meta } = await client.count({ question }, { signal });
  const show = progressOf(asking, 'making the file');
  const { about, file } = await client.export(question, {
    ...{ columns, maxPoints, signal, format: 'parquet' },
    onProgress: ({ records_done, records }) => show(records_done, records),
  });
  await context.files.write(out, Readable.fromWeb(file as Parameters<typeof Readable.fromWeb>[0]), { overwrite: true });
  context.progress(null);
  const left = { ...meta.left, points: meta.left.points - about.points };
  tell(asking, { ...meta, left }, { searches: meta.cost.searches, points: about.points });
  context.out(`${count(about.records)} records are in ${out}.`);
}
