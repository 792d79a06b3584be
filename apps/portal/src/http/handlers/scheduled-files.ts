import type { Destination, ListedFile, User } from '@tidewaiter/accounts';
import {
  columnsFor,
  type Destination as DestinationView,
  describeQuestion,
  EXPORT_COLUMNS,
  type ScheduledFile as FileView,
  MESSAGES,
  PortalError,
  placeInWords,
  type SavedQuery,
  searchQuery,
} from '@tidewaiter/contract';
import { NotSent } from '../../scheduled-files/not-sent.js';
import { sendTest } from '../../scheduled-files/sending.js';
import { fingerprintOf, newKeyPair } from '../../scheduled-files/to-server.js';
import { type Call, type Handler, requestedPage } from './handler.js';

type Accounts = Call<'createScheduledFile'>['services']['accounts'];

const invalid = (field: string, message: string) => new PortalError('VALIDATION', [{ field, message }], message);

/** Who has no key pair made can give a password. */
function toRefusal(error: unknown): never {
  throw error instanceof NotSent ? invalid('secret', error.message) : error;
}

/** What a file is to be of: its question, and the columns of it that are usual. */
async function sourceOf(
  accounts: Accounts,
  user: User,
  { savedSearchId, watchId }: { savedSearchId?: string | undefined; watchId?: string | undefined },
): Promise<{ query: SavedQuery; savedSearchId: string | null; watchId: string | null; columnKeys?: string[] }> {
  if (watchId !== undefined) {
    const watch = await accounts.watches.find(user, watchId);
    if (!watch.query) throw new PortalError('REMOVED_MEANWHILE');
    return { query: watch.query, savedSearchId: watch.savedSearchId, watchId };
  }
  const id = savedSearchId ?? '';
  const [asked] = await accounts.savedSearches.queries(user, [id]);
  if (!asked) throw new PortalError('REMOVED_MEANWHILE');
  const [saved] = (await accounts.savedSearches.list(user, { number: 0, size: 1 }, { id })).savedSearches;
  return { query: asked.query, savedSearchId: id, watchId: null, ...(saved && { columnKeys: saved.columnKeys }) };
}

/** Columns that records of a question have, in their order. */
const knownOf = ({ tradeType }: SavedQuery, keys: readonly string[]) =>
  keys.filter((key) => EXPORT_COLUMNS[tradeType].has(key));

export const createScheduledFile: Handler<'createScheduledFile'> = async ({ services, request, caller }) => {
  const { accounts } = services;
  const { user } = caller;
  await accounts.subscriptions.active(user);
  const { query, columnKeys: ofSource, ...source } = await sourceOf(accounts, user, request);
  const { columnKeys: asked, savedSearchId: _saved, watchId: _watch, ...said } = request;
  if (asked && knownOf(query, asked).length < asked.length) throw invalid('columnKeys', MESSAGES.unknownColumn);
  const usual = columnsFor(query.tradeType, query.countryCode).map(({ key }) => key);
  const columnKeys = knownOf(query, asked ?? (ofSource?.length ? ofSource : usual));
  if (request.destinationId !== null) await accounts.destinations.find(user, request.destinationId);
  return { fileId: await accounts.scheduledFiles.create(user, { ...said, ...source, query, columnKeys }) };
};

function listed({
  query,
  latest,
  createdAt: _created,
  nextAt,
  userId: _user,
  ownerId: _owner,
  ...file
}: ListedFile): FileView {
  const { id: fileId, madeMonth: _month, problem, isPaused, ...rest } = file;
  const asked = searchQuery.safeParse(query).data;
  const isLost = rest.rhythm === 'WATCH' && rest.watchId === null;
  return {
    ...{ ...rest, fileId, isPaused },
    inWords: asked ? describeQuestion(asked) : '',
    nextDate: isPaused ? null : (nextAt?.toISOString() ?? null),
    problem: isLost ? MESSAGES.fileWatchGone : problem,
    latest: latest && {
      ...{ exportId: latest.id, state: latest.state, rows: latest.rows, sendProblem: latest.sendProblem },
      points: latest.state === 'FAILED' || latest.state === 'CANCELLED' ? 0 : latest.points,
      createdDate: latest.createdAt.toISOString(),
      sentDate: latest.sentAt?.toISOString() ?? null,
    },
  };
}

export const scheduledFiles: Handler<'scheduledFiles'> = async ({ services: { accounts }, request, caller }) => {
  const { files, total } = await accounts.scheduledFiles.list(caller.user, requestedPage(request));
  return { files: files.map(listed), totalRecords: total };
};

export const changeScheduledFile: Handler<'changeScheduledFile'> = async ({ services, request, caller }) => {
  const { scheduledFiles, destinations } = services.accounts;
  const { fileId, ...change } = request;
  const file = await scheduledFiles.find(caller.user, fileId);
  if (change.rhythm === 'WATCH' && file.watchId === null) throw invalid('rhythm', MESSAGES.fileNeedsWatch);
  const { columnKeys } = change;
  if (columnKeys && file.query && knownOf(file.query, columnKeys).length < columnKeys.length)
    throw invalid('columnKeys', MESSAGES.unknownColumn);
  if (change.destinationId) await destinations.find(caller.user, change.destinationId);
  await scheduledFiles.change(caller.user, fileId, change);
  return { message: MESSAGES.fileChanged };
};

export const makeScheduledFile: Handler<'makeScheduledFile'> = async ({ services, request, caller }) => {
  await services.accounts.scheduledFiles.makeNow(caller.user, request.fileId);
  return { message: MESSAGES.fileAsked };
};

export const removeScheduledFile: Handler<'removeScheduledFile'> = async ({ services, request, caller }) => {
  await services.accounts.scheduledFiles.remove(caller.user, request.fileId);
  return { message: MESSAGES.itemRemoved };
};

export const createDestination: Handler<'createDestination'> = async ({ services, request, caller, http }) => {
  const { name, place, secret } = request;
  if (place.kind === 'S3' && secret === '') throw invalid('secret', MESSAGES.destinationSecret);
  const pair = secret === '' ? await newKeyPair().catch(toRefusal) : undefined;
  const kept = { name, place, secret: pair?.privateKey ?? secret, publicKey: pair?.publicKey ?? null };
  const by = { address: http.request.ip };
  const destinationId = await services.accounts.destinations.create(caller.user, kept, by);
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
  destinations: (await services.accounts.destinations.list(caller.user)).map(present),
});

export const testDestination: Handler<'testDestination'> = async ({ services, request, caller, signal }) => {
  const { destinations } = services.accounts;
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
  await services.accounts.destinations.remove(caller.user, request.destinationId, by);
  return { message: MESSAGES.itemRemoved };
};
