import { describe, expect, it } from 'vitest';
import { findHeader } from './header.js';

const HEADER = ['IMP_DATE', 'HS_CODE', 'IMPORTER_NAME', 'QUANTITY', 'UNIT'];
const DATA = [
  ['2025-03-28', '85171300', 'ACME LTD', '12', 'PCS'],
  ['2025-03-29', '69072100', 'BOLT SA', '7', 'KGS'],
  ['2025-03-29', '09011100', 'CAFE CO', '1,200', 'KGS'],
];

describe('the header', () => {
  it('is found on the first row', () => {
    expect(findHeader([HEADER, ...DATA])).toBe(0);
  });

  it('is found under a banner', () => {
    const banner = [['Imports of March 2025'], [''], ['Source: customs'], ['Records: 3', '', '', '', ''], []];
    expect(findHeader([...banner, HEADER, ...DATA])).toBe(5);
  });

  it('is the row of names, not the row of units below it', () => {
    expect(findHeader([['Date', 'HS Code', 'Net weight', 'Value'], ['', '', 'kg', 'USD'], ...DATA])).toBe(0);
  });

  it('is the first where it stands there twice', () => {
    expect(findHeader([HEADER, HEADER, ...DATA])).toBe(0);
  });

  it('is found in other languages, with empty names in it', () => {
    expect(findHeader([['Reporte'], ['Fecha', 'Importador', '', 'País de origen', 'Peso neto'], ...DATA])).toBe(1);
  });

  it('is found in a wide table, of whose names few are known, where what stands below is none of names', () => {
    const more = Array.from({ length: 290 }, (_, column) => `ZQX ${column}`);
    const data = DATA.map((row, at) => [...row, ...more.map((_, column) => (column % 2 ? `${at + column}` : ''))]);
    expect(findHeader([['Imports'], [...HEADER, ...more], ...data])).toBe(1);
    expect(findHeader([['Imports'], [...more, ...HEADER], ...data.map((row) => row.toReversed())])).toBe(1);
    expect(findHeader(data)).toBe(-1);
  });

  it('is absent where the file begins with data', () => {
    expect(findHeader(DATA)).toBe(-1);
    expect(findHeader([['ACME LTD', 'VIET NAM', 'COTTON SHIRTS', 'HAIPHONG']])).toBe(-1);
    expect(findHeader([])).toBe(-1);
  });

  it('is looked for in the first fifty rows', () => {
    const banner = Array.from({ length: 50 }, () => ['a note']);
    expect(findHeader([...banner, HEADER, ...DATA])).toBe(-1);
    expect(findHeader([...banner.slice(1), HEADER, ...DATA])).toBe(49);
  });
});
