/** What the operator is proposed of parties that are likely one, and answers. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandLine, commandLine } from '../../testing/command-line.js';

const MAPPING = {
  name: 'suggest',
  title: 'Parties',
  country: 'KOR',
  trade: 'IMPORT',
  naturalKey: ['no'],
  columns: { record_date: { from: 'date' }, hs_code: { from: 'hs' }, importer_name: { from: 'importer' } },
};
const NAMES = ['HALVENT STEEL', 'HALVENT STEEL GMBH', 'ORVIN FOODS', 'ORVIN FOODS', 'TALLOW GLASS'];

let folder: CommandLine;
beforeAll(async () => {
  folder = await commandLine();
  const [mapping, file] = [join(folder.path, 'suggest.json'), join(folder.path, 'parties.csv')];
  await writeFile(mapping, JSON.stringify(MAPPING));
  await writeFile(
    file,
    `no,date,hs,importer\n${NAMES.map((name, no) => `${no},2020-01-1${no},850710,${name}`).join('\n')}\n`,
  );
  expect(await folder.run('load', file, '--mapping', mapping, '--accept')).toMatchObject({ status: 0 });
});
afterAll(() => folder.close());

const json = async (...args: string[]) => JSON.parse((await folder.run(...args, '--json')).out);

it('says why two parties are likely one, and takes yes, no and later', async () => {
  const [found, ...rest] = await json('party', 'suggest', '--country', 'kor');
  expect(rest).toEqual([]);
  expect(found).toMatchObject({ likeness: 'form', shared: { headings: 1, countries: 1, details: 0 } });
  const keys: string[] = found.parties.map(({ key }: { key: string }) => key);
  expect((await folder.run('party', 'suggest')).out).toContain('one name but for its legal form');
  expect((await folder.run('party', 'suggest', ...keys, '--not', '--reason', 'two')).out).toContain(
    'will not be proposed again',
  );
  expect((await folder.run('party', 'suggest')).out).toContain('No parties are likely one');
  expect(await json('party', 'suggest', ...keys, '--again')).toMatchObject({ verdict: 'OPEN' });
  expect((await folder.run('party', 'suggest', ...keys, '--yes')).out).toContain('is one with');
  expect((await json('party', 'list', '--history')).map(({ event }: { event: string }) => event)).toEqual([
    'REFUSED',
    'OPEN',
    'JOINED',
  ]);
  expect(await json('party', 'list')).toHaveLength(1);
});

it('refuses what it does not understand, and parties that it does not know', async () => {
  for (const args of [
    ['1'],
    ['1', '2'],
    ['1', '2', '--yes', '--not'],
    ['--yes'],
    ['x', '2', '--yes'],
    ['--limit', '0'],
  ])
    expect([args, (await folder.run('party', 'suggest', ...args)).status]).toEqual([args, 2]);
  expect(await folder.run('party', 'suggest', '1', '2', '--yes')).toMatchObject({ status: 1 });
});
