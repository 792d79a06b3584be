import type { FastifyBaseLogger } from 'fastify';
import type { House } from './house.js';

const HOUR_MS = 60 * 60 * 1000;

/** The kind of job that the portal gives itself every hour. */
const HOUSEKEEPING_JOB = 'housekeeping';

/**
 * Begins the work that nobody waits for. At the start and every hour, one of the portals looks after what only time brings: the notices of
 * subscriptions that end, and old jobs.
 */
export async function startBackgroundWork({ accounts }: House, log: FastifyBaseLogger): Promise<{ stop(): void }> {
  const { jobs, expiryNotices } = accounts;
  jobs.handle(HOUSEKEEPING_JOB, {
    async work() {
      await expiryNotices.send();
      await jobs.purge();
    },
  });
  const askForIt = () => {
    const hour = new Date().toISOString().slice(0, 'yyyy-mm-ddThh'.length);
    // Whichever portal asks first: the key is the hour's.
    jobs
      .enqueue({ key: `${HOUSEKEEPING_JOB} ${hour}`, kind: HOUSEKEEPING_JOB })
      .catch((error: unknown) => log.error({ err: error }, 'housekeeping was not asked for'));
  };
  await jobs.start((error) => log.error({ err: error }, 'work in the background met an error'));
  askForIt();
  const timer = setInterval(askForIt, HOUR_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
