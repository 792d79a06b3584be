import { createClient, OPERATOR_ENDPOINTS } from '@tidewaiter/contract';
import { CLIENT_OPTIONS, withinSession } from '../../session/client.js';

/** The operator's calls: nobody else's browser loads what they are. */
export const operatorClient = withinSession(
  createClient<typeof OPERATOR_ENDPOINTS>(CLIENT_OPTIONS, OPERATOR_ENDPOINTS),
);
