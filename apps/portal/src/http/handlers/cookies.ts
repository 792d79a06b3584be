import { KNOWN_BROWSER_MS, SIGN_ON_MS } from '@tidewaiter/accounts';
import { SESSION } from '@tidewaiter/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Tells a browser that somebody signed in with before; it opens nothing. Only the sign-in call ever sees it. */
const BROWSER_COOKIE = 'tidewaiter_browser';

/** Over TLS the browser itself holds the cookie to this host; its prefix asks for the path of the whole site. */
const overTls = (request: FastifyRequest) => request.protocol === 'https';
const browserCookieName = (request: FastifyRequest) => (overTls(request) ? `__Host-${BROWSER_COOKIE}` : BROWSER_COOKIE);

/** The secret by which the caller's browser is known, if it is. */
export function browserSecret(request: FastifyRequest): string | undefined {
  return request.cookies[browserCookieName(request)];
}

export function setBrowserSecret(reply: FastifyReply, secret: string): void {
  const secure = overTls(reply.request);
  reply.setCookie(browserCookieName(reply.request), secret, {
    path: secure ? '/' : '/user-management/login',
    httpOnly: true,
    sameSite: 'strict',
    secure,
    maxAge: KNOWN_BROWSER_MS / 1000,
  });
}

/** Opens new tabs: browser storage is per tab, this is not. Only the restore call opens anything by it. */
const RESTORE_COOKIE = 'tidewaiter_restore';

const restoreCookieName = (request: FastifyRequest) => (overTls(request) ? `__Host-${RESTORE_COOKIE}` : RESTORE_COOKIE);

function optionsOf(request: FastifyRequest) {
  const secure = overTls(request);
  // Signing in reads it too, to end the session that the browser had.
  return { path: secure ? '/' : '/user-management', httpOnly: true, sameSite: 'strict', secure } as const;
}

/** The secret that the browser sends, if it has one. */
export function restoreSecretOf(request: FastifyRequest): string | undefined {
  return request.cookies[restoreCookieName(request)];
}

export function setRestoreCookie(
  reply: FastifyReply,
  { restoreSecret, kept }: { restoreSecret: string; kept: boolean },
) {
  const lifetime = kept ? { maxAge: SESSION.keptAbsoluteMs / 1000 } : {};
  reply.setCookie(restoreCookieName(reply.request), restoreSecret, { ...optionsOf(reply.request), ...lifetime });
}

export function clearRestoreCookie(reply: FastifyReply): void {
  reply.clearCookie(restoreCookieName(reply.request), optionsOf(reply.request));
}

/** Binds what a firm's provider sends back to the browser that was sent there. Only the call that signs in by it reads it, once. */
const SIGN_ON_COOKIE = 'tidewaiter_sign_on';

const signOnCookieName = (request: FastifyRequest) => (overTls(request) ? `__Host-${SIGN_ON_COOKIE}` : SIGN_ON_COOKIE);

function signOnOptions(request: FastifyRequest) {
  const secure = overTls(request);
  const path = secure ? '/' : '/user-management/login/firm';
  return { path, httpOnly: true, sameSite: 'strict', secure } as const;
}

export function signOnSecretOf(request: FastifyRequest): string | undefined {
  return request.cookies[signOnCookieName(request)];
}

export function setSignOnSecret(reply: FastifyReply, secret: string): void {
  const maxAge = SIGN_ON_MS / 1000;
  reply.setCookie(signOnCookieName(reply.request), secret, { ...signOnOptions(reply.request), maxAge });
}

export function clearSignOnSecret(reply: FastifyReply): void {
  reply.clearCookie(signOnCookieName(reply.request), signOnOptions(reply.request));
}
