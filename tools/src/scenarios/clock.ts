import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoFolder, openPortal, outcome, question } from './portal.js';
import { type Scenario, seconds } from './scenario.js';

/** Debian's library that tells a process another time. */
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

/** What a call may take, in milliseconds: a hang is what is looked for. */
const LONGEST_MS = 20_000;

export const clock: Scenario = {
  name: 'clock',
  about: 'the clock of a running portal goes a day forward, two days back, and is right again',
  missing: () => (existsSync(FAKETIME) ? undefined : 'faketime is not installed here'),
  async run(findings, { rows }) {
    const { folder, demo } = await demoFolder(rows);
    const own = mkdtempSync(join(tmpdir(), 'tidewaiter-clock-'));
    const file = join(own, 'offset');
    const set = (offset: string) => {
      writeFileSync(file, `${offset.startsWith('-') ? '' : '+'}${offset}\n`);
      utimesSync(file, new Date(), new Date());
    };
    try {
      set('0');
      // Its monotonic clock goes on as it does: a machine's does when its date is set.
      const portal = await openPortal(folder, {
        LD_PRELOAD: FAKETIME,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      });
      let caller = await portal.signIn(demo);
      const page = (number: number) =>
        caller.client.search({ ...question(number), pageNumber: 0, numberOfRecords: 20 });
      const left = async () => {
        const { userSubscriptionList } = await caller.client.activeSubscriptions({ userId: caller.person.userid });
        return userSubscriptionList[0]?.queryPerDay ?? 0;
      };
      const serverTime = async () => new Date((await fetch(portal.url)).headers.get('date') ?? '').getTime();
      await page(1);
      const start = await left();
      for (const days of [1, -1, 0]) {
        set(`${days * 86_400}`);
        // The time in its headers is told once a second.
        await sleep(1500);
        const moved = Math.abs((await serverTime()) - Date.now() - days * 86_400_000) < 10_000;
        const first = await outcome(() => page(1));
        // Who has done nothing for a day is signed out: for the portal it was a day.
        if (first.error === 'SESSION_TIMEOUT') caller = await portal.signIn(demo);
        const calls = {
          search: () => page(100 + days),
          contact: () => caller.client.saveContact({ companyName: `Company ${days}` }),
          balance: left,
        };
        const errors: string[] = [];
        for (const [what, call] of Object.entries(calls)) {
          const { error, milliseconds } = await outcome(call);
          if (error !== undefined || milliseconds > LONGEST_MS)
            errors.push(`${what}: ${error ?? seconds(milliseconds)}`);
        }
        const session = `the session from before: ${first.error ?? 'goes on'}`;
        const isWell = [undefined, 'SESSION_TIMEOUT'].includes(first.error) && errors.length === 0;
        findings.add(
          `${days} days from now`,
          `${session}; ${errors.join(', ') || 'search, contact and balance answered'}`,
          moved && isWell,
        );
      }
      const spent = start - (await left());
      findings.add('searches that were spent', `${spent} for three new ones`, spent >= 0 && spent <= 4);
      await portal.stop();
      const doctor = await folder.run('doctor');
      findings.add('doctor afterwards', `status ${doctor.status}`, doctor.status === 0);
    } finally {
      await folder.remove();
      rmSync(own, { recursive: true });
    }
  },
};
