import { MESSAGES, PortalError } from '@tidewaiter/contract';
import { browserSecret, setBrowserSecret } from '../browser-cookie.js';
import { tokenOf } from '../caller.js';
import type { Handler } from '../handler.js';
import { clearRestoreCookie, restoreSecretOf, setRestoreCookie } from '../restore-cookie.js';

export const login: Handler<'login'> = async ({ house, config, request, signal, http }) => {
  const { email, password, keepLoggedIn } = request;
  const { signInTries, sessions, knownBrowsers } = house.accounts;
  const address = http.request.ip;
  const browser = browserSecret(http.request);
  const restoreSecret = restoreSecretOf(http.request);
  const wasRight = config.rateLimits ? await signInTries.admit({ email, address, browser, signal }) : undefined;
  const opened = await sessions.login({ email, password, keepLoggedIn, address, restoreSecret });
  await wasRight?.();
  const known = await knownBrowsers.remember(opened.signedIn.userid, browser);
  setRestoreCookie(http.reply, opened);
  setBrowserSecret(http.reply, known);
  return opened.signedIn;
};

export const restoreSession: Handler<'restoreSession'> = async ({ house, http }) => {
  const secret = restoreSecretOf(http.request);
  if (!secret) throw new PortalError('SIGN_IN_FIRST');
  return house.accounts.sessions.restore(secret);
};

export const logout: Handler<'logout'> = async ({ house, request, caller, http }) => {
  const own =
    request.userId === caller.user.id && request.loginId === caller.loginId && request.sessionId === caller.sessionId;
  if (!own) throw new PortalError('NOT_YOURS');
  await house.accounts.sessions.endOwn(caller.user, caller.sessionId, http.request.ip);
  clearRestoreCookie(http.reply);
  return { message: MESSAGES.logoutSuccessful };
};

export const loginStatus: Handler<'loginStatus'> = async ({ house, request, http }) => {
  const ended = await house.accounts.sessions.logoutTime(tokenOf(http.request), request.loginId);
  return { logoutTime: ended?.toISOString() ?? null };
};
