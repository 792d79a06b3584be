import type { Handlers } from '../handler.js';
import * as account from './account.js';
import { LIST_HANDLERS } from './breakdowns.js';
import * as contacts from './contacts.js';
import * as coverage from './coverage.js';
import * as distinctValues from './distinct-values.js';
import * as history from './history.js';
import * as masterdata from './masterdata.js';
import * as passwords from './passwords.js';
import * as registration from './registration.js';
import * as savedSearches from './saved-searches.js';
import * as search from './search.js';
import * as sessions from './sessions.js';
import * as subUsers from './sub-users.js';
import * as subscriptions from './subscriptions.js';
import * as suggestions from './suggestions.js';
import * as users from './users.js';
import * as workspaces from './workspaces.js';

/** The modules export handlers only, each under its endpoint's name; one that is missing does not compile. */
export const HANDLERS: Handlers = {
  ...account,
  ...LIST_HANDLERS,
  ...coverage,
  ...distinctValues,
  ...history,
  ...masterdata,
  ...passwords,
  ...registration,
  ...sessions,
  ...subUsers,
  ...subscriptions,
  ...users,
  ...search,
  ...suggestions,
  ...workspaces,
  ...savedSearches,
  ...contacts,
};
