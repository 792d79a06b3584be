import type { Handlers } from '../handler.js';
import * as account from './account.js';
import * as breakdowns from './breakdowns.js';
import * as distinctValues from './distinct-values.js';
import * as history from './history.js';
import * as masterdata from './masterdata.js';
import * as search from './search.js';
import * as suggestions from './suggestions.js';

/** These modules export handlers only, each under its endpoint's name; one that is missing does not compile. */
export const HANDLERS: Handlers = {
  ...account,
  ...breakdowns,
  ...distinctValues,
  ...history,
  ...masterdata,
  ...search,
  ...suggestions,
};
