import { ENDPOINTS, type Endpoint } from '@tidewaiter/contract';
import type { DerivedCall } from '@tidewaiter/contract/api';
import { z } from 'zod';
import type { Call } from '../handlers/handler.js';
import { HANDLERS } from '../handlers/index.js';
import type { ApiRequest } from './request.js';
import { asSessionCall } from './session-call.js';

/** Fields in which a screen names its own account. */
const OWN_ACCOUNT = ['userId', 'createdBy'];

/** Answers a call that is one of the contract's in the plain form. */
export async function answerDerived({ wire, forms }: DerivedCall, call: ApiRequest): Promise<unknown> {
  const endpoint: Endpoint = ENDPOINTS[wire];
  const fields = endpoint.request instanceof z.ZodObject ? endpoint.request.shape : {};
  const own = Object.fromEntries(
    OWN_ACCOUNT.filter((name) => name in fields).map((name) => [name, call.caller.user.id]),
  );
  const asked = forms.request.toWire({ ...call.request, ...call.params }) as Record<string, unknown>;
  const handler = HANDLERS[wire] as (call: Call<typeof wire>) => Promise<unknown>;
  return forms.response.toPlain(await handler(asSessionCall(call, wire, { ...asked, ...own }, forms.request.path)));
}
