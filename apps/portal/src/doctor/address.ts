/** Whether people reach the portal where its letters send them. */
import { once } from 'node:events';
import { Agent, get, globalAgent } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { DAY_MS } from '@tidewaiter/contract';
import type { Config } from '../app/config.js';
import { type Finding, soon, well, wrong } from './finding.js';

/** A certificate that is renewed by itself is so a month before its end. */
const CERTIFICATE_DAYS = 14;

const ANSWER_WITHIN_MS = 5_000;

/** Why nothing came back, as the network or the other side's certificate has it. */
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * What answers at an address over TLS: with which status, and until when its certificate is good. A connection of its own, without a
 * session of one before, whose certificate nobody sends again.
 */
async function answerOf(address: URL): Promise<{ status: number; until: Date }> {
  const agent = new Agent({ ...globalAgent.options, keepAlive: false, maxCachedSessions: 0 });
  const call = get(address, { agent, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  const [answer] = await once(call, 'response');
  const until = new Date((answer.socket as TLSSocket).getPeerCertificate().valid_to);
  answer.destroy();
  return { status: answer.statusCode, until };
}

/** Until when the certificate of the public address is good. @throws where nothing answers there over TLS */
export const certificateEnd = async (publicUrl: string) => (await answerOf(new URL('/health/live', publicUrl))).until;

export async function publicAddress({ publicUrl }: Pick<Config, 'publicUrl'>): Promise<Finding> {
  const { hostname, protocol } = new URL(publicUrl);
  if (hostname === 'localhost' || hostname === '127.0.0.1')
    return soon('address', publicUrl, 'Set PUBLIC_URL to where people reach the portal: mailed links begin with it.');
  if (protocol !== 'https:')
    return wrong(
      'address',
      `${publicUrl} is not encrypted`,
      'Put a proxy with TLS before the portal, and set PUBLIC_URL to https.',
    );
  const answered = await answerOf(new URL('/health/live', publicUrl)).catch(reasonOf);
  if (typeof answered === 'string')
    return wrong(
      'address',
      `${publicUrl} cannot be reached from here: ${answered}`,
      'Look at the proxy, its certificate and the name. Where this machine alone does not reach it, ask from another: curl PUBLIC_URL/health/live',
    );
  if (answered.status !== 200)
    return wrong(
      'address',
      `${publicUrl} answers with ${answered.status}`,
      'Does the proxy lead to this portal, and is it running?',
    );
  const days = Math.floor((answered.until.getTime() - Date.now()) / DAY_MS);
  const found = `${publicUrl} answers; its certificate is good for ${days} days`;
  return days < CERTIFICATE_DAYS
    ? soon('address', found, 'Renew the certificate, and see why the proxy did not.')
    : well('address', found);
}
