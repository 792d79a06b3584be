/** Files and mappings that are wrong, or nearly right. */

import { join } from 'node:path';
import { OperatorError } from '@tidewaiter/contract';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { HEADER, smallMapping } from '@tidewaiter/testing/small-files';
import { afterEach, describe, expect, it } from 'vitest';
import { countAll, SMALL } from '../testing/small-records.js';
import { parseMapping } from './layout/mapping.js';

const test = sharedRecords();
afterEach(() => test.empty());

const count = () => countAll(test);

describe('files and mappings that are refused', () => {
  const refused = async (name: string, text: string | Buffer, message: string) => {
    const path = await test.file(name, text);
    const error = await test.loader.load({ files: [{ path }], mapping: smallMapping() }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(OperatorError);
    expect([error.message, ...error.details].join('\n')).toContain(message);
    expect(await count()).toBe(0);
  };

  it('a missing file', async () => {
    const load = test.loader.load({
      files: [{ path: join(test.folder, 'absent.csv') }],
      mapping: smallMapping(),
    });
    await expect(load).rejects.toThrow('there is no such file');
  });
  it('a folder', async () => {
    await expect(test.loader.load({ files: [{ path: test.folder }] })).rejects.toThrow('it is a folder');
  });
  it('an empty file', () => refused('empty.csv', '', 'is empty'));
  it('a header alone', () => refused('header.csv', `${HEADER}\n`, 'holds no rows'));
  it('a file that the mapping does not fit', () => refused('odd.csv', 'no,date\n1,2020-01-01\n', 'no column "hs"'));
  it('a file of which no row is right', () =>
    refused('wrong.csv', `${HEADER}\n1,01/02/2020,8517,Acme,5\n`, 'No row of'));
  it('a source country that there is not', async () => {
    await expect(
      test.loader.load({ files: [{ path: SMALL }], country: 'ATL', mapping: smallMapping() }),
    ).rejects.toThrow('There is no source country "ATL"');
  });

  it('a mapping that is not JSON, or names unknown fields and columns', () => {
    expect(() => parseMapping('{', 'x.json')).toThrow('is not JSON');
    expect(() => smallMapping({ colums: {} })).toThrow('is not valid');
    expect(() => smallMapping({ columns: { record_date: { from: 'd' }, no_such_column: { from: 'x' } } })).toThrow(
      'is not valid',
    );
    expect(() => smallMapping({ columns: { hs_code: { from: 'hs' } } })).toThrow('is not valid');
    expect(() => smallMapping({ dateFormat: "YYYY-MM-DD'; DROP" })).toThrow('is not valid');
  });

  it('a layout for which no mapping ships', async () => {
    const path = await test.file('mine.csv', `${HEADER}\n1,2020-01-01,8517,Acme,5\n`);
    await expect(test.loader.load({ files: [{ path }] })).rejects.toThrow('No mapping that ships');
  });
});

describe('files that are nearly right', () => {
  it('a line whose quotes are wrong is rejected alone, and explained', async () => {
    const path = await test.file(
      'q.csv',
      `${HEADER}\n1,2020-01-01,8517,"Ac"me",5\n2,2020-01-01,8517,Bolt,6\n"3,2020-01-01,8517,Cord,7\n4,2020-01-01,8517,Dent,8\n`,
    );
    const [outcome] = await test.loader.load({ files: [{ path }], mapping: smallMapping() });
    expect(outcome?.report).toMatchObject({ rowsRead: 4, rowsLoaded: 2, rowsRejected: 2 });
    const reason = 'a quote is opened or closed in the middle of a cell';
    const rejections = outcome?.rejections.filter(({ column }) => column === '');
    expect(rejections).toMatchObject([
      { line: 2, reason, cell: '1,2020-01-01,8517,"Ac"me",5' },
      { line: 4, reason, cell: '"3,2020-01-01,8517,Cord,7' },
    ]);
  });

  it('a header with a line break does not shift the lines', async () => {
    const path = await test.file(
      'h.csv',
      `"no",date,hs,importer,usd,"two\nlines"\n1,2020-02-30,8517,Acme,5,x\n2,2020-01-01,8517,Acme,5,x\n`,
    );
    const [outcome] = await test.loader.load({ files: [{ path }], mapping: smallMapping() });
    expect(outcome?.rejections).toMatchObject([{ line: 3 }]);
  });
});
