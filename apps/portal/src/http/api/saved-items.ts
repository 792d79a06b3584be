/** Whose key it is, the countries that it may ask, and what its account has saved. */
import { nameOf } from '@tidewaiter/accounts';
import type { SavedQuery } from '@tidewaiter/contract';
import { plainQuestion } from '@tidewaiter/contract/api';
import { chargeAndAnswer } from '../../questions/paid-question.js';
import { HANDLERS } from '../handlers/index.js';
import { asSessionCall } from './contract-call.js';
import type { ApiHandler } from './request.js';

export const account: ApiHandler<'account'> = async ({ services, caller: { user, apiKey } }) => ({
  person: { name: nameOf(user), email: user.email },
  key: { name: apiKey.name, scopes: [...apiKey.scopes] },
  plan: (await services.accounts.plans.subscriptions.state(user))?.plan.name ?? null,
});

export const countries: ApiHandler<'countries'> = async (call) => {
  const isImport = call.request.trade === 'import';
  const session = asSessionCall(call, 'countryListByTrade', {});
  const params = { trade: isImport ? 'I' : 'E' } as const;
  const { countryList } = await HANDLERS.countryListByTrade({ ...session, params });
  return {
    countries: countryList.map((one) => ({
      code: one.shortcode,
      iso2: one.iso2code,
      name: one.name,
      from: isImport ? one.importFrom : one.exportFrom,
      to: isImport ? one.importUpto : one.exportUpto,
      points_per_record: isImport ? one.importPointWeightage : one.exportPointWeightage,
      records: one.records,
    })),
  };
};

export const savedSearches: ApiHandler<'savedSearches'> = async (call) => {
  const { workspace_id: workspaceId, contains, page: pageNumber, limit: numberOfRecords } = call.request;
  const request = {
    contains,
    pageNumber,
    numberOfRecords,
    ...(workspaceId && { workspaceId }),
  };
  const found = await HANDLERS.savedSearchList(asSessionCall(call, 'savedSearchList', request));
  return {
    saved_searches: found.searchQueryWithWS.map((saved) => ({
      id: saved.id,
      workspace_id: saved.workspaceId,
      name: saved.name,
      description: saved.description,
      question: plainQuestion(saved.userSearchQuery as SavedQuery),
      records: saved.totalRecords,
      created: saved.createdDate,
      revision: saved.revision,
      may_change: saved.mayChange,
    })),
    saved_searches_count: found.totalRecords,
  };
};

/** What is saved is a search that was asked: it is asked and paid for here, unless it was before; for a workspace that is there. */
export const saveSearch: ApiHandler<'saveSearch'> = async (call) => {
  const { services, caller, signal } = call;
  const { question: query, workspace_id, name, description } = call.request;
  await services.accounts.saved.workspaces.find(caller.user, workspace_id);
  const search_id = await chargeAndAnswer({ services, caller, signal, request: query }, ({ lists }) =>
    services.accounts.saved.searches.note(caller.user, query, lists),
  );
  const wire = { workspace_id, search_id, name, description, query };
  const { id } = await HANDLERS.saveSearch(asSessionCall(call, 'saveSearch', wire));
  return { id };
};
