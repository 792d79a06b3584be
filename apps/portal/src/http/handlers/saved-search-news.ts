import type { Seen } from '@tidewaiter/accounts';
import {
  describeLeftOut,
  MESSAGES,
  PortalError,
  type SavedQuery,
  type SavedSearchNews,
  searchQuery,
  TOO_MUCH,
} from '@tidewaiter/contract';
import pLimit from 'p-limit';
import { openQuestion } from '../../questions/paid-question.js';
import type { Handler } from './handler.js';

/** So many questions of one call are counted side by side. */
const AT_ONCE = 4;

/**
 * What came to saved searches since the caller last looked. The same state of the records holds nothing new, so nothing is counted for it;
 * whoever has never looked at one begins with what there is now.
 */
export const savedSearchNews: Handler<'savedSearchNews'> = async (call) => {
  const { services, request, caller, signal } = call;
  const { savedSearches, lastSeen } = services.accounts.saved;
  const ids = [...new Set(request.ids)];
  const saved = await savedSearches.queries(caller.user, ids);
  const seen = await lastSeen.of(caller.user, ids);
  const first: Seen[] = [];

  async function tell(id: string, query: SavedQuery | null): Promise<SavedSearchNews> {
    signal.throwIfAborted();
    if (query === null) return untold(id, MESSAGES.removedMeanwhile);
    const question = await openQuestion(call, searchQuery.parse(query));
    const lost = describeLeftOut(query, question.scope);
    if (lost !== null) return untold(id, lost);
    const look = seen.get(id);
    const { dataVersion } = question;
    const now = await question.upToDate();
    const isSame = look?.dataVersion === dataVersion;
    const totalRecords = isSame ? look.totalRecords : await now.count();
    if (look === undefined) first.push({ thingId: id, totalRecords, dataVersion });
    return {
      id,
      newRecords: look === undefined || isSame ? 0 : await now.since(look.dataVersion).count(),
      newSince: look?.dataVersion ?? dataVersion,
      totalRecords,
      from: now.scope?.fromDate ?? null,
      to: now.scope?.toDate ?? null,
      lookedDate: look?.lookedAt.toISOString() ?? null,
      reason: null,
    };
  }

  const news = await pLimit(AT_ONCE).map(ids, (id, index) =>
    tell(id, saved[index]?.query ?? null).catch((error: unknown) => untold(id, reasonOf(error))),
  );
  await lastSeen.note(caller.user, first);
  return { news };
};

export const lookedAtSavedSearch: Handler<'lookedAtSavedSearch'> = async (call) => {
  const { services, request, caller } = call;
  const id = request.userWorkspaceId;
  const [saved] = await services.accounts.saved.savedSearches.queries(caller.user, [id]);
  if (!saved) throw new PortalError('REMOVED_MEANWHILE');
  const question = await openQuestion(call, searchQuery.parse(saved.query));
  const totalRecords = await (await question.upToDate()).count();
  const { dataVersion } = question;
  await services.accounts.saved.lastSeen.note(caller.user, [{ thingId: id, totalRecords, dataVersion }]);
  return { totalRecords };
};

/** Of one that nothing can be told of. */
const untold = (id: string, reason: string): SavedSearchNews => ({
  ...{ id, newRecords: null, newSince: null, totalRecords: null, from: null, to: null, lookedDate: null },
  reason,
});

/** It asks for too much, or its line names a list that is gone. */
const UNANSWERED: readonly string[] = [...TOO_MUCH, 'VALIDATION'];

/** Why one of several questions was not answered; a failure that concerns them all is thrown on. */
function reasonOf(error: unknown): string {
  if (error instanceof PortalError && UNANSWERED.includes(error.code)) return error.message;
  throw error;
}
