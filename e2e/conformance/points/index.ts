import type { Points } from '../point.js';
import { ANALYSES } from './2-analysis.js';
import { RESULTS } from './2-results.js';
import { ROUTES } from './2-routes.js';
import { SCREENS } from './2-screens.js';
import { FIELDS_OF_ACCOUNTS } from './3-account-fields.js';
import { FIELDS_OF_QUERIES } from './3-query-fields.js';
import { FIELDS_OF_RESULTS } from './3-result-fields.js';
import { STATES_AFTER_SEARCH } from './4-after-search.js';
import { SEARCH_STATES } from './4-search.js';
import { FORM_RULES } from './5-form.js';
import { RULES } from './5-rules.js';
import { ROLES } from './6-roles.js';
import { CALLS_OF_PEOPLE } from './7-people-calls.js';
import { CALLS_OF_SAVED_ITEMS } from './7-saved-calls.js';
import { CALLS_OF_SEARCHES } from './7-search-calls.js';
import { FAILURES } from './8-failures.js';
import { SAID_MESSAGES } from './8-messages.js';
import { CONSTANTS } from './9-constants.js';

/** Every checkable sentence of sections 2 to 9 of the specification. */
export const POINTS: Points = {
  ...{ ...ROUTES, ...SCREENS, ...RESULTS, ...ANALYSES },
  ...{ ...FIELDS_OF_ACCOUNTS, ...FIELDS_OF_QUERIES, ...FIELDS_OF_RESULTS },
  ...{ ...SEARCH_STATES, ...STATES_AFTER_SEARCH, ...FORM_RULES, ...RULES, ...ROLES },
  ...{ ...CALLS_OF_PEOPLE, ...CALLS_OF_SEARCHES, ...CALLS_OF_SAVED_ITEMS },
  ...{ ...SAID_MESSAGES, ...FAILURES, ...CONSTANTS },
};
