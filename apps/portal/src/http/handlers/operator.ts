import type { OPERATOR_ENDPOINTS } from '@tidewaiter/contract';
import type { OperatorHandler } from './handler.js';
import * as loading from './operator-loading.js';
import * as mappings from './operator-mappings.js';
import * as people from './operator-people.js';
import * as portal from './operator-portal.js';
import * as proposals from './operator-proposals.js';

/** What the operator does, whether at the screen or by a command. */
export const OPERATOR_HANDLERS: { [Name in keyof typeof OPERATOR_ENDPOINTS]: OperatorHandler<Name> } = {
  ...loading,
  ...mappings,
  ...people,
  ...portal,
  ...proposals,
};
