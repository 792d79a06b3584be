import type { Points } from '../point.js';
import { ANALYSES } from './2-analysis.js';
import { RESULTS } from './2-results.js';
import { ROUTES } from './2-routes.js';
import { SCREENS } from './2-screens.js';
import { FIELDS } from './3-fields.js';
import { TRANSITIONS } from './4-transitions.js';
import { FORM_RULES } from './5-form.js';
import { RULES } from './5-rules.js';
import { ROLES } from './6-roles.js';
import { CALLS } from './7-calls.js';
import { ERRORS } from './8-errors.js';
import { CONSTANTS } from './9-constants.js';

/** Every checkable sentence of sections 2 to 9 of the specification. */
export const POINTS: Points = {
  ...{ ...ROUTES, ...SCREENS, ...RESULTS, ...ANALYSES },
  ...{ ...FIELDS, ...TRANSITIONS, ...FORM_RULES, ...RULES },
  ...{ ...ROLES, ...CALLS, ...ERRORS, ...CONSTANTS },
};
