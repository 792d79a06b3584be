/** A report as a workbook: its texts and tables on one sheet each, every number as a number that leads to its records. */
import {
  addressOf,
  displayDate,
  harmlessCell,
  questionOfNumber,
  questionOfStatistic,
  type Report,
  rowsOf,
  type SavedQuery,
  stringifySearch,
} from '@tidewaiter/contract';
import type { Cell, CellValue } from 'hucre/xlsx';
import { measureLabel, numberOf } from '../../format/measures.js';
import {
  columnsOf,
  columnWords,
  layoutOf,
  recordColumnsOf,
  rowWords,
  STATISTIC_WORDS,
  statisticsOf,
  sumsAt,
  titleIn,
} from './report-words.js';

/** Excel's names of sheets are no longer, and without these signs. */
const SHEET_NAME = 28;
const NO_SHEET_NAME = /[[\]:*?/\\']/g;

/** @param origin of the portal, where the links lead */
export async function workbookOf(report: Report, origin: string): Promise<Blob> {
  const { writeXlsx } = await import('hucre/xlsx');
  const sheets = report.blocks.map((block, at) => {
    if (block.kind === 'TEXT')
      return { name: `${at + 1} Text`, rows: block.text.split('\n').map((line): CellValue[] => [harmlessCell(line)]) };
    const { rows: dimension, measure } = layoutOf(block);
    const { figures } = block;
    const columns = columnsOf(block);
    const head: CellValue[][] = [
      [harmlessCell(block.title)],
      [harmlessCell(figures.question)],
      [`Data version ${figures.dataVersion}, ${displayDate(figures.madeDate.slice(0, 10))}`],
      [measureLabel(measure, figures.unit)],
      ...(figures.hidden ? [[figures.hidden]] : []),
      [],
      [
        titleIn(block, dimension),
        ...columns.map((column) => harmlessCell(columnWords(block, column))),
        ...statisticsOf(block).map((statistic) => STATISTIC_WORDS[statistic]),
      ],
    ];
    const cells = new Map<string, Partial<Cell>>();
    const link = (line: number, place: number, opens: SavedQuery | null | undefined, of: Partial<Cell>) => {
      if (!opens) return;
      const target = `${origin}/list1${stringifySearch(addressOf(opens))}`;
      cells.set(`${line},${place}`, { ...of, hyperlink: { target } });
    };
    const rows = rowsOf(figures).map(([key, row], line): CellValue[] => [
      harmlessCell(rowWords(block, key)),
      ...columns.map((column, place): CellValue => {
        const sums = sumsAt(block, row, column);
        const value = sums && sums.shipments > 0 ? numberOf(measure, sums) : null;
        if (value !== null)
          link(head.length + line, place + 1, questionOfNumber(block, key, column), { value, type: 'number' });
        return value;
      }),
      ...statisticsOf(block).map((_, at): CellValue => {
        const value = row.statistics?.[at] ?? null;
        const opens = value === null ? null : questionOfStatistic(block, key, row.total);
        link(head.length + line, 1 + columns.length + at, opens, { value, type: 'number' });
        return value;
      }),
    ]);
    if (figures.records) {
      const shown = recordColumnsOf(block);
      rows.push(
        [],
        shown.map(({ name }) => harmlessCell(name)),
      );
      for (const record of figures.records) {
        const line = head.length + rows.length;
        rows.push(
          shown.map(({ text, opens }, place) => {
            const value = harmlessCell(text(record));
            link(line, place, opens?.(record), { value, type: 'string' });
            return value;
          }),
        );
      }
    }
    return {
      name: `${at + 1} ${block.title.replace(NO_SHEET_NAME, ' ')}`.slice(0, SHEET_NAME),
      rows: [...head, ...rows],
      cells,
    };
  });
  const file = await writeXlsx({ sheets });
  return new Blob([file as BlobPart], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' });
}
