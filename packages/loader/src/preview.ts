import { OperatorError, optionOf } from '@tidewaiter/contract';
import { quote, type RecordEngine } from '@tidewaiter/records/loading';
import { z } from 'zod';
import { withListsOnce } from './cleaning/terms.js';
import { alignedRows } from './compile/aligned.js';
import { filledDown } from './compile/filled-down.js';
import { acceptedRows, compileTransform, type Target, type Transform } from './compile/transform.js';
import { findHeader } from './layout/headers.js';
import { resolveTarget } from './load-request.js';
import { cellAt } from './reading/form/raw-table.js';
import type { RawRows } from './reading/raw-rows.js';
import { type UnderstoodFile, usableMapping } from './understand/choose-mapping.js';
import type { OperatorAnswers } from './understand/proposal/answers.js';
import type { Consequence, LoadPreview, NamedColumn, PreviewedQuestion } from './understand/proposal/load-preview.js';

/** More rows would keep a person waiting at each question, and tell no more. */
const ROWS_PREVIEWED = 200_000;

/**
 * Finds out where the answers of a file's questions lead, without writing anything: each beside the proposals of the others.
 *
 * @param choose understands the file with more answered
 */
export async function preview(
  engine: RecordEngine,
  raw: RawRows,
  { questions, columns, mapping, ...understood }: UnderstoodFile,
  answers: OperatorAnswers,
  by: Pick<Target, 'ratesVersion' | 'sources'>,
  choose: (answers: OperatorAnswers) => Promise<UnderstoodFile>,
): Promise<LoadPreview> {
  const first = { ...raw, table: `(SELECT *, cells FROM ${raw.table} ORDER BY row LIMIT ${ROWS_PREVIEWED})` };
  const lead = async (more: OperatorAnswers, chosen?: UnderstoodFile): Promise<Consequence | null> => {
    try {
      return await consequence(engine, first, chosen ?? (await choose(more)), more, by);
    } catch (error) {
      if (error instanceof OperatorError) return null;
      throw error;
    }
  };
  const previewed: PreviewedQuestion[] = [];
  for (const question of questions) {
    const namedColumns: NamedColumn[] = [];
    for (const { header, examples } of columns.filter(({ header }) => question.text.includes(`"${header}"`))) {
      namedColumns.push({ header, examples, sum: await sumColumn(engine, first, header, mapping) });
    }
    const leads: (Consequence | null)[] = [];
    for (const answer of question.answers) {
      const more = withAnswer(answers, answer);
      leads.push(more === undefined ? null : await lead(more));
    }
    previewed.push({ ...question, columns: namedColumns, leads });
  }
  const asProposed = await lead(answers, { ...understood, questions, columns, mapping } as UnderstoodFile);
  return { rows: Math.min(raw.rows, ROWS_PREVIEWED), asProposed, questions: previewed };
}

/** What is answered, with an answer; undefined where it names another mapping. */
function withAnswer(answers: OperatorAnswers, answer: string): OperatorAnswers | undefined {
  const { option, text } = optionOf(answer);
  if (option === 'trade') return { ...answers, trade: text === 'export' ? 'EXPORT' : 'IMPORT' };
  if (option === 'country') return { ...answers, country: text };
  return option === 'set' ? { ...answers, set: [...(answers.set ?? []), text] } : undefined;
}

/**
 * What a file's rows would become, as far as it is understood, for looking at it.
 *
 * @throws OperatorError where what is understood makes no records yet
 */
export function transformToLook(
  raw: RawRows,
  chosen: UnderstoodFile,
  { country, trade }: OperatorAnswers,
  by: Pick<Target, 'ratesVersion' | 'sources'>,
): { transform: Transform; target: Target } {
  const mapping = usableMapping(chosen);
  const known = resolveTarget({ files: [], country }, trade ?? mapping.trade ?? 'IMPORT', mapping, {
    ...by,
    loadId: 0,
  });
  // Whose records they are changes nothing of what is looked at.
  const target = { ...known, country: known.country ?? '' };
  return {
    transform: compileTransform(
      mapping,
      target,
      filledDown(alignedRows(raw, mapping), mapping),
      chosen.file,
      chosen.subtotals,
    ),
    target,
  };
}

async function consequence(
  engine: RecordEngine,
  raw: RawRows,
  chosen: UnderstoodFile,
  answers: OperatorAnswers,
  by: Pick<Target, 'ratesVersion' | 'sources'>,
): Promise<Consequence> {
  const { transform, target } = transformToLook(raw, chosen, answers, by);
  const usd = transform.inserted.find(({ column }) => column === 'total_value_usd')?.value ?? 'NULL';
  const [row] = await engine.query({
    name: 'load.preview',
    sql: withListsOnce(`SELECT count(), toString(sum(usd)), formatDateTime(min(month), '%Y-%m'), formatDateTime(max(month), '%Y-%m'), uniqExact(month)
      FROM (SELECT ${usd} AS usd, toStartOfMonth(record_date) AS month FROM ${acceptedRows(transform, target)})`),
    row: z.tuple([z.coerce.number(), z.string().nullable(), z.string(), z.string(), z.coerce.number()]),
    lane: 'load',
  });
  const [rows = 0, sum = null, firstMonth = '', last = '', count = 0] = row ?? [];
  return { rows, usd: sum, months: rows === 0 ? null : { first: firstMonth, last, count } };
}

/** Exact, as the file's numbers are written; null where fewer than four in five are numbers. */
async function sumColumn(
  engine: RecordEngine,
  { table, header }: RawRows,
  name: string,
  { decimalPoint, thousands }: UnderstoodFile['mapping'],
): Promise<string | null> {
  const exactHeader = findHeader(name, header);
  if (exactHeader === undefined) return null;
  const cell = `trim(${cellAt(header.indexOf(exactHeader) + 1)})`;
  const bare = thousands ? `replaceAll(${cell}, ${quote(thousands)}, '')` : cell;
  const number = `toDecimal256OrNull(${decimalPoint === ',' ? `replaceAll(${bare}, ',', '.')` : bare}, 18)`;
  const [row] = await engine.query({
    name: 'load.preview.sum',
    sql: `SELECT toString(sum(number)), count(number) >= 0.8 * countIf(cell != '') FROM (SELECT ${cell} AS cell, ${number} AS number FROM ${table})`,
    row: z.tuple([z.string().nullable(), z.coerce.boolean()]),
    lane: 'load',
  });
  return row?.[1] ? row[0] : null;
}
