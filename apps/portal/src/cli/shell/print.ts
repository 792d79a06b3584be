import type { CopyProgress } from '../../backup/back-up.js';
import type { Restored } from '../../backup/restore.js';
import type { CommandContext } from './context.js';

/** A number as people read it; data in `--json` stays bare. */
export function count(number: number): string {
  return number.toLocaleString('en-US');
}

export function printJson(context: CommandContext, value: unknown): void {
  context.out(JSON.stringify(value, null, 2));
}

/** Control characters from a file must not steer a terminal. */
const CONTROL = /\p{Cc}/gu;

/** What another process says, which may be somebody else's: of control characters, lines and tabs alone. */
export const harmless = (text: string) => text.replace(/[^\P{Cc}\n\t]/gu, ' ');

/** Longest line of a message; a file may hold a header of megabytes. */
const LINE_MAX = 1000;

/** A message that quotes a file, made fit for a terminal. */
export function plainLine(text: string): string {
  const plain = text.replace(CONTROL, ' ');
  return plain.length > LINE_MAX ? `${plain.slice(0, LINE_MAX)} …` : plain;
}

/**
 * Prints rows as aligned columns; nothing when there are none.
 *
 * @param numbers the columns that are aligned to the right
 */
export function table(
  context: Pick<CommandContext, 'out'>,
  header: readonly string[],
  rows: readonly (readonly string[])[],
  numbers: readonly string[] = [],
): void {
  if (rows.length === 0) return;
  const lines = [header, ...rows].map((row) => row.map((cell) => cell.replace(CONTROL, ' ')));
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines) {
    const padded = line.map((cell, column) => {
      const width = widths[column] ?? 0;
      return numbers.includes(header[column] ?? '') ? cell.padStart(width) : cell.padEnd(width);
    });
    context.out(`  ${padded.join('  ')}`.trimEnd());
  }
}

/** Shows how far a copy is, and at the end nothing. */
export async function shown<Result>(
  { progress }: CommandContext,
  work: (progress: CopyProgress) => Promise<Result>,
): Promise<Result> {
  try {
    return await work((label, done, total) => progress({ label, done, total }));
  } finally {
    progress(null);
  }
}

/** What a restore or a move has brought. */
export const inWords = ({ records, users }: { records: number; users: number }) =>
  `${count(records)} records, ${count(users)} ${users === 1 ? 'person' : 'people'}`;

/** What it has brought of the ledger. */
export const ledgerInWords = ({ unreconciled }: Pick<Restored, 'unreconciled'>) =>
  unreconciled.length === 0
    ? 'The ledger reconciles.'
    : `The ledger reconciles but for what was accepted with the backup:\n  ${unreconciled.join('\n  ')}`;
