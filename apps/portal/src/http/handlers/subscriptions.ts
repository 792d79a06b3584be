import type { SubscriptionState } from '@tidewaiter/accounts';
import { MESSAGES, PortalError, SOURCE_COUNTRIES } from '@tidewaiter/contract';
import type { Handler } from '../handler.js';
import { pageOf } from '../page-of.js';
import { mustNameOwnAccount } from '../whose-account.js';

const counters = ({ downloadsLeft, searchesLeft, workspacesLeft }: SubscriptionState) => ({
  downloadLimit: downloadsLeft,
  queryPerDay: searchesLeft,
  totalWorkspace: workspacesLeft,
});

function present(state: SubscriptionState) {
  const { id, plan, expiresOn, countries, dataAccessInMonth, dataAccessUpto, renewsOn } = state;
  return {
    id,
    name: plan.name,
    accountExpireDate: expiresOn,
    ...counters(state),
    dataAccessInMonth,
    dataAccessUpto,
    subUserCount: plan.subUserCount,
    countries: [...(countries ?? SOURCE_COUNTRIES.map(({ shortcode }) => shortcode))],
    recordsPerWorkspace: plan.recordsPerWorkspace,
    maxDownload: plan.maxDownload,
    period: plan.period,
    renewsOn,
  };
}

export const activeSubscriptions: Handler<'activeSubscriptions'> = async ({ house, request, caller }) => {
  mustNameOwnAccount(caller.user, request.userId);
  const state = await house.accounts.subscriptions.state(caller.user);
  return { userSubscriptionList: state ? [present(state)] : [] };
};

/** What is left is the server's to know: what the caller reports changes nothing. */
export const updateSubscription: Handler<'updateSubscription'> = async ({ house, params, caller }) => {
  const state = await house.accounts.subscriptions.state(caller.user);
  if (!state) throw new PortalError('NO_SUBSCRIPTION');
  if (state.id !== params.subscriptionId) throw new PortalError('NOT_YOURS');
  return counters(state);
};

export const planList: Handler<'planList'> = async ({ house }) => {
  const plans = await house.accounts.plans.list();
  return {
    planList: plans
      .filter(({ listed }) => listed)
      .map(({ name, priceUsd, termMonths, period, searches, downloads, workspaces, subUserCount, countries }) => ({
        name,
        priceUsd,
        termMonths,
        period,
        searches,
        downloads,
        workspaces,
        users: subUserCount + 1,
        globalSearch: countries === null,
      })),
  };
};

export const requestPlan: Handler<'requestPlan'> = async ({ house, request, caller }) => {
  await house.accounts.subscriptions.request(caller.user, request.plan);
  return { message: MESSAGES.planRequested };
};

export const ledger: Handler<'ledger'> = async ({ house, request, caller }) => {
  const { entries, total } = await house.accounts.ledger.entries(caller.user.id, pageOf(request));
  return {
    ledgerList: entries.map(({ id, userId, allowance, amount, balanceAfter, cause, reason, createdAt }) => ({
      id,
      userId,
      allowance,
      amount,
      balance: balanceAfter,
      cause,
      reason,
      createdDate: createdAt.toISOString(),
    })),
    totalRecords: total,
  };
};
