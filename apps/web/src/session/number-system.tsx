import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NumberSystem } from '@tidewaiter/contract';
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { systemOfReader, writeNumbersAs } from '../format/numbers.js';
import { usePerson, userDetails } from './account.js';
import { client } from './client.js';
import { usePreference } from './preference.js';
import { sessionStore, useSession } from './store.js';

/** What the person who is signed in has chosen, as this browser knows it until the server has said; null where nothing. */
function useChosen(): NumberSystem | null {
  const { user } = useSession();
  const person = usePerson();
  return person ? person.numberSystem : (user?.numberSystem ?? null);
}

const AmountsInFull = createContext<{ inFull: boolean; write: (inFull: boolean) => void }>({
  inFull: false,
  write: () => {},
});

/** Whether amounts are written to the cent instead of shortened, and the way to change that: for fingers and keys, which no hint is shown to. */
export const useAmountsInFull = () => useContext(AmountsInFull);

/** Writes the numbers of all that stands in it as the person has chosen, else as their browser does; with another choice, all of it is drawn anew. */
export function NumberSystemProvider({ children }: { children: ReactNode }) {
  const chosen = useChosen();
  const system = chosen ?? systemOfReader(navigator.languages);
  const [inFull, remember] = usePreference('amounts-in-full', (stored) => stored === true);
  writeNumbersAs(system, inFull);
  // The next screen begins with it.
  useEffect(() => sessionStore.writeNumbers(chosen), [chosen]);
  const amounts = useMemo(() => ({ inFull, write: remember }), [inFull, remember]);
  return (
    <AmountsInFull value={amounts} key={`${system} ${inFull}`}>
      {children}
    </AmountsInFull>
  );
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
