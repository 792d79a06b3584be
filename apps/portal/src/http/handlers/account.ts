import { MESSAGES, PortalError, SESSION } from '@tidewaiter/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { browserSecret, setBrowserSecret } from '../browser-cookie.js';
import { tokenOf } from '../caller.js';
import type { Handler } from '../handler.js';

/** Opens new tabs: browser storage is per tab, this is not. Only the restore call ever sees it. */
const RESTORE_COOKIE = 'tidewaiter_restore';

/** Over TLS the browser itself holds the cookie to this host; its prefix asks for the path of the whole site. */
const overTls = (request: FastifyRequest) => request.protocol === 'https';
const cookieName = (request: FastifyRequest) => (overTls(request) ? `__Host-${RESTORE_COOKIE}` : RESTORE_COOKIE);

function cookieOptions(request: FastifyRequest) {
  const secure = overTls(request);
  return {
    path: secure ? '/' : '/user-management/session/restore',
    httpOnly: true,
    sameSite: 'strict',
    secure,
  } as const;
}

function setRestoreCookie(reply: FastifyReply, secret: string, kept: boolean): void {
  const lifetime = kept ? { maxAge: SESSION.keptAbsoluteMs / 1000 } : {};
  reply.setCookie(cookieName(reply.request), secret, { ...cookieOptions(reply.request), ...lifetime });
}

export const login: Handler<'login'> = async ({ house, config, request, signal, http }) => {
  const { email, password, keepLoggedIn } = request;
  const { signInTries, sessions, knownBrowsers } = house.accounts;
  const address = http.request.ip;
  const browser = browserSecret(http.request);
  const wasRight = config.rateLimits ? await signInTries.admit({ email, address, browser, signal }) : undefined;
  const opened = await sessions.login({ email, password, keepLoggedIn, address });
  await wasRight?.();
  const known = await knownBrowsers.remember(opened.signedIn.userid, browser);
  setRestoreCookie(http.reply, opened.restoreSecret, opened.kept);
  setBrowserSecret(http.reply, known);
  return opened.signedIn;
};

export const restoreSession: Handler<'restoreSession'> = async ({ house, http }) => {
  const secret = http.request.cookies[cookieName(http.request)];
  if (!secret) throw new PortalError('SIGN_IN_FIRST');
  return house.accounts.sessions.restore(secret);
};

export const logout: Handler<'logout'> = async ({ house, request, caller, http }) => {
  const own =
    request.userId === caller.user.id && request.loginId === caller.loginId && request.sessionId === caller.sessionId;
  if (!own) throw new PortalError('NOT_YOURS');
  await house.accounts.sessions.endOwn(caller.user, caller.sessionId, http.request.ip);
  http.reply.clearCookie(cookieName(http.request), cookieOptions(http.request));
  return { message: MESSAGES.logoutSuccessful };
};

export const loginStatus: Handler<'loginStatus'> = async ({ house, request, http }) => {
  const ended = await house.accounts.sessions.logoutTime(tokenOf(http.request), request.loginId);
  return { logoutTime: ended?.toISOString() ?? null };
};
