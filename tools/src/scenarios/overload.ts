import { setTimeout as sleep } from 'node:timers/promises';
import {
  addAccounts,
  type Caller,
  demoFolder,
  type Outcome,
  openPortal,
  outcome,
  question,
  residentMb,
  screen,
  tally,
  untilSo,
  watched,
} from '../shared/portal.js';
import { quantile, type Scenario, seconds } from './scenario.js';

const ACCOUNTS = 40;

/** How many screens are asked for at a time, one after another each, to learn what the portal can serve. */
const AT_CAPACITY = 4;
const CAPACITY_MS = 20_000;

/** What is asked for, in what can be served. */
const OVERLOAD = 2;

/** What may be admitted, and what is refused, is told within so many milliseconds; a portal is itself again within so many. */
const BOUNDS = { admitted: 2000, refused: 100, recovered: 5000 };

/** The memory that a portal may take beside its records' own, in MB. */
const MEMORY_MB = 2500;

/** Screens a second where a few people ask one after another. */
async function capacityOf(callers: readonly Caller[], next: () => number): Promise<number> {
  const until = performance.now() + CAPACITY_MS;
  let done = 0;
  const work = async (caller: Caller) => {
    while (performance.now() < until) {
      await screen(caller, question(next()));
      done += 1;
    }
  };
  await Promise.all(callers.slice(0, AT_CAPACITY).map(work));
  return done / (CAPACITY_MS / 1000);
}

export const overload: Scenario = {
  name: 'overload',
  about: 'twice as many screens as can be served, whatever is answered',
  async run(findings, { rows, minutes }) {
    // All of them come from one address here.
    const connections = { MAX_CONNECTIONS: '10000', MAX_CONNECTIONS_PER_ADDRESS: '10000' };
    const { folder } = await demoFolder(rows, { ANSWER_CACHE_MB: '0', ...connections });
    try {
      const accounts = await addAccounts(folder, ACCOUNTS);
      const portal = await openPortal(folder);
      const callers: Caller[] = [];
      for (const account of accounts) callers.push(await portal.signIn(account));
      let number = 0;
      const next = () => number++;
      const rate = await capacityOf(callers, next);
      findings.add('can be served', `${rate.toFixed(1)} screens a second of ${ACCOUNTS} accounts, 13 calls each`);

      const calls: Outcome[] = [];
      const memory = watched(() => residentMb(portal.pid));
      const [exporter] = callers;
      if (!exporter) throw new Error('nobody is signed in');
      // Exports of imports: others have other columns.
      const exported = { ...question(next()), tradeType: 'IMPORT' as const };
      await screen(exporter, exported);
      const pending = new Set<Promise<unknown>>();
      const until = performance.now() + minutes * 60_000;
      const quotes: Outcome[] = [];
      for (let asked = 0; performance.now() < until; asked += 1) {
        const caller = callers[asked % callers.length] ?? exporter;
        const work = screen(caller, question(next())).then((outcomes) => calls.push(...outcomes));
        pending.add(work);
        work.finally(() => pending.delete(work));
        // Now and then somebody asks what an export would hold, which is work for the background.
        if (asked % 20 === 0) {
          const what = { query: exported, columnKeys: ['be_date', 'hs_code', 'importer_name'] };
          const quote = outcome((signal) => exporter.client.quoteExport(what, { signal }));
          pending.add(quote);
          quote.then((one) => quotes.push(one)).finally(() => pending.delete(quote));
        }
        await sleep(1000 / (OVERLOAD * rate));
      }
      const recovered = await untilSo(60, async () => {
        const [page] = await screen(exporter, question(next()));
        return page?.error === undefined && (page?.milliseconds ?? 0) < 1000;
      });
      await Promise.all(pending);
      memory.end();
      const answered = calls.filter(({ error }) => error === undefined).map(({ milliseconds }) => milliseconds);
      const refused = calls.filter(({ error }) => error === 'PORTAL_BUSY').map(({ milliseconds }) => milliseconds);
      const others = calls.filter(({ error }) => error !== undefined && error !== 'PORTAL_BUSY');
      const of = (times: readonly number[]) =>
        `${times.length} calls, median ${quantile(times, 0.5).toFixed(0)} ms, 95% within ${quantile(times, 0.95).toFixed(0)} ms`;
      findings.add('answered', of(answered), quantile(answered, 0.95) <= BOUNDS.admitted);
      findings.add('told to come back', of(refused), quantile(refused, 0.95) <= BOUNDS.refused);
      const failures = tally(others.map(({ error }) => error ?? ''));
      findings.add('ended otherwise', failures, others.length === 0);
      findings.add('quotes of exports beside it', tally(quotes.map(({ error }) => error ?? 'answered')));
      findings.add('memory at most', `${memory.most().toFixed(0)} MB`, memory.most() < MEMORY_MB);
      const inTime = recovered !== undefined && recovered <= BOUNDS.recovered;
      findings.add('answers a page within a second again', seconds(recovered), inTime);
      await portal.stop();
    } finally {
      await folder.remove();
    }
  },
};
