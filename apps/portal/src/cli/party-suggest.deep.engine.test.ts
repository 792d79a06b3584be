/** What the operator is proposed of parties that are likely one, and answers; which they join and part by their names. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { sharedCommandLine } from '../../testing/command-line.js';

const MAPPING = {
  ...{ name: 'suggest', title: 'Parties', country: 'KOR', trade: 'IMPORT', naturalKey: ['no'] },
  columns: { record_date: { from: 'date' }, hs_code: { from: 'hs' }, importer_name: { from: 'importer' } },
};
const NAMES = ['HALVENT STEEL', 'HALVENT STEEL GMBH', 'ORVIN FOODS', 'ORVIN FOODS', 'TALLOW GLASS'];

const folder = sharedCommandLine();
beforeAll(async () => {
  const [mapping, file] = [join(folder.path, 'suggest.json'), join(folder.path, 'parties.csv')];
  await writeFile(mapping, JSON.stringify(MAPPING));
  const rows = NAMES.map((name, no) => `${no},2020-01-1${no},850710,${name}`);
  await writeFile(file, ['no,date,hs,importer', ...rows].join('\n'));
  expect(await folder.run('load', file, '--mapping', mapping, '--accept')).toMatchObject({ status: 0 });
});

it('says why two parties are likely one, and takes yes, no and later', async () => {
  const [found, ...rest] = await folder.json('party', 'suggest', '--country', 'kor');
  expect(rest).toEqual([]);
  expect(found).toMatchObject({ likeness: 'form', shared: { headings: 1, countries: 1, details: 0 } });
  const keys: string[] = found.parties.map(({ key }: { key: string }) => key);
  expect((await folder.run('party', 'suggest')).out).toContain('one name but for its legal form');
  const refused = await folder.run('party', 'suggest', ...keys, '--not', '--reason', 'two');
  expect(refused.out).toContain('will not be proposed again');
  expect((await folder.run('party', 'suggest')).out).toContain('No likely pair is left');
  expect(await folder.json('party', 'suggest', ...keys, '--again')).toMatchObject({ verdict: 'OPEN' });
  expect((await folder.run('party', 'suggest', ...keys, '--yes')).out).toContain('is one with');
  const history = await folder.json('party', 'list', '--history');
  expect(history).toMatchObject([{ event: 'REFUSED' }, { event: 'OPEN' }, { event: 'JOINED' }]);
  expect(await folder.json('party', 'list')).toHaveLength(1);
});

it('refuses what it does not understand, and parties that it does not know', async () => {
  for (const args of ['1', '1 2', '1 2 --yes --not', '--yes', 'x 2 --yes', '--limit 0'])
    expect([args, (await folder.run('party', 'suggest', ...args.split(' '))).status]).toEqual([args, 2]);
  expect(await folder.run('party', 'suggest', '1', '2', '--yes')).toMatchObject({ status: 1 });
});

// What is told of joined parties, by whatever name: `party-joins.deep.engine.test.ts` of the records.
it('parties are joined by their names, listed and parted, or it is said why not', async () => {
  const party = (...args: string[]) => folder.run('party', ...args);
  const unknown = await party('join', 'ORVIN FOODS', 'TALLOW GLAS');
  expect(unknown).toMatchObject({ status: 1, err: 'No record that is loaded names "TALLOW GLAS".\n' });
  for (const wrong of [['join', 'ORVIN FOODS'], ['join', 'ORVIN FOODS', ' '], ['part']])
    expect((await party(...wrong)).status).toBe(2);
  const joined = await party('join', 'ORVIN FOODS', 'TALLOW GLASS', '--reason', 'one owner');
  expect(joined.out).toMatch(/^TALLOW GLASS is one with ORVIN FOODS now\.\nData version \d+\.\n$/);
  expect((await party('list')).out).toMatch(/^ {2}ORVIN FOODS +TALLOW GLASS +\S+Z +one owner$/m);
  const err = '"TALLOW GLASS" is joined to another party.\n  npx tidewaiter party part "TALLOW GLASS"\n';
  expect(await party('join', 'HALVENT STEEL', 'TALLOW GLASS')).toMatchObject({ status: 1, err });
  expect(await party('part', 'tallow glass', '--reason', 'two after all')).toMatchObject({ status: 0 });
  expect((await folder.json('party', 'list', '--history')).slice(-2)).toMatchObject([
    { event: 'JOINED', reason: 'one owner' },
    { event: 'PARTED', reason: 'two after all' },
  ]);
  expect((await party('part', 'ORVIN FOODS')).err).toBe('"ORVIN FOODS" is joined to no other party.\n');
});
