import { createHmac, randomBytes } from 'node:crypto';
import { WEBHOOK_SECRET_PREFIX } from '@tidewaiter/contract';

/** Bytes of a secret: Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32;

export const newSecret = () => randomBytes(SECRET_BYTES);

/** A secret as its receiver is given it. */
export const secretText = (secret: Buffer) => `${WEBHOOK_SECRET_PREFIX}${secret.toString('base64')}`;

/**
 * The headers of a message by which its receiver knows that it is ours, new and whole (Standard Webhooks 1.0, symmetric signatures).
 *
 * @param secrets each signs it, the present one first
 */
export function signedHeaders(id: string, body: string, secrets: readonly Buffer[], now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signature = (secret: Buffer) =>
    `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  return {
    'content-type': 'application/json',
    'user-agent': 'Tidewaiter-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(signature).join(' '),
  };
}
