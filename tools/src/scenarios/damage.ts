import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandFolder } from '@tidewaiter/testing/command';
import { copyFolder } from '@tidewaiter/testing/golden-folder';
import { demoFolder, EVERYTHING, openPortal, outcome } from './portal.js';
import type { Findings, Scenario } from './scenario.js';

/** The largest file below a folder whose path matches. */
function largest(folder: string, matching: RegExp): string {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => matching.test(path));
  const sized = files.map((path) => ({ path, size: statSync(path).size })).sort((a, b) => b.size - a.size);
  if (!sized[0]) throw new Error(`no file like ${matching}`);
  return sized[0].path;
}

/** Writes nonsense into the middle of a file. */
function corrupt(file: string): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, Math.max(0, Math.floor(statSync(file).size / 2) - 2048));
  closeSync(handle);
}

const DAMAGES: { what: string; damage(folder: string): void; harmless?: boolean }[] = [
  {
    what: 'a corrupted part of the records',
    damage: (folder) => corrupt(largest(join(folder, 'records'), /data\.(bin|cmrk\d*)$|\.bin$/)),
  },
  {
    what: 'a part of the records that is cut off',
    damage: (folder) => truncateSync(largest(join(folder, 'records'), /\.bin$/), 100),
  },
  {
    what: 'a table of the accounts that is cut off',
    damage: (folder) => truncateSync(largest(join(folder, 'accounts'), /base\/\d+\/(1[6-9]|[2-9]\d)\d{3}$/), 100),
  },
  {
    what: 'the control file of the accounts cut off',
    damage: (folder) => truncateSync(join(folder, 'accounts/global/pg_control'), 10),
  },
  {
    what: 'a foreign file',
    damage: (folder) => writeFileSync(join(folder, 'holiday.jpg'), 'not ours'),
    harmless: true,
  },
];

/** Starts over a folder, asks, and reads what an operator is told. */
async function lookAt(
  findings: Findings,
  what: string,
  path: string,
  demo: { email: string; password: string },
  count: number,
  harmless: boolean,
) {
  const folder = await commandFolder(path, { RATE_LIMITS: 'off' });
  const seen: string[] = [];
  let isAnswered = false;
  let said = '';
  try {
    const portal = await openPortal(folder);
    const told = await portal.signIn(demo).then(
      async ({ client }) => {
        let found: number | undefined;
        const asked = await outcome(async () => {
          found = await client.searchCount(EVERYTHING);
          await client.search({ ...EVERYTHING, pageNumber: 0, numberOfRecords: 200 });
          await client.pivot({ query: EVERYTHING, rows: 'importers', columns: 'exporters' });
        });
        isAnswered = found === count && asked.error === undefined;
        return `count, page and pivot: ${asked.error ?? `answered, ${found} records of ${count}`}`;
      },
      (error: { code?: string }) => `sign-in: ${error.code}`,
    );
    seen.push(told);
    for (const command of [['doctor'], ['backup', join(path, 'backups')]]) {
      const { status, out, err } = await folder.run(...command);
      const [line = ''] = (command[0] === 'doctor' ? out : err)
        .split('\n')
        .filter((one) => command[0] !== 'doctor' || one.includes('WRONG'));
      seen.push(`${command[0]}: status ${status}${line && status !== 0 ? `, ${line.trim().slice(0, 140)}` : ''}`);
      said += out + err;
    }
    said += portal.said();
    await portal.stop();
  } catch (error) {
    said = error instanceof Error ? error.message : String(error);
    seen.push(`it does not start: ${said.replace(/\s+/g, ' ').slice(0, 300)}`);
  }
  // Never a count that is too low in silence.
  const isHonest = isAnswered || /damaged|has lost|missing/i.test(said);
  findings.add(what, seen.join('; '), harmless ? isAnswered : isHonest);
}

export const damage: Scenario = {
  name: 'damage',
  about: 'files in the data folder that are corrupted, cut off or foreign: each is said, with the way back',
  async run(findings, { rows }) {
    const made = await demoFolder(Math.min(rows, 100_000));
    const own = mkdtempSync(join(tmpdir(), 'tidewaiter-damage-'));
    try {
      const whole = await openPortal(made.folder);
      const { client } = await whole.signIn(made.demo);
      const count = await client.searchCount(EVERYTHING);
      await whole.stop();
      for (const [at, { what, damage, harmless = false }] of DAMAGES.entries()) {
        const path = join(own, String(at));
        await copyFolder(made.folder.path, path);
        damage(path);
        await lookAt(findings, what, path, made.demo, count, harmless);
      }
    } finally {
      await made.folder.remove();
      rmSync(own, { recursive: true, force: true });
    }
  },
};
