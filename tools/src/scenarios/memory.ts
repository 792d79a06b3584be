import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  addAccounts,
  type Caller,
  demoFolder,
  openPortal,
  question,
  residentMb,
  screen,
  tally,
  watched,
} from './portal.js';
import type { Scenario } from './scenario.js';

/** Where groups of processes are bounded in memory; of the first version of the kernel's interface, or the second. */
const GROUPS = ['/sys/fs/cgroup/memory', '/sys/fs/cgroup'];
const LIMIT_FILES = ['memory.limit_in_bytes', 'memory.max'];

const LIMIT_MB = 1500;
const PEOPLE = 20;

/** Makes a group with a limit. @returns puts a process into it, and removes it; undefined where none can be made */
function makeGroup(): { add(pid: number): void; remove(): void } | undefined {
  for (const [at, parent] of GROUPS.entries()) {
    const group = join(parent, `tidewaiter-${process.pid}`);
    try {
      mkdirSync(group);
      try {
        writeFileSync(join(group, LIMIT_FILES[at] ?? ''), String(LIMIT_MB * 2 ** 20));
        return {
          add: (pid) => writeFileSync(join(group, 'cgroup.procs'), String(pid)),
          remove: () => rmdirSync(group),
        };
      } catch {
        rmdirSync(group);
      }
    } catch {
      // Not this one.
    }
  }
  return undefined;
}

export const memory: Scenario = {
  name: 'memory',
  about: `a portal in a group with ${LIMIT_MB} MB, asked by ${PEOPLE} people without a pause: it refuses before it is ended`,
  missing() {
    const group = makeGroup();
    group?.remove();
    return group === undefined ? 'no group of processes can be bounded here' : undefined;
  },
  async run(findings, { rows, minutes }) {
    const group = makeGroup();
    if (group === undefined) throw new Error('no group');
    const { folder } = await demoFolder(rows);
    try {
      const accounts = await addAccounts(folder, PEOPLE);
      // The portal begins in the group, since it reads its limit when it starts.
      group.add(process.pid);
      const portal = await openPortal(folder).finally(() => {
        for (const parent of GROUPS) {
          try {
            writeFileSync(join(parent, 'cgroup.procs'), String(process.pid));
            break;
          } catch {
            // Not this one.
          }
        }
      });
      const seen = watched(() => (portal.isRunning() ? residentMb(portal.pid) : 0));
      const callers: Caller[] = [];
      for (const account of accounts) callers.push(await portal.signIn(account));
      const until = performance.now() + minutes * 60_000;
      const outcomes: string[] = [];
      let number = 0;
      const work = async (caller: Caller) => {
        while (performance.now() < until && portal.isRunning()) {
          const came = (await screen(caller, question(number++))).map(({ error }) => error ?? 'answered');
          outcomes.push(...came);
          if (came.includes('PORTAL_BUSY')) await sleep(5000);
        }
      };
      await Promise.all(callers.map(work));
      seen.end();
      const unexpected = outcomes.filter((one) => one === 'NO_ANSWER' || one === 'INTERNAL');
      findings.add('calls', tally(outcomes), unexpected.length === 0);
      findings.add('memory at most', `${seen.most().toFixed(0)} MB of ${LIMIT_MB}`, seen.most() < LIMIT_MB);
      findings.add('it runs', String(portal.isRunning()), portal.isRunning());
      await portal.stop();
    } finally {
      await folder.remove();
      await sleep(500);
      group.remove();
    }
  },
};
