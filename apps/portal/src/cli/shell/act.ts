import type { AuditedAct } from '@tidewaiter/accounts';
import type { OPERATOR_ENDPOINTS } from '@tidewaiter/contract';
import { Argument, type Command, Option } from 'commander';
import type { FileDeed } from './caller-files.js';
import type { CommandContext } from './context.js';
import { count, printJson, table } from './print.js';

/** Rows that a person reads as aligned columns. */
interface Listing {
  header: readonly string[];
  rows: readonly (readonly string[])[];
  /** Columns that are aligned to the right. */
  figures: readonly string[];
}

export type Words = string | Listing | readonly Words[];

/** What came of a command: as `--json` answers it, what a person is told in its place, and what of it the audit log keeps, where no function beneath writes that. */
export type Told = readonly [answer: unknown, words: Words, details?: Record<string, unknown>];

/** An argument or an option: how it is typed, what it is, and how its text is read, or which texts there are. */
export interface Taken<Value> {
  flags: string;
  words: string;
  read?: ((text: string, before?: never) => unknown) | readonly string[] | undefined;
  otherwise?: Value;
  /** What it is read as: known to the types alone. */
  value?: Value;
}
export type Takes = Readonly<Record<string, Taken<unknown>>>;
export type Given<T extends Takes> = { [Name in keyof T]: T[Name] extends Taken<infer Value> ? Value : never } & {
  json?: boolean | undefined;
};

type TextOf<Flags> = Flags extends `${string}...${string}` ? string[] : string;
type ValueOf<Flags, Value> = Flags extends `<${string}` | `!${string}`
  ? Value
  : Flags extends `[${string}` | `${string}<${string}`
    ? Value | undefined
    : boolean | undefined;

/**
 * What a command takes: `<name>`, `[name]` and `<name...>` are arguments, `--name` and `--name <value>` options; `!--name <value>` is one
 * that must be given.
 */
export function taken<const Flags extends string>(
  flags: Flags,
  words: string,
  choices?: readonly string[],
): Taken<ValueOf<Flags, TextOf<Flags>>>;
export function taken<const Flags extends string, Value>(
  flags: Flags,
  words: string,
  read: (text: string, before?: Value) => Value,
): Taken<ValueOf<Flags, Value>>;
export function taken(flags: string, words: string, read?: Taken<unknown>['read']): Taken<never> {
  return { flags, words, read };
}

/** An option that has a value where none is given. */
export const takenOr = <Value>(
  otherwise: Value,
  flags: `--${string}`,
  words: string,
  read?: readonly string[] | ((text: string, before?: Value) => Value),
): Taken<Value> => ({ flags, words, read, otherwise });

/** Why no screen does some acts. */
export const RARE = 'it is done a few times in the life of a portal';
export const STOPPED = 'it is done with the portal stopped';

type ScreenCall = keyof typeof OPERATOR_ENDPOINTS;

/** By the names of arguments and options, what is done with the files that they name; `typed` is what was answered to a question. */
type FileRights = Readonly<Record<string, readonly FileDeed[]>>;

/** What is told of an act beside what it does. */
export interface Described {
  /** In the list of the commands beside it; its description where it has none. */
  summary?: string;
  description: string;
  /** What is typed behind `npx tidewaiter`, by somebody who needs it. */
  example?: string | readonly string[];
  /** The operator's calls that do it at the screen, or why no screen does it. */
  screen: readonly ScreenCall[] | string;
  /** What the audit log keeps of it; without it, why it keeps nothing, unless it only reads. */
  audit?: AuditedAct['event'];
  unaudited?: string;
  /** Files that its arguments and options name. Where another process does the work, only this is done for it. */
  files?: (options: Readonly<Record<string, unknown>>) => FileRights;
}

/** An act of the operator: its command, its help, `--json` and the way in which its end is told are made of it. */
export interface Act extends Described {
  takes: Takes;
  does(given: Record<string, unknown>, context: CommandContext, command: Command): Promise<Told | undefined>;
}

/** Defines an act. @param definition.does does it; undefined where it has told by itself what came of it */
export const act = <T extends Takes>(
  definition: Described & {
    takes?: T;
    does(given: Given<T>, context: CommandContext, command: Command): Promise<Told | undefined>;
  },
): Act => ({ takes: {}, ...definition }) as Act;

/** Acts by their commands, `account key create`. */
export type Acts = Readonly<Record<string, Act>>;

/** What commands of one thing are about: in the list of commands, and in its own help. */
export type Groups = Readonly<Record<string, readonly [summary: string, description: string]>>;

/** Says words to a person. */
export function say(context: Pick<CommandContext, 'out'>, words: Words): void {
  if (typeof words === 'string') context.out(words);
  else if ('rows' in words) table(context, words.header, words.rows, words.figures);
  else for (const part of words) say(context, part);
}

/** Tells what came of a command. */
export function tell(context: CommandContext, json: boolean | undefined, [answer, words]: Told): void {
  if (json) printJson(context, answer);
  else say(context, words);
}

function partOf({ flags, words, read, otherwise }: Taken<unknown>): Argument | Option {
  const isOption = /^!?--/.test(flags);
  const part = isOption ? new Option(flags.replace(/^!/, ''), words) : new Argument(flags, words);
  // Both parse alike, and their types have no name in common.
  if (typeof read === 'function') (part as Option).argParser(read as (text: string, before: unknown) => unknown);
  else if (read) part.choices(read);
  if (otherwise !== undefined) part.default(otherwise);
  if (part instanceof Option) part.makeOptionMandatory(flags.startsWith('!'));
  return part;
}

function addAct(parent: Command, name: string, act: Act, context: CommandContext): void {
  const { summary, description, takes, example = [], audit } = act;
  const command = parent.command(name).description(description);
  if (summary !== undefined) command.summary(summary);
  const parts = Object.entries(takes).map(([key, one]) => [key, partOf(one)] as const);
  for (const [, part] of parts) part instanceof Argument ? command.addArgument(part) : command.addOption(part);
  command.option('--json', 'answer as JSON');
  const lines = [example].flat().map((line) => `\n  $ npx tidewaiter ${line}`);
  if (lines.length > 0) command.addHelpText('after', `\nExample${lines.length > 1 ? 's' : ''}:${lines.join('')}`);
  command.action(async () => {
    const options = command.opts();
    const given = parts.map(([key, part]) => [
      key,
      part instanceof Argument
        ? command.processedArgs[command.registeredArguments.indexOf(part)]
        : options[part.attributeName()],
    ]);
    const told = await act.does({ ...Object.fromEntries(given), json: options.json }, context, command);
    if (!told) return;
    const [, , details] = told;
    if (audit && details) await (await context.services()).accounts.audit.write({ event: audit, details });
    tell(context, options.json, told);
  });
}

/** Adds the commands of all acts, each in the group that its name says. */
export function addActs(program: Command, context: CommandContext, acts: Acts, groups: Groups): void {
  for (const [path, one] of Object.entries(acts)) {
    const words = path.split(' ');
    const name = words.pop() ?? '';
    let parent = program;
    for (const [depth, word] of words.entries()) {
      const there = parent.commands.find((command) => command.name() === word);
      const [summary = '', description = ''] = groups[words.slice(0, depth + 1).join(' ')] ?? [];
      parent = there ?? parent.command(word).summary(summary).description(description);
    }
    addAct(parent, name, one, context);
  }
}

type Cell = string | number | null | undefined;
type CellNames<Row> = { [Name in keyof Row]: Row[Name] extends Cell ? Name : never }[keyof Row];

/**
 * Rows as a table, by the headers of its columns: a field of the rows, or what is made of one; figures are grouped and stand to the right.
 *
 * @param none what is said where there are none
 * @param figures columns whose texts are figures, too
 */
export function listing<Row>(
  rows: readonly Row[],
  none: Words,
  columns: Readonly<Record<string, CellNames<Row> | ((row: Row) => Cell)>>,
  figures: readonly string[] = [],
): Words {
  if (rows.length === 0) return none;
  const cells = Object.entries(columns).map(([header, of]) => {
    const read = (row: Row) => (typeof of === 'function' ? of(row) : (row[of] as Cell));
    return [header, rows.map(read)] as const;
  });
  const text = (cell: Cell) => (typeof cell === 'number' ? count(cell) : (cell ?? ''));
  return {
    header: cells.map(([header]) => header),
    rows: rows.map((_, at) => cells.map(([, column]) => text(column[at]))),
    figures: [
      ...figures,
      ...cells.filter(([, column]) => column.some((cell) => typeof cell === 'number')).map(([header]) => header),
    ],
  };
}
