import type { Actor, Destination, FoundByName, User } from '@tidewaiter/accounts';
import {
  DAY_MS,
  type Destination as DestinationView,
  type FindingWords,
  type FoundByQuestion,
  findingInWords,
  MESSAGES,
  PortalError,
  placeInWords,
  type StandingQuestion as QuestionView,
  savedQuery,
  writtenWords,
} from '@tidewaiter/contract';
import { changeAs, followAs, viewOf } from '../../standing/following.js';
import { NotSent } from '../../standing/not-sent.js';
import { sendTest } from '../../standing/sending.js';
import { fingerprintOf, newKeyPair } from '../../standing/to-server.js';
import { toldFindings } from '../../told/findings.js';
import { openVisible } from '../../told/visible.js';
import { type Call, type Handler, requestedPage } from './handler.js';

type Accounts = Call<'follow'>['services']['accounts'];

/** Files spend their person's points, whatever a key may spend. */
function mustAskForNoFile(
  { apiKey }: Actor,
  { file, destinationId }: { file?: unknown; destinationId?: unknown },
): void {
  if (apiKey && (file || destinationId))
    throw PortalError.invalid('file', 'Files are made for people: ask for them on the screen.');
}

export const follow: Handler<'follow'> = async ({ services, request, caller }) => {
  mustAskForNoFile(caller, request);
  const { query, ...asked } = request;
  const own = query && savedQuery.parse(query);
  return { questionId: await followAs(services, caller.user, { ...asked, query: own }) };
};

export const changeFollowing: Handler<'changeFollowing'> = async ({ services, request, caller }) => {
  mustAskForNoFile(caller, request);
  await changeAs(services, caller.user, request);
  return { message: MESSAGES.questionChanged };
};

export const following: Handler<'following'> = async ({ services, request, caller: { user }, signal }) => {
  const { accounts } = services;
  const { questions, total, held } = await accounts.following.questions.list(user, requestedPage(request));
  const plan = await accounts.plans.subscriptions.planInForce(user);
  const visible = await openVisible(services, user, signal);
  const shown: QuestionView[] = [];
  for (const question of questions) {
    const { query, lookedFrom, trigger } = question;
    const isLooked = query !== null && lookedFrom !== null && trigger === 'PUBLICATION';
    shown.push(viewOf(question, isLooked ? await visible.silentSources(query.tradeType, lookedFrom) : []));
  }
  return { questions: shown, totalRecords: total, held, most: plan?.watches ?? 0 };
};

export const unfollow: Handler<'unfollow'> = async ({ services: { accounts }, request, caller }) => {
  await accounts.following.questions.remove(caller.user, request.questionId);
  return { message: MESSAGES.itemRemoved };
};

export const makeQuestionFile: Handler<'makeQuestionFile'> = async ({ services, request, caller }) => {
  await services.accounts.following.questions.makeFileNow(caller.user, request.questionId);
  return { message: MESSAGES.fileAsked };
};

function told(
  found: Awaited<ReturnType<typeof toldFindings<FoundByName>>>[number],
  words: FindingWords,
): FoundByQuestion {
  const { id, finding, foundAt, readAt, snoozedUntil, withdrawnAt, ...row } = found;
  const { questionId, questionName, link, beforeLink } = row;
  return {
    ...{ findingId: id, questionId, questionName, finding, inWords: findingInWords(finding, words), link, beforeLink },
    ...{ foundDate: foundAt.toISOString(), isRead: readAt !== null, isWithdrawn: withdrawnAt !== null },
    snoozedUntil: snoozedUntil?.toISOString() ?? null,
  };
}

const unreadOf = async (accounts: Accounts, user: User) => {
  const access = await accounts.plans.subscriptions.dataAccessOrNone(user);
  return (await accounts.following.findings.list(user, access, { number: 0, size: 1 }, { view: 'UNREAD' })).unread;
};

export const findings: Handler<'findings'> = async ({ services, request, caller: { user }, signal }) => {
  const { accounts } = services;
  const access = await accounts.plans.subscriptions.dataAccessOrNone(user);
  const { findings, total, unread } = await accounts.following.findings.list(
    user,
    access,
    requestedPage(request),
    request,
  );
  const words = writtenWords(user.numberSystem);
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
  await accounts.following.findings.mark(user, findingId, marked);
  return { unread: await unreadOf(accounts, user) };
};

export const digest: Handler<'digest'> = async ({ services: { accounts }, caller: { user } }) => {
  const { rhythm, timeZone, nextAt } = await accounts.following.digests.of(user);
  const hasNext = rhythm === 'DAILY' || rhythm === 'WEEKLY';
  return { rhythm, timeZone, nextDate: hasNext ? nextAt.toISOString() : null };
};

export const changeDigest: Handler<'changeDigest'> = async ({ services: { accounts }, request, caller }) => {
  await accounts.following.digests.change(caller.user, request);
  return { message: MESSAGES.digestChanged };
};

/** Who has no key pair made can give a password. */
function toRefusal(error: unknown): never {
  throw error instanceof NotSent ? PortalError.invalid('secret', error.message) : error;
}

export const createDestination: Handler<'createDestination'> = async ({ services, request, caller, http }) => {
  const { name, place, secret } = request;
  if (place.kind === 'S3' && secret === '') throw PortalError.invalid('secret', MESSAGES.destinationSecret);
  const pair = secret === '' ? await newKeyPair().catch(toRefusal) : undefined;
  const kept = { name, place, secret: pair?.privateKey ?? secret, publicKey: pair?.publicKey ?? null };
  const by = { address: http.request.ip };
  const destinationId = await services.accounts.following.destinations.create(caller.user, kept, by);
  return { destinationId, publicKey: kept.publicKey };
};

const present = ({
  id,
  name,
  place,
  publicKey,
  hostKey,
  createdAt,
  checkedAt,
  problem,
  isStopped,
}: Destination): DestinationView => ({
  ...{ destinationId: id, name, kind: place.kind, publicKey },
  inWords: placeInWords(place),
  hasPassword: place.kind === 'SFTP' && publicKey === null,
  hostKey: hostKey === null ? null : fingerprintOf(hostKey),
  createdDate: createdAt.toISOString(),
  checkedDate: checkedAt?.toISOString() ?? null,
  problem: isStopped ? MESSAGES.destinationStopped : problem,
});

export const destinations: Handler<'destinations'> = async ({ services, caller }) => ({
  destinations: (await services.accounts.following.destinations.list(caller.user)).map(present),
});

export const testDestination: Handler<'testDestination'> = async ({ services, request, caller, signal }) => {
  const { destinations } = services.accounts.following;
  const { destinationId } = request;
  await destinations.find(caller.user, destinationId);
  const destination = await destinations.open(destinationId);
  if (!destination) throw new PortalError('NOT_YOURS');
  try {
    const { hostKey } = await sendTest(services, destination, signal);
    await destinations.note(destinationId, { problem: null, hostKey, isTested: true });
    return { message: MESSAGES.destinationReached, arrived: true, hostKey: hostKey ? fingerprintOf(hostKey) : null };
  } catch (error) {
    if (!(error instanceof NotSent)) throw error;
    await destinations.note(destinationId, { problem: error.message, hostKey: error.hostKey });
    return { message: error.message, arrived: false, hostKey: null };
  }
};

export const removeDestination: Handler<'removeDestination'> = async ({ services, request, caller, http }) => {
  const by = { address: http.request.ip };
  await services.accounts.following.destinations.remove(caller.user, request.destinationId, by);
  return { message: MESSAGES.itemRemoved };
};
