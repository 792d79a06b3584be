/** Records beyond those that a search gives without points: read for points, like an export, and in blocks that are exports. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Actor, ownerOf } from '@tidewaiter/accounts';
import {
  blockCosts,
  describeQuestion,
  LIMITS,
  PortalBusy,
  PortalError,
  RECORD_COLUMNS,
  type SearchQuery,
} from '@tidewaiter/contract';
import type { Question } from '@tidewaiter/records';
import type { Services } from '../../app/services.js';
import { exportFileName } from '../../exports/about-file.js';
import { priceExport } from '../../exports/quote.js';
import { takeFree } from '../../questions/paid-question.js';
import { askerOf } from '../../work/asker.js';

/** How long a call waits for its block, and how often it looks, in milliseconds. */
const WAIT_MS = 30_000;
const LOOK_EVERY_MS = 50;

interface Reading {
  services: Services;
  caller: Actor;
  query: SearchQuery;
  question: Question;
  signal: AbortSignal;
}

/** What one record of a question weighs at most. */
export async function heaviest({ services, query }: Pick<Reading, 'services' | 'query'>): Promise<number> {
  const weightages = await services.accounts.plans.weightages.of(query.tradeType);
  return Math.max(1, ...query.countryCode.map((code) => weightages.get(code) ?? 1));
}

/** As many records as one export of this account may hold, and paging reaches. */
async function blockSize(reading: Reading): Promise<number> {
  const { plan } = await reading.services.accounts.plans.subscriptions.active(reading.caller.user);
  return Math.min(LIMITS.reachableRows, Math.max(1, Math.floor(plan.maxDownload / (await heaviest(reading)))));
}

/** Which of some records the account owns. */
export async function ownedAmong({ services, caller, signal }: Reading, ids: readonly string[]): Promise<Set<string>> {
  const owner = await services.accounts.exports.owned(ownerOf(caller.user));
  return services.records.exported.among(owner, ids, { signal, asker: askerOf(caller.user) });
}

/**
 * Buys the block of records in which a place lies, unless it is the account's already: at no more than what was agreed. What was read of the
 * search without points is no part of it: it stays free for as long as the search.
 *
 * @param search that gave all that it gives without points
 * @param most how many that are
 * @returns the points that were spent
 * @throws PortalError POINTS_NEEDED where it costs more, and what an export may be refused with
 */
export async function buyBlock(
  reading: Reading,
  search: string,
  { offset, most, maxPoints }: { offset: number; most: number; maxPoints: number },
): Promise<number> {
  const { services, caller, query, question, signal } = reading;
  const {
    exports,
    saved: { searches },
  } = services.accounts;
  const size = await blockSize(reading);
  const beyond = offset - LIMITS.reachableRows;
  // Among those that paging reaches, a block begins where what is free has ended.
  const first = beyond < 0 ? offset : offset - (beyond % size);
  const limit = beyond < 0 ? Math.min(size, -beyond) : size;
  const all = [...(await question.idsFrom({ offset: first, limit }))];
  const { free } = await takeFree(reading, search, all);
  const ids = all.filter((id) => !free.has(id));
  // By their ids they are bought whether they are new to the account or not: what has become its own meanwhile costs nothing.
  const bought = { ...query, onlyNew: false };
  const { rows, points, refusal } = await priceExport(services, caller.user, bought, ids, { signal });
  if (refusal) throw new PortalError(refusal.code, [], refusal.message);
  if (points > maxPoints) {
    const message = blockCosts(most, [first + 1, first + all.length], points);
    throw new PortalError('POINTS_NEEDED', [{ field: 'maxPoints', message }], message);
  }
  const block = {
    ...({ key: randomUUID(), query: bought, ids, rows, points, format: 'csv', trace: true, raw: false } as const),
    columnKeys: RECORD_COLUMNS[query.tradeType].filter(({ set }) => set === 'core').map(({ key }) => key),
    searchId: await searches.note(caller.user, query, question.lists),
    question: describeQuestion(query),
    fileName: exportFileName(query, 'csv'),
  };
  const made = await exports.ask(caller, block, { recordsAlone: true });
  return untilOwned(reading, made.id);
}

async function untilOwned({ services, caller, signal }: Reading, exportId: string): Promise<number> {
  for (const until = Date.now() + WAIT_MS; Date.now() < until; ) {
    const { export: made } = await services.accounts.exports.find(caller.user, exportId);
    if (made.state === 'MAKING' || made.state === 'READY') return made.points;
    if (made.state !== 'WAITING') throw new PortalError(made.reason ?? 'INTERNAL');
    await pause(LOOK_EVERY_MS, undefined, { signal });
  }
  throw new PortalBusy(5);
}
