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
 * What came to saved searches that the caller has not seen, of what their standing questions were told: whether anything came was looked at as
 * it was published, and how much of it there is now is counted here, so that it is what opens.
 */
export const savedSearchNews: Handler<'savedSearchNews'> = async (call) => {
  const { services, request, caller, signal } = call;
  const {
    saved: { savedSearches },
    following: { questions: standing },
  } = services.accounts;
  const ids = [...new Set(request.ids)];
  const saved = await savedSearches.queries(caller.user, ids);
  const { version } = await services.records.versions.current();
  const seen = await standing.seenOf(caller.user, ids, version);

  async function tell(id: string, query: SavedQuery | null): Promise<SavedSearchNews> {
    signal.throwIfAborted();
    const told = seen.get(id);
    if (query === null || !told) return untold(id, MESSAGES.removedMeanwhile);
    const question = await openQuestion(call, searchQuery.parse(query));
    const lost = describeLeftOut(query, question.scope);
    if (lost !== null) return untold(id, lost);
    const { unseenSince, toldVersion, seenAt, createdAt } = told;
    const now = await question.upToDate();
    return {
      id,
      newRecords: unseenSince === null ? 0 : await now.since(unseenSince, toldVersion).count(),
      ...{ newSince: unseenSince ?? toldVersion, newUntil: toldVersion, totalRecords: await now.count() },
      ...{ from: now.scope?.fromDate ?? null, to: now.scope?.toDate ?? null },
      ...{ lookedDate: (seenAt ?? createdAt).toISOString(), reason: null },
    };
  }

  const news = await pLimit(AT_ONCE).map(ids, (id, index) =>
    tell(id, saved[index]?.query ?? null).catch((error: unknown) => untold(id, reasonOf(error))),
  );
  return { news };
};

export const lookedAtSavedSearch: Handler<'lookedAtSavedSearch'> = async (call) => {
  const { services, request, caller } = call;
  const { userWorkspaceId: id, newUntil } = request;
  const [saved] = await services.accounts.saved.savedSearches.queries(caller.user, [id]);
  if (!saved) throw new PortalError('REMOVED_MEANWHILE');
  const question = await openQuestion(call, searchQuery.parse(saved.query));
  const totalRecords = await (await question.upToDate()).count();
  await services.accounts.following.questions.noteSeen(caller.user, id, newUntil ?? question.dataVersion);
  return { totalRecords };
};

/** Of one that nothing can be told of. */
const untold = (id: string, reason: string): SavedSearchNews => ({
  ...{ id, newRecords: null, newSince: null, newUntil: null, totalRecords: null },
  ...{ from: null, to: null, lookedDate: null, reason },
});

/** It asks for too much, or its line names a list that is gone. */
const UNANSWERED: readonly string[] = [...TOO_MUCH, 'VALIDATION'];

/** Why one of several questions was not answered; a failure that concerns them all is thrown on. */
function reasonOf(error: unknown): string {
  if (error instanceof PortalError && UNANSWERED.includes(error.code)) return error.message;
  throw error;
}
