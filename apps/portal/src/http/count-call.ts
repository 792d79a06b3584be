import { type Accounts, countedAddress } from '@tidewaiter/accounts';
import { RATE_LIMITS, type RateBucket } from '@tidewaiter/contract';
import type { FastifyRequest } from 'fastify';

/**
 * Counts a call against its limit: by person where somebody is signed in, else by network address.
 *
 * @throws TooManyRequests
 */
export async function countCall(
  request: FastifyRequest,
  bucket: RateBucket,
  limiter: Accounts['rateLimiter'],
): Promise<void> {
  const { by } = RATE_LIMITS[bucket];
  await limiter.count(
    bucket,
    by === 'PERSON' && request.caller ? String(request.caller.user.id) : countedAddress(request.ip),
  );
}
