import { OperatorError } from '@tidewaiter/contract';
import { quote, type RecordEngine } from '@tidewaiter/records/loading';
import { z } from 'zod';
import { withListsOnce } from './cleaning/terms.js';
import { acceptedRows, type Target } from './compile/transform.js';
import { transformToLook } from './preview.js';
import type { RawRows } from './reading/raw-rows.js';
import type { OperatorAnswers } from './understand/answers.js';
import type { UnderstoodFile } from './understand/choose-mapping.js';
import type { FirstRecord } from './understand/previewed.js';

/** Rows that are shown. */
const SHOWN = 5;

/** A cell, or what a record says, is shown up to so many characters. */
const SHOWN_CELL = 120;

const line = z.coerce.number();

/** The first rows of a file, and what would be made of them as it is understood so far. Nothing is written. */
export async function firstRecords(
  engine: RecordEngine,
  raw: RawRows,
  chosen: UnderstoodFile,
  answers: OperatorAnswers,
  by: Pick<Target, 'ratesVersion' | 'sources'>,
): Promise<FirstRecord[]> {
  const table = `(SELECT *, cells FROM ${raw.table} ORDER BY row LIMIT ${SHOWN})`;
  const rows = await engine.query({
    name: 'load.first-rows',
    sql: `SELECT line, arrayMap(cell -> leftUTF8(cell, ${SHOWN_CELL}), cells) FROM ${raw.table} ORDER BY row LIMIT ${SHOWN}`,
    row: z.tuple([line, z.array(z.string())]),
    lane: 'load',
  });
  const made = await recordsOf(engine, { ...raw, table }, chosen, answers, by);
  return rows.map(([at, cells]) => {
    const record = made?.records.get(at) ?? null;
    return { line: at, cells, record, problem: record ? '' : (made?.problems.get(at) ?? '') };
  });
}

async function recordsOf(
  engine: RecordEngine,
  raw: RawRows,
  chosen: UnderstoodFile,
  answers: OperatorAnswers,
  by: Pick<Target, 'ratesVersion' | 'sources'>,
): Promise<{ records: Map<number, Record<string, string>>; problems: Map<number, string> } | undefined> {
  try {
    const { transform, target } = transformToLook(raw, chosen, answers, by);
    const texts = transform.filled.map((name) => `leftUTF8(ifNull(toString(${name}), ''), ${SHOWN_CELL})`);
    const records = await engine.query({
      name: 'load.first-records',
      sql: withListsOnce(`SELECT line, [${texts.join(', ')}]::Array(String) FROM ${acceptedRows(transform, target)}`),
      row: z.tuple([line, z.array(z.string())]),
      lane: 'load',
    });
    const problems = await engine.query({
      name: 'load.first-problems',
      sql: withListsOnce(`SELECT line, arrayStringConcat(arrayMap(problem -> if(problem.1 = '', problem.2, concat(problem.1, ${quote(': ')}, problem.2)), problems), '; ')
        FROM (${transform.rows}) WHERE rejected`),
      row: z.tuple([line, z.string()]),
      lane: 'load',
    });
    return {
      records: new Map(
        records.map(([at, values]) => [
          at,
          Object.fromEntries(transform.filled.map((name, index) => [name, values[index] ?? ''])),
        ]),
      ),
      problems: new Map(problems),
    };
  } catch (error) {
    // What is understood so far fits no record: that is asked about.
    if (error instanceof OperatorError) return undefined;
    throw error;
  }
}
