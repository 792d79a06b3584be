import type { PortalError } from '@tidewaiter/contract';
import type { FastifyRequest } from 'fastify';
import type { Services } from '../../app/services.js';

/** Notes who was refused what, for the operator. */
export async function writeForbidden(
  request: FastifyRequest,
  { code }: PortalError,
  { accounts }: Services,
  call = `${request.method} ${request.routeOptions.url}`,
): Promise<void> {
  const { caller, ip } = request;
  await accounts.audit.refused({
    event: 'FORBIDDEN',
    subjectId: caller?.user.id ?? null,
    ...(caller && { actorId: caller.user.id }),
    address: ip,
    details: { call, code },
  });
}
