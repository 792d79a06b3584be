import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Endpoints, KeyLimits, RequestOf } from '@tidewaiter/contract';
import { client } from '../../session/client.js';

/** The person's API keys; for a main account, those of all its people. */
export const apiKeys = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async ({ signal }) => (await client.apiKeyList({}, { signal })).keyList,
});

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: apiKeys.queryKey });
}

/** Its answer has the key, which is kept nowhere once the dialog that shows it is closed. */
export function useCreateKey() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (asked: RequestOf<Endpoints['createApiKey']>) => client.createApiKey(asked),
    onSuccess,
    gcTime: 0,
  });
}

export function useChangeKey() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: ({ keyId, ...change }: { keyId: string; name?: string; limits?: KeyLimits }) =>
      client.updateApiKey(change, { params: { keyId } }),
    onSuccess,
  });
}

export function useAllowConnection() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (keyId: string) => client.allowConnection({}, { params: { keyId } }),
    onSuccess,
  });
}

export function useRevokeKey() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (keyId: string) => client.revokeApiKey({}, { params: { keyId } }),
    onSuccess,
  });
}
