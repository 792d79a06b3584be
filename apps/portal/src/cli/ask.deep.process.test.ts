/** Questions of the built command at a terminal, which `script` makes: a part of every Linux, and of no other system in this form. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COMMAND, type CommandFolder, commandFolder } from '@tidewaiter/testing/command';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const SCRIPT = '/usr/bin/script';
const isThere = process.platform === 'linux' && existsSync(SCRIPT);
if (!isThere) process.stdout.write('Skipped: there is no "script" here that makes a terminal.\n');

const HEADER = 'IMP DATE,HS CODE,DESCRIPTION,QTY,UNIT,ASSESSABLE VALUE,INVOICE CURRENCY';
const ROWS = Array.from(
  { length: 30 },
  (_, at) =>
    `2025-03-${10 + (at % 18)},85171300,TELEPHONE ${at},${at + 1},PCS,${(at + 1) * 100},${at % 2 ? 'USD' : 'EUR'}`,
);
const PROMPT = 'Ctrl-C loads nothing: ';

let folder: CommandFolder;
let file: string;
beforeAll(async () => {
  folder = await commandFolder();
  file = join(folder.path, 'india-imports.csv');
  await writeFile(file, [HEADER, ...ROWS].join('\n'));
});
afterAll(() => folder.remove());

/** Loads at a terminal, where a line is typed once something is asked. */
async function typed(line: string): Promise<{ status: number | null; screen: string }> {
  const command = [process.execPath, COMMAND, 'load', file].map((part) => `'${part}'`).join(' ');
  const terminal = spawn(SCRIPT, ['-qec', command, '/dev/null'], {
    env: { ...process.env, TIDEWAITER_DATA_DIR: folder.path, PORT: '0' },
  });
  let screen = '';
  let isAsked = false;
  terminal.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString();
    if (isAsked || !screen.includes(PROMPT)) return;
    isAsked = true;
    terminal.stdin.write(line);
  });
  const status = await new Promise<number | null>((resolve) => terminal.once('close', resolve));
  return { status, screen };
}

const loads = async () => JSON.parse((await folder.run('loads', '--json')).out).loads;

describe.skipIf(!isThere)('a load at a terminal', () => {
  it.each(['in a process of its own', 'and through a running portal, which goes on'])(
    'loads nothing on Ctrl-C, and by the answer that is typed, %s',
    async (where) => {
      const portal = where.includes('portal') ? await folder.serve() : undefined;
      // Where nobody sits at a terminal nobody is asked.
      expect((await folder.run('load', file)).err).toContain('--set currency=INR');
      const stopped = await typed('\u0003');
      expect([stopped.status, stopped.screen]).toEqual([1, expect.stringContaining('nothing is changed')]);
      expect(await loads()).toEqual([]);
      const answered = await typed('1\r');
      expect([answered.status, answered.screen]).toEqual([0, expect.stringMatching(/load \d+, 30 of 30 rows/)]);
      const [{ loadId, country }] = await loads();
      expect(country).toBe('IND');
      await folder.run('unload', String(loadId));
      if (portal) expect((await fetch(portal.url)).status).toBe(200);
    },
  );
});
