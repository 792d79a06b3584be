/** A zip archive of several tables. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipOf } from '@tidewaiter/testing/archives';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandLine, commandLine } from '../../testing/command-line.js';

let folder: CommandLine;
let zip: string;
beforeEach(async () => {
  folder = await commandLine();
  zip = join(folder.path, 'kenya imports.zip');
  await writeFile(zip, zipOf({ 'y/jan.csv': tableOf('01'), 'y/feb.csv': tableOf('02'), 'notes.pdf': '%PDF' }));
});
afterEach(() => folder.close());

const tableOf = (month: string) =>
  [
    'DECLARATION NO,ITEM NO,IMP DATE,HS CODE,IMPORTER,DESCRIPTION,QTY,UNIT',
    ...Array.from(
      { length: 20 },
      (_, at) => `D${month}${at},1,${at + 9}/${month}/2025,8517.13.00,ACME,PHONES,${at},PCS`,
    ),
  ].join('\n');

const json = async (...args: string[]) => JSON.parse((await folder.run(...args, '--json')).out);

it('is refused with what it holds and how to say which', async () => {
  for (const how of [[], ['--dry-run']]) {
    const { status, out, err } = await folder.run('load', zip, ...how);
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain('kenya imports.zip holds several files. Say which with --member NAME');
    expect(err).toContain('it holds: y/jan.csv, y/feb.csv');
  }
});

it('is loaded member by member, or all at once: each is a load of its own, traceable to the member', async () => {
  const one = await folder.run('load', zip, '--member', 'jan.csv');
  expect(one).toMatchObject({ status: 0, err: '' });
  expect(one.out).toContain('kenya imports.zip: y/jan.csv: load 1, 20 of 20 rows');
  const all = await folder.run('load', zip, '--member', '*.csv');
  expect(all.out).toContain('kenya imports.zip: y/jan.csv: already loaded, as load 1.');
  expect(all.out).toContain('kenya imports.zip: y/feb.csv: load 2, 20 of 20 rows');
  const { loads } = await json('loads');
  expect(loads).toMatchObject([
    {
      file: 'kenya imports.zip: y/jan.csv',
      archived: true,
      files: [{ name: 'kenya imports.zip', member: 'y/jan.csv' }],
    },
    { file: 'kenya imports.zip: y/feb.csv', archived: true },
  ]);
  expect((await folder.run('reload', '--all')).out).toContain('kenya imports.zip: y/feb.csv: load 4, 20 of 20 rows');
  expect((await folder.run('unload', '3')).out).toContain(`Its file stays in ${join(folder.path, 'archive')}`);
});

it('has a mapping written from one member, with the command that comes next', async () => {
  const mapping = join(folder.path, 'ke.json');
  const { status, out, err } = await folder.run(
    'load',
    zip,
    '--member',
    'y/jan.csv',
    '--write-mapping',
    mapping,
    '--json',
  );
  expect([status, JSON.parse(out)]).toMatchObject([0, [{ file: 'kenya imports.zip: y/jan.csv' }]]);
  expect(err).toContain(`npx tidewaiter load '${zip}' --member y/jan.csv --mapping ${mapping}`);
  expect(JSON.parse(await readFile(mapping, 'utf8'))).toMatchObject({ country: 'KEN', trade: 'IMPORT' });
  const two = await folder.run('load', zip, '--member', '*', '--write-mapping', 'x.json');
  expect([two.status, two.err]).toEqual([1, 'A mapping is written from one file: name one.\n']);
});

describe('a member that is not there', () => {
  it('is refused with those that are', async () => {
    const { status, err } = await folder.run('load', zip, '--member', 'march.csv');
    expect([status, err]).toEqual([1, `${zip} holds no file march.csv.\n  it holds: y/jan.csv, y/feb.csv\n`]);
  });

  it('nor is any in a file that is no archive', async () => {
    const path = join(folder.path, 'jan.csv');
    await writeFile(path, tableOf('01'));
    const { status, err } = await folder.run('load', path, '--member', 'jan.csv');
    expect([status, err]).toEqual([1, `${path} is no zip archive of tables: leave --member out.\n`]);
  });
});
