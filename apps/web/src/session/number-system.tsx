import { useMutation, useQueryClient } from '@tanstack/react-query';
import { NUMBER_SYSTEMS, type NumberSystem } from '@tidewaiter/contract';
import { Fragment, type ReactNode, useEffect } from 'react';
import { writeNumbersAs } from '../format/numbers.js';
import { usePerson, userDetails } from './account.js';
import { client } from './client.js';
import { sessionStore, useSession } from './store.js';

/** How the person who is signed in has numbers written: as this browser knows it until the server has said. */
function useSystem(): NumberSystem {
  const { user } = useSession();
  return usePerson()?.numberSystem ?? user?.numberSystem ?? NUMBER_SYSTEMS[0];
}

/** Writes the numbers of all that stands in it as the person has chosen; with another choice, all of it is drawn anew. */
export function NumberSystemProvider({ children }: { children: ReactNode }) {
  const system = useSystem();
  writeNumbersAs(system);
  // The next screen begins with it.
  useEffect(() => sessionStore.writeNumbers(system), [system]);
  return <Fragment key={system}>{children}</Fragment>;
}

/** The system that a person's numbers are written in, and the way to another. */
export function useNumberSystem() {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const { queryKey } = userDetails(user?.userid ?? 0);
  const keep = useMutation({
    mutationFn: (numberSystem: NumberSystem) =>
      client.updateUser({ numberSystem }, { params: { userId: user?.userid ?? 0 } }),
    onSuccess: (answer) => queryClient.setQueryData(queryKey, answer.user),
  });
  const system = useSystem();
  return { system: keep.isPending ? keep.variables : system, choose: keep.mutate, error: keep.error?.message };
}
