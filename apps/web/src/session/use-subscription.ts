import { useQuery } from '@tanstack/react-query';
import { subscriptionOf } from '../api/subscription.js';
import { useSession } from './use-session.js';

/** The subscription that the signed-in person uses. */
export function useSubscription() {
  const { user, ended } = useSession();
  return useQuery({ ...subscriptionOf(user?.userid ?? 0), enabled: user !== null && !ended });
}
