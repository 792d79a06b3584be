/** The command about the HS nomenclature. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { commandLine } from '../../testing/command-line.js';

const OFFICIAL =
  'section,hscode,description,parent,level\nII,09,Drinks to brew,TOTAL,2\nII,0901,Beans,09,4\nII,090111,"Beans, raw",0901,6\n';

it('hs shows what ships, loads the official texts in their place, and goes back', async () => {
  const folder = await commandLine();
  onTestFinished(() => folder.close());
  const chapters = await folder.run('hs', 'list');
  expect(chapters.out).toContain('The labels that ship: 99 chapters, 1,229 headings, 0 subheadings.');
  expect(chapters.out).toMatch(/^II {2}.+\n {2}06 {6}Live plants/m);
  expect(chapters.out).toMatch(/^Outside the sections\n {2}98 /m);
  expect((await folder.run('hs', 'show', '0901.11.00')).out).toMatch(
    /^Section {5}II {6}.+\nChapter {5}09 {6}Coffee, tea and spices\nHeading {5}0901 {4}Coffee\n$/,
  );
  expect(await folder.run('hs', 'show', '0012')).toMatchObject({ status: 1, err: 'The nomenclature has no 0012.\n' });
  expect(await folder.run('hs', 'show', 'coffee')).toMatchObject({ status: 2 });
  expect(await folder.run('hs', 'remove')).toMatchObject({ status: 1 });

  const path = join(folder.path, 'official.csv');
  await writeFile(path, `${OFFICIAL}II,0902,,09,4\n`);
  const refused = await folder.run('hs', 'load', path);
  expect(refused).toMatchObject({ status: 1, out: '' });
  expect(refused.err).toContain('line 5: 0902 has no description');
  await writeFile(path, OFFICIAL);
  expect(await folder.run('hs', 'load', path)).toMatchObject({
    status: 0,
    out: 'The official nomenclature, load 1: 1 chapters, 1 headings, 1 subheadings. Data version 1.\n',
  });
  const codes = [{ code: '090111', text: 'Beans, raw' }];
  expect(await folder.json('hs', 'list', '0901')).toMatchObject({ nomenclatureVersion: 1, codes });
  expect(await folder.json('hs', 'show', '090111')).toMatchObject({
    section: { number: 'II' },
    codes: [{ text: 'Drinks to brew' }, { text: 'Beans' }, { code: '090111' }],
  });
  expect((await folder.run('hs', 'list', '0902')).out).toBe('Nothing is known below 0902.\n');
  expect(await folder.json('hs', 'remove')).toMatchObject({ nomenclatureVersion: 0, dataVersion: 2 });
});
