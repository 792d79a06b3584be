/** Further files that are wrong, or nearly right. */
import { gzipSync } from 'node:zlib';
import { OperatorError } from '@tidewaiter/contract';
import { workbookOf, zipOf } from '@tidewaiter/testing/archives';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { HEADER, smallMapping } from '@tidewaiter/testing/small-files';
import { afterEach, describe, expect, it } from 'vitest';
import { countAll } from '../testing/small-records.js';

const test = sharedRecords();
afterEach(() => test.empty());

const count = () => countAll(test);

describe('files and mappings that are refused', () => {
  it('broken files, whatever they are: the records stay as they were', async () => {
    const good = await test.file('good.csv', `${HEADER}\n1,2020-01-01,8517,Acme,5\n`);
    await test.loader.load({ files: [{ path: good }], mapping: smallMapping() });
    const { version } = await test.records.versions.current();
    const text = `${HEADER}\n2,2020-01-01,8517,Bolt,5\n`;
    const broken = {
      'cut.csv.gz': gzipSync(text.repeat(50)).subarray(0, 70),
      'bomb.csv.gz': gzipSync(Buffer.alloc(90 << 20, 'a,b\n')),
      'long.csv': Buffer.from(`${text}3,2020-01-01,8517,${'x'.repeat(10 << 20)},5\n`),
      'twice.zip': zipOf({ 'a.zip': zipOf({ 'a.csv': text }) }),
      'binary.csv': Buffer.from([0, 1, 2, 3, 0, 0, 0xff, 0]),
      'mixed.csv': Buffer.concat([Buffer.from(`${text}3,,,é,\n`), Buffer.from('4,,,é,\n', 'latin1')]),
      'book.xlsx': workbookOf('<sheetData><row><c t="str"><v>no'),
    };
    for (const [name, bytes] of Object.entries(broken)) {
      const path = await test.file(name, bytes);
      const load = test.loader.load({ files: [{ path }], mapping: smallMapping() });
      await expect(load).rejects.toBeInstanceOf(OperatorError);
    }
    expect(await count()).toBe(1);
    expect((await test.records.versions.current()).version).toBe(version);
  });
});

describe('files that are nearly right', () => {
  it('a line that holds a NUL is rejected alone', async () => {
    const lines = [
      '1,2020-01-01,8517,Acme,5',
      '2,2020-01-01,8517,Bo\0lt,6',
      '3,2020-01-01,8517,"Co\0rd",7',
      '4,2020-01-01,8517,Dent,8',
    ];
    const path = await test.file('nul.csv', [HEADER, ...lines].join('\n'));
    const [outcome] = await test.loader.load({ files: [{ path }], mapping: smallMapping() });
    expect(outcome?.report).toMatchObject({ rowsRead: 4, rowsLoaded: 2, rowsRejected: 2 });
    const reason = 'the line holds a NUL byte';
    expect(outcome?.rejections.filter(({ column }) => column === '')).toMatchObject([
      { line: 3, reason },
      { line: 4, reason },
    ]);
  });

  it('wrong years are loaded as they are, however many', async () => {
    const rows = Array.from({ length: 170 }, (_, n) => `${n},${1975 + n}-01-01,8517,Acme,1`);
    const path = await test.file('y.csv', `${HEADER}\n${rows.join('\n')}\n`);
    const [outcome] = await test.loader.load({ files: [{ path }], mapping: smallMapping() });
    expect(outcome?.report).toMatchObject({ rowsLoaded: 170, lastDate: '2144-01-01' });
  });
});
