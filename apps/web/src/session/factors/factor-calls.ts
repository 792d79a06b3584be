import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../client.js';
import { sessionStore } from '../store.js';

/** What the person shows beside their password, and who asks for it. */
export const ownFactors = queryOptions({
  queryKey: ['factors'],
  queryFn: ({ signal }) => client.factorList({}, { signal }),
});

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ownFactors.queryKey });
}

/** The secret that an app is to know. */
export const newApp = () => client.beginApp({});

export function useAddApp() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (app: { challengeId: string; code: string; name: string }) => client.addApp(app),
    onSuccess: () => {
      sessionStore.hasFactor();
      return refresh();
    },
    gcTime: 0,
  });
}

/** Has the browser make a passkey. */
export function useAddPasskey() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (name: string) => {
      const [{ challengeId, options }, { makePasskey }] = await Promise.all([
        client.beginPasskey({}),
        import('./passkeys.js'),
      ]);
      return client.addPasskey({ challengeId, passkey: await makePasskey(options), name });
    },
    onSuccess: () => {
      sessionStore.hasFactor();
      return refresh();
    },
    gcTime: 0,
  });
}

export function useRemoveFactor() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (factorId: string) => client.removeFactor({}, { params: { factorId } }),
    onSuccess,
  });
}

export function useNewRecoveryCodes() {
  const onSuccess = useRefresh();
  return useMutation({ mutationFn: () => client.newRecoveryCodes({}), onSuccess, gcTime: 0 });
}

export function useDemandFactors() {
  const onSuccess = useRefresh();
  return useMutation({ mutationFn: (demanded: boolean) => client.demandFactors({ demanded }), onSuccess });
}
