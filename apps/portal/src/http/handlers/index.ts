import * as access from './access.js';
import * as apiKeys from './api-keys.js';
import { LIST_HANDLERS, topLists } from './breakdowns.js';
import * as companies from './companies.js';
import * as contacts from './contacts.js';
import * as exports from './exports.js';
import * as factors from './factors.js';
import type { Handlers } from './handler.js';
import * as inDepth from './in-depth.js';
import * as masterdata from './masterdata.js';
import { OPERATOR_HANDLERS } from './operator.js';
import * as ownLists from './own-lists.js';
import * as people from './people.js';
import * as plans from './plans.js';
import * as readRecords from './read-records.js';
import * as reports from './reports.js';
import * as savedSearchNews from './saved-search-news.js';
import * as search from './search.js';
import * as searchHistory from './search-history.js';
import * as signOn from './sign-on.js';
import * as standing from './standing.js';
import * as webhooks from './webhooks.js';
import * as workspaces from './workspaces.js';

/** The modules export handlers only, each under its endpoint's name; one that is missing does not compile. */
export const HANDLERS: Handlers = {
  ...access,
  ...factors,
  ...signOn,
  ...apiKeys,
  ...webhooks,
  ...exports,
  ...searchHistory,
  ...companies,
  ...contacts,
  ...workspaces,
  ...inDepth,
  ...masterdata,
  ...OPERATOR_HANDLERS,
  ...ownLists,
  ...standing,
  ...people,
  ...plans,
  ...savedSearchNews,
  ...search,
  ...readRecords,
  ...reports,
  ...LIST_HANDLERS,
  topLists,
};
