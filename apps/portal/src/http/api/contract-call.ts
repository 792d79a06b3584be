/** Calls of the contract by a key: by themselves, and in the place of the former calls of programs. */
import type { User } from '@tidewaiter/accounts';
import { ENDPOINTS, type Endpoint, type EndpointName, PortalError, readRequest } from '@tidewaiter/contract';
import type { DerivedCall, PlainForm } from '@tidewaiter/contract/api';
import { z } from 'zod';
import { validationError } from '../call/errors.js';
import type { Call } from '../handlers/handler.js';
import { HANDLERS } from '../handlers/index.js';
import { asCaller } from './program.js';
import type { ApiRequest } from './request.js';

/** Fields in which a screen names its own account: a key says whose it is. */
const OWN_ACCOUNT = ['userId', 'createdBy'];

export function ownAccountIn(name: EndpointName, { id }: User): Record<string, number> {
  const { request }: Endpoint = ENDPOINTS[name];
  const fields = request instanceof z.ZodObject ? request.shape : {};
  return Object.fromEntries(OWN_ACCOUNT.filter((field) => field in fields).map((field) => [field, id]));
}

/**
 * A call of the contract that a program's call is made of: its request read by the contract's schema.
 *
 * @param placeOf where the program has sent a field of the request
 * @throws PortalError VALIDATION, MAIN_ACCOUNT_ONLY
 */
export function asSessionCall<Name extends EndpointName>(
  { services, config, caller, signal, http }: Pick<ApiRequest, 'services' | 'config' | 'caller' | 'signal' | 'http'>,
  name: Name,
  request: Record<string, unknown>,
  placeOf?: PlainForm['path'],
): Call<Name> {
  const endpoint: Endpoint = ENDPOINTS[name];
  if (endpoint.subUser === 'NO' && caller.user.uplineId !== null) throw new PortalError('MAIN_ACCOUNT_ONLY');
  const read = readRequest(endpoint.request, { ...request, ...ownAccountIn(name, caller.user) });
  if (!read.success) throw validationError(read.error, placeOf);
  return {
    ...{ services, config, signal, http },
    request: read.data as Call<Name>['request'],
    params: {} as Call<Name>['params'],
    caller: asCaller(caller) as Call<Name>['caller'],
  };
}

/** Answers a call that is one of the contract's in the plain form. */
export async function answerDerived({ wire, forms }: DerivedCall, call: ApiRequest): Promise<unknown> {
  const asked = forms.request.toWire({ ...call.request, ...call.params }) as Record<string, unknown>;
  const handler = HANDLERS[wire] as (call: Call<typeof wire>) => Promise<unknown>;
  const { path } = forms.request;
  const answer = await handler(asSessionCall(call, wire, asked, path)).catch((error: unknown) => {
    if (!(error instanceof PortalError) || error.details.length === 0) throw error;
    const details = error.details.map((one) => ({ ...one, field: path(one.field.split('.')).join('.') }));
    throw new PortalError(error.code, details, error.message);
  });
  return forms.response.toPlain(answer);
}
