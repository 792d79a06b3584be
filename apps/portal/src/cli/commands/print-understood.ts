import { formInWords, type UnderstoodFile } from '@tidewaiter/records';
import type { CommandContext } from '../context.js';
import { count, plainLine, table } from '../print.js';

/** Longest text of a cell in the table of columns. */
const CELL_MAX = 40;

const ORIGINS = {
  given: 'as you named it',
  shipped: 'ships with the product and fits the header',
  understood: 'understood from the file',
} as const;

/** Prints what a file was understood to be: its form, whose records they are, and what each column is. */
export function printUnderstood(context: CommandContext, understood: UnderstoodFile): void {
  context.out(`${understood.file}: ${plainLine(formInWords(understood.form))}, ${count(understood.rows)} rows`);
  const { mapping, found } = understood;
  line(context, 'mapping', `${mapping.name}, ${ORIGINS[understood.origin]}`);
  if (found) {
    line(context, 'trade', `${found.trade.trade?.toLowerCase() ?? 'unknown'}${because(found.trade)}`);
    line(context, 'country', `${found.country.country ?? 'unknown'}${because(found.country)}`);
    if (found.dates) line(context, 'dates', `${mapping.dateFormat}${because(found.dates)}`);
    line(context, 'numbers', found.numbers.reason);
    line(context, 'key', keyOf(understood));
  }
  table(
    context,
    ['source column', 'record column', 'sure', 'examples', 'why'],
    understood.columns.map(({ header, target, confidence, examples, reason }) => [
      cut(header),
      target ?? 'left out',
      percent(confidence),
      cut(examples.map(cut).join(' · ')),
      reason,
    ]),
  );
  for (const doubt of understood.unclear) line(context, 'unclear', doubt);
}

function keyOf({ mapping }: UnderstoodFile): string {
  const names = mapping.naturalKey.map((column) => String(column));
  return names.length === 0 ? 'the whole row names itself' : names.join(' and ');
}

const percent = (confidence: number) => `${Math.round(confidence * 100)}%`;
const because = ({ confidence, reason }: { confidence: number; reason: string }) =>
  ` (${percent(confidence)}: ${reason})`;
const cut = (text: string) => (text.length > CELL_MAX ? `${text.slice(0, CELL_MAX - 1)}…` : text);

function line(context: CommandContext, label: string, text: string): void {
  context.out(`  ${label.padEnd(9)} ${plainLine(text)}`);
}
