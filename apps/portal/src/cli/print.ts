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

/** Longest line of a message; a file may hold a header of megabytes. */
const LINE_MAX = 1000;

/** A message that quotes a file, made fit for a terminal. */
export function plainLine(text: string): string {
  const plain = text.replace(CONTROL, ' ');
  return plain.length > LINE_MAX ? `${plain.slice(0, LINE_MAX)} …` : plain;
}

/** Prints rows as aligned columns; nothing when there are none. */
export function table(context: CommandContext, header: readonly string[], rows: readonly (readonly string[])[]): void {
  if (rows.length === 0) return;
  const lines = [header, ...rows].map((row) => row.map((cell) => cell.replace(CONTROL, ' ')));
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines) {
    context.out(`  ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
  }
}
