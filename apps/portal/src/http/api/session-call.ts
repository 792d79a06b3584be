import type { Caller } from '@tidewaiter/accounts';
import { ENDPOINTS, type Endpoint, type EndpointName, PortalError, readRequest } from '@tidewaiter/contract';
import { validationError } from '../call/errors.js';
import type { Call } from '../handlers/handler.js';
import type { ApiRequest } from './request.js';

/** A key was made by who had shown who they are, and stands by itself. */
const ASKED_ELSEWHERE = {
  confirmedAt: new Date(0),
  hasFactor: false,
  mustAddFactor: false,
  byProvider: false,
  providerEnd: null,
};

/**
 * A call of the contract that a program's call is made of: its request read by the contract's schema. A program has no session; the calls that
 * are about sessions are not among those of programs.
 *
 * @param placeOf where the program has sent a field of the request
 * @throws PortalError VALIDATION, MAIN_ACCOUNT_ONLY
 */
export function asSessionCall<Name extends EndpointName>(
  { services, config, caller, signal, http }: ApiRequest,
  name: Name,
  request: Record<string, unknown>,
  placeOf?: (path: readonly PropertyKey[]) => readonly PropertyKey[],
): Call<Name> {
  const endpoint: Endpoint = ENDPOINTS[name];
  if (endpoint.subUser === 'NO' && caller.user.uplineId !== null) throw new PortalError('MAIN_ACCOUNT_ONLY');
  const read = readRequest(endpoint.request, request);
  if (!read.success) throw validationError(read.error, placeOf);
  const session: Caller = { ...caller, sessionId: '', loginId: '', previousVisitAt: null, ...ASKED_ELSEWHERE };
  return {
    ...{ services, config, signal, http },
    request: read.data as Call<Name>['request'],
    params: {} as Call<Name>['params'],
    caller: session as Call<Name>['caller'],
  };
}
