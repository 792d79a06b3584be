import type { AuditedAct } from '@tidewaiter/accounts';
import type { Command } from 'commander';
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

/** What came of a command: as `--json` answers it, what a person is told in its place, and what of it the audit log keeps. */
export type Told = readonly [answer: unknown, words: Words, noted?: AuditedAct];

/** A command as it is defined: the line of its help, its examples, `--json` and the way in which its end is told are made of it. */
interface Act<Given extends unknown[]> {
  /** In the list of the commands beside it; its description where it has none. */
  summary?: string;
  description: string;
  /** Its arguments and options. */
  takes?: (command: Command) => Command;
  /** What is typed behind `npx tidewaiter`, by somebody who needs it. */
  example?: string | readonly string[];
  /** Does it, given arguments and options as they were read; undefined where it has told by itself what came of it. */
  does: (...given: Given) => Promise<Told | undefined>;
}

/** Commands of one thing. */
export const group = (parent: Command, name: string, summary: string, description: string) =>
  parent.command(name).summary(summary).description(description);

/** Says words to a person. */
export function say(context: Pick<CommandContext, 'out'>, words: Words): void {
  if (typeof words === 'string') context.out(words);
  else if ('rows' in words) table(context, words.header, words.rows, words.figures);
  else for (const part of words) say(context, part);
}

/** Tells what came of a command. */
export async function tell(
  context: CommandContext,
  json: boolean | undefined,
  [answer, words, noted]: Told,
): Promise<void> {
  if (noted) await (await context.services()).accounts.audit.write(noted);
  if (json) printJson(context, answer);
  else say(context, words);
}

/** Adds a command by its definition. */
export function act<Given extends unknown[]>(
  parent: Command,
  context: CommandContext,
  name: string,
  { summary, description, takes = (command) => command, example = [], does }: Act<Given>,
): void {
  const command = takes(parent.command(name).description(description)).option('--json', 'answer as JSON');
  if (summary !== undefined) command.summary(summary);
  const lines = [example].flat().map((line) => `\n  $ npx tidewaiter ${line}`);
  if (lines.length > 0) command.addHelpText('after', `\nExample${lines.length > 1 ? 's' : ''}:${lines.join('')}`);
  command.action(async (...given) => {
    const told = await does(...(given as unknown as Given));
    if (told) await tell(context, command.opts<{ json?: boolean }>().json, told);
  });
}

/**
 * Rows as a table, by the headers of its columns; figures are grouped and stand to the right.
 *
 * @param none what is said where there are none
 * @param figures columns whose texts are figures, too
 */
export function listing<Row>(
  rows: readonly Row[],
  none: Words,
  columns: Readonly<Record<string, (row: Row) => string | number | null | undefined>>,
  figures: readonly string[] = [],
): Words {
  if (rows.length === 0) return none;
  const cells = Object.entries(columns).map(([header, of]) => [header, rows.map(of)] as const);
  const text = (cell: string | number | null | undefined) => (typeof cell === 'number' ? count(cell) : (cell ?? ''));
  return {
    header: cells.map(([header]) => header),
    rows: rows.map((_, at) => cells.map(([, column]) => text(column[at]))),
    figures: [
      ...figures,
      ...cells.filter(([, column]) => column.some((cell) => typeof cell === 'number')).map(([header]) => header),
    ],
  };
}
