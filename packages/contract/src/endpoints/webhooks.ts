import { z } from 'zod';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { DELIVERY_STATES, STOPPED_WEBHOOK, TEST_EVENT, WEBHOOK_EVENTS, webhookAddress } from '../rules/webhooks.js';
import { endpoint, said } from './endpoint.js';
import { pageFields } from './paging.js';

const address = webhookAddress(MESSAGES.enterWebhookAddress);

const events = z
  .array(z.enum(WEBHOOK_EVENTS), { error: MESSAGES.chooseEvent })
  .min(1, { error: MESSAGES.chooseEvent })
  .max(WEBHOOK_EVENTS.length)
  .transform((chosen) => [...new Set(chosen)]);

const params = z.strictObject({ webhookId: z.string().max(64) });

/** A call about one of the caller's webhooks. */
const ofWebhook = { subUser: 'SELF', owner: { ids: { webhookId: 'webhook' } }, params } as const;

const delivery = z.object({
  deliveryId: z.string().describe('What its receiver knows the message by, in the header webhook-id'),
  event: z.enum([...WEBHOOK_EVENTS, TEST_EVENT]),
  state: z.enum(DELIVERY_STATES),
  createdDate: z.iso.datetime(),
  tries: z.number().int(),
  triedDate: z.iso.datetime().nullable(),
  status: z.number().int().nullable().describe('What the address answered at the latest try'),
  tookMs: z.number().int().nullable(),
  error: z.string().nullable().describe('Why the latest try failed'),
  body: z.string().describe('The message as it would be sent now, in JSON'),
});
export type DeliveryView = z.output<typeof delivery>;

const webhook = z.object({
  webhookId: z.string(),
  address: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  createdDate: z.iso.datetime(),
  stopped: z.enum(STOPPED_WEBHOOK).nullable().describe('Why nothing is sent to it; null for one that is told'),
  failingSince: z.iso.datetime().nullable().describe('Since when nothing has been delivered that was sent'),
  latest: delivery.omit({ body: true }).nullable(),
});
export type WebhookView = z.output<typeof webhook>;

export const webhookList = endpoint('GET /user-management/webhook/list', {
  summary: "The caller's webhooks",
  subUser: 'SELF',
  owner: 'CALLER',
  response: z.object({ webhookList: z.array(webhook) }),
});

export const createWebhook = endpoint('POST /user-management/webhook', {
  summary: 'Have an address told of what happens. The answer has the secret that signs the messages, this once',
  subUser: 'SELF',
  owner: 'CALLER',
  rate: 'WEBHOOKS',
  request: z.strictObject({ address, events }),
  response: said.extend({ webhookId: z.string(), secret: z.string() }),
  errors: ['WEBHOOKS_FULL'],
});

export const updateWebhook = endpoint('PUT /user-management/webhook/:webhookId', {
  summary: 'Change the address or the events of a webhook, turn it off, or on again',
  ...ofWebhook,
  rate: 'WEBHOOKS',
  request: z
    .strictObject({ address: address.optional(), events: events.optional(), isOn: z.boolean().optional() })
    .refine((change) => Object.values(change).some((one) => one !== undefined), { error: MESSAGES.changeOfWebhook }),
  errors: ['NOT_YOURS'],
});

export const renewWebhookSecret = endpoint('PUT /user-management/webhook/:webhookId/secret', {
  summary: 'Make another secret for a webhook; the one before signs beside it for a day. The answer has it, this once',
  ...ofWebhook,
  rate: 'WEBHOOKS',
  response: said.extend({ secret: z.string() }),
  errors: ['NOT_YOURS'],
});

export const removeWebhook = endpoint('PUT /user-management/webhook/:webhookId/remove', {
  summary: 'Remove a webhook, with what was sent to it',
  ...ofWebhook,
  errors: ['NOT_YOURS'],
});

export const testWebhook = endpoint('PUT /user-management/webhook/:webhookId/test', {
  summary: 'Send a message to a webhook that says nothing, to see that it is heard',
  ...ofWebhook,
  rate: 'WEBHOOKS',
  errors: ['NOT_YOURS', 'WEBHOOK_OFF'],
});

export const deliveryList = endpoint('GET /user-management/webhook/:webhookId/deliveries', {
  summary: `What was sent to a webhook in the last ${LIMITS.deliveryDays} days, newest first`,
  ...ofWebhook,
  request: z.strictObject(pageFields),
  response: z.object({ deliveryList: z.array(delivery), totalRecords: z.number().int() }),
  errors: ['NOT_YOURS'],
});

export const replayDelivery = endpoint('PUT /user-management/webhook/:webhookId/delivery/:deliveryId/replay', {
  summary: 'Send a message once more, under the same id',
  subUser: 'SELF',
  owner: { ids: { webhookId: 'webhook', deliveryId: 'delivery' } },
  params: params.extend({ deliveryId: z.string().max(64) }),
  rate: 'WEBHOOKS',
  errors: ['NOT_YOURS', 'WEBHOOK_OFF'],
});
