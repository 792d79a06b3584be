import { LIST_CALLS, type ListCallName } from './breakdowns.js';
import type { EndpointName, Endpoints } from './index.js';

type SessionEndpoint = {
  [Name in EndpointName]: Endpoints[Name]['access'] extends 'session' ? Name : never;
}[EndpointName];

/** Every list of a question. */
const LISTS = Object.fromEntries(Object.keys(LIST_CALLS).map((name) => [name, 'YES'])) as Record<ListCallName, 'YES'>;

/**
 * What a sub-user may do: everything that uses the account, nothing that manages it. `SELF`: for themselves only, which the
 * call's owner rule sees to. `OWN`: with what they made, where the main account may with all. A call that asks for a session and is not in this table does not compile.
 */
export const SUB_USER_MAY: Record<SessionEndpoint, 'YES' | 'SELF' | 'OWN' | 'NO'> = {
  logout: 'SELF',
  sessionList: 'SELF',
  endSession: 'SELF',
  endOtherSessions: 'SELF',
  userDetails: 'SELF',
  updateUser: 'SELF',
  subUserList: 'NO',
  createSubUser: 'NO',
  setSubUserStatus: 'NO',
  sendSubUserLink: 'NO',
  activeSubscriptions: 'YES',
  updateSubscription: 'YES',
  chooseCountries: 'NO',
  requestPlan: 'NO',
  ledger: 'NO',
  noticeList: 'YES',
  countryListByTrade: 'YES',
  dataCoverage: 'YES',
  dataNews: 'YES',
  search: 'YES',
  searchCount: 'YES',
  searchCost: 'YES',
  searchDetails: 'YES',
  topFiveQueries: 'YES',
  searchLog: 'YES',
  countAgain: 'YES',
  updateSearchCount: 'YES',
  ...LISTS,
  listDistinctColumnValue: 'YES',
  suggestionList: 'YES',
  pivot: 'YES',
  comparePeriods: 'YES',
  unitPrices: 'YES',
  concentration: 'YES',
  tradeFlows: 'YES',
  quantities: 'YES',
  amountSpread: 'YES',
  company: 'YES',
  quoteExport: 'YES',
  startExport: 'YES',
  exportDetails: 'YES',
  exportList: 'YES',
  cancelExport: 'YES',
  fetchExport: 'YES',
  downloadSearch: 'YES',
  updateDownloads: 'YES',
  ownedRecords: 'YES',
  createWorkspace: 'YES',
  workspaceList: 'YES',
  renameWorkspace: 'OWN',
  removeWorkspace: 'OWN',
  restoreWorkspace: 'OWN',
  saveSearch: 'YES',
  savedSearchList: 'YES',
  renameSavedSearch: 'OWN',
  removeSavedSearch: 'OWN',
  restoreSavedSearch: 'OWN',
  savedSearchNews: 'YES',
  lookedAtSavedSearch: 'YES',
  saveContact: 'YES',
  contactList: 'YES',
  updateContact: 'YES',
  removeContact: 'YES',
  restoreContact: 'YES',
  importContacts: 'YES',
  exportContacts: 'YES',
  contactShipments: 'YES',
};

/** What somebody may do who has not chosen a password of their own yet: choose one, or leave. */
const BEFORE_OWN_PASSWORD: ReadonlySet<EndpointName> = new Set<EndpointName>(['updateUser', 'logout']);

/**
 * Whether a call waits until the caller has chosen a password of their own. `updateUser` does not, which then takes a password
 * and nothing else.
 */
export function waitsForOwnPassword(name: EndpointName): boolean {
  return !BEFORE_OWN_PASSWORD.has(name);
}

/** Whether a call is the main account's alone. */
export function isMainAccountsOnly(name: EndpointName): boolean {
  const may: Partial<Record<EndpointName, string>> = SUB_USER_MAY;
  return may[name] === 'NO';
}
