/** How rows become sheets, and what is escaped: without an engine. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sharedFolder } from '@tidewaiter/testing/folder';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { csvHeader } from './csv-text.js';
import type { FileColumn } from './file-columns.js';
import { CUT_CELL, escaped, MOST_IN_CELL } from './sheet-xml.js';
import { columnLetters, Workbook } from './workbook.js';

const COLUMN: FileColumn = { key: 'goods', label: 'Goods "<all>"', type: 'text', sql: '', asText: false };

const DAY = new Date('2026-02-28T00:00:00Z');

const folder = sharedFolder();

/** Rows as the engine writes them. */
const rowsOf = (count: number, cut: number[] = []) =>
  Array.from(
    { length: count },
    (_, row) => `<row>${cut.includes(row) ? CUT_CELL : '<c '}t="inlineStr"><is><t>Row ${row}</t></is></c></row>`,
  ).join('');

async function written(name: string, bytes: Buffer, chunk: number, sheetRows?: number) {
  const path = join(folder, name);
  const workbook = new Workbook(path, [COLUMN], sheetRows);
  for (let at = 0; at < bytes.length; at += chunk) await workbook.add(bytes.subarray(at, at + chunk));
  const columns = ['Rows', 'Cut', 'Day'].map((name) => [name, 9] as const);
  await workbook.end(({ rows, cutCells }) => [{ name: 'Counts', columns, rows: [[rows, `${cutCells} cut`, DAY]] }]);
  return readXlsx(await readFile(path));
}

describe('a workbook', () => {
  it('begins another sheet where one is full, wherever the chunks of its rows end', async () => {
    for (const chunk of [7, 64, 100_000]) {
      const { sheets } = await written(`${chunk}.xlsx`, Buffer.from(rowsOf(8, [2, 7])), chunk, 3);
      expect(sheets.map(({ name }) => name)).toEqual(['Records', 'Records 2', 'Records 3', 'Counts']);
      const rowsFrom = (...numbers: number[]) => [COLUMN.label, ...numbers.map((no) => `Row ${no}`)];
      const expected = [rowsFrom(0, 1, 2), rowsFrom(3, 4, 5), rowsFrom(6, 7)];
      expect(sheets.slice(0, 3).map(({ rows }) => rows.flat())).toEqual(expected);
      expect(sheets[3]?.rows[1]).toEqual([8, '2 cut', DAY]);
    }
  });

  it('has full sheets only where rows fill them, and one where there are none', async () => {
    const six = await written('six.xlsx', Buffer.from(rowsOf(6)), 50, 3);
    expect(six.sheets.map(({ rows }) => rows.length)).toEqual([4, 4, 2]);
    const none = await written('none.xlsx', Buffer.alloc(0), 50);
    expect(none.sheets.map(({ rows }) => rows[0])).toEqual([[COLUMN.label], ['Rows', 'Cut', 'Day']]);
  });

  it('is not ended on half a row', async () => {
    const workbook = new Workbook(join(folder, 'half.xlsx'), [COLUMN]);
    await workbook.add(Buffer.from(rowsOf(2).slice(0, -3)));
    await expect(workbook.end(() => [])).rejects.toThrow('not whole');
    await workbook.abandon();
  });

  it('says where it cannot be written', async () => {
    const workbook = new Workbook('/dev/full', [COLUMN]);
    const fill = async () => {
      for (let part = 0; part < 200; part += 1)
        await workbook.add(Buffer.from(`<row>${Math.random()}${'x'.repeat(500_000)}</row>`));
      await workbook.end(() => []);
    };
    await expect(fill()).rejects.toThrow('ENOSPC');
    await workbook.abandon();
  });
});

it('escapes what XML cannot hold, and what only looks like an escape', () => {
  expect(escaped('a & b < c > d "e"')).toBe('a &amp; b &lt; c &gt; d "e"');
  expect(escaped('\u0000\u0001\t\n\r\u001f\uffff')).toBe('_x0000__x0001_\t\n_x000D__x001F__xFFFF_');
  expect(escaped('_x0041_')).toBe('_x005F_x0041_');
  expect(escaped('\ud800 lone')).toBe('\ufffd lone');
  expect(escaped('x'.repeat(40_000))).toHaveLength(MOST_IN_CELL);
});

it('names columns as spreadsheets do', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});

it('quotes what a label holds, and marks the file for people', () => {
  expect(csvHeader([COLUMN, COLUMN], true)).toBe('"Goods ""<all>""","Goods ""<all>"""\n');
  expect(csvHeader([COLUMN], false)).toBe('\ufeff"Goods ""<all>"""\n');
});
