/** What a person follows: begun, changed, and as they are shown it. */
import type { ListedQuestion, StandingQuestion, User } from '@tidewaiter/accounts';
import {
  columnsFor,
  type DeliveryWay,
  dayOf,
  describeQuestion,
  EXPORT_COLUMNS,
  lineOrProblems,
  MESSAGES,
  type ParsedRequestOf,
  PortalError,
  type StandingQuestion as QuestionView,
  type SavedQuery,
  type STANDING_ENDPOINTS,
  searchQuery,
} from '@tidewaiter/contract';
import { recordsPath } from '../app/records-link.js';
import type { Services } from '../app/services.js';

type Accounts = Services['accounts'];
type Stores = Pick<Services, 'accounts' | 'records'>;

type Follow = ParsedRequestOf<typeof STANDING_ENDPOINTS.follow>;

/** What is to be followed: a saved search, or a question of its own. */
type Followed = Omit<Follow, 'query'> & { query?: SavedQuery | undefined };

type Change = ParsedRequestOf<typeof STANDING_ENDPOINTS.changeFollowing>;

export const invalid = (field: string, message: string) => new PortalError('VALIDATION', [{ field, message }], message);

/**
 * What goes together in a standing question: signals are told as data are published, by whatever tells them; by a clock, and when a month is
 * whole, files are made, whose contents nothing else has.
 *
 * @throws PortalError VALIDATION
 */
function mustGoTogether({
  trigger,
  signals,
  deliveries,
  file,
}: {
  trigger: StandingQuestion['trigger'];
  signals: readonly string[];
  deliveries: readonly DeliveryWay[];
  file: unknown;
}): void {
  if (deliveries.length === 0) throw invalid('deliveries', MESSAGES.chooseDelivery);
  if (deliveries.includes('FILE') !== Boolean(file)) throw invalid('file', MESSAGES.followFile);
  if (trigger !== 'PUBLICATION' && deliveries.some((way) => way !== 'FILE'))
    throw invalid('trigger', MESSAGES.followClock);
  if (trigger === 'PUBLICATION' && signals.length === 0 && !deliveries.includes('SEARCH_FOUND'))
    throw invalid('signals', MESSAGES.chooseSignal);
}

/** Columns that records of a question have, in their order. @throws PortalError VALIDATION where it has not all of those that are asked for */
function columnsOf({ tradeType }: SavedQuery, asked: readonly string[]): string[] {
  const known = asked.filter((key) => EXPORT_COLUMNS[tradeType].has(key));
  if (known.length < asked.length) throw invalid('columnKeys', MESSAGES.unknownColumn);
  return known;
}

/** The columns of a file where nobody says which: those of its saved search, while that is there, or what its countries may have. */
async function usualColumns(
  accounts: Accounts,
  user: User,
  { tradeType, countryCode }: SavedQuery,
  savedSearchId: string | null,
): Promise<string[]> {
  const [asked] = savedSearchId === null ? [] : await accounts.saved.savedSearches.queries(user, [savedSearchId]);
  const { savedSearches } = asked
    ? await accounts.saved.savedSearches.list(user, { number: 0, size: 1 }, { id: asked.id })
    : { savedSearches: [] };
  const known = savedSearches.flatMap(({ columnKeys }) =>
    columnKeys.filter((key) => EXPORT_COLUMNS[tradeType].has(key)),
  );
  return known.length > 0 ? known : columnsFor(tradeType, countryCode).map(({ key }) => key);
}

/** Up to where nothing is told: what came before is no news, and a month that is whole already is told of by the next look. */
const toldFrom = async (records: Stores['records'], trigger: StandingQuestion['trigger']): Promise<number> =>
  trigger === 'PUBLICATION' ? (await records.versions.current()).version : 0;

/** Begins to follow something from the next data on. @returns its id @throws PortalError as `follow` says */
export async function followAs(
  { accounts, records }: Stores,
  user: User,
  { savedSearchId: followed, query: own, file, ...said }: Followed,
): Promise<string> {
  const { plan } = await accounts.plans.subscriptions.active(user);
  const savedSearchId = followed ?? null;
  const [saved] = savedSearchId === null ? [] : await accounts.saved.savedSearches.queries(user, [savedSearchId]);
  const query = saved?.query ?? own;
  if (!query) throw new PortalError('REMOVED_MEANWHILE');
  // Whoever follows what cannot be read would never be told of it.
  const read = own?.line === undefined ? [] : lineOrProblems(own.line, dayOf(new Date()));
  if (Array.isArray(read) && read.length > 0) throw invalid('query.line', read.join('; '));
  mustGoTogether({ ...said, file });
  if (said.destinationId !== null) await accounts.following.destinations.find(user, said.destinationId);
  const contents = file && {
    ...file,
    columnKeys: file.columnKeys
      ? columnsOf(query, file.columnKeys)
      : await usualColumns(accounts, user, query, savedSearchId),
  };
  const toldVersion = await toldFrom(records, said.trigger);
  const asked = { ...said, query, savedSearchId, toldVersion, file: contents ?? null };
  return accounts.following.questions.create(user, asked, plan.watches);
}

/** Changes what is followed, as far as it goes together with the rest. @throws PortalError as `changeFollowing` says */
export async function changeAs(
  { accounts, records }: Stores,
  user: User,
  { questionId, file, deliveries, ...said }: Omit<Change, 'deliveries'> & { deliveries?: DeliveryWay[] | undefined },
): Promise<void> {
  const before = await accounts.following.questions.find(user, questionId);
  const kept = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  if (
    before.deliveries.includes('SEARCH_FOUND') &&
    (file || deliveries || Object.keys(kept).some((one) => one !== 'isPaused'))
  )
    throw invalid('deliveries', MESSAGES.followingSaved);
  if (said.destinationId) await accounts.following.destinations.find(user, said.destinationId);
  if (file?.columnKeys && before.query) columnsOf(before.query, file.columnKeys);
  const told = deliveries ?? before.deliveries;
  const contents = told.includes('FILE') ? await contentsOf(accounts, user, before, file ?? {}) : null;
  if (file && !told.includes('FILE')) throw invalid('file', MESSAGES.followFile);
  const now = { ...before, ...kept, deliveries: told, file: contents };
  mustGoTogether(now);
  // One that goes on, or is asked as data are published from now on, tells of what comes from now on.
  const isAnew = said.isPaused === false || now.trigger !== before.trigger;
  const toldVersion = isAnew ? await toldFrom(records, now.trigger) : undefined;
  const plan = now.trigger === before.trigger ? undefined : (await accounts.plans.subscriptions.active(user)).plan;
  const ofFile =
    contents === before.file ? {} : contents === null ? { file: null, destinationId: null } : { file: contents };
  await accounts.following.questions.change(
    user,
    questionId,
    { ...said, deliveries, toldVersion, ...ofFile },
    plan?.watches,
  );
}

/** What the file of a question holds from now on. */
async function contentsOf(
  accounts: Accounts,
  user: User,
  { file, query, savedSearchId }: StandingQuestion,
  change: NonNullable<Change['file']>,
): Promise<StandingQuestion['file']> {
  const said = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  if (file) return Object.keys(said).length > 0 ? { ...file, ...said } : file;
  if (!query || change.budget === undefined) return null;
  const columnKeys = await usualColumns(accounts, user, query, savedSearchId);
  return { ...{ days: 'LATEST', onlyNew: true, format: 'xlsx', columnKeys, budget: change.budget }, ...said };
}

type Shown = 'inWords' | 'link' | 'nextDate' | 'createdDate';

/** A standing question as its person is shown it: its moments as texts. */
type ShownQuestion = Omit<ListedQuestion, 'query' | 'createdAt' | 'nextAt' | 'latest'> &
  Pick<QuestionView, Shown> & { latest: NonNullable<QuestionView['file']>['latest'] };

/** What of a standing question its person is shown, whatever it is called. */
export function shownOf({
  id,
  query,
  createdAt,
  nextAt,
  isPaused,
  latest,
  ...question
}: ListedQuestion): ShownQuestion {
  const asked = searchQuery.safeParse(query).data;
  return {
    ...question,
    ...{ id, isPaused },
    inWords: asked ? describeQuestion(asked) : '',
    link: query ? recordsPath(query) : '/following',
    problem: question.problem ?? question.fileProblem,
    nextDate: isPaused ? null : (nextAt?.toISOString() ?? null),
    createdDate: createdAt.toISOString(),
    latest: latest && {
      ...{ exportId: latest.id, state: latest.state, rows: latest.rows, sendProblem: latest.sendProblem },
      points: latest.state === 'FAILED' || latest.state === 'CANCELLED' ? 0 : latest.points,
      createdDate: latest.createdAt.toISOString(),
      sentDate: latest.sentAt?.toISOString() ?? null,
    },
  };
}
