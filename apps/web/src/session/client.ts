import { createClient, PortalError } from '@tidewaiter/contract';
import { watchConnection } from './connection.js';
import { sender } from './send.js';
import { sessionStore } from './store.js';

/** It is the credential in development, when no server has filled in the page. */
const DEV_CREDENTIAL = 'tidewaiter-web:';

function clientCredential(): string {
  const content = document.querySelector<HTMLMetaElement>('meta[name="tidewaiter-client"]')?.content;
  return !content || content.startsWith('__') ? DEV_CREDENTIAL : content;
}

/** Tells whether a failure means that this session is over, or that there is none. */
export function endsSession(error: unknown): boolean {
  return error instanceof PortalError && (error.code === 'SESSION_TIMEOUT' || error.code === 'SIGN_IN_FIRST');
}

const portal = createClient({
  baseUrl: '',
  credential: clientCredential(),
  token: sessionStore.token,
  fetch: sender(sessionStore.renewedToken, (input, init) => fetch(input, init)),
});

/** A portal that is there answers within so many milliseconds. */
const ANSWERS_WITHIN_MS = 10_000;

const isWithoutAnswer = (error: unknown) => error instanceof PortalError && error.code === 'NO_ANSWER';

/** It knows whether calls reach the portal. */
export const connection = watchConnection(async () => {
  const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
  return portal.siteSettings({}, { signal }).then(
    () => true,
    (error) => error instanceof PortalError && !isWithoutAnswer(error),
  );
});

/** Loads a part of the application; where there is no connection, as soon as there is one. */
export const whenAnswered =
  <Part>(load: () => Promise<Part>) =>
  (): Promise<Part> =>
    load().catch(async () => {
      await connection.doubt();
      return load();
    });

/** The end of a session is told once, by its own alert: a call that finds it is never answered, for no screen to tell it again. */
function untilSessionEnds<Call extends (...about: never[]) => Promise<unknown>>(call: Call): Call {
  const within = async (...about: Parameters<Call>) => {
    const isWithin = sessionStore.token() !== null;
    try {
      return await call(...about);
    } catch (error) {
      if (isWithoutAnswer(error)) void connection.doubt();
      if (!endsSession(error) || !(isWithin || sessionStore.state().ended)) throw error;
      sessionStore.expire();
      return new Promise<never>(() => {});
    }
  };
  return within as Call;
}

/** Every call to the portal. It only throws: what a failure looks like is for the screen that asked. */
export const client = Object.fromEntries(
  Object.entries(portal).map(([name, call]) => [name, untilSessionEnds(call)]),
) as typeof portal;
