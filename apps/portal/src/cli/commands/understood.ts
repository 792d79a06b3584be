import { commandOf, formInWords, type LoadedFile, type UnderstoodFile } from '@tidewaiter/loader';
import type { CommandContext } from '../shell/context.js';
import { count, plainLine, table } from '../shell/print.js';

/** Longest text of a cell in the table of columns. */
const CELL_MAX = 40;

const ORIGINS = {
  given: 'as you named it',
  shipped: 'ships with the product and fits the header',
  learned: 'as files with these columns are read',
  understood: 'understood from the file',
} as const;

/** Prints what a file was understood to be: its form, whose records they are, and what each column is. */
export function printUnderstood(context: CommandContext, understood: UnderstoodFile): void {
  context.out(`${understood.file}: ${plainLine(formInWords(understood.form))}, ${count(understood.rows)} rows`);
  const { mapping, findings } = understood;
  line(context, 'mapping', `${mapping.name}, ${ORIGINS[understood.origin]}`);
  if (findings) {
    line(context, 'trade', `${findings.trade.trade?.toLowerCase() ?? 'unknown'}${because(findings.trade)}`);
    line(context, 'country', `${findings.country.country ?? 'unknown'}${because(findings.country)}`);
    if (findings.dates) line(context, 'dates', `${mapping.dateFormat}${because(findings.dates)}`);
    line(context, 'numbers', findings.numbers.reason);
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
  for (const { text, answers } of understood.questions) {
    line(context, 'unclear', text);
    if (answers.length > 0) line(context, '', `answer with ${answers.join(' or ')}`);
  }
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

interface WriteOptions {
  /** The file to write, where one is asked for. */
  writeMapping?: string | undefined;
  overwrite?: boolean | undefined;
  json?: boolean | undefined;
}

/**
 * Writes the mapping that a file was understood by, for somebody to edit, where that is asked for. Never over another file unless
 * told to.
 *
 * @throws OperatorError when the file is there or cannot be written
 */
export async function writeMapping(
  context: CommandContext,
  { mapping, unclear }: UnderstoodFile,
  [file]: readonly LoadedFile[],
  { writeMapping: name, overwrite = false, json }: WriteOptions,
): Promise<void> {
  if (name === undefined || file === undefined) return;
  const text = `${JSON.stringify({ ...mapping, notes: notesOf(mapping.notes, unclear) }, null, 2)}\n`;
  await context.files.write(name, [text], { overwrite });
  // Beside JSON, what people read goes elsewhere.
  const next = `The mapping is written to ${name}. Edit it, then: ${commandOf(file)} --mapping ${name}`;
  if (json) context.err(next);
  else context.out(next);
}

/** What was unclear is said where it is to be corrected. */
function notesOf(notes: string, unclear: readonly string[]): string {
  return unclear.length === 0 ? notes : `${notes} Unclear: ${unclear.join('; ')}.`;
}
