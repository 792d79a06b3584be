/** The commands about saved mappings. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandLine, commandLine } from '../../testing/command-line.js';

let folder: CommandLine;
let file: string;
beforeAll(async () => {
  folder = await commandLine();
  file = join(folder.path, 'india-imports-1.csv');
  const rows = Array.from(
    { length: 30 },
    (_, at) => `D${at},${(at % 28) + 1}/03/2025,8517.13.00,ACME ${at} LTD,TELEPHONES,${100 + at},PCS`,
  );
  await writeFile(file, ['DECLARATION NO,IMP DATE,HS CODE,IMPORTER,DESCRIPTION,QTY,UNIT', ...rows].join('\n'));
});
afterAll(() => folder.close());

it('how a file was read is saved by name and version, listed, written as a file, read from one and removed', async () => {
  await folder.run('load', file, '--learn');
  expect((await folder.run('mapping', 'list')).out).toMatch(/ind-imports +1 +\S+ +india-imports-1\.csv, load \d+/);
  const out = join(folder.path, 'exported.json');
  expect((await folder.run('mapping', 'export', 'ind-imports', '--out', out)).out).toContain('version 1');
  // One that is there is not written over.
  expect((await folder.run('mapping', 'export', 'ind-imports', '--out', out)).status).toBe(1);
  const changed = { ...JSON.parse(await readFile(out, 'utf8')), title: 'India, from a friend' };
  await writeFile(join(folder.path, 'given.json'), JSON.stringify(changed));
  expect((await folder.run('mapping', 'import', join(folder.path, 'given.json'))).out).toContain('version 2');
  const [{ version }] = JSON.parse((await folder.run('mapping', 'list', '--json')).out);
  expect(version).toBe(2);
  const former = join(folder.path, 'former.json');
  expect((await folder.run('mapping', 'export', 'ind-imports', '--out', former, '--former', '1')).status).toBe(0);
  expect(await readFile(former, 'utf8')).toBe(await readFile(out, 'utf8'));
  expect((await folder.run('mapping', 'export', 'ind-imports', '--out', 'x.json', '--former', '9')).err).toContain(
    'no version 9',
  );
  expect((await folder.run('mapping', 'remove', 'ind-imports')).status).toBe(0);
  expect((await folder.run('mapping', 'remove', 'ind-imports')).err).toContain('no saved mapping');
});
