/** Which of a file's days is the record's, where no name says so. */
import { expect, it } from 'vitest';
import { understand } from '../../../testing/understood.js';

const day = (row: number) => `2025-03-${String((row % 28) + 1).padStart(2, '0')}`;
const of = (header: string, cells: (row: number) => string[], more = {}) =>
  understand(
    `${header}|HS CODE|TOTAL VALUE USD`,
    Array.from({ length: 40 }, (_, row) => [
      ...[...cells(row), ['85171300', '69072100'][row % 2] ?? '', String(100 + row * 7)],
    ]),
    more,
  );

it.each(['SGD DATE', 'QWERTZ', 'NXP DATE', 'Trx Dt'])('the only days of a file are the records’, as "%s"', (name) => {
  const { mapping, questions } = of(name, (row) => [day(row)]);
  expect([questions, mapping.columns.record_date]).toEqual([[], { from: name }]);
});

it.each([
  ['may be of a paper beside the declaration', 'LICENCE EXPIRY DATE', day],
  ['are one for all rows, which may be that of the list', 'PRINT DATE', () => '2025-03-31'],
])('days that %s are asked about', (_, name, cell) => {
  const answers = expect.arrayContaining([`--set "${name}=record_date"`]);
  expect(of(name, (row) => [cell(row)]).questions).toMatchObject([{ answers }]);
});

it('of several, the answers name each, those of papers last', () => {
  const { questions } = of('LICENCE EXPIRY DATE|SGD DATE|QWERTZ', (row) => [day(row), day(row + 3), day(row + 5)]);
  expect(questions[0]?.answers).toEqual([
    '--set "SGD DATE=record_date"',
    '--set QWERTZ=record_date',
    '--set "LICENCE EXPIRY DATE=record_date"',
  ]);
});

it('of several whose names say a part of it, the answers name each', () => {
  const { questions } = of('DATA PEDIDO|DATA ENTREGA', (row) => [day(row), day(row + 9)]);
  const answers = ['"DATA PEDIDO=record_date"', '"DATA ENTREGA=record_date"', '"DATA PEDIDO=-"'];
  expect(questions).toMatchObject([{ answers: answers.map((answer) => `--set ${answer}`) }]);
});

it.each([
  ['Imports for March 2024', '2024-03'],
  ['Period: July-June 2020-21', '2020-07'],
  ['January - December 2023', '2023'],
  ['2023', '2023'],
  ['Importaciones, año 2022, en dólares', '2022'],
  ['2019-2023', undefined],
  ['Years 2022 and 2023', undefined],
  ['FY 2022/23', undefined],
])('a table without days beneath “%s” is proposed to be of %s', (title, period) => {
  const { questions, mapping } = of('GOODS', () => ['COTTON'], { titles: [title] });
  const answers = [period === undefined ? '--set COLUMN=record_date' : `--set record_date=${period}`];
  expect(questions.find(({ text }) => text.includes('no column holds the date'))?.answers).toEqual(answers);
  if (period !== undefined) expect(mapping.columns.record_date).toMatchObject({ constant: period });
});

it('a column of amounts for each year is asked about, until one is said to be the value', () => {
  const header = 'HS CODE|COUNTRY|Year 2021|Year 2022|Year 2023';
  const cells = Array.from({ length: 30 }, (_, row) => ['85171300', 'Italy', `${row}`, `${row + 5}`, `${row + 9}`]);
  const asked = (...set: string[]) =>
    understand(header, cells, { set: ['record_date=2023', ...set] }).questions.map(({ answers }) => answers[0]);
  expect(asked()).toContain('--set "Year 2023=total_value"');
  expect(asked('Year 2023=total_value', 'currency=USD')).not.toContain('--set "Year 2023=total_value"');
});

it.each([
  ['Fiscal Year', ['2022-23', '2023-24'], 'IND', 'FY04'],
  ['period', ['2014'], 'KEN', 'YYYY'],
  ['FY', ['FY 2080/81', 'FY 2081/82'], 'NPL', 'FYVVVV'],
  ['YEAR', ['2021/2022', '2022/2023'], 'PAK', 'FY07'],
  ['Month', ['Shrawan 2081', 'Bhadra 2081', 'Magh 2080'], 'NPL', 'MMM VVVV'],
  ['DATE', ['2081-04-15', '2080-11-02'], 'NPL', 'VVVV-MM-DD'],
  ['MONTH', ['2011-12', '2011-11'], 'IND', 'YYYY-MM'],
])('“%s” with %j of %s is %s', (name, cells, country, format) => {
  const { mapping, questions } = of(name, (row) => [cells[row % cells.length] ?? ''], { country });
  expect([mapping.dateFormat, mapping.columns.record_date, questions]).toEqual([format, { from: name }, []]);
});

it('a year and a month are rather the date than a day of something else', () => {
  const { mapping } = of('YEAR|MONTH|LICENCE EXPIRY DATE', (row) => ['2025', String((row % 12) + 1), day(row)]);
  expect(mapping.columns.record_date).toEqual({ year: 'YEAR', month: 'MONTH' });
});

it('years of another calendar are asked about, as days and as a year beside a month', () => {
  const asked = (header: string, cells: (row: number) => string[], country = 'KEN', set: string[] = []) =>
    of(header, cells, { country, set }).questions;
  const nepal = (row: number) => ['2080', String((row % 12) + 1)];
  expect(asked('YEAR|MONTH', nepal, 'NPL')).toMatchObject([{ answers: ['--set dateFormat=YYYY-MM'] }]);
  expect(asked('YEAR|MONTH', nepal, 'NPL', ['dateFormat=YYYY-MM'])).toEqual([]);
  expect(asked('DATE', (row) => [day(row).replace('2025', '2081')])).toMatchObject([
    { text: expect.stringContaining('another calendar') },
  ]);
  const ethiopian = (row: number) => [day(row).replace('2025', '2016')];
  expect(asked('DATE', ethiopian, 'ETH')).toMatchObject([{ text: expect.stringContaining('Ethiopia') }]);
  expect(asked('DATE', ethiopian)).toEqual([]);
  expect(asked('DATE', (row) => [day(row)], 'ETH')).toEqual([]);
});
