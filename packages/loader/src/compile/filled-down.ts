import { quote } from '@tidewaiter/records/loading';
import { findHeader, type HeaderRef } from '../layout/headers.js';
import type { LoadMapping } from '../layout/mapping.js';
import { cellAt, cellColumns } from '../reading/form/raw-table.js';
import type { RawRows } from '../reading/raw-rows.js';

/** Columns whose empty cells say what the nearest filled one above says, as far as another column says the same. */
export type FillDown = { from: HeaderRef; within?: HeaderRef | undefined }[];

/** Raw rows with the cells filled that a mapping says are written once a block. */
export function filledDown<Rows extends Pick<RawRows, 'table' | 'header'>>(raw: Rows, mapping: LoadMapping): Rows {
  const { fillDown = [], missing } = mapping;
  const placeOf = (ref: HeaderRef) => raw.header.indexOf(findHeader(ref, raw.header) ?? '') + 1;
  const filled = fillDown.flatMap(({ from, within }) => {
    const place = placeOf(from);
    return place === 0 ? [] : [{ cell: cellAt(place), block: within === undefined ? '0' : `block_${placeOf(within)}` }];
  });
  if (filled.length === 0) return raw;
  const keys = [...new Set(fillDown.flatMap(({ within }) => (within === undefined ? [] : [placeOf(within)])))];
  const empty = ['', ...missing].map(quote).join(', ');
  const changes = keys.map(
    (place) => `${cellAt(place)} != lagInFrame(${cellAt(place)}, 1) OVER (ORDER BY row) AS begins_${place}`,
  );
  const blocks = keys.map((place) => `sum(begins_${place}) OVER (ORDER BY row) AS block_${place}`);
  const last = ({ cell, block }: { cell: string; block: string }) =>
    `ifNull(last_value(if(trim(${cell}) IN (${empty}), NULL, ${cell})) IGNORE NULLS
      OVER (PARTITION BY ${block} ORDER BY row ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW), '') AS filled_${cell}`;
  const own = new Set(filled.map(({ cell }) => cell));
  const cells = cellColumns(raw.header.length).map((cell) => (own.has(cell) ? `filled_${cell}` : cell));
  const inBlocks = ['*', ...blocks].join(', ');
  const table = `(
    SELECT row, line, ${cells.map((cell) => `${cell} AS ${cell.replace('filled_', '')}`).join(', ')}, width, breaks, problem, [${cells.join(', ')}] AS cells
    FROM (SELECT *, ${filled.map(last).join(', ')} FROM (SELECT ${inBlocks} FROM (SELECT ${['*', ...changes].join(', ')} FROM ${raw.table})))
  )`;
  return { ...raw, table };
}
