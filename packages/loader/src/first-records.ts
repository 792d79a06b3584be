import { OperatorError } from '@tidewaiter/contract';
import { quote, type RecordEngine } from '@tidewaiter/records/loading';
import { z } from 'zod';
import { withListsOnce } from './cleaning/terms.js';
import type { Target } from './compile/transform.js';
import { transformToLook } from './preview.js';
import type { RawRows } from './reading/raw-rows.js';
import type { UnderstoodFile } from './understand/choose-mapping.js';
import type { OperatorAnswers } from './understand/proposal/answers.js';
import type { FirstRecord } from './understand/proposal/load-preview.js';

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
  const made = await makeRecords(engine, { ...raw, table }, chosen, answers, by);
  return rows.map(([at, cells]) => ({ line: at, cells, ...(made?.get(at) ?? { record: null, problem: '' }) }));
}

async function makeRecords(
  engine: RecordEngine,
  raw: RawRows,
  chosen: UnderstoodFile,
  answers: OperatorAnswers,
  by: Pick<Target, 'ratesVersion' | 'sources'>,
): Promise<Map<number, Pick<FirstRecord, 'record' | 'problem'>> | undefined> {
  try {
    const { transform } = transformToLook(raw, chosen, answers, by);
    const texts = transform.filled.map((name) => `leftUTF8(ifNull(toString(${name}), ''), ${SHOWN_CELL})`);
    const problem = `arrayMap(one -> if(one.1 = '', one.2, concat(one.1, ${quote(': ')}, one.2)), problems)`;
    const made = await engine.query({
      name: 'load.first-records',
      sql: withListsOnce(`SELECT line, rejected, arrayStringConcat(${problem}, '; '), [${texts.join(', ')}]::Array(String)
        FROM (${transform.rows})`),
      row: z.tuple([line, z.coerce.boolean(), z.string(), z.array(z.string())]),
      lane: 'load',
    });
    return new Map(
      made.map(([at, rejected, problem, values]) => {
        const record = Object.fromEntries(transform.filled.map((name, index) => [name, values[index] ?? '']));
        return [at, rejected ? { record: null, problem } : { record, problem: '' }];
      }),
    );
  } catch (error) {
    // What is understood so far fits no record: that is asked about.
    if (error instanceof OperatorError) return undefined;
    throw error;
  }
}
