import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NumberSystem } from '@tidewaiter/contract';
import { Fragment, type ReactNode, useEffect } from 'react';
import { systemOfReader, writeNumbersAs } from '../format/numbers.js';
import { usePerson, userDetails } from './account.js';
import { client } from './client.js';
import { sessionStore, useSession } from './store.js';

/** What the person who is signed in has chosen, as this browser knows it until the server has said; null where nothing. */
function useChosen(): NumberSystem | null {
  const { user } = useSession();
  const person = usePerson();
  return person ? person.numberSystem : (user?.numberSystem ?? null);
}

/** Writes the numbers of all that stands in it as the person has chosen, else as their browser does; with another choice, all of it is drawn anew. */
export function NumberSystemProvider({ children }: { children: ReactNode }) {
  const chosen = useChosen();
  const system = chosen ?? systemOfReader(navigator.languages);
  writeNumbersAs(system);
  // The next screen begins with it.
  useEffect(() => sessionStore.writeNumbers(chosen), [chosen]);
  return <Fragment key={system}>{children}</Fragment>;
}

/** The system that a person has chosen for their numbers, null for their browser's, and the way to another. */
export function useNumberSystem() {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const { queryKey } = userDetails(user?.userid ?? 0);
  const keep = useMutation({
    mutationFn: (numberSystem: NumberSystem | null) =>
      client.updateUser({ numberSystem: numberSystem ?? 'BROWSER' }, { params: { userId: user?.userid ?? 0 } }),
    onSuccess: (answer) => queryClient.setQueryData(queryKey, answer.user),
  });
  const chosen = useChosen();
  return { chosen: keep.isPending ? keep.variables : chosen, choose: keep.mutate, error: keep.error?.message };
}
