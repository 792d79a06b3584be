import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LEDGER_KEY, type SubUser, subUsers } from '../../session/account.js';
import { client } from '../../session/client.js';
import type { PersonDraft } from '../../session/person-rules.js';
import { SUBSCRIPTION_KEY } from '../../session/query-client.js';

/** A change of the sub-users moves download points too: their list, the counters and the ledger are asked again. */
function useRefresh() {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all(
      [subUsers.queryKey, [SUBSCRIPTION_KEY], [LEDGER_KEY]].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  };
}

type NewUser = Omit<PersonDraft, 'company_name'>;

export function useAddUser() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ person, downloadLimit }: { person: NewUser; downloadLimit: number }) =>
      client.createSubUser({ ...person, downloadLimit }),
    onSuccess: refresh,
  });
}

export function useDownloadLimit() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ userId, downloadLimit }: { userId: number; downloadLimit: number }) =>
      client.updateUser({ downloadLimit }, { params: { userId } }),
    onSuccess: refresh,
  });
}

export function useStatusChange() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ userid, is_active }: SubUser) =>
      client.setSubUserStatus({ is_active: is_active === 'Y' ? 'N' : 'Y' }, { params: { userId: userid } }),
    onSuccess: refresh,
  });
}

/** Another mailed link for a first password. Nothing of the list changes by it. */
export function useLinkAgain() {
  return useMutation({
    mutationFn: ({ userid }: SubUser) => client.sendSubUserLink({}, { params: { userId: userid } }),
  });
}
