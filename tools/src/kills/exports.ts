/**
 * A portal while it makes exports, with a model of the ledger beside it: no record is paid twice, and every file that was paid for can be
 * had.
 */
import { type ExportView, type PortalClient, PortalError } from '@tidewaiter/contract';
import { type Caller, demoFolder, openPortal, type TriedPortal, until } from '../shared/portal.js';
import { idsOfPage, mustReconcile, requestOf, rowsOfFile } from './exported.js';
import { kill, mustBe, type Subject } from './harness.js';

/** Exports of one round: of the same person, at once, of records that overlap. */
const AT_ONCE = 3;

/** The latest moment of a kill after the exports were asked for, in lives of an export that nobody kills. */
const LATEST = 1.5;

const PAGE = 200;

async function underWay({ client, person }: Caller): Promise<number> {
  const open = { pageNumber: 0, numberOfRecords: 1, open: 'Y' } as const;
  return (await client.exportList({ userId: person.userid, ...open })).totalRecords;
}

/** Every export, once none is under way any more. */
async function settled(caller: Caller): Promise<ExportView[]> {
  const { client, person } = caller;
  await until('no export is under way', async () => (await underWay(caller)) === 0);
  const found: ExportView[] = [];
  for (let pageNumber = 0; ; pageNumber += 1) {
    const page = { pageNumber, numberOfRecords: PAGE, open: 'N' } as const;
    const { exportList, totalRecords } = await client.exportList({ userId: person.userid, ...page });
    found.push(...exportList);
    if (found.length >= totalRecords) return found;
  }
}

async function owned({ client, person }: Caller): Promise<number> {
  for (let pageNumber = 0, held = 0; ; pageNumber += 1) {
    const page = await client.ownedRecords({ userId: person.userid, pageNumber, numberOfRecords: PAGE });
    held += page.length;
    if (page.length < PAGE) return held;
  }
}

async function balance({ client, person }: Caller): Promise<number> {
  const { userSubscriptionList } = await client.activeSubscriptions({ userId: person.userid });
  return userSubscriptionList[0]?.downloadLimit ?? 0;
}

const isReady = ({ state }: ExportView) => state === 'READY';

export const exports: Subject = {
  name: 'exports',
  about: 'a portal that makes exports: no record is paid twice, and every file that was paid for can be had',
  rounds: 50,
  kinds: ['exports'],
  async open({ moments, random, isShort }) {
    // Enough that later rounds still find what is not owned yet.
    const { folder, demo } = await demoFolder(isShort ? 3000 : 30_000);
    let portal: TriedPortal = await openPortal(folder);
    let caller = await portal.signIn(demo);
    const start = await balance(caller);
    /** The records of each export whose call was answered. */
    const asked = new Map<string, string[]>();
    let known: ExportView[] = [];
    let fetched = 0;

    const begin = async (client: PortalClient, ids: string[]) => {
      const { exportId } = await client.startExport(await requestOf(client, ids));
      asked.set(exportId, ids);
    };
    /** The ledger, what is owned and what is ready agree: every point was paid for one record that is owned, and for none twice. */
    const mustAgree = async () => {
      const ready = known.filter(isReady);
      const points = ready.reduce((sum, one) => sum + one.points, 0);
      mustBe('points that were spent', start - (await balance(caller)), points);
      const holds = await owned(caller);
      mustBe('records that are owned', holds, points);
      // One whose call was never answered is known by its rows only.
      const named = new Set(ready.flatMap(({ exportId }) => asked.get(exportId) ?? []));
      if (named.size > holds) throw new Error(`${named.size} records were exported, and ${holds} are owned`);
    };
    const mustBeFetched = async (exports: readonly ExportView[]) => {
      for (const { exportId, rows } of exports.filter(isReady)) {
        await until('a file', async () => (await caller.client.fetchExport({ exportId })).url !== null);
        mustBe('rows of a file that was paid for', await rowsOfFile(caller.client, portal.url, exportId), rows);
        fetched += 1;
      }
    };

    const first = (await idsOfPage(caller.client, PAGE, random)).slice(0, 20);
    await moments.learn('exports', async () => {
      await begin(caller.client, first);
      known = await settled(caller);
    });
    return {
      async kill(kind) {
        const found = await idsOfPage(caller.client, PAGE, random);
        const drawn = Array.from({ length: AT_ONCE }, () => found.filter(() => random.chance(0.1)));
        const begun = drawn.filter(({ length }) => length > 0).map((ids) => begin(caller.client, ids));
        const answered = begun.map((call) =>
          call.catch((error: unknown) => {
            // Killed in the middle of a call, or its price had moved.
            if (!(error instanceof PortalError)) throw error;
          }),
        );
        // Some are killed before any call is answered, most while a file is made.
        if (random.chance(0.8)) await Promise.any(begun).catch(() => undefined);
        await moments.come(kind, LATEST);
        await kill(portal.process);
        await Promise.all(answered);
        // What the killed portal left goes on by itself, and then agrees with the model.
        portal = await openPortal(folder);
        caller = await portal.signIn(demo);
        const before = new Set(known.map(({ exportId }) => exportId));
        const wasOpen = (await underWay(caller)) > 0;
        known = await settled(caller);
        await mustBeFetched(known.filter(({ exportId }) => !before.has(exportId)));
        await mustAgree();
        return !wasOpen;
      },
      async end() {
        // Every file that was ever paid for can still be had.
        await mustBeFetched(known);
        await mustReconcile(folder);
        return { exports: known.length, ready: known.filter(isReady).length, records: await owned(caller), fetched };
      },
      close: () => folder.remove(),
    };
  },
};
