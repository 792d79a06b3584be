/** Files and mappings that are wrong, or nearly right. */

import { join } from 'node:path';
import { OperatorError } from '@tidewaiter/contract';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { HEADER, smallMapping } from '@tidewaiter/testing/small-files';
import { afterEach, describe, expect, it } from 'vitest';
import { loadsOf } from '../testing/loads.js';
import { countAll, SMALL } from '../testing/small-records.js';
import { parseMapping } from './layout/mapping.js';

const test = sharedRecords();
const { load, refused, small } = loadsOf(test);
afterEach(() => test.empty());

const mapping = smallMapping();
const ROW = `${HEADER}\n1,2020-01-01,8517,Acme,5\n`;

describe('files and mappings that are refused', () => {
  it.each<[string, () => Promise<unknown>, string]>([
    ['a missing file', () => test.loader.load({ files: [{ path: join(test.folder, 'absent.csv') }] }), 'no such file'],
    ['a folder', () => test.loader.load({ files: [{ path: test.folder }] }), 'it is a folder'],
    ['an empty file', () => small(''), 'is empty'],
    ['a header alone', () => small(`${HEADER}\n`), 'holds no rows'],
    ['a file that the mapping does not fit', () => small('no,date\n1,2020-01-01\n'), 'no column "hs"'],
    ['a file of which no row is right', () => small(`${HEADER}\n1,01/02/2020,8517,Acme,5\n`), 'No row of'],
    [
      'a source country that there is not',
      () => test.loader.load({ files: [{ path: SMALL }], country: 'ATL', mapping }),
      'There is no source country "ATL"',
    ],
    ['a layout for which no mapping ships', () => load(ROW), 'No mapping that ships'],
  ])('%s', async (_, attempt, message) => {
    const error = await refused(attempt());
    expect(error).toBeInstanceOf(OperatorError);
    expect([error.message, ...error.details].join('\n')).toContain(message);
    expect(await countAll(test)).toBe(0);
  });

  it.each([
    { colums: {} },
    { columns: { record_date: { from: 'd' }, no_such_column: { from: 'x' } } },
    { columns: { hs_code: { from: 'hs' } } },
    { columns: { record_date: { from: { pattern: '(' } } } },
    { columns: { record_date: { from: 'date' }, unit: { year: 'y', month: 'm' } } },
    { columns: { record_date: { fileName: '(\\d+)' } } },
    { dateFormat: "YYYY-MM-DD'; DROP" },
    { dateFormat: 'DDMMYYYYDD' },
    { timeZone: 'Asia/Kolkatta' },
    { hsDigits: 3 },
    { file: { format: 'doc' } },
    { file: { delimiter: 'x' } },
    { file: { encoding: 'utf-9' } },
    // One sign cannot both group and divide.
    { thousands: '.' },
    { columns: { record_date: { from: 'date' }, quantity: { from: 'qty', thousands: '.' } } },
  ])('a mapping that says %j', (changes) => {
    expect(() => smallMapping(changes)).toThrow('is not valid');
  });

  it('a mapping that is not JSON', () => {
    expect(() => parseMapping('{', 'x.json')).toThrow('is not JSON');
  });
});

describe('files that are nearly right', () => {
  it.each([
    [
      'whose quotes are wrong',
      [
        '1,2020-01-01,8517,"Ac"me",5',
        '2,2020-01-01,8517,Bolt,6',
        '"3,2020-01-01,8517,Cord,7',
        '4,2020-01-01,8517,Dent,8',
      ],
      'a quote is opened or closed in the middle of a cell',
      [2, 4],
    ],
    [
      'that holds a NUL',
      [
        '1,2020-01-01,8517,Acme,5',
        '2,2020-01-01,8517,Bo\0lt,6',
        '3,2020-01-01,8517,"Co\0rd",7',
        '4,2020-01-01,8517,Dent,8',
      ],
      'the line holds a NUL byte',
      [3, 4],
    ],
  ])('a line %s is rejected alone, and explained', async (_, lines, reason, at) => {
    const { report, rejections } = await small([HEADER, ...lines, ''].join('\n'));
    expect(report).toMatchObject({ rowsRead: 4, rowsLoaded: 2, rowsRejected: 2 });
    const explained = rejections.filter(({ column }) => column === '');
    expect(explained).toMatchObject(at.map((line) => ({ line, reason })));
    if (reason.startsWith('a quote')) expect(explained.map(({ cell }) => cell)).toEqual([lines[0], lines[2]]);
  });

  it('a header with a line break does not shift the lines', async () => {
    const header = '"no",date,hs,importer,usd,"two\nlines"';
    const { rejections } = await small(`${header}\n1,2020-02-30,8517,Acme,5,x\n2,2020-01-01,8517,Acme,5,x\n`);
    expect(rejections).toMatchObject([{ line: 3 }]);
  });
});
