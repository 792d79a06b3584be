import {
  createClient,
  type ErrorCode,
  type OPERATOR_ENDPOINTS,
  type OWN_LIST_ENDPOINTS,
  type PortalClient,
  PortalError,
  type REPORT_ENDPOINTS,
  type STANDING_ENDPOINTS,
} from '@tidewaiter/contract';
import { type ComponentType, lazy } from 'react';
import { confirmed } from './confirmations.js';
import { watchConnection } from './connection.js';
import { sender } from './send.js';
import { sessionStore } from './store.js';

/** It is the credential in development, when no server has filled in the page. */
const DEV_CREDENTIAL = 'tidewaiter-web:';

function clientCredential(): string {
  const content = document.querySelector<HTMLMetaElement>('meta[name="tidewaiter-client"]')?.content;
  return !content || content.startsWith('__') ? DEV_CREDENTIAL : content;
}

export const isRefused = (error: unknown, code: ErrorCode) => error instanceof PortalError && error.code === code;

/** Tells whether a failure means that this session is over, or that there is none. */
export function endsSession(error: unknown): boolean {
  return isRefused(error, 'SESSION_TIMEOUT') || isRefused(error, 'SIGN_IN_FIRST');
}

/** How every call reaches the portal. */
export const CLIENT_OPTIONS = {
  baseUrl: '',
  credential: clientCredential(),
  token: sessionStore.token,
  fetch: sender(sessionStore.renewedToken, (input, init) => fetch(input, init)),
};

/** The calls of the operator, of lists, of reports and of what is followed are those of their screens, which bring them. */
const portal: Omit<
  PortalClient,
  | keyof typeof OPERATOR_ENDPOINTS
  | keyof typeof OWN_LIST_ENDPOINTS
  | keyof typeof REPORT_ENDPOINTS
  | keyof typeof STANDING_ENDPOINTS
> = createClient(CLIENT_OPTIONS);

/** A portal that is there answers within so many milliseconds. */
const ANSWERS_WITHIN_MS = 10_000;

const isWithoutAnswer = (error: unknown) => isRefused(error, 'NO_ANSWER');

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

/** A part that is drawn, which is loaded when it first is. */
export const later = <Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => lazy(whenAnswered(async () => ({ default: (await load())[name] })));

/** The end of a session is told once, by its own alert: a call that finds it is never answered, for no screen to tell it again. */
function untilSessionEnds<Call extends (...about: never[]) => Promise<unknown>>(call: Call): Call {
  const within = async (...about: Parameters<Call>) => {
    const isWithin = sessionStore.token() !== null;
    try {
      return await call(...about);
    } catch (error) {
      if (isWithoutAnswer(error)) void connection.doubt();
      if (isRefused(error, 'CONFIRM_FIRST')) {
        await confirmed();
        return within(...about);
      }
      // Asked for since the person has signed in: the way in leads to it.
      if (isRefused(error, 'FACTOR_REQUIRED')) {
        sessionStore.hasFactor(false);
        location.reload();
      }
      if (!endsSession(error) || !(isWithin || sessionStore.state().ended)) throw error;
      sessionStore.expire();
      return new Promise<never>(() => {});
    }
  };
  return within as Call;
}

/** Calls that a session lies behind: its end is told by itself, and who somebody is may be asked once more on the way. */
export const withinSession = <Calls extends object>(calls: Calls): Calls =>
  Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, untilSessionEnds(call)])) as Calls;

/** Every call to the portal. It only throws: what a failure looks like is for the screen that asked. */
export const client = withinSession(portal);
