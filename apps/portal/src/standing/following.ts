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
  reportId,
}: {
  trigger: StandingQuestion['trigger'];
  signals: readonly string[];
  deliveries: readonly DeliveryWay[];
  file: unknown;
  reportId: string | null;
}): void {
  if (deliveries.length === 0) throw PortalError.invalid('deliveries', MESSAGES.chooseDelivery);
  if (deliveries.includes('FILE') !== Boolean(file)) throw PortalError.invalid('file', MESSAGES.followFile);
  if (deliveries.includes('REPORT') || reportId !== null) {
    const isSent = reportId !== null && deliveries.join() === 'REPORT' && ['WEEKLY', 'MONTHLY'].includes(trigger);
    if (!isSent) throw PortalError.invalid('reportId', MESSAGES.followReport);
    return;
  }
  if (trigger !== 'PUBLICATION' && deliveries.some((way) => way !== 'FILE'))
    throw PortalError.invalid('trigger', MESSAGES.followClock);
  if (trigger === 'PUBLICATION' && signals.length === 0) throw PortalError.invalid('signals', MESSAGES.chooseSignal);
}

/** Columns that records of a question have, in their order. @throws PortalError VALIDATION where it has not all of those that are asked for */
function columnsOf({ tradeType }: SavedQuery, asked: readonly string[]): string[] {
  const known = asked.filter((key) => EXPORT_COLUMNS[tradeType].has(key));
  if (known.length < asked.length) throw PortalError.invalid('columnKeys', MESSAGES.unknownColumn);
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
  if (Array.isArray(read) && read.length > 0) throw PortalError.invalid('query.line', read.join('; '));
  mustGoTogether({ ...said, file });
  if (said.destinationId !== null) await accounts.following.destinations.find(user, said.destinationId);
  if (said.reportId !== null) await accounts.saved.reports.changeable(user, said.reportId);
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
  { questionId, file, deliveries, ...said }: Change,
): Promise<void> {
  const before = await accounts.following.questions.find(user, questionId);
  const kept = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  if (said.destinationId && said.destinationId !== before.destinationId)
    await accounts.following.destinations.find(user, said.destinationId);
  if (file?.columnKeys && before.query) columnsOf(before.query, file.columnKeys);
  const told = deliveries ?? before.deliveries;
  const contents = told.includes('FILE') ? await contentsOf(accounts, user, before, file ?? {}) : null;
  if (file && !told.includes('FILE')) throw PortalError.invalid('file', MESSAGES.followFile);
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

/**
 * A standing question as its account is shown it.
 *
 * @param silent countries of which nothing was published for its latest look
 */
export function viewOf(question: ListedQuestion, silent: readonly string[] = []): QuestionView {
  const {
    id: questionId,
    name,
    trigger,
    timeZone,
    signals,
    strictness,
    deliveries,
    destinationId,
    reportId,
  } = question;
  const { savedSearchId, query, isPaused, unread, lookedTold, mayChange, maker: createdBy, file, latest } = question;
  const asked = searchQuery.safeParse(query).data;
  const isFree = latest?.state === 'FAILED' || latest?.state === 'CANCELLED';
  return {
    ...{ questionId, name, trigger, timeZone, signals, strictness, deliveries, destinationId, savedSearchId, reportId },
    ...{ isPaused, unread, lookedTold, mayChange, createdBy },
    inWords: asked ? describeQuestion(asked) : '',
    link: reportId !== null ? `/reports?report=${reportId}` : query ? recordsPath(query) : '/following',
    problem: question.problem ?? question.fileProblem,
    nextDate: isPaused ? null : (question.nextAt?.toISOString() ?? null),
    lookedDate: question.lookedAt?.toISOString() ?? null,
    silentCountries: (query?.countryCode ?? []).filter((code) => silent.includes(code)),
    createdDate: question.createdAt.toISOString(),
    file: file && {
      ...{ ...file, spent: question.spent },
      latest: latest && {
        ...{ exportId: latest.id, state: latest.state, rows: latest.rows, sendProblem: latest.sendProblem },
        points: isFree ? 0 : latest.points,
        createdDate: latest.createdAt.toISOString(),
        sentDate: latest.sentAt?.toISOString() ?? null,
      },
    },
  };
}
