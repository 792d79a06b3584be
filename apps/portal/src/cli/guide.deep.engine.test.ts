/** The operator's guide: what it has people type does what it says, in the order of the page. */
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dayOf } from '@tidewaiter/contract';
import { folderOfTest } from '@tidewaiter/testing/folder';
import { expect, it } from 'vitest';
import { commandLine } from '../../testing/command-line.js';

const GUIDE = readFileSync(new URL('../../../../docs/operator.md', import.meta.url), 'utf8');

const BEFORE = 'npx tidewaiter ';

/** Lines of the guide that are not run here, by how they begin, and why. */
const NOT_RUN: Record<string, string> = {
  'npx tidewaiter backup /mnt/backups --drill': 'restores by a process of its own: drill.deep.process.test.ts',
  'npx tidewaiter load june.csv': 'a file and a mapping of the operator: load-commands.engine.test.ts',
  'npx tidewaiter load france-2025.csv':
    'the country could not be removed afterwards, as the guide says: added-country.deep.engine.test.ts',
  'npx tidewaiter unload LOAD': 'nothing of the country is loaded here: load-commands.engine.test.ts',
  'npx tidewaiter party suggest 123': 'a pair of the operator: party-suggest.deep.engine.test.ts',
  'npx tidewaiter suppress record': 'a record of the operator: suppressions.deep.engine.test.ts',
  'npx tidewaiter suppress country': 'what is asked further below would be hidden: life-of-records.engine.test.ts',
  "printf 'TIDEWAITER_DATA_DIR": 'writes settings for the moves below it',
  'npx tidewaiter move': 'between processes of their own, with the portal stopped: move.deep.process.test.ts',
  'git clone': 'what a new machine begins with',
  'npm ci && npm run build': 'what a new machine begins with',
  'cd /opt/tidewaiter': 'what a new machine begins with',
  'export TIDEWAITER_DATA_DIR': 'settings for the commands below it',
  'npx tidewaiter backup s3://': 'a bucket of the operator: back-up.deep.engine.test.ts',
  'npx tidewaiter restore s3://': 'a bucket of the operator: back-up.deep.engine.test.ts',
  '# st': 'what is done between two commands',
};

/** The lines of the blocks that are for a shell, without what is said beside them. */
const lines = [...GUIDE.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
  block
    .split('\n')
    .map((line) => (line.startsWith('#') ? line : line.replace(/\s+#.*$/, '')))
    .filter(Boolean),
);
const isLeftOut = (line: string) => Object.keys(NOT_RUN).some((start) => line.startsWith(start));

it('has its commands run, but for those that are named here', async () => {
  for (const start of Object.keys(NOT_RUN))
    expect(
      lines.some((line) => line.startsWith(start)),
      start,
    ).toBe(true);
  const place = folderOfTest();
  const [folder, restored] = [join(place, 'portal'), join(place, 'restored')];
  await mkdir(folder);
  let line = await commandLine(folder);
  const parties = ['Acme Ltd', 'Acme Trading GmbH', 'Akme Ltd', 'Acme Trading Ltd'];
  const rows = parties.map((name, day) => `2026-08-0${day + 1},${name},Some goods,69072100,${day + 100}`);
  const file = join(place, 'ind-imports.csv');
  await writeFile(file, ['Date,Importer Name,Product Description,HS Code,Value (USD)', ...rows].join('\n'));
  expect(await line.run('load', file, '--country', 'IND', '--trade', 'IMPORT', '--accept')).toMatchObject({
    status: 0,
  });
  const run = lines.filter((typed) => !isLeftOut(typed));
  expect(run.length).toBeGreaterThan(8);
  for (const typed of run) {
    const [settings = '', command = ''] = typed.split(BEFORE);
    const words = (command.match(/"[^"]*"|\S+/g) ?? []).map((word) =>
      word.replaceAll('"', '').replace('/mnt/backups', join(place, 'backups')).replace('2026-11-24', dayOf(new Date())),
    );
    const path = settings.includes('TIDEWAITER_DATA_DIR') ? restored : folder;
    if (path !== line.path) {
      // A process has one embedded engine.
      await line.close();
      line = await commandLine(path);
    }
    expect(await line.run(...words), typed).toMatchObject({ status: 0 });
  }
  await line.close();
});
