/** What the operator asks of loaded records and does to them. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { sharedCommandLine } from '../../testing/command-line.js';
import { KOREAN_FIXTURE } from '../../testing/portal.js';

const folder = sharedCommandLine();
beforeAll(async () => {
  expect((await folder.run('load', KOREAN_FIXTURE)).status).toBe(0);
});

it('loads are listed with their size and archive, for people and for programs', async () => {
  const { out } = await folder.run('loads');
  expect(out).toMatch(/^ {2}load {2}file .* archived {2}loaded at$/m);
  expect(out).toMatch(/^ {2}1 .*kr-import-small\.csv .*\(KOR\) {2}import .* 1\.\d+ kB {2}yes /m);
  expect(out).toContain('1 load, 4 records');
  expect(await folder.json('loads')).toMatchObject({
    loads: [{ loadId: 1, archived: true, bytes: expect.any(Number) }],
  });
});

it('the coverage says by month how fresh and how complete', async () => {
  const { out } = await folder.run('coverage', '--country', 'kor');
  expect(out).toMatch(
    /^KOR South Korea, imports: 4 records, 2020-\d\d-\d\d to 2020-\d\d-\d\d, [\d,]+ days behind today$/m,
  );
  expect(out).toMatch(/^ {2}month +records {2}importer {2}exporter {2}quantity {2}value {2}port$/m);
  expect(out).toMatch(/^ {2}2020-\d\d +\d +– +– +– +100% +–$/m);
  const source = { country: 'KOR', tradeType: 'IMPORT', records: 4, saying: { importer: 0, value: 4 } };
  expect((await folder.json('coverage')).sources).toMatchObject([source]);
  const none = await folder.run('coverage', '--country', 'VNM');
  expect(none).toMatchObject({ status: 1, err: 'Nothing is loaded of VNM.\n' });
  expect((await folder.run('coverage', '--country', 'ATL')).status).toBe(2);
});

it('rejected rows are written as a CSV, with the reason and the row as it was', async () => {
  const path = join(folder.path, 'rejected.csv');
  expect((await folder.run('rejected', '1', '--out', path)).out).toBe(`6 rejected rows of load 1 are in ${path}\n`);
  const [header, first, ...rest] = (await readFile(path, 'utf8')).split('\r\n');
  const fixture = await readFile(KOREAN_FIXTURE, 'utf8');
  const [names, , , fourth] = fixture.split('\n');
  expect(header).toBe(`file,line,column,reason,cell,${names}`);
  expect(first).toBe(`kr-import-small.csv,4,record_date,not a date (YYYY-MM-DD),2020-02-30,${fourth}`);
  expect(rest.filter((line) => line.startsWith('kr-import-small.csv,'))).toHaveLength(5);
  expect(await folder.json('rejected', '1', '--out', path)).toEqual({ loadId: 1, rows: 6, file: path });
  const nowhere = await folder.run('rejected', '1', '--out', join(folder.path, 'no', 'such', 'folder.csv'));
  expect(nowhere).toMatchObject({ status: 1 });
  expect(nowhere.err).toContain('cannot be written');
});

it('a party or a record is taken out of sight, with the trail, and shown again', async () => {
  const suppress = (...args: string[]) => folder.run('suppress', ...args);
  const made = await suppress('party', 'Acme Ltd', '--reason', 'masking request');
  expect(made.out).toContain('Suppression 1: Acme Ltd (key ');
  expect(made.out).toContain('It will be hidden when one does.');
  const twice = await suppress('party', 'ACME LIMITED', '--reason', 'again');
  expect(twice).toMatchObject({ status: 1, err: 'It is suppressed already, as 1.\n' });
  expect((await suppress('party', 'Acme')).status).toBe(2);
  expect((await suppress('party', '--reason', 'x')).status).toBe(1);
  expect((await suppress('record', 'abc', '--reason', 'x')).status).toBe(2);
  const absent = await suppress('record', '0'.repeat(32), '--reason', 'x');
  expect(absent).toMatchObject({ status: 1, err: `There is no record ${'0'.repeat(32)}.\n` });
  expect((await suppress('lift', '1', '--reason', 'withdrawn')).out).toContain('Suppression 1 is lifted');
  expect(await folder.json('suppress', 'list')).toMatchObject([
    { number: 1, kind: 'party', name: 'Acme Ltd', reason: 'masking request', lifted: { reason: 'withdrawn' } },
  ]);
  expect((await suppress('list')).out).toContain('masking request');
});

it('a load is made again from its archive, and taken out with or without it', async () => {
  expect(await folder.run('reload')).toMatchObject({ status: 1, err: 'Give either a load or --all.\n' });
  const again = await folder.run('reload', '--all');
  expect(again).toMatchObject({ status: 0, err: '' });
  expect(again.out).toContain('kr-import-small.csv: load 2, 4 of 10 rows');
  const [load] = (await folder.json('loads')).loads;
  const archived = join(folder.path, 'archive', `${load.hash}.br`);
  expect((await folder.run('unload', '2')).out).toContain(`Its file stays in ${archived}`);
  expect((await folder.run('load', KOREAN_FIXTURE)).out).toContain('load 3,');
  expect((await folder.run('unload', '3', '--purge')).out).not.toContain('Its file stays');
  expect(existsSync(archived)).toBe(false);
});
