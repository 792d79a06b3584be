/**
 * Kills a portal while it makes exports, at random moments, fifty times unless told otherwise (`npm run kills:exports -- 200`), with a
 * model of the ledger beside it: no record is paid twice, and every file that was paid for can be had. It works on what `npm run build` made.
 */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type ExportView, PortalError, type SearchPayload } from '@tidewaiter/contract';
import { commandFolder, ended } from '@tidewaiter/testing/command';

/** Exports of one round: of the same person, at once, of records that overlap. */
const AT_ONCE = 3;

/** The latest moment of a kill after the exports were asked for, in lives of an export that nobody kills. */
const LATEST = 1.5;

/** Enough that later rounds still find what is not owned yet. */
const RECORDS = 30_000;

/** How long what a killed portal left may take to be done by the next one, and a file to be made again, in milliseconds. */
const WITHIN_MS = 120_000;

const COLUMNS = ['be_date', 'hs_code', 'product_description', 'importer_name', 'quantity', 'total_value_usd'];

const query: SearchPayload = {
  tradeType: 'IMPORT',
  searchBy: 'PRODUCT',
  matchType: 'D',
  searchValue: ['none of these'],
  countryCode: ['IND', 'VNM', 'USA'],
  fromDate: '2024-11-01',
  toDate: '2026-10-31',
};

const kills = Number(process.argv[2] ?? 50);
const folder = await commandFolder();
const counts = { kills: 0, ready: 0, failed: 0, answered: 0, records: 0, points: 0, fetched: 0 };

/** Asks until there is an answer. */
async function until<Answer>(what: string, ask: () => Promise<Answer | null>): Promise<Answer> {
  for (const end = Date.now() + WITHIN_MS; Date.now() < end; await sleep(50)) {
    const answer = await ask();
    if (answer !== null) return answer;
  }
  throw new Error(`${what} comes to no end`);
}

interface Session {
  userid: number;
  token: string;
}

/** A portal over the folder, as one person uses it. */
async function openPortal(signIn: { email: string; password: string }, session: Session | undefined) {
  const portal = await folder.serve({ RATE_LIMITS: 'off' });
  let token: string | null = session?.token ?? null;
  const client = createClient({ baseUrl: portal.url, credential: 'tidewaiter-web:', token: () => token });
  const { userid, token: own } = session ?? (await client.login(signIn));
  token = own;

  return {
    session: { userid, token: own },
    async balance(): Promise<number> {
      const { userSubscriptionList } = await client.activeSubscriptions({ userId: userid });
      return userSubscriptionList[0]?.downloadLimit ?? 0;
    },
    /** Every export, once none is under way any more. */
    async settled(): Promise<ExportView[]> {
      const list = (pageNumber: number, open: 'Y' | 'N') =>
        client.exportList({ userId: userid, pageNumber, numberOfRecords: 200, open });
      await until('an export', async () => ((await list(0, 'Y')).totalRecords === 0 ? true : null));
      const found: ExportView[] = [];
      for (let page = 0; ; page += 1) {
        const { exportList, totalRecords } = await list(page, 'N');
        found.push(...exportList);
        if (found.length >= totalRecords) return found;
      }
    },
    async holds(): Promise<number> {
      for (let pageNumber = 0, held = 0; ; pageNumber += 1) {
        const page = await client.ownedRecords({ userId: userid, pageNumber, numberOfRecords: 200 });
        held += page.length;
        if (page.length < 200) return held;
      }
    },
    /** How many records the file of an export has. */
    async fetched({ exportId }: ExportView): Promise<number> {
      const url = await until('a file', async () => (await client.fetchExport({ exportId })).url);
      const file = await (await fetch(portal.url + url)).text();
      return (file.match(/\r?\n/g)?.length ?? 0) - 1;
    },
    /** The ids of some page of what the question finds. */
    async ids(): Promise<string[]> {
      const pages = Math.ceil((await client.searchCount(query)) / 200);
      const pageNumber = Math.floor(Math.random() * pages);
      const { impIndList = [], impForeignList = impIndList } = await client.search({
        ...query,
        ...{ numberOfRecords: 200, pageNumber },
      });
      return impForeignList.map(({ id }) => id);
    },
    async export(ids: string[]): Promise<ExportView> {
      const what = { query, columnKeys: COLUMNS, ids };
      const { fingerprint } = await client.quoteExport(what);
      return client.startExport({ ...what, format: 'csv', fingerprint, key: randomUUID() });
    },
    async kill(): Promise<void> {
      portal.process.kill('SIGKILL');
      await ended(portal.process);
    },
  };
}

type Portal = Awaited<ReturnType<typeof openPortal>>;

/** The ledger, what is owned and what is ready agree: every point was paid for one record that is owned, and for none twice. */
async function mustAgree(portal: Portal, exports: readonly ExportView[], asked: Asked, start: number): Promise<void> {
  const ready = exports.filter(({ state }) => state === 'READY');
  const points = ready.reduce((sum, one) => sum + one.points, 0);
  // One whose call was never answered is known by its rows only.
  const owned = new Set(ready.flatMap(({ exportId }) => asked.get(exportId) ?? []));
  const [spent, holds] = [start - (await portal.balance()), await portal.holds()];
  if (spent !== points || points !== holds || owned.size > holds) {
    throw new Error(`after ${counts.kills} kills: ${spent} points spent, ${points} in exports, ${holds} records owned`);
  }
  const failed = exports.filter(({ state }) => state === 'FAILED').length;
  Object.assign(counts, { records: holds, points, ready: ready.length, failed });
}

async function mustBeFetched(portal: Portal, exports: readonly ExportView[]): Promise<void> {
  for (const one of exports.filter(({ state }) => state === 'READY')) {
    const rows = await portal.fetched(one);
    if (rows !== one.rows) throw new Error(`a file that was paid for has ${rows} of ${one.rows} rows`);
    counts.fetched += 1;
  }
}

/** The records of each export whose call was answered. */
type Asked = Map<string, string[]>;

try {
  const made = await folder.run('demo', '--rows', String(RECORDS), '--until', '2026-10-31');
  if (made.status !== 0) throw new Error(made.err);
  const signIn = JSON.parse(await readFile(join(folder.path, 'demo-sign-in.json'), 'utf8'));
  const asked: Asked = new Map();
  let portal = await openPortal(signIn, undefined);
  const start = await portal.balance();

  // One export that nobody kills: how long it lives.
  const ids = (await portal.ids()).slice(0, 20);
  const began = Date.now();
  asked.set((await portal.export(ids)).exportId, ids);
  let known = await portal.settled();
  const life = Date.now() - began;

  for (;;) {
    await mustAgree(portal, known, asked, start);
    if (counts.kills === kills) break;
    const found = await portal.ids();
    const begun = Array.from({ length: AT_ONCE }, async (): Promise<void> => {
      const some = found.filter(() => Math.random() < 0.1);
      if (some.length === 0) return;
      asked.set((await portal.export(some)).exportId, some);
      counts.answered += 1;
    });
    const answered = begun.map((call) =>
      call.catch((error: unknown) => {
        // Killed in the middle of a call, or its price had moved.
        if (!(error instanceof PortalError)) throw error;
      }),
    );
    // Some are killed before any call is answered, most while a file is made.
    if (Math.random() < 0.8) await Promise.any(begun).catch(() => undefined);
    await sleep(Math.random() * life * LATEST);
    await portal.kill();
    await Promise.all(answered);
    counts.kills += 1;
    process.stdout.write(`${counts.kills}/${kills}  ${JSON.stringify(counts)}\n`);
    // What the killed portal left goes on by itself, and then agrees with the model.
    portal = await openPortal(signIn, portal.session);
    const before = new Set(known.map(({ exportId }) => exportId));
    known = await portal.settled();
    await mustBeFetched(
      portal,
      known.filter(({ exportId }) => !before.has(exportId)),
    );
  }
  // At the end every file that was ever paid for can still be had.
  await mustBeFetched(portal, known);
  process.stdout.write(`${JSON.stringify(counts)}\n`);
} finally {
  await folder.remove();
}
