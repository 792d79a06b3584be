import type { FastifyBaseLogger } from 'fastify';
import type { House } from './house.js';

const HOUR_MS = 60 * 60 * 1000;

/** What a portal does by itself, at the start and every hour: sign-ups that were left over, and notices of ends to come. */
export function startHousekeeping({ accounts }: House, log: FastifyBaseLogger): { stop(): void } {
  const work = async () => {
    await accounts.signUps.handlePending();
    await accounts.expiryNotices.send();
  };
  const run = () =>
    accounts.mailer.run(() => work().catch((error: unknown) => log.error({ err: error }, 'housekeeping failed')));
  run();
  const timer = setInterval(run, HOUR_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
