import { createClient, PortalError } from '@tidewaiter/contract';
import { sender } from './send.js';
import { sessionStore } from './store.js';

/** The client application's credential for development, when no server has filled in the page. */
const DEV_CREDENTIAL = 'tidewaiter-web:';

function clientCredential(): string {
  const content = document.querySelector<HTMLMetaElement>('meta[name="tidewaiter-client"]')?.content;
  return !content || content.startsWith('__') ? DEV_CREDENTIAL : content;
}

/** Every call to the portal. It only throws: what a failure looks like is for the screen that asked. */
export const client = createClient({
  baseUrl: '',
  credential: clientCredential(),
  token: sessionStore.token,
  fetch: sender(sessionStore.renewedToken, (input, init) => fetch(input, init)),
});

/** True for a failure that means: this session is over. */
export function endsSession(error: unknown): boolean {
  return error instanceof PortalError && (error.code === 'SESSION_TIMEOUT' || error.code === 'SIGN_IN_FIRST');
}
