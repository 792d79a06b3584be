import { AsyncLocalStorage } from 'node:async_hooks';

/** The system's user on whose behalf an operator's command works just now; what no command does has none. */
export const actingAs = new AsyncLocalStorage<string>();
