import { client } from '../api/client.js';
import { endsSession } from './ends-session.js';
import { hasSession, sessionStore } from './store.js';

let running: Promise<boolean> | null = null;

async function restore(): Promise<boolean> {
  try {
    sessionStore.begin(await client.restoreSession({}));
    return true;
  } catch (error) {
    // A cookie that opens nothing is not asked twice; a busy portal may be.
    if (endsSession(error)) sessionStore.clear();
    return false;
  }
}

/** Whether this tab may show protected screens; a new tab first tries the session that another one left. */
export function ensureSession(): Promise<boolean> {
  if (hasSession()) return Promise.resolve(true);
  if (!sessionStore.mayRestore()) return Promise.resolve(false);
  running ??= restore().finally(() => {
    running = null;
  });
  return running;
}
