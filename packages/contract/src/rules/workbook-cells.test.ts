import { expect, it } from 'vitest';
import { constantOf, isDayFormat, numberOfDay } from './workbook-cells.js';

it.each([
  ...['_-[$S/-280A]* #,##0.00_-', '[$S/.-280A] #,##0.00', '[$Din.-81A] #,##0', '#,##0.00 [$Dh.-1801]'],
  ...['[$AED ]#,##0.00', '[$SGD ]0.00', '0.00[$ CAD]', '[$AUD. ]0', '[$TRY ]#,##0', '[Grün]0.00', '[Dunkelgrün]0'],
  ...['[Rojo][<0]-#,##0.00;#,##0.00', '0.00"days"', '0.00" h"', '0\\d', '#,##0.00 Dh', '0.00E+00', '# ?/?'],
  ...['#,##0.00\\ "USD";[Red]\\-#,##0.00\\ "USD"', '[>=1000]0,"k";0'],
  ...['General', 'Standard', 'Estándar', 'Standaard', 'Général', '@', '[Red]@', '"yes";"no"'],
])('a number format is none of days: %s', (code) => {
  expect(isDayFormat(code)).toBe(false);
});

it.each([
  ...['[$-409]d-mmm-yy;@', '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 'yyyy"年"m"月"d"日"', 'yyyy年m月d日'],
  ...['d "de" mmmm "de" yyyy', '[h]:mm:ss', 'mm:ss.0', 'h:mm AM/PM', '[Red]dd/mm/yyyy', '[$-411]ggge"年"m"月"'],
  ...['yyyymmdd', 'mmm-yy', 'ddmmmyyyy'],
])('a number format is one of days: %s', (code) => {
  expect(isDayFormat(code)).toBe(true);
});

it('a number that was taken for a day is that number', () => {
  expect(numberOfDay(new Date('1900-01-12T12:00:00Z'), false)).toBe(12.5);
  expect(numberOfDay(new Date('2025-03-28T12:00:00Z'), false)).toBe(45_744.5);
  expect(numberOfDay(new Date('2025-03-28T12:00:00Z'), true)).toBe(44_282.5);
});

it.each([
  ['="0012"', '0012'],
  [' ="a ""b""" ', 'a "b"'],
  ['=""', ''],
  ['=-12.50', '-12.50'],
  ['=A1', undefined],
  ['="a"&"b"', undefined],
  ['"0012"', undefined],
  ['=1+1', undefined],
])('a formula of one constant is that: %s', (formula, constant) => {
  expect(constantOf(formula)).toBe(constant);
});
