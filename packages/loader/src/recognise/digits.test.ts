import { expect, it } from 'vitest';
import { understandFile } from '../understand/understand-file.js';
import { rowsWithPlainDigits, withPlainDigits } from './digits.js';
import { looksLikeNumber } from './number-format.js';

it.each([
  ['۱۲۳۴۵۶۷۸۹۰', '1234567890'],
  ['١٢٬٣٤٥٫٦٧', '12,345.67'],
  ['१२३.४५', '123.45'],
  ['১২৩', '123'],
  ['２０２４／０３／０１', '2024/03/01'],
  ['−５', '-5'],
  ['1\u202f802\u2009106,5', '1 802 106,5'],
  ['Straße\u202f5', 'Straße 5'],
  ['\u200f۱۴۰۲/۰۳/۱۵\u200e', '1402/03/15'],
  ['Straße 5', 'Straße 5'],
])('reads %s as %s', (written, plain) => expect(withPlainDigits(written)).toBe(plain));

it('knows numbers of other scripts', () => {
  expect(['۱۲۳', '١٢٬٣٤٥٫٦٧', '１，２３４'].every(looksLikeNumber)).toBe(true);
});

it('leaves rows that have none as they are', () => {
  const rows = [['1', 'Öl', '中，国']];
  expect(rowsWithPlainDigits(rows)).toBe(rows);
});

it('understands a file whose digits are those of another script', () => {
  const arabic = (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
  const cells = (row: number) => [`2024-03-${10 + (row % 19)}`, '09011100', `${row + 3}`, `${row * 17 + 20}٫5`];
  const rows = Array.from({ length: 40 }, (_, row) => [...cells(row), 'BRAZIL', 'GREEN COFFEE'].map(arabic));
  const header = ['DATE', 'HS CODE', 'QUANTITY', 'VALUE USD', 'ORIGIN COUNTRY', 'DESCRIPTION'];
  const { columns, dates, unclear } = understandFile({ header, rows, fileName: 'egypt imports.csv' });
  expect(columns.map(({ target }) => target)).toEqual([
    ...['record_date', 'hs_code', 'quantity', 'total_value_usd', 'origin_country', 'product_description'],
  ]);
  expect([dates?.format, unclear]).toEqual(['YYYY-MM-DD', []]);
});
