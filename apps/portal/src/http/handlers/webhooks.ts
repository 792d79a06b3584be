import type { Delivery, Webhook } from '@tidewaiter/accounts';
import { type DeliveryView, MESSAGES, type WebhookView } from '@tidewaiter/contract';
import { type Handler, requestedPage } from './handler.js';

function presentDelivery({
  id,
  event,
  state,
  tries,
  status,
  tookMs,
  error,
  ...when
}: Delivery): Omit<DeliveryView, 'body'> {
  return {
    deliveryId: id,
    ...{ event, state, tries, status, tookMs, error },
    createdDate: when.createdAt.toISOString(),
    triedDate: when.triedAt?.toISOString() ?? null,
  };
}

function present({ webhook, latest }: { webhook: Webhook; latest: Delivery | null }): WebhookView {
  const { id: webhookId, address, events, stopped, createdAt, failingSince } = webhook;
  return {
    ...{ webhookId, address, events, stopped },
    createdDate: createdAt.toISOString(),
    failingSince: failingSince?.toISOString() ?? null,
    latest: latest && presentDelivery(latest),
  };
}

export const webhookList: Handler<'webhookList'> = async ({ services, caller }) => ({
  webhookList: (await services.accounts.webhooks.list(caller.user)).map(present),
});

export const createWebhook: Handler<'createWebhook'> = async ({ services, request, caller, http }) => {
  const by = { address: http.request.ip };
  const { id: webhookId, secret } = await services.accounts.webhooks.create(caller.user, request, by);
  return { message: MESSAGES.webhookCreated, webhookId, secret };
};

export const updateWebhook: Handler<'updateWebhook'> = async ({ services, request, params, caller, http }) => {
  await services.accounts.webhooks.update(caller.user, params.webhookId, request, { address: http.request.ip });
  return { message: MESSAGES.webhookChanged };
};

export const renewWebhookSecret: Handler<'renewWebhookSecret'> = async ({ services, params, caller, http }) => {
  const by = { address: http.request.ip };
  const secret = await services.accounts.webhooks.renewSecret(caller.user, params.webhookId, by);
  return { message: MESSAGES.webhookSecretMade, secret };
};

export const removeWebhook: Handler<'removeWebhook'> = async ({ services, params, caller, http }) => {
  await services.accounts.webhooks.remove(caller.user, params.webhookId, { address: http.request.ip });
  return { message: MESSAGES.webhookRemoved };
};

export const testWebhook: Handler<'testWebhook'> = async ({ services, params, caller }) => {
  await services.accounts.webhooks.test(caller.user, params.webhookId);
  return { message: MESSAGES.webhookTested };
};

export const deliveryList: Handler<'deliveryList'> = async ({
  services,
  request,
  params,
  caller: { user },
  signal,
}) => {
  const { webhooks } = services.accounts;
  const { deliveries, total } = await webhooks.log(user, params.webhookId, requestedPage(request));
  const bodies = await webhooks.bodiesOf(user, deliveries, signal);
  const deliveryList = deliveries.map((one, at) => ({ ...presentDelivery(one), body: bodies[at] ?? '' }));
  return { deliveryList, totalRecords: total };
};

export const replayDelivery: Handler<'replayDelivery'> = async ({ services, params, caller }) => {
  await services.accounts.webhooks.replay(caller.user, params.webhookId, params.deliveryId);
  return { message: MESSAGES.deliveryReplayed };
};
