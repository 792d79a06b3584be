import { useSyncExternalStore } from 'react';
import { type SessionState, sessionStore } from './store.js';

export function useSession(): SessionState {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.state);
}
