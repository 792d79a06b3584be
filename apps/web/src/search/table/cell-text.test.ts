import { RECORD_COLUMNS, type RecordRow } from '@tidewaiter/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellValue, matchedParts } from './cell-text.js';

/** The text with what is marked in brackets. */
const marked = (text: string, matched: readonly string[], atStart = false, alone = false) =>
  matchedParts(
    text,
    matched.map((sought) => ({ text: sought, alone })),
    atStart,
  )
    .map(({ text, matched }) => (matched ? `[${text}]` : text))
    .join('');

it.each([
  ['TO THE ORDER OF SEVEN SEAS BANK LTD', 'to order (SEVEN SEAS BANK LTD)', 'TO THE ORDER OF SEVEN SEAS BANK LTD'],
  ['TO THE ORDER OF', 'to order', 'TO THE ORDER OF'],
  ['TO ORDER', 'to order', undefined],
  ['UNKNOWN', 'not stated (UNKNOWN)', undefined],
  ['ACME LTD', 'ACME LTD', undefined],
])(
  '%s in the place of a company is shown as %s, with the words of the source where these are others',
  (name, shown, written) => {
    const column = RECORD_COLUMNS.IMPORT.find(({ key }) => key === 'importer_name') ?? expect.fail();
    expect(cellValue({ importer_name: name } as unknown as RecordRow, column)).toMatchObject({ shown, whole: name });
    expect(cellValue({ importer_name: name } as unknown as RecordRow, column).written).toBe(written);
  },
);

describe('what matched in a cell', () => {
  it('is marked wherever it stands', () => {
    expect(marked('COTTON YARN, 100% COTTON', ['COTTON'])).toBe('[COTTON] YARN, 100% [COTTON]');
    expect(marked('Cerâmica esmaltada', ['Cerâmica', 'esmaltada'])).toBe('[Cerâmica] [esmaltada]');
  });

  it('is one mark where matches overlap or touch', () => {
    expect(marked('cotton yarn', ['cotton', 'ton yarn'])).toBe('[cotton yarn]');
    expect(marked('ricecake', ['rice', 'cake'])).toBe('[ricecake]');
    expect(marked('cotton', ['cotton', 'otto'])).toBe('[cotton]');
  });

  it('is marked where it stands by itself, where it matched as a word', () => {
    const words = (text: string, ...matched: string[]) => marked(text, matched, false, true);
    expect(words('TEXTILE TILE, TILES–TILE', 'TILE')).toBe('TEXTILE [TILE], TILES–[TILE]');
    expect(words('LED灯 LEDS 铁矿石', 'LED', '铁矿')).toBe('[LED]灯 LEDS [铁矿]石');
  });

  it('is at the beginning of a code, and nowhere else', () => {
    expect(marked('84718471', ['8471'], true)).toBe('[8471]8471');
    expect(marked('08471', ['8471'], true)).toBe('08471');
  });

  it('is nothing where the cell does not hold it', () => {
    expect(matchedParts('tea', [{ text: 'coffee' }, { text: '' }])).toEqual([{ text: 'tea', matched: false }]);
    expect(matchedParts('', [{ text: 'tea' }])).toEqual([]);
  });

  it('never changes the text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '😀', ' '), maxLength: 30 });
    fc.assert(
      fc.property(
        text,
        fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'é', '😀'), maxLength: 4 })),
        (cell, matched) => {
          const parts = matchedParts(
            cell,
            matched.map((sought) => ({ text: sought })),
          );
          expect(parts.map((part) => part.text).join('')).toBe(cell);
          const sought = matched.filter((match) => match !== '' && cell.includes(match));
          expect(parts.some((part) => part.matched)).toBe(sought.length > 0);
        },
      ),
    );
  });
});

it.each([
  ['2024-03-01', undefined, '01 Mar 2024'],
  ['2024-03-01', 'Month', 'Mar 2024'],
  ['2024-07-01', 'Quarter', 'Q3 2024'],
  ['2024-01-01', 'Year', '2024'],
  ['2023-04-01', 'Year', 'Year from 01 Apr 2023'],
  ['2024-07-16', 'Month', 'Month from 16 Jul 2024'],
])('a date is shown as far as its source says it: %s, %s', (be_date, date_known_to, shown) => {
  const [column] = RECORD_COLUMNS.IMPORT;
  const row = { be_date, ...(date_known_to && { date_known_to }) } as unknown as RecordRow;
  expect(cellValue(row, column ?? expect.fail())).toMatchObject({ shown, whole: shown });
});
