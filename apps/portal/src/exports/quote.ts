import { ownerOf, type User } from '@tidewaiter/accounts';
import {
  type DataAccess,
  downloadTooLarge,
  ERRORS,
  type ErrorCode,
  PortalError,
  type SearchQuery,
} from '@tidewaiter/contract';
import type { ExportChoice, ExportPlan, Question } from '@tidewaiter/records';
import { newsAskedFor } from '../charges/saved-news.js';
import { namedLists } from '../own-lists/named-lists.js';
import { askerOf } from '../work/asker.js';
import type { ExportStores } from './files.js';

/** What an export would hold and cost, as somebody asks for it now. */
export interface PricedExport {
  question: Question;
  /** What the account may see. */
  access: DataAccess;
  choice: ExportChoice;
  plan: ExportPlan;
  matching: number;
  rows: number;
  owned: number;
  points: number;
  weight: number;
  stoppedBy: 'MAXIMUM' | 'BALANCE' | null;
  /** Why nothing can be exported as it is asked for. */
  refusal: { code: ErrorCode; message: string } | null;
}

const refuse = (code: ErrorCode, message: string = ERRORS[code].message) => ({ code, message });

/**
 * Finds what an export would hold and cost (SPEC 9 "Downloads cost points per record"): the same for a quote and for the export that
 * is made of it. All rows count for the maximum, those that are not owned for the balance.
 *
 * @param waited.isScheduled it makes itself: nobody looks at its records, and no search is paid for
 * @param ids the records that were ticked; null for all
 * @throws PortalError NO_SUBSCRIPTION, SEARCH_FIRST, and what a question may be refused with
 */
export async function priceExport(
  stores: Omit<ExportStores, 'exportFiles'>,
  user: User,
  query: SearchQuery,
  ids: readonly string[] | null,
  waited: { signal: AbortSignal; isScheduled?: boolean },
): Promise<PricedExport> {
  const { accounts, records } = stores;
  const ownerId = ownerOf(user);
  const { plan: subscribed } = await accounts.plans.subscriptions.active(user);
  const { signal, isScheduled = false } = waited;
  const call = { signal, asker: askerOf(user) };
  const [access, weightages, owner, balance, lists] = await Promise.all([
    accounts.plans.subscriptions.dataAccess(user),
    accounts.plans.weightages.of(query.tradeType),
    accounts.exports.owned(ownerId),
    accounts.plans.ledger.balance({ userId: user.id, allowance: 'DOWNLOADS' }),
    namedLists(accounts, user, [query]),
  ]);
  const question = await records.ask(query, access, { ...call, lists, owned: owner });
  const mayBeExported =
    isScheduled ||
    (await accounts.saved.searches.isPaid(user, query, lists)) ||
    (await newsAskedFor(accounts, user, query, question)) !== undefined;
  if (!mayBeExported) throw new PortalError('SEARCH_FIRST');
  const maximum = subscribed.maxDownload;
  const choice: ExportChoice = { ids: ids ?? undefined, weightages, maximum, balance, owner };
  const plan = await question.exportPlan(choice);
  const sum = (of: (part: ExportPlan['parts'][number]) => number) =>
    plan.parts.reduce((all, part) => all + of(part), 0);
  const matching = ids ? ids.length : await question.count();
  const rows = sum((part) => part.rows);
  const priced = {
    ...{ question, access, choice, plan, matching, rows },
    owned: sum((part) => part.owned),
    points: sum((part) => (part.rows - part.owned) * part.weightage),
    weight: sum((part) => part.rows * part.weightage),
  };
  const isAll = ids === null;
  const stoppedBy = !isAll || rows >= matching ? null : plan.withinBalance < plan.withinMaximum ? 'BALANCE' : 'MAXIMUM';
  return { ...priced, stoppedBy, refusal: refusalOf(priced, isAll, maximum, balance) };
}

function refusalOf(
  { plan, rows, points, weight }: Pick<PricedExport, 'plan' | 'rows' | 'points' | 'weight'>,
  isAll: boolean,
  maximum: number,
  balance: number,
): PricedExport['refusal'] {
  if (plan.candidates === 0) return refuse('EXPORT_NOTHING');
  const heaviest = Math.max(1, ...plan.parts.map(({ weightage }) => weightage));
  // Of named records all or none are taken; of all, as many as the limits reach.
  const tooLarge = isAll ? plan.withinMaximum === 0 : weight > maximum;
  if (tooLarge) return refuse('DOWNLOAD_TOO_LARGE', downloadTooLarge(Math.floor(maximum / heaviest)));
  const exhausted = isAll ? rows === 0 : points > balance;
  return exhausted ? refuse('DOWNLOAD_LIMIT_EXHAUSTED') : null;
}
