/** What the command says of files that nobody described. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipOf } from '@tidewaiter/testing/archives';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sharedCommandLine } from '../../testing/command-line.js';
import { KOREAN_FIXTURE } from '../../testing/portal.js';

const folder = sharedCommandLine();
afterEach(async () => {
  for (const { loadId } of (await folder.json('loads')).loads) await folder.run('unload', String(loadId));
  // What was learned stays when its load goes.
  for (const { name } of await folder.json('mapping', 'list')) await folder.run('mapping', 'remove', name);
});

const ROWS = Array.from(
  { length: 30 },
  (_, index) =>
    `D${index},1,${(index % 28) + 1}/03/2025,8517.13.00,ACME ${index} LTD,TELEPHONES,"1,${100 + index}.5",PCS`,
);
const HEADER = 'DECLARATION NO,ITEM NO,IMP DATE,HS CODE,IMPORTER,DESCRIPTION,QTY,UNIT';
const write = async (name: string, header = HEADER, rows = ROWS) => {
  const path = join(folder.path, name);
  await writeFile(path, [header, ...rows].join('\n'));
  return path;
};

describe('a dry run', () => {
  it('prints the form, whose records they are and what each column is, for people and for programs', async () => {
    const path = await write('kenya-imports.csv');
    const { status, out } = await folder.run('load', path, '--dry-run');
    expect(status).toBe(0);
    expect(out).toMatch(/^kenya-imports\.csv: CSV, utf-8, "," between cells, header on line 1, 30 rows$/m);
    expect(out).toMatch(/country {3}KEN \(95%: the file's name says Kenya\)/);
    expect(out).toMatch(/dates {5}DD\/MM\/YYYY \(100%: 13\/03\/2025 can only be read as DD\/MM\/YYYY\)/);
    expect(out).toMatch(/key {7}DECLARATION NO and ITEM NO/);
    expect(out).toMatch(/^ {2}HS CODE +hs_code +98% +8517\.13\.00 +its name says so; its values are HS codes$/m);
    expect(out).toContain('would load 30 of 30 rows');
    const [answer] = await folder.json('load', path, '--dry-run');
    expect(answer.understood).toMatchObject({ origin: 'understood', mapping: { name: 'ken-imports' } });
    expect((await folder.run('loads')).out).toContain('Nothing is loaded yet.');
  });

  it('names every column that nothing reads, with the rows that fill it, also where it was left out on purpose', async () => {
    const rows = ROWS.map((row, index) => `${row},${index < 3 ? 'x y' : index < 6 ? '-' : ''},`);
    const path = await write('kenya-left-out.csv', `${HEADER},ZZQ,WVX`, rows);
    const { out, err } = await folder.run('load', path, '--dry-run', '--accept');
    expect(err).toBe('');
    expect(out).toMatch(/^ {2}not used +rows filled *$/m);
    expect(out).toMatch(/^ {2}ZZQ +3 +10\.0%$/m);
    expect(out).toMatch(/^ {2}WVX +0 +0\.0%$/m);
    const [answer] = await folder.json('load', path, '--dry-run', '--accept');
    expect(answer.report.leftOut).toEqual([
      { column: 'ZZQ', filled: 3 },
      { column: 'WVX', filled: 0 },
    ]);
  });

  it('says how the mapping that ships for a file reads it', async () => {
    const { out } = await folder.run('load', KOREAN_FIXTURE, '--dry-run');
    expect(out).toContain('kr-import-declarations, ships with the product and fits the header');
    expect(out).toMatch(/^ {2}Net Mass +net_weight +100%/m);
  });

  it('ends with status 1 where something is unclear, as the load would, and shows what', async () => {
    const { status, out, err } = await folder.run('load', await write('june.csv'), '--dry-run');
    expect(status).toBe(1);
    expect(out).toMatch(/unclear {3}which country reports these records\?/);
    expect(out).toMatch(/^ {2}IMPORTER +importer_name/m);
    expect(err).toContain('not all of it was understood');
  });
});

it('a mapping that is written loads the file once it is edited, and is never written over unasked', async () => {
  const path = await write('june.csv', HEADER.replace('QTY', 'XYZ'));
  const mapping = join(folder.path, 'mapping.json');
  const written = await folder.run('load', path, '--write-mapping', mapping);
  expect(written).toMatchObject({ status: 0, err: '' });
  expect(written.out).toContain(`--mapping ${mapping}`);
  const proposed = JSON.parse(await readFile(mapping, 'utf8'));
  expect(proposed).toMatchObject({ trade: 'IMPORT', ignore: ['XYZ'], notes: expect.stringContaining('--country') });
  expect((await folder.run('load', path, '--write-mapping', mapping)).err).toContain('is there already');
  proposed.columns.quantity = { from: 'XYZ' };
  await writeFile(mapping, JSON.stringify({ ...proposed, thousands: ',', country: 'KEN', ignore: [] }));
  const loaded = await folder.run('load', path, '--mapping', mapping);
  expect(loaded.out).toMatch(/load \d+, 30 of 30 rows, 0 rejected/);
  expect(loaded.out).toMatch(/quantity +33450 +33450 +0/);
  expect((await folder.run('load', path, '--write-mapping', mapping, '--overwrite')).status).toBe(0);
});

describe('what a file leaves open', () => {
  const priced = (name: string, letter = 'D', month = '03') => {
    const rows = ROWS.map((row) => row.replace('D', letter).replace('/03/', `/${month}/`));
    const priced = rows.map((row, at) => `${row},${(at + 1) * 8300},${at % 2 ? 'USD' : 'EUR'}`);
    return write(name, `${HEADER},ASSESSABLE VALUE,INVOICE CURRENCY`, priced);
  };

  it('is taken as it was proposed with --accept, but for what has no proposal', async () => {
    expect((await folder.run('load', await priced('india-imports-2.csv'), '--accept')).status).toBe(0);
    const nowhere = await folder.run('load', await write('june.csv'), '--accept');
    expect([nowhere.status, nowhere.err]).toEqual([1, expect.stringContaining('--country')]);
    expect(nowhere.err).not.toContain('--accept');
  });

  it('a value whose currency nothing says is asked about, with --accept too', async () => {
    const rows = ROWS.map((row) => `${row},100`);
    const path = await write('kenya-imports.csv', `${HEADER},TOTAL VALUE`, rows);
    const { status, err } = await folder.run('load', path, '--accept');
    expect([status, err]).toEqual([1, expect.stringContaining('which currency is "TOTAL VALUE" in?')]);
  });

  it('is asked once where the answer is remembered, unless the next file says otherwise', async () => {
    const first = await priced('india-imports-1.csv');
    expect((await folder.run('load', first, '--set', 'currency=INR', '--learn')).status).toBe(0);
    const next = await priced('india-imports-2.csv', 'E', '04');
    expect((await folder.run('load', next, '--dry-run')).out).toContain('as files with these columns are read');
    expect((await folder.run('load', next)).status).toBe(0);
    // Codes that have lost their zeros are a question of this file alone.
    const cut = await priced('india-imports-3.csv', 'F', '05');
    await writeFile(cut, (await readFile(cut, 'utf8')).replace('8517.13.00', '306.17.20'));
    expect((await folder.run('load', cut)).err).toContain('lost the zero');
    // Another country's file with the same header is another's.
    const kenyan = await priced('kenya-imports.csv', 'E', '04');
    expect((await folder.run('load', kenyan)).err).toContain('or in KES?');
    // What was answered last counts.
    const otherwise = await priced('india-imports-4.csv', 'G', '06');
    expect((await folder.run('load', otherwise, '--set', 'INVOICE CURRENCY=currency', '--learn')).status).toBe(0);
    const last = await priced('india-imports-5.csv', 'H', '07');
    expect((await folder.run('load', last, '--dry-run')).out).toMatch(/^ {2}INVOICE CURRENCY +currency/m);
  });

  it('is for people and for programs', async () => {
    const path = await priced('india-imports-3.csv');
    expect((await folder.run('load', path, '--dry-run')).out).toMatch(/answer with --set currency=INR or --set/);
    const [{ understood }] = await folder.json('load', path, '--dry-run');
    expect(understood.questions).toMatchObject([
      { answers: ['--set currency=INR', '--set "INVOICE CURRENCY=currency"'] },
    ]);
    expect((await folder.run('load', path, '--set', 'currency=RUPEES')).err).toContain('is no answer');
    expect((await folder.run('load', KOREAN_FIXTURE, '--set', 'currency=INR')).err).toContain('leave --set out');
  });
});

describe('a load that looks wrong', () => {
  const HEAD = 'IMP DATE,HS CODE,DESCRIPTION,QTY,UNIT,VALUE USD';
  const goods = (value: (at: number) => number) =>
    Array.from(
      { length: 60 },
      (_, at) =>
        `2025-03-${String((at % 28) + 1).padStart(2, '0')},${85 - (at % 3)}171300,GOODS ${at},${at + 1},KGS,${(at + 1) * value(at)}`,
    );

  it('is stopped before it is published, until it is accepted, and what was accepted is said from then on', async () => {
    const usual = await write(
      'kenya-imports-1.csv',
      HEAD,
      goods((at) => 10 + (at % 5)),
    );
    expect((await folder.run('load', usual)).status).toBe(0);
    // Another country's customs, with values in another currency than their name says.
    const path = await write(
      'uganda-imports-1.csv',
      HEAD,
      goods((at) => 83 * (10 + (at % 4))),
    );
    const stopped = await folder.run('load', path);
    expect([stopped.status, stopped.err]).toEqual([
      1,
      expect.stringMatching(/looks wrong[\s\S]*prices per unit in USD are 83 times, over 3 HS chapters/),
    ]);
    expect((await folder.json('loads')).loads).toHaveLength(1);
    const dry = await folder.run('load', path, '--dry-run');
    expect(dry).toMatchObject({ status: 1, out: expect.stringContaining('wrong?') });
    expect(dry.err).toContain('would be stopped');
    const accepted = await folder.run('load', path, '--accept');
    expect(accepted.out).toMatch(/accepted {2}prices per unit in USD are 83 times/);
    expect((await folder.run('coverage', '--country', 'UGA')).out).toMatch(
      /accepted {2}load \d+, uganda-imports-1\.csv: prices per unit/,
    );
    expect((await folder.json('coverage', '--country', 'KEN')).sources).toMatchObject([{ accepted: [] }]);
    // A reload asks nothing again.
    const number = /load (\d+)/.exec(accepted.out)?.[1];
    expect((await folder.run('reload', `${number}`)).status).toBe(0);
  });

  // Which those are: the loader's `sanity-checks.test.ts`; that rows that are the sum of others stop a load: its `load-whole.engine.test.ts`.
  it.each<[string, string, string, (row: string, at: number) => string]>([
    ['values in USD are 40 times', ',LOCAL,INVOICE CURRENCY', 'LOCAL', (row, at) => `${row},${(at + 1) * 400},USD`],
    ['are more than three times off', ',CIF VALUE USD', '', (row, at) => `${row},${(at + 1) * 400}`],
    ['60 HS codes have 5 or 7 digits', '', 'MAPPED', (row) => row.replace('171300', '17130')],
    ['20 HS codes are of no heading', '', 'MAPPED', (row) => row.replace('83171300', '30617200')],
    ['12 of 60 rows are rejected', '', '', (row, at) => (at % 5 === 0 ? row.replace('2025-03', 'ABOUT') : row)],
  ])('is one whose %s', async (doubt, columns, how, changed) => {
    const head = HEAD + columns.replace('LOCAL', 'INVOICE VALUE');
    const path = await write('kenya-imports.csv', head, goods(() => 10).map(changed));
    const mapping = join(folder.path, 'as-they-are.json');
    if (how === 'MAPPED') await folder.run('load', path, '--write-mapping', mapping, '--overwrite');
    const said = { LOCAL: ['--set', 'INVOICE CURRENCY=currency'], MAPPED: ['--mapping', mapping] }[how] ?? [];
    const { status, err } = await folder.run('load', path, ...said);
    expect([status, err]).toEqual([1, expect.stringContaining(doubt)]);
  });

  it('ends a dry run with five lines that can be held against the source', async () => {
    const rows = goods(() => 10).map((row) => `${row},x`);
    const path = await write('kenya-imports.csv', `${HEAD},ZZTOP`, rows);
    const { out } = await folder.run('load', path, '--dry-run');
    expect(out.trimEnd().split('\n').slice(-6)).toEqual([
      '  to hold against the source:',
      '  rows      60 of 60, 0 rejected',
      '  months    2025-03: 60',
      '  values    USD 18,300 in all',
      '  per unit  HS 83 USD 10 a KGS, HS 84 USD 10 a KGS, HS 85 USD 10 a KGS',
      '  left out  ZZTOP',
    ]);
  });
});

it('a file that holds records of another is shown by a dry run as it would be read, with the loads that hold them, and status 1', async () => {
  expect((await folder.run('load', await write('kenya-imports-1.csv'))).status).toBe(0);
  const again = await write('kenya-imports-2.csv', HEADER.replace('DESCRIPTION', 'Description'));
  const { status, out, err } = await folder.run('load', again, '--dry-run');
  expect([status, out]).toEqual([1, expect.stringContaining('would load 30 of 30 rows')]);
  expect(err).toMatch(/would be refused[\s\S]*kenya-imports-2\.csv: 30 of them in load \d+;.*--replace \d+/);
});

describe('what the operator says of the form of a file', () => {
  it('is believed before what is found out, kept by the mapping, and wrong where nothing is called so', async () => {
    const path = join(folder.path, 'kenya-imports.csv');
    const rows = ROWS.map((row, at) => row.replace('TELEPHONES', at % 2 === 0 ? 'TÉLÉPHONES' : 'APPAREILS À FIL'));
    const mixed = rows.map((row, at) => Buffer.from(`${row}\n`, at % 2 === 0 ? 'latin1' : 'utf8'));
    await writeFile(path, Buffer.concat([Buffer.from(`${HEADER}\n`), ...mixed]));
    const refused = await folder.run('load', path);
    expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('--encoding windows-1252')]);
    const form = ['--encoding', 'windows-1252', '--header-row', '1', '--delimiter', ','];
    const loaded = await folder.run('load', path, ...form);
    const number = Number(/load (\d+), 30 of 30 rows/.exec(loaded.out)?.[1]);
    expect((await folder.run('reload', `${number}`)).out).toContain(`load ${number + 1}, 30 of 30 rows`);
    const mapping = join(folder.path, 'said.json');
    await folder.run('load', path, '--encoding', 'windows-1252', '--write-mapping', mapping);
    expect(JSON.parse(await readFile(mapping, 'utf8')).file).toEqual({ encoding: 'windows-1252' });
    for (const wrong of ['--encoding=klingon', '--header-row=one', '--delimiter=comma'])
      expect((await folder.run('load', path, wrong)).status).toBe(2);
  });

  it('names the columns of a file without a header by a layout, which the mapping keeps', async () => {
    const [header = '', ...rows] = ROWS;
    const path = await write('kenya-imports.txt', header, rows);
    const layout = join(folder.path, 'kenya.json');
    const columns = HEADER.split(',').map((name) => ({ name, ...(name === 'UNIT' && { codes: { PCS: 'PIECES' } }) }));
    await writeFile(layout, JSON.stringify({ name: 'kenya', title: 'Kenya, items', columns }));
    expect((await folder.run('load', path, '--layout', layout)).out).toContain('30 of 30 rows');
    const mapping = join(folder.path, 'by-layout.json');
    await folder.run('load', path, '--layout', layout, '--write-mapping', mapping);
    const { file } = JSON.parse(await readFile(mapping, 'utf8'));
    expect(file).toEqual({
      format: 'csv',
      headerRow: 0,
      header: HEADER.split(','),
      codes: { UNIT: { PCS: 'PIECES' } },
    });
    expect((await folder.run('load', path, '--layout', 'nowhere')).err).toContain('There is no layout nowhere');
  });
});

describe('a zip archive of several tables', () => {
  let zip: string;
  const tableOf = (month: string) =>
    [HEADER, ...ROWS.map((row) => row.replace('D', `D${month}`).replace('/03/', `/${month}/`))].join('\n');
  beforeEach(async () => {
    zip = join(folder.path, 'kenya imports.zip');
    await writeFile(zip, zipOf({ 'y/jan.csv': tableOf('01'), 'y/feb.csv': tableOf('02'), 'notes.pdf': '%PDF' }));
  });

  it('is refused with what it holds and how to say which', async () => {
    for (const how of [[], ['--dry-run']]) {
      const { status, out, err } = await folder.run('load', zip, ...how);
      expect([status, out]).toEqual([1, '']);
      expect(err).toContain('kenya imports.zip holds several files. Say which with --member NAME');
      expect(err).toContain('it holds: y/jan.csv, y/feb.csv');
    }
  });

  it('is loaded member by member, or all at once', async () => {
    const one = await folder.run('load', zip, '--member', 'jan.csv');
    expect(one).toMatchObject({ status: 0, err: '' });
    expect(one.out).toMatch(/kenya imports\.zip: y\/jan\.csv: load \d+, 30 of 30 rows/);
    const all = await folder.run('load', zip, '--member', '*.csv');
    expect(all.out).toMatch(/kenya imports\.zip: y\/jan\.csv: already loaded, as load \d+\./);
    expect(all.out).toMatch(/kenya imports\.zip: y\/feb\.csv: load \d+, 30 of 30 rows/);
  });

  it('has a mapping written from one member, with the command that comes next', async () => {
    const mapping = join(folder.path, 'ke.json');
    const written = ['--member', 'y/jan.csv', '--write-mapping', mapping, '--json'];
    const { status, out, err } = await folder.run('load', zip, ...written);
    expect([status, JSON.parse(out)]).toMatchObject([0, [{ file: 'kenya imports.zip: y/jan.csv' }]]);
    expect(err).toContain(`npx tidewaiter load '${zip}' --member y/jan.csv --mapping ${mapping}`);
    expect(JSON.parse(await readFile(mapping, 'utf8'))).toMatchObject({ country: 'KEN', trade: 'IMPORT' });
    const two = await folder.run('load', zip, '--member', '*', '--write-mapping', 'x.json');
    expect([two.status, two.err]).toEqual([1, 'A mapping is written from one file: name one.\n']);
  });

  it('has no member that is not there, nor has a file that is no archive', async () => {
    const { err } = await folder.run('load', zip, '--member', 'march.csv');
    expect(err).toBe(`${zip} holds no file march.csv.\n  it holds: y/jan.csv, y/feb.csv\n`);
    const path = join(folder.path, 'jan.csv');
    await writeFile(path, tableOf('01'));
    const none = await folder.run('load', path, '--member', 'jan.csv');
    expect(none).toMatchObject({ status: 1, err: `${path} is no zip archive of tables: leave --member out.\n` });
  });
});

it('how a file was read is saved by name and version, listed, written as a file, read from one and removed', async () => {
  const file = await write('india-imports-1.csv');
  await folder.run('load', file, '--learn');
  expect((await folder.run('mapping', 'list')).out).toMatch(/ind-imports +1 +\S+ +india-imports-1\.csv, load \d+/);
  const out = join(folder.path, 'exported.json');
  expect((await folder.run('mapping', 'export', 'ind-imports', '--out', out)).out).toContain('version 1');
  // One that is there is not written over.
  expect((await folder.run('mapping', 'export', 'ind-imports', '--out', out)).status).toBe(1);
  const changed = { ...JSON.parse(await readFile(out, 'utf8')), title: 'India, from a friend' };
  await writeFile(join(folder.path, 'given.json'), JSON.stringify(changed));
  expect((await folder.run('mapping', 'import', join(folder.path, 'given.json'))).out).toContain('version 2');
  expect(await folder.json('mapping', 'list')).toMatchObject([{ version: 2 }]);
  const former = join(folder.path, 'former.json');
  expect((await folder.run('mapping', 'export', 'ind-imports', '--out', former, '--former', '1')).status).toBe(0);
  expect(await readFile(former, 'utf8')).toBe(await readFile(out, 'utf8'));
  const ninth = await folder.run('mapping', 'export', 'ind-imports', '--out', 'x.json', '--former', '9');
  expect(ninth.err).toContain('no version 9');
  expect((await folder.run('mapping', 'remove', 'ind-imports')).status).toBe(0);
  expect((await folder.run('mapping', 'remove', 'ind-imports')).err).toContain('no saved mapping');
});
