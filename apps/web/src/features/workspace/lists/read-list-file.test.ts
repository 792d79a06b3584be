import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { delimiterOf, guessOf, readListFile, readListText } from './read-list-file.js';

const file = (content: BlobPart, name = 'list.csv') => new File([content], name);

describe('a text', () => {
  it.each([
    ['Name,Country\nACME,DE\nBolt,FR', ','],
    ['"ACME, Inc.","DE"\n"Bolt, Ltd","FR"', ','],
    ['ACME Co., Ltd\nBolt Co., Ltd\nIkea', ''],
    ['ACME\nBolt', ''],
    ['Name\tCountry\nACME, Inc.\tUS', '\t'],
    ['Name;Country\nACME, Inc.;US', ';'],
    ['851712\n610910', ''],
  ])('is parted where its columns are: %j', (text, sign) => {
    expect(delimiterOf(text)).toBe(sign);
  });

  it('keeps its rows as they are, without those that say nothing', () => {
    const { rows } = readListText('Name,Country,\n"ACME, Inc.",US,\n,,\n\nBolt,\n');
    expect(rows).toEqual([
      ['Name', 'Country'],
      ['ACME, Inc.', 'US'],
      ['Bolt', ''],
    ]);
    expect(() => readListText(' \n,,\n')).toThrow('This holds no rows.');
    expect(() => readListText(Array.from({ length: 300 }, () => 'x').join(','), { delimiter: ',' })).toThrow('columns');
  });
});

describe('a file', () => {
  it('is read in its letters, which may be chosen where they are not Unicode', async () => {
    const western = new Uint8Array([0x46, 0xfc, 0x72, 0x73, 0x74]);
    expect(await readListFile(file(western))).toEqual({ rows: [['Fürst']], sheets: [], encoding: 'windows-1252' });
    const cyrillic = new Uint8Array([0xc3, 0xe0, 0xe7]);
    expect((await readListFile(file(cyrillic), { encoding: 'windows-1251' })).rows).toEqual([['Газ']]);
    expect((await readListFile(file('﻿Łódź\nשלום'))).rows).toEqual([['Łódź'], ['שלום']]);
    const utf16 = new Uint8Array([0xff, 0xfe, 0x41, 0x00, 0x42, 0x00]);
    expect((await readListFile(file(utf16))).rows).toEqual([['AB']]);
  });

  it('may be a workbook of several sheets, of which one is chosen', async () => {
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Empty', rows: [] },
        { name: 'First', rows: [['Name'], ['ACME']] },
        {
          name: 'Second',
          rows: [
            ['Code', 'Since'],
            [101, new Date('2024-03-01T00:00:00Z')],
          ],
        },
      ],
    });
    const given = file(bytes as BlobPart, 'list.xlsx');
    expect(await readListFile(given)).toMatchObject({ sheets: ['First', 'Second'], rows: [['Name'], ['ACME']] });
    expect((await readListFile(given, { sheet: 'Second' })).rows).toEqual([
      ['Code', 'Since'],
      ['101', '2024-03-01'],
    ]);
  });

  it('has the constants of formulas as they are, and of a currency its numbers', async () => {
    expect(readListText('Code,Name\n"=""0012""",ACME\n="0013",Bolt').rows.slice(1)).toEqual([
      ['0012', 'ACME'],
      ['0013', 'Bolt'],
    ]);
    expect(readListText('"=""0012"""\n="0013"').rows).toEqual([['0012'], ['0013']]);
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'First',
          rows: [
            ['Code', 'Paid'],
            [null, 12.5],
          ],
          cells: new Map([
            ['1,0', { formula: '"0012"' }],
            ['1,1', { value: 12.5, style: { numFmt: '[$S/-280A] #,##0.00' } }],
          ]),
        },
      ],
    });
    expect((await readListFile(file(bytes as BlobPart))).rows).toEqual([
      ['Code', 'Paid'],
      ['0012', '12.5'],
    ]);
  });

  it('is sent back where its formulas were never calculated', async () => {
    const rows = [['Name'], ['ACME'], [null]];
    const cells = new Map([['2,0', { formula: 'A2&" Ltd"' }]]);
    const bytes = await writeXlsx({ sheets: [{ name: 'First', rows, cells }] });
    await expect(readListFile(file(bytes as BlobPart))).rejects.toThrow(
      '1 cell of column A holds a formula that was never calculated. Please open the file in a spreadsheet',
    );
  });

  it('says in words what it is that cannot be read', async () => {
    await expect(readListFile(file('PK nothing', 'x.xlsx'))).rejects.toThrow('This workbook cannot be read');
    await expect(readListFile(file(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])))).rejects.toThrow('.xls');
    await expect(readListFile(file('a\0b'))).rejects.toThrow('This is no list');
    const huge = Object.defineProperty(file('x'), 'size', { value: 200 * 1024 ** 2 });
    await expect(readListFile(huge)).rejects.toThrow('more than 100 MB');
  });
});

describe('what a list seems to be', () => {
  const named = { hasHeading: true, kind: 'COMPANY', chosenColumn: null };
  it.each([
    [
      [
        ['Supplier', 'Country'],
        ['ACME', 'DE'],
        ['Bolt', 'FR'],
      ],
      { ...named, valueColumn: 0, countryColumn: 1 },
    ],
    [
      [
        ['Supplier', 'RUC', 'HS code'],
        ['ACME', '20600000013', '851712'],
        ['Bolt', '20600000021', '610910'],
      ],
      { ...named, valueColumn: 0, numberColumn: 1 },
    ],
    [
      [
        ['No', 'Company name', 'Remarks'],
        ['1', 'ACME', 'good'],
        ['2', 'Bolt', 'late'],
      ],
      { ...named, valueColumn: 1 },
    ],
    [
      [
        ['Importer', 'Exporter'],
        ['ACME', 'Bolt'],
        ['Ikea', 'Roca'],
      ],
      { ...named, valueColumn: null },
    ],
    [[['ACME'], ['Bolt']], { hasHeading: false, kind: 'COMPANY', valueColumn: 0 }],
    [[['HS code'], ['8517.12'], ['6109']], { hasHeading: true, kind: 'HS_CODE', valueColumn: 0 }],
    [[['851712'], ['610910']], { hasHeading: false, kind: 'HS_CODE', valueColumn: 0 }],
    [[['id'], ['0'.repeat(32)]], { hasHeading: true, kind: 'RECORD', valueColumn: 0 }],
    [
      [
        ['Company', 'Found as'],
        ['acme', 'ACME LTD'],
      ],
      { ...named, valueColumn: 0, chosenColumn: 1 },
    ],
  ])('%j', (rows, seems) => {
    expect(guessOf(rows)).toMatchObject(seems);
  });
});
