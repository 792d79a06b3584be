import { DIMENSIONS, LISTED_DIMENSIONS } from '../columns/dimensions.js';
import type { ListCallName } from '../endpoints/breakdowns.js';
import type { EndpointName } from '../endpoints/index.js';
import type { KeyScope } from '../rules/api-keys.js';

const LISTS = Object.fromEntries(LISTED_DIMENSIONS.map((name) => [DIMENSIONS[name].list.call, 'search'])) as Record<
  ListCallName,
  'search'
>;

/**
 * Calls that an API key opens beside a session, with what it must be allowed; null for what any key may ask. What is not here is for people:
 * what opens an account, spends for it unasked, or leads out of the portal.
 */
export const KEY_CALLS = {
  search: 'search',
  searchCount: 'search',
  readRecords: 'search',
  readingCost: 'search',
  ...LISTS,
  topLists: 'search',
  listDistinctColumnValue: 'search',
  suggestionList: 'search',
  pivot: 'analysis',
  comparePeriods: 'analysis',
  unitPrices: 'analysis',
  concentration: 'analysis',
  tradeFlows: 'analysis',
  marketParties: 'analysis',
  partyIdentities: 'analysis',
  quantities: 'analysis',
  amountSpread: 'analysis',
  company: 'analysis',
  similarCompanies: 'analysis',
  relatedCompanies: 'analysis',
  quoteExport: 'export',
  startExport: 'export',
  exportDetails: 'export',
  exportList: 'export',
  cancelExport: 'export',
  fetchExport: 'export',
  ownedRecords: 'export',
  workspaceList: 'saved-items',
  createWorkspace: 'saved-items',
  renameWorkspace: 'saved-items',
  removeWorkspace: 'saved-items',
  restoreWorkspace: 'saved-items',
  savedSearchList: 'saved-items',
  saveSearch: 'saved-items',
  renameSavedSearch: 'saved-items',
  removeSavedSearch: 'saved-items',
  restoreSavedSearch: 'saved-items',
  savedSearchNews: 'saved-items',
  following: 'saved-items',
  follow: 'saved-items',
  changeFollowing: 'saved-items',
  unfollow: 'saved-items',
  findings: 'saved-items',
  contactList: 'contacts',
  saveContact: 'contacts',
  updateContact: 'contacts',
  removeContact: 'contacts',
  restoreContact: 'contacts',
  contactShipments: 'contacts',
  dataCoverage: null,
  countryListByTrade: null,
  activeSubscriptions: null,
} as const satisfies Partial<Record<EndpointName, KeyScope | null>>;

export type KeyCallName = keyof typeof KEY_CALLS;
