import { useQuery } from '@tanstack/react-query';
import { type UserDetails, userDetails } from '../api/people.js';
import { useSession } from './use-session.js';

/** Who is signed in, as the server knows them now; undefined until it has answered. */
export function usePerson(): UserDetails | undefined {
  const { user, ended } = useSession();
  return useQuery({ ...userDetails(user?.userid ?? 0), enabled: user !== null && !ended }).data;
}
