import { SESSION } from '@tidewaiter/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Opens new tabs: browser storage is per tab, this is not. Only the restore call opens anything by it. */
const NAME = 'tidewaiter_restore';

/** Over TLS the browser itself holds the cookie to this host; its prefix asks for the path of the whole site. */
const overTls = (request: FastifyRequest) => request.protocol === 'https';
const nameOf = (request: FastifyRequest) => (overTls(request) ? `__Host-${NAME}` : NAME);

function optionsOf(request: FastifyRequest) {
  const secure = overTls(request);
  // Signing in reads it too, to end the session that the browser had.
  return { path: secure ? '/' : '/user-management', httpOnly: true, sameSite: 'strict', secure } as const;
}

/** The secret that the browser sends, if it has one. */
export function restoreSecretOf(request: FastifyRequest): string | undefined {
  return request.cookies[nameOf(request)];
}

export function setRestoreCookie(
  reply: FastifyReply,
  { restoreSecret, kept }: { restoreSecret: string; kept: boolean },
) {
  const lifetime = kept ? { maxAge: SESSION.keptAbsoluteMs / 1000 } : {};
  reply.setCookie(nameOf(reply.request), restoreSecret, { ...optionsOf(reply.request), ...lifetime });
}

export function clearRestoreCookie(reply: FastifyReply): void {
  reply.clearCookie(nameOf(reply.request), optionsOf(reply.request));
}
