import type { RecordEngine } from '@tidewaiter/records/loading';
import { z } from 'zod';
import { describeRef, findHeader } from '../layout/headers.js';
import type { LoadMapping } from '../layout/mapping.js';
import { cellAt, cellColumns } from '../reading/form/raw-table.js';
import type { RawRows } from '../reading/raw-rows.js';

/**
 * Raw rows of which those are moved whose cells stand one column to the left or to the right: where the column of codes holds none, and
 * just one of its neighbours does.
 */
export function alignedRows<Rows extends Pick<RawRows, 'table' | 'header'>>(raw: Rows, { align }: LoadMapping): Rows {
  const place = align === undefined ? 0 : raw.header.indexOf(findHeader(align.on, raw.header) ?? '') + 1;
  if (align === undefined || place === 0) return raw;
  const width = raw.header.length;
  const cell = (at: number) => (at < 1 || at > width ? "''" : cellAt(at));
  const isCode = (at: number) => `match(trim(${cell(at)}), '^[0-9]{${align.digits.join(',')}}$')`;
  const [here, left, right] = [place, place - 1, place + 1].map(isCode);
  const moved = cellColumns(width).map(
    (name, at) => `multiIf(shift = 1, ${cell(at + 2)}, shift = -1, ${cell(at)}, ${name}) AS moved_${name}`,
  );
  const cells = cellColumns(width).map((name) => `moved_${name}`);
  const table = `(
    SELECT row, line, ${cells.map((name) => `${name} AS ${name.replace('moved_', '')}`).join(', ')},
      if(shift != 0 AND abs(width - ${width}) = 1, ${width}, width) AS width, breaks, problem, shift, [${cells.join(', ')}] AS cells
    FROM (
      SELECT *, ${moved.join(', ')}
      FROM (SELECT *, multiIf(${here} OR ${left} = ${right}, 0, ${right}, 1, -1) AS shift FROM ${raw.table})
    )
  )`;
  return { ...raw, table };
}

/** What is told of rows that were moved: nothing where there are none. */
export async function movedInWords(
  engine: RecordEngine,
  { table }: Pick<RawRows, 'table'>,
  { align }: LoadMapping,
): Promise<string[]> {
  if (align === undefined) return [];
  const [movedColumns] = await engine.query({
    name: 'load.moved',
    sql: `SELECT countIf(shift != 0), minIf(line, shift != 0) FROM ${table}`,
    row: z.tuple([z.coerce.number(), z.coerce.number()]),
    lane: 'load',
  });
  const [rows = 0, first = 0] = movedColumns ?? [];
  if (rows === 0) return [];
  const which =
    rows === 1 ? `the cells of line ${first}` : `the cells of ${rows} rows, line ${first} the first of them,`;
  return [`${which} stood one column aside: they were moved by the code in the column ${describeRef(align.on)}`];
}
