import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Endpoints, RequestOf } from '@tidewaiter/contract';
import { client } from '../../session/client.js';

/** How often what is on its way is looked at again, in milliseconds. */
const LOOKED_EVERY_MS = 2_000;

/** How many messages the log of a webhook shows at once. */
export const LOG_PAGE = 20;

/** The person's webhooks. */
export const webhooks = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) => (await client.webhookList({}, { signal })).webhookList,
});

/** A page of what was sent to a webhook; looked at again while something of it waits. */
export const deliveriesOf = (webhookId: string, pageNumber: number) =>
  queryOptions({
    queryKey: ['webhooks', webhookId, 'deliveries', pageNumber],
    queryFn: ({ signal }) =>
      client.deliveryList({ pageNumber, numberOfRecords: LOG_PAGE }, { params: { webhookId }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.deliveryList.some(({ state }) => state === 'WAITING') ? LOOKED_EVERY_MS : false,
  });

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: webhooks.queryKey });
}

/** Its answer has the secret, which is kept nowhere once the dialog that shows it is closed. */
export function useCreateWebhook() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (asked: RequestOf<Endpoints['createWebhook']>) => client.createWebhook(asked),
    onSuccess,
    gcTime: 0,
  });
}

export function useChangeWebhook() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: ({ webhookId, ...change }: { webhookId: string } & RequestOf<Endpoints['updateWebhook']>) =>
      client.updateWebhook(change, { params: { webhookId } }),
    onSuccess,
  });
}

/** As {@link useCreateWebhook}. */
export function useRenewSecret() {
  return useMutation({
    mutationFn: (webhookId: string) => client.renewWebhookSecret({}, { params: { webhookId } }),
    gcTime: 0,
  });
}

export function useRemoveWebhook() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (webhookId: string) => client.removeWebhook({}, { params: { webhookId } }),
    onSuccess,
  });
}

export function useTestWebhook() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (webhookId: string) => client.testWebhook({}, { params: { webhookId } }),
    onSuccess,
  });
}

export function useReplay() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (params: { webhookId: string; deliveryId: string }) => client.replayDelivery({}, { params }),
    onSuccess,
  });
}
