import { type BrowserSession, NUMBER_SYSTEMS, type NumberSystem, type SignedIn } from '@tidewaiter/contract';
import { useSyncExternalStore } from 'react';
import { browserStorage, tabStorage } from './storage.js';
import { forgetUnfinishedOfOthers } from './unfinished.js';

/**
 * Whose session it is, as this browser keeps it: ids, whether they have a password of their own, and how they write numbers. What they
 * are called, and where they are reached, is asked of the server (`account.ts`): a browser is other people's too.
 */
type SessionUser = Pick<
  SignedIn,
  'userid' | 'uplineId' | 'loginId' | 'sessionId' | 'mustChangePassword' | 'mustAddFactor' | 'operator' | 'numberSystem'
>;

export interface SessionState {
  /** It is null when this tab has no session: a token in session storage and a session id in local storage make one. */
  user: SessionUser | null;
  /** The server has ended the session, and the person has not been told yet. */
  ended: boolean;
  /** The sign-in screen shows this line: how the last session ended. */
  notice: string | null;
}

const TOKEN = 'tidewaiter.token';
/** It says which session the token is of. Local storage is shared, and another tab may have signed in anew since. */
const TOKEN_OF = 'tidewaiter.tokenOf';
const SESSION_ID = 'tidewaiter.sessionId';
const USER = 'tidewaiter.user';

let state: SessionState = { user: storedUser(), ended: false, notice: null };
const listeners = new Set<() => void>();
/** The one in use took the place of this token. */
let renewed: string | null = null;

function idsOf({
  userid,
  uplineId,
  loginId,
  sessionId,
  mustChangePassword,
  mustAddFactor,
  operator,
  ...user
}: SessionUser): SessionUser {
  const numberSystem = NUMBER_SYSTEMS.find((system) => system === user.numberSystem) ?? null;
  return { userid, uplineId, loginId, sessionId, mustChangePassword, mustAddFactor, operator, numberSystem };
}

/** Reads the stored user; null when there is no whole session. Storage is anybody's to edit, so nothing in it is trusted. */
function storedUser(): SessionUser | null {
  const sessionId = browserStorage.getItem(SESSION_ID);
  if (!tabStorage.getItem(TOKEN) || !sessionId || tabStorage.getItem(TOKEN_OF) !== sessionId) return null;
  try {
    const user: unknown = JSON.parse(browserStorage.getItem(USER) ?? 'null');
    const whole = typeof user === 'object' && user !== null && 'loginId' in user && 'userid' in user;
    return whole ? idsOf(user as SessionUser) : null;
  } catch {
    return null;
  }
}

function set(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Forgets this tab's session; one that another tab has begun since stays. */
function forget(): void {
  tabStorage.removeItem(TOKEN);
  tabStorage.removeItem(TOKEN_OF);
  if (state.user && browserStorage.getItem(SESSION_ID) !== state.user.sessionId) return;
  browserStorage.removeItem(SESSION_ID);
  browserStorage.removeItem(USER);
}

/** Keeps what has become of the person, here and for other tabs. */
function know(part: Partial<Pick<SessionUser, 'numberSystem' | 'mustAddFactor'>>): void {
  if (!state.user || Object.entries(part).every(([key, value]) => state.user?.[key as keyof typeof part] === value))
    return;
  const user = { ...state.user, ...part };
  if (browserStorage.getItem(SESSION_ID) === user.sessionId) browserStorage.setItem(USER, JSON.stringify(user));
  set({ ...state, user });
}

/** It alone knows whether somebody is signed in, and never holds a password. */
export const sessionStore = {
  state: (): SessionState => state,

  token: (): string | null => tabStorage.getItem(TOKEN),

  /** Tells whether another tab, or this one before, left a session that the restore cookie may open. */
  mayRestore: (): boolean => browserStorage.getItem(SESSION_ID) !== null,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  begin({ token, ...answer }: SessionUser & BrowserSession): void {
    const user = idsOf(answer);
    forgetUnfinishedOfOthers(user.userid);
    tabStorage.setItem(TOKEN, token);
    tabStorage.setItem(TOKEN_OF, user.sessionId);
    browserStorage.setItem(SESSION_ID, user.sessionId);
    browserStorage.setItem(USER, JSON.stringify(user));
    renewed = null;
    set({ user, ended: false, notice: null });
  },

  /** The person has chosen a password, and another session took the place of this one. */
  renew(session: BrowserSession): void {
    if (!state.user) return;
    const before = tabStorage.getItem(TOKEN);
    sessionStore.begin({ ...state.user, ...session, mustChangePassword: false });
    renewed = before;
  },

  /** The person has chosen how their screens write numbers, here or elsewhere. */
  writeNumbers: (numberSystem: NumberSystem | null): void => know({ numberSystem }),

  /** A second factor is asked of the person, or they have added one. */
  hasFactor: (has = true): void => know({ mustAddFactor: !has }),

  /** Finds the token that a call is to carry which left with another one, before the session was renewed; null for any other call. */
  renewedToken: (sent: string | null): string | null =>
    sent !== null && sent === renewed ? tabStorage.getItem(TOKEN) : null,

  /** The server ended the session: the token is gone at once, the screen stays until the person has read why. */
  expire(): void {
    if (!state.user || state.ended) return;
    forget();
    set({ ...state, ended: true });
  },

  clear(notice: string | null = null): void {
    forget();
    set({ user: null, ended: false, notice });
  },
};

/** Tells whether this tab holds a session that it may use. */
export function hasSession(): boolean {
  const stored = tabStorage.getItem(TOKEN) !== null && browserStorage.getItem(SESSION_ID) !== null;
  return state.user !== null && !state.ended && stored;
}

export function useSession(): SessionState {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.state);
}
