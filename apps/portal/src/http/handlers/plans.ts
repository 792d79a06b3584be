import type { SubscriptionState } from '@tidewaiter/accounts';
import { describeQuestion, MESSAGES, PortalError } from '@tidewaiter/contract';
import { EVERYTHING_LOADED } from '@tidewaiter/records';
import type { Services } from '../../app/services.js';
import { askerOf } from '../../work/asker.js';
import { type Handler, mustNameOwnAccount, requestedPage } from './handler.js';

const counters = ({ downloadsLeft, searchesLeft, workspacesLeft }: SubscriptionState) => ({
  downloadLimit: downloadsLeft,
  queryPerDay: searchesLeft,
  totalWorkspace: workspacesLeft,
});

/** The codes of the countries whose records the portal takes. */
async function sourceCodes({ records }: Services): Promise<string[]> {
  return (await records.countries.list()).map(({ shortcode }) => shortcode);
}

function present(state: SubscriptionState, sources: readonly string[]) {
  const { id, plan, expiresOn, countries, dataAccessInMonth, dataAccessUpto, renewsOn } = state;
  return {
    id,
    name: plan.name,
    accountExpireDate: expiresOn,
    ...counters(state),
    dataAccessInMonth,
    dataAccessUpto,
    subUserCount: plan.subUserCount,
    // A plan may still name one that the operator has removed.
    countries: countries === null ? [...sources] : countries.filter((code) => sources.includes(code)),
    globalSearch: countries === null,
    recordsPerWorkspace: plan.recordsPerWorkspace,
    maxDownload: plan.maxDownload,
    freeRecords: plan.freeRecords,
    period: plan.period,
    renewsOn,
    perPeriod: { searches: plan.searches, downloads: plan.downloads, workspaces: plan.workspaces },
    countriesToChoose: state.countriesToChoose,
  };
}

export const activeSubscriptions: Handler<'activeSubscriptions'> = async ({ services, request, caller }) => {
  mustNameOwnAccount(caller.user, request.userId);
  const state = await services.accounts.plans.subscriptions.state(caller.user);
  return { userSubscriptionList: state ? [present(state, await sourceCodes(services))] : [] };
};

/** What is left is the server's to know: what the caller reports changes nothing. */
export const updateSubscription: Handler<'updateSubscription'> = async ({ services, params, caller }) => {
  const state = await services.accounts.plans.subscriptions.state(caller.user);
  if (!state) throw new PortalError('NO_SUBSCRIPTION');
  if (state.id !== params.subscriptionId) throw new PortalError('NOT_YOURS');
  return counters(state);
};

export const countryChoice: Handler<'countryChoice'> = async ({ services, caller, signal }) => {
  const access = await services.accounts.plans.subscriptions.choosable(caller.user);
  if (access === null) return { sourceList: [] };
  const question = await services.records.ask(EVERYTHING_LOADED, access, { signal, asker: askerOf(caller.user) });
  const names = new Map(question.sourceCountries.map((country) => [country.shortcode, country]));
  return {
    sourceList: (await question.countries()).flatMap(({ country, tradeType, records, from, upto }) => {
      const { shortcode, name, iso2 } = names.get(country) ?? {};
      if (shortcode === undefined || name === undefined || iso2 === undefined) return [];
      return [{ shortcode, name, iso2code: iso2, tradeType, records, fromDate: from, uptoDate: upto }];
    }),
  };
};

export const chooseCountries: Handler<'chooseCountries'> = async ({ services, request, caller }) => ({
  countries: await services.accounts.plans.subscriptions.choose(
    caller.user,
    request.countries,
    await sourceCodes(services),
  ),
});

export const planList: Handler<'planList'> = async ({ services }) => {
  const plans = await services.accounts.plans.catalogue.list();
  return {
    planList: plans
      .filter(({ listed }) => listed)
      .map(({ name, priceUsd, termMonths, period, searches, downloads, workspaces, maxDownload, ...plan }) => ({
        ...{ name, priceUsd, termMonths, period, searches, downloads, workspaces, maxDownload },
        users: plan.subUserCount + 1,
        globalSearch: plan.countries === null,
        countries: plan.countries === null ? null : Math.max(plan.countries.length, plan.countriesToChoose),
        months: plan.dataAccessInMonth,
      })),
  };
};

export const requestPlan: Handler<'requestPlan'> = async ({ services, request, caller }) => {
  await services.accounts.plans.subscriptions.request(caller.user, request.plan);
  return { message: MESSAGES.planRequested };
};

export const ledger: Handler<'ledger'> = async ({ services, request, caller }) => {
  const {
    plans: { ledger: book },
    exports,
    saved: { searches },
  } = services.accounts;
  const { entries, total } = await book.entries(caller.user.id, requestedPage(request));
  const keys = entries.map(({ key }) => key);
  const [exported, searched] = await Promise.all([
    exports.ofCharges(caller.user, keys),
    searches.ofCharges(caller.user, keys),
  ]);
  return {
    ledgerList: entries.map(({ id, userId, allowance, amount, balanceAfter, cause, reason, createdAt, key }) => {
      const [made, asked] = [exported.get(key), searched.get(key)];
      return {
        ...{ id, userId, allowance, amount, cause, reason },
        balance: balanceAfter,
        exportId: made?.id ?? null,
        searchId: asked?.userId === caller.user.id ? asked.id : null,
        question: made?.question ?? (asked ? describeQuestion(asked.question) : null),
        createdDate: createdAt.toISOString(),
      };
    }),
    totalRecords: total,
  };
};
