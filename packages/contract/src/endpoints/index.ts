import { login, loginStatus, logout, restoreSession } from './account.js';
import { LIST_CALLS } from './breakdowns.js';
import { contactList, saveContact } from './contacts.js';
import { dataCoverage } from './coverage.js';
import { listDistinctColumnValue } from './distinct-values.js';
import { searchDetails, topFiveQueries, updateSearchCount } from './history.js';
import { countryListByTrade, siteSettings } from './masterdata.js';
import { forgotPassword, setPassword, verifyOtp } from './passwords.js';
import { captcha, signUp } from './registration.js';
import { removeSavedSearch, savedSearchList, saveSearch } from './saved-searches.js';
import { search, searchCount } from './search.js';
import { endOtherSessions, endSession, sessionList } from './sessions.js';
import { createSubUser, sendSubUserLink, setSubUserStatus, subUserList } from './sub-users.js';
import { activeSubscriptions, ledger, planList, requestPlan, updateSubscription } from './subscriptions.js';
import { suggestionList } from './suggestions.js';
import { confirmEmail, undoEmail, updateUser, userDetails } from './users.js';
import { createWorkspace, workspaceList } from './workspaces.js';

/** Every call there is. */
export const ENDPOINTS = {
  login,
  restoreSession,
  logout,
  loginStatus,
  sessionList,
  endSession,
  endOtherSessions,
  captcha,
  signUp,
  forgotPassword,
  verifyOtp,
  setPassword,
  userDetails,
  updateUser,
  confirmEmail,
  undoEmail,
  subUserList,
  createSubUser,
  setSubUserStatus,
  sendSubUserLink,
  activeSubscriptions,
  updateSubscription,
  planList,
  requestPlan,
  ledger,
  siteSettings,
  countryListByTrade,
  dataCoverage,
  search,
  searchCount,
  searchDetails,
  topFiveQueries,
  updateSearchCount,
  ...LIST_CALLS,
  listDistinctColumnValue,
  suggestionList,
  createWorkspace,
  workspaceList,
  saveSearch,
  savedSearchList,
  removeSavedSearch,
  saveContact,
  contactList,
} as const;

export type Endpoints = typeof ENDPOINTS;
export type EndpointName = keyof Endpoints;
