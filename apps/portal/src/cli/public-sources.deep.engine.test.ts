/** Public sources by the operator's command: their cards, their files from a folder, and the warning of those that may not be shown. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { countryByCode, mayBeShown } from '@tidewaiter/contract';
import { publicSources, shippedMapping } from '@tidewaiter/loader';
import { fixture } from '@tidewaiter/testing/records';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CommandLine, commandLine } from '../../testing/command-line.js';

let folder: CommandLine;
let from: string;
beforeEach(async () => {
  folder = await commandLine(undefined, { WEBHOOK_TARGETS: '127.0.0.1' });
  from = join(folder.path, 'aduana');
  mkdirSync(from);
});
afterEach(() => folder.close());

it('says of each source what may be done with it, and reads its files by mappings that ship', async () => {
  const sources = await publicSources();
  expect(sources.filter(mayBeShown).map(({ name }) => name)).toEqual([
    'brazil',
    'chile',
    'colombia',
    'peru',
    'philippines',
    'united-kingdom',
  ]);
  for (const { files, countries, licence, lacks } of sources) {
    for (const { mapping } of files) {
      const { country } = (await shippedMapping(mapping)) ?? {};
      expect([mapping, countries]).toEqual([mapping, [country]]);
      expect([mapping, lacks.length > 0]).toEqual([mapping, true]);
    }
    expect([licence.basis.length > 20, countries.every((code) => countryByCode(code))]).toEqual([true, true]);
  }
  const { out } = await folder.run('source', 'show', 'chile');
  expect(out).toContain('show: yes; sell: yes; pass on: yes');
  expect(out).toMatch(/lacks +names: importers and exporters are numbers/);
  expect((await folder.run('source', 'show', 'atlantis')).err).toContain(
    'There is no source atlantis: there are brazil,',
  );
});

it('loads its files from a folder, each once, and one that was published anew in the place of the former', async () => {
  writeFileSync(join(from, 'importaciones-marzo-2026.part01.rar'), 'Rar!');
  writeFileSync(join(from, 'readme.txt'), 'about');
  const none = await folder.run('source', 'add', 'chile', '--from', from);
  expect([none.status, none.err]).toEqual([1, expect.stringContaining('unrar x NAME.part01.rar')]);

  const exports = join(from, 'Exportaciones-febrero-2026.txt');
  copyFileSync(fixture('cl-dus-exports.txt'), exports);
  copyFileSync(fixture('cl-din-imports.txt'), join(from, 'importaciones-marzo-2026.txt'));
  const added = await folder.run('source', 'add', 'chile', '--from', from);
  expect(added).toMatchObject({ status: 0, err: '' });
  expect(added.out).toContain('Chile, customs declarations: 2 new files, 0 as before.');
  const again = await folder.run('source', 'add', 'chile', '--from', from);
  expect(again.out).toContain('0 new files, 2 as before.');

  writeFileSync(exports, readFileSync(exports, 'latin1').replace(';11250;', ';11350;'), 'latin1');
  const anew = await folder.run('source', 'add', 'chile', '--from', from);
  expect(anew.out).toContain('load 3 in the place of load 1: 1 → 1 records');
  expect(anew.out).toContain('total_value_usd 11250 → 11350');
  expect(await folder.json('source', 'list')).toContainEqual(
    expect.objectContaining({ name: 'chile', sell: 'yes', files: 2, until: '2026-03-15' }),
  );
});

it('loads several sources from their folders in one, and what can be loaded where one file cannot', async () => {
  const both = ['source', 'add', 'brazil', 'united-kingdom', '--from', from];
  for (const name of ['brazil', 'united-kingdom']) mkdirSync(join(from, name));
  copyFileSync(fixture('br-comexstat-imports.csv'), join(from, 'brazil/IMP_2026.csv'));
  writeFileSync(join(from, 'brazil/EXP_2026.csv'), 'no;such;columns\n1;2;3\n');
  // Nothing is loaded where a source has no files.
  expect((await folder.run(...both)).err).toMatch(/united-kingdom holds no file of United Kingdom/);
  copyFileSync(fixture('gb-hmrc-importers.tsv'), join(from, 'united-kingdom/importers2602.tsv'));
  const { status, err } = await folder.run(...both);
  expect([status, err]).toEqual([
    1,
    expect.stringMatching(/Not all files could be loaded; the others are\.\n +Brazil, Comex Stat: EXP_2026\.csv: /),
  ]);
  expect(await folder.json('loads')).toMatchObject({
    loads: [
      { file: 'IMP_2026.csv', report: { rowsLoaded: 3 } },
      { file: 'importers2602.tsv', report: { rowsLoaded: 6 } },
    ],
  });
});

it('fetches what a source publishes, keeps it as it came, and sends nothing again that is the same', async () => {
  const year = new Date().getFullYear();
  const content = readFileSync(fixture('br-comexstat-imports.csv'));
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers['if-none-match'] ?? ''}`);
    if (request.url === `/mirror/IMP_${year - 1}.csv`) response.writeHead(403).end();
    else if (request.url !== `/mirror/IMP_${year}.csv`) response.writeHead(404).end();
    else if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
    else response.writeHead(200, { etag: '"1"', 'content-length': content.length }).end(content);
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  try {
    const mirror = ['--mirror', `http://127.0.0.1:${port}/mirror`];
    const update = (...more: string[]) => folder.run('source', 'update', ...more, '--since', String(year), ...mirror);
    expect((await update()).err).toContain('No source is followed: name one.');
    expect((await update('brazil')).out).toContain('Brazil, Comex Stat: 1 new file, 0 as before.');
    expect(readFileSync(join(folder.path, 'sources/brazil', `IMP_${year}.csv`)).equals(content)).toBe(true);
    expect((await folder.run('source', 'show', 'brazil')).out).toMatch(/loaded +1 file, records until/);
    expect((await update('brazil')).out).toContain('Brazil, Comex Stat: 0 new files, 1 as before.');
    expect(asked.at(-2)).toBe(`/mirror/IMP_${year}.csv "1"`);
    // A file that cannot be fetched harms no other.
    await folder.run('unload', '1');
    const partly = await folder.run('source', 'update', 'brazil', '--since', String(year - 1), ...mirror);
    expect([partly.status, partly.err]).toEqual([1, expect.stringContaining(`IMP_${year - 1}.csv: `)]);
    expect(await folder.json('loads')).toMatchObject({ loads: [{ file: `IMP_${year}.csv` }] });
    expect((await folder.run('source', 'show', 'brazil')).out).toMatch(/failed: .*it answers 403/);
    expect((await update('chile')).err).toContain('are fetched by hand: datos.gob.cl');
    expect((await update('india')).err).toContain('its data may not be published');
  } finally {
    server.closeAllConnections();
    await new Promise((closed) => void server.close(closed));
  }
});

it('warns of a source that may not be shown, once', async () => {
  const refused = await folder.run('source', 'add', 'india', '--from', from);
  expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('section 135AA')]);
  const file = (name: string, day: number) => {
    const path = join(from, name);
    writeFileSync(path, `no,date,hs,goods,value\n${day},2026-03-0${day},85171300,TELEPHONES,100\n`);
    return path;
  };
  const load = (path: string) =>
    folder.run(
      'load',
      path,
      ...['--country', 'IND', '--trade', 'import', '--set', 'value=total_value_usd', '--accept'],
    );
  expect((await load(file('first.csv', 1))).err).toContain(
    'Warning: India, customs declarations, may not be published',
  );
  expect(await load(file('second.csv', 2))).toMatchObject({ status: 0, err: '' });
});
