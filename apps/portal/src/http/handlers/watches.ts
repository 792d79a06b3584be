import type { FoundByName, User, Watch } from '@tidewaiter/accounts';
import {
  DAY_MS,
  describeQuestion,
  type FindingWords,
  type FoundByWatch,
  findingInWords,
  type Watch as ListedWatch,
  MESSAGES,
  PortalError,
  savedQuery,
  searchQuery,
  USUAL_SIGNALS,
  WRITTEN_WORDS,
} from '@tidewaiter/contract';
import { recordsPath } from '../../app/records-link.js';
import { toldFindings } from '../../told/findings.js';
import { type Handler, requestedPage } from './handler.js';

export const createWatch: Handler<'createWatch'> = async ({ services: { accounts, records }, request, caller }) => {
  const { user } = caller;
  const { plan } = await accounts.subscriptions.active(user);
  const { name, strictness, signals = USUAL_SIGNALS, savedSearchId = null } = request;
  const [saved] = savedSearchId === null ? [] : await accounts.savedSearches.queries(user, [savedSearchId]);
  const query = savedSearchId === null ? request.query && savedQuery.parse(request.query) : saved?.query;
  if (!query) throw new PortalError('REMOVED_MEANWHILE');
  const { version: toldVersion } = await records.versions.current();
  const watch = { name, strictness, signals, query, savedSearchId, toldVersion };
  return { watchId: await accounts.watches.create(user, watch, plan.watches) };
};

function listed({ id, query, createdAt, ...watch }: Watch & { unread: number }): ListedWatch {
  const { name, savedSearchId, signals, strictness, isMuted, unread, problem } = watch;
  const asked = searchQuery.safeParse(query).data;
  return {
    ...{ watchId: id, name, savedSearchId, signals, strictness, isMuted, unread, problem },
    inWords: asked ? describeQuestion(asked) : '',
    link: query ? recordsPath(query) : '/workspace',
    createdDate: createdAt.toISOString(),
  };
}

export const watches: Handler<'watches'> = async ({ services: { accounts }, request, caller: { user } }) => {
  const { watches, total, held } = await accounts.watches.list(user, requestedPage(request));
  const plan = await accounts.subscriptions.planInForce(user);
  return { watches: watches.map(listed), totalRecords: total, held, most: plan?.watches ?? 0 };
};

export const changeWatch: Handler<'changeWatch'> = async ({ services: { accounts, records }, request, caller }) => {
  const { watchId, ...change } = request;
  // One that is let speak again tells of what comes from now on.
  const toldVersion = change.isMuted === false ? (await records.versions.current()).version : undefined;
  await accounts.watches.change(caller.user, watchId, { ...change, toldVersion });
  return { message: MESSAGES.watchChanged };
};

export const removeWatch: Handler<'removeWatch'> = async ({ services: { accounts }, request, caller }) => {
  await accounts.watches.remove(caller.user, request.watchId);
  return { message: MESSAGES.itemRemoved };
};

function told(found: Awaited<ReturnType<typeof toldFindings<FoundByName>>>[number], words: FindingWords): FoundByWatch {
  const { id, finding, foundAt, readAt, snoozedUntil, withdrawnAt, ...row } = found;
  const { watchId, watchName, link, beforeLink } = row;
  return {
    ...{ findingId: id, watchId, watchName, finding, inWords: findingInWords(finding, words), link, beforeLink },
    ...{ foundDate: foundAt.toISOString(), isRead: readAt !== null, isWithdrawn: withdrawnAt !== null },
    snoozedUntil: snoozedUntil?.toISOString() ?? null,
  };
}

const unreadOf = async (accounts: Parameters<Handler<'findings'>>[0]['services']['accounts'], user: User) => {
  const access = await accounts.subscriptions.dataAccessOrNone(user);
  return (await accounts.findings.list(user, access, { number: 0, size: 1 }, { view: 'UNREAD' })).unread;
};

export const findings: Handler<'findings'> = async ({ services, request, caller: { user }, signal }) => {
  const { accounts } = services;
  const access = await accounts.subscriptions.dataAccessOrNone(user);
  const { findings, total, unread } = await accounts.findings.list(user, access, requestedPage(request), request);
  const words = WRITTEN_WORDS[user.numberSystem];
  const seen = await toldFindings(services, user, findings, signal);
  return { findings: seen.map((one) => told(one, words)), totalRecords: total, unread };
};

export const markFindings: Handler<'markFindings'> = async ({ services: { accounts }, request, caller: { user } }) => {
  const { findingId, as, days } = request;
  const now = new Date();
  const marked =
    as === 'SNOOZED'
      ? { snoozedUntil: new Date(now.getTime() + days * DAY_MS) }
      : { readAt: as === 'READ' ? now : null };
  await accounts.findings.mark(user, findingId, marked);
  return { unread: await unreadOf(accounts, user) };
};

export const watchMail: Handler<'watchMail'> = async ({ services: { accounts }, caller: { user } }) => {
  const { rhythm, timeZone, nextAt } = await accounts.watchMail.of(user);
  const hasNext = rhythm === 'DAILY' || rhythm === 'WEEKLY';
  return { rhythm, timeZone, nextDate: hasNext ? nextAt.toISOString() : null };
};

export const changeWatchMail: Handler<'changeWatchMail'> = async ({ services: { accounts }, request, caller }) => {
  await accounts.watchMail.change(caller.user, request);
  return { message: MESSAGES.watchMailChanged };
};
