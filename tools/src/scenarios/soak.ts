import { mkdir, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  addAccounts,
  addSubUsers,
  type Caller,
  demoFolder,
  openHandles,
  openPortal,
  outcome,
  question,
  residentMb,
  type SignIn,
  screen,
  type TriedPortal,
  tally,
} from '../shared/portal.js';
import { memoryChart } from './memory-chart.js';
import { quantile, type Scenario } from './scenario.js';

/** Where the picture of memory is left, beside those of the browser's tests. */
const PICTURES = 'screenshots';

const SAMPLE_MS = 10_000;

/** How much more memory the last fifth of the time may show than the second, and how many more handles. */
const GROWTH = { memory: 1.15, handles: 20 };

/** How often a person does something, in milliseconds, on an average. */
const PAUSE_MS = 1500;

/** Signs in, again where the portal is busy just then: others are at work, on the machine too. */
async function signInAmongOthers(portal: TriedPortal, account: SignIn, errors: string[]): Promise<Caller> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await portal.signIn(account);
    } catch (error) {
      if (tries === 10) throw error;
      errors.push('a sign-in');
      await sleep(2000);
    }
  }
}

export const soak: Scenario = {
  name: 'soak',
  about: 'people at work for long: memory and handles stay as they are',
  async run(findings, { rows, minutes, people, accounts }) {
    const { folder } = await demoFolder(rows);
    try {
      const owners = await addAccounts(folder, Math.min(people, accounts));
      const portal = await openPortal(folder);
      const everybody = [...owners, ...(await addSubUsers(portal, owners, people - owners.length))];
      const until = performance.now() + minutes * 60_000;
      const errors: string[] = [];
      const times: number[] = [];
      let number = 0;
      const work = async (account: SignIn) => {
        let caller = await signInAmongOthers(portal, account, errors);
        for (let turn = 0; performance.now() < until; turn += 1) {
          const begun = performance.now();
          const outcomes = await screen(caller, question(number++));
          times.push(performance.now() - begun);
          const { client, person } = caller;
          const contact = { companyName: `Company ${turn % 50}`, notes: `of turn ${turn}` };
          if (turn % 10 === 3) outcomes.push(await outcome(() => client.saveContact(contact)));
          const list = { userId: person.userid, pageNumber: 0, numberOfRecords: 20 };
          if (turn % 10 === 5) outcomes.push(await outcome(() => client.contactList(list)));
          if (turn % 50 === 49) caller = await signInAmongOthers(portal, account, errors);
          errors.push(...outcomes.flatMap(({ error }) => error ?? []));
          await sleep(PAUSE_MS * (0.5 + (turn % 3) / 2));
        }
      };
      const samples: { memory: number; handles: number }[] = [];
      const watch = setInterval(() => {
        samples.push({ memory: residentMb(portal.pid), handles: openHandles(portal.pid) });
      }, SAMPLE_MS);
      await Promise.all(everybody.map(work));
      clearInterval(watch);
      await mkdir(PICTURES, { recursive: true });
      const picture = `${PICTURES}/soak-memory.svg`;
      await writeFile(
        picture,
        memoryChart(
          samples.map(({ memory }) => memory),
          SAMPLE_MS / 60_000,
        ),
      );
      const fifth = Math.floor(samples.length / 5);
      const early = samples.slice(fifth, 2 * fifth);
      const late = samples.slice(-fifth);
      const median = (of: typeof samples, what: 'memory' | 'handles') =>
        quantile(
          of.map((sample) => sample[what]),
          0.5,
        );
      findings.add('screens', `${times.length} by ${people} people of ${owners.length} accounts in ${minutes} minutes`);
      const [half, most] = [quantile(times, 0.5), quantile(times, 0.95)].map((time) => time.toFixed(0));
      findings.add('a whole screen', `${half} ms in the median, 95% within ${most}`);
      findings.add('calls that failed', tally(errors), errors.length === 0);
      findings.add('memory over the time', picture);
      for (const what of ['memory', 'handles'] as const) {
        const [before, after] = [median(early, what), median(late, what)];
        const holds = what === 'memory' ? after <= before * GROWTH.memory : after <= before + GROWTH.handles;
        findings.add(`${what}, second fifth of the time and last`, `${before.toFixed(0)}, ${after.toFixed(0)}`, holds);
      }
      await portal.stop();
    } finally {
      await folder.remove();
    }
  },
};
