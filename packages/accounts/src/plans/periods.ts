import { type Allowance, addMonths, monthNumber, PERIOD_MONTHS, type Period } from '@tidewaiter/contract';
import { eq } from 'drizzle-orm';
import type { Transaction } from '../database/database.js';
import { subscriptions, users } from '../database/schema.js';
import type { Ledger } from './ledger.js';
import type { Plan } from './plans.js';

/** Counts the whole periods from the first day of a subscription to another day. */
function wholePeriods(months: number, startsOn: string, day: string): number {
  if (day < startsOn) return 0;
  const begun = Math.floor((monthNumber(day) - monthNumber(startsOn)) / months);
  // In the month in which a period begins, it begins on the day of the month on which the first one did.
  return addMonths(startsOn, begun * months) <= day ? begun : begun - 1;
}

function firstDayOfPeriod(period: Period, startsOn: string, day: string): string {
  const months = PERIOD_MONTHS[period];
  return months === null ? startsOn : addMonths(startsOn, wholePeriods(months, startsOn, day) * months);
}

/** The first day after the period of a day; null where a period never ends. */
export function nextPeriod(period: Period, startsOn: string, day: string): string | null {
  const months = PERIOD_MONTHS[period];
  return months === null ? null : addMonths(startsOn, (wholePeriods(months, startsOn, day) + 1) * months);
}

/**
 * Names a period for good: by its subscription and its first day. Not by its number, which would name another period once the
 * operator changes how long the plan's periods are.
 */
export function periodName(plan: { name: string; period: Period }, startsOn: string, day: string): string {
  return `${plan.name} ${startsOn} ${firstDayOfPeriod(plan.period, startsOn, day)}`;
}

/**
 * Whether a period has begun, by the name of the one that was begun last: that one, or a later one of the same subscription. A
 * clock that was turned back, or a plan whose periods are longer now, begins none again.
 */
export function hasBegun(period: string, last: string | null): boolean {
  const [name, lastName] = [partsOf(period), partsOf(last ?? '')];
  return (
    name.subscription === lastName.subscription &&
    /^\d{4}-/.test(lastName.firstDay) &&
    name.firstDay <= lastName.firstDay
  );
}

function partsOf(period: string): { subscription: string; firstDay: string } {
  const at = period.lastIndexOf(' ');
  return { subscription: period.slice(0, at), firstDay: period.slice(at + 1) };
}

/** What is given anew in each period, by the column of the plan that says how much. */
const RENEWED = { SEARCHES: 'searches', DOWNLOADS: 'downloads' } as const satisfies Partial<
  Record<Allowance, keyof Plan>
>;

/** Acts of a period carry its name in their keys, and how often it had begun before where another plan came between. */
interface Begun {
  transaction: Transaction;
  ledger: Ledger;
  plan: Plan;
  ownerId: number;
  period: string;
}

const periodKey = (period: string) => `period ${period}`;

/** What is left of the last period lapses; with it goes what the operator granted in it. */
async function lapse({ transaction, ledger, period }: Begun, userId: number, allowance: Allowance): Promise<void> {
  const left = await ledger.balance({ userId, allowance }, transaction);
  if (left === 0) return;
  await ledger.enter(transaction, { userId, allowance, amount: -left, cause: 'LAPSE', key: `lapse ${period}` });
}

/** Sub-users get what their owner last set for them, as far as the new period's points reach. */
async function giveSubUsers(begun: Begun): Promise<void> {
  const { transaction, ledger, ownerId, period } = begun;
  const subUsers = await transaction.select().from(users).where(eq(users.uplineId, ownerId)).orderBy(users.id);
  for (const { id, disabledAt, downloadLimit } of subUsers) {
    await lapse(begun, id, 'DOWNLOADS');
    const left = await ledger.balance({ userId: ownerId, allowance: 'DOWNLOADS' }, transaction);
    const points = disabledAt ? 0 : Math.min(downloadLimit, left);
    if (points > 0) await moveDownloads(begun, { from: ownerId, to: id, points, key: `move ${period} ${id}` });
  }
}

/** Moves download points within an account. The caller holds the subscription's row: moves go one after another. */
export async function moveDownloads(
  { transaction, ledger }: Pick<Begun, 'transaction' | 'ledger'>,
  move: { from: number; to: number; points: number; key: string; actorId?: number | null },
): Promise<void> {
  const { from, to, points, ...act } = move;
  const common = { allowance: 'DOWNLOADS', cause: 'MOVE', ...act } as const;
  await ledger.enter(transaction, { ...common, userId: from, amount: -points });
  await ledger.enter(transaction, { ...common, userId: to, amount: points });
}

/** Workspaces are held, not used up: only what the plan gives more or less than before is entered. */
async function giveWorkspaces({ transaction, ledger, plan, ownerId, period }: Begun): Promise<void> {
  const holder = { userId: ownerId, allowance: 'WORKSPACES' } as const;
  const amount = plan.workspaces - (await ledger.sum(transaction, holder, 'PLAN'));
  if (amount !== 0) await ledger.enter(transaction, { ...holder, amount, cause: 'PLAN', key: `plan ${period}` });
}

/**
 * Begins a period: the old one's allowances lapse, the new one's are given. Nothing where it has begun already, however many notice that it has. A
 * plan that is put back on the day on which another took its place begins anew, and gives what it gives.
 */
export async function beginPeriod(given: Begun): Promise<void> {
  const { transaction, ledger, plan, ownerId, period } = given;
  const [subscription] = await transaction
    .select({ renewedPeriod: subscriptions.renewedPeriod })
    .from(subscriptions)
    .where(eq(subscriptions.userId, ownerId))
    .for('update');
  if (!subscription || hasBegun(period, subscription.renewedPeriod)) return;
  const before = await ledger.timesOf(transaction, { userId: ownerId, allowance: 'SEARCHES' }, periodKey(period));
  const begun = { ...given, period: before === 0 ? period : `${period} again ${before}` };
  for (const [allowance, column] of Object.entries(RENEWED) as [keyof typeof RENEWED, 'searches' | 'downloads'][]) {
    const holder = { userId: ownerId, allowance };
    await lapse(begun, ownerId, allowance);
    await ledger.enter(transaction, { ...holder, amount: plan[column], cause: 'PERIOD', key: periodKey(begun.period) });
  }
  await giveSubUsers(begun);
  await giveWorkspaces(begun);
  await transaction.update(subscriptions).set({ renewedPeriod: period }).where(eq(subscriptions.userId, ownerId));
}
