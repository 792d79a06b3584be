import { KNOWN_BROWSER_MS } from '@tidewaiter/accounts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Tells a browser that somebody signed in with before; it opens nothing. Only the sign-in call ever sees it. */
const BROWSER_COOKIE = 'tidewaiter_browser';

/** Over TLS the browser itself holds the cookie to this host; its prefix asks for the path of the whole site. */
const overTls = (request: FastifyRequest) => request.protocol === 'https';
const cookieName = (request: FastifyRequest) => (overTls(request) ? `__Host-${BROWSER_COOKIE}` : BROWSER_COOKIE);

/** The secret by which the caller's browser is known, if it is. */
export function browserSecret(request: FastifyRequest): string | undefined {
  return request.cookies[cookieName(request)];
}

export function setBrowserSecret(reply: FastifyReply, secret: string): void {
  const secure = overTls(reply.request);
  reply.setCookie(cookieName(reply.request), secret, {
    path: secure ? '/' : '/user-management/login',
    httpOnly: true,
    sameSite: 'strict',
    secure,
    maxAge: KNOWN_BROWSER_MS / 1000,
  });
}
