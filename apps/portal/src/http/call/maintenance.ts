import type { Actor } from '@tidewaiter/accounts';
import { type EndpointName, RetryLater } from '@tidewaiter/contract';
import type { Services } from '../../app/services.js';

/** Calls that a closed site answers: whether it is open, how long a session lasts, and how it ends. */
const ALWAYS: ReadonlySet<EndpointName> = new Set<EndpointName>(['siteSettings', 'logout', 'loginStatus']);

/** Seconds after which a caller of a closed site may try again. */
const RETRY_AFTER = 60;

/**
 * Refuses calls of a site in maintenance (SPEC 3 "Site settings"), but for those of whom the operator named, and who is one. A sign-in names its person
 * in the request.
 *
 * @param name of the endpoint, where it is one
 * @throws RetryLater MAINTENANCE with the operator's message
 */
export async function mustBeOpen(
  name: EndpointName | undefined,
  request: unknown,
  caller: Actor | undefined,
  { accounts }: Services,
): Promise<void> {
  if (name && ALWAYS.has(name)) return;
  if (caller?.user.operator) return;
  const { maintenance, message, allowed } = await accounts.site.state();
  if (!maintenance) return;
  const email = caller?.user.email ?? (request as { email?: unknown } | undefined)?.email;
  if (typeof email === 'string' && allowed.includes(email.toLowerCase())) return;
  throw new RetryLater('MAINTENANCE', RETRY_AFTER, message || undefined);
}
