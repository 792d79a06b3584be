import { type Actor, countedAddress, workingFor } from '@tidewaiter/accounts';
import { PortalError, type RateBucket } from '@tidewaiter/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../app/config.js';
import type { Services } from '../../app/services.js';
import { askerOf } from '../../work/asker.js';
import { countCall } from '../handlers/caller.js';
import { onceOver } from './disconnect.js';

/** What a call shows at the door, and what it is counted as. */
interface Entry<Who extends Actor> {
  /** The token or key that it bears: until it is known whose it is, it waits with others of the same. */
  secret: string | undefined;
  rate: RateBucket;
  /** Whose it is; without it, anybody may ask. */
  identify?: () => Promise<Who>;
  /** Open to somebody who has not chosen a password of their own yet. */
  beforeOwnPassword?: boolean;
  /** Refuses who may not ask this, though they may come in. */
  mustBeAllowed?: (who: Who) => void;
}

/**
 * Lets a call in before its body is read: a stranger learns nothing about what would be valid.
 *
 * @returns how much of its rate is left; undefined where calls are not counted
 * @throws PortalBusy where the call would be answered too late, and PortalError for who may not come in
 */
export async function letIn<Who extends Actor>(
  request: FastifyRequest,
  reply: FastifyReply,
  { admission, accounts }: Services,
  { rateLimits }: Config,
  { secret, rate, identify, beforeOwnPassword = false, mustBeAllowed }: Entry<Who>,
) {
  onceOver(reply, admission.enter(admission.askerOf(secret, countedAddress(request.ip))));
  const count = (bucket: RateBucket) =>
    rateLimits ? countCall(request, bucket, accounts.access.rateLimiter) : undefined;
  let who: Who | undefined;
  if (identify) {
    who = await identify().catch(async (error: unknown) => {
      // Whom a secret does not name is counted like those who need none.
      if (error instanceof PortalError) await count('PUBLIC');
      throw error;
    });
    request.caller = who;
    const { account } = askerOf(who.user);
    const now = workingFor.getStore();
    if (now) now.account = account;
    if (secret !== undefined) admission.know(secret, account);
  }
  const left = await count(rate);
  if (who?.user.mustChangePassword && !beforeOwnPassword) throw new PortalError('PASSWORD_CHANGE_REQUIRED');
  if (who) mustBeAllowed?.(who);
  return left;
}
