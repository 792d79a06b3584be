import { DAY_MS, HOUR_MS, LIMITS } from '@tidewaiter/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../app/config.js';
import type { Services } from '../app/services.js';
import { forgetFormerStates } from '../app/upgrade.js';
import { BACKUP_JOB, handleBackups } from '../backup/job.js';
import { forgetAbandoned, handleExports } from '../exports/job.js';
import { forgetOldDrafts, handleDrafts } from '../loading/job.js';
import { handleSources } from '../loading/source-job.js';
import { handleOwnLists } from '../own-lists/job.js';
import { handleQuestionFiles } from '../standing/files.js';
import { askDue, handleStandingQuestions } from '../standing/job.js';
import { writeDue } from '../standing/mailing.js';
import { watchRecords } from './new-records.js';
import { toldTries } from './tries.js';

const MINUTE_MS = 60 * 1000;

/** The kind of job that the portal gives itself every hour. */
const HOUSEKEEPING_JOB = 'housekeeping';

/**
 * Begins the work that nobody waits for. At the start and every hour, one of the portals looks after what only time brings: the notices of
 * subscriptions that end, old jobs, what was removed, lists and exports that came to nothing, and files that are kept no longer.
 */
export async function startBackgroundWork(
  services: Services,
  config: Config,
  log: FastifyBaseLogger,
): Promise<{ stop(): void }> {
  const { accounts, exportFiles } = services;
  const {
    jobs,
    plans: { expiryNotices },
  } = accounts;
  await exportFiles.clear();
  jobs.around.push(toldTries(log, services.traces));
  handleExports(services, config.publicUrl);
  jobs.handle(HOUSEKEEPING_JOB, {
    async work() {
      await expiryNotices.send();
      await jobs.purge();
      await accounts.webhooks.forgetOld();
      await accounts.following.findings.forgetOld();
      await accounts.saved.freeReads.forgetOld();
      await forgetAbandoned(services);
      await accounts.lists.ownLists.forgetUnsent();
      await accounts.saved.purgeRemoved(new Date(Date.now() - LIMITS.undoHours * HOUR_MS));
      await exportFiles.expire(new Date(Date.now() - config.exports.days * DAY_MS));
      await forgetOldDrafts(services);
      await forgetFormerStates(services.dataFolder);
    },
  });
  handleDrafts(services);
  handleSources(services, config);
  handleOwnLists(services);
  handleStandingQuestions(services, config.publicUrl);
  handleBackups(services, config, log);
  handleQuestionFiles(services);
  // What is due by people's clocks.
  const lookAtClocks = () => {
    writeDue(services).catch((error: unknown) =>
      log.error({ err: error }, 'messages of what was found were not written'),
    );
    askDue(accounts).catch((error: unknown) =>
      log.error({ err: error }, 'standing questions were not asked when they were due'),
    );
    accounts.loading.sources
      .askDue()
      .catch((error: unknown) => log.error({ err: error }, 'public sources were not asked when they were due'));
  };
  const watching = watchRecords(services, log);
  // Whichever portal asks first: the key is the hour's, or the day's.
  const enqueue = (kind: string, when: string) =>
    jobs
      .enqueue({ key: `${kind} ${when}`, kind })
      .catch((error: unknown) => log.error({ err: error }, `${kind} was not asked for`));
  // Just installed: a backup would have nothing in it, and the first load would have to wait for it.
  let isEmpty = (await services.records.loads.list()).length === 0;
  const askForIt = () => {
    const now = new Date();
    const hour = now.toISOString().slice(0, 'yyyy-mm-ddThh'.length);
    enqueue(HOUSEKEEPING_JOB, hour);
    if (config.backups.to !== undefined && now.getUTCHours() >= config.backups.hour && !isEmpty)
      enqueue(BACKUP_JOB, hour.slice(0, 'yyyy-mm-dd'.length));
    isEmpty = false;
  };
  await jobs.start((error) => log.error({ err: error }, 'work in the background met an error'));
  askForIt();
  lookAtClocks();
  const timers = [setInterval(askForIt, HOUR_MS), setInterval(lookAtClocks, MINUTE_MS)];
  for (const timer of timers) timer.unref();
  return {
    stop() {
      watching.stop();
      for (const timer of timers) clearInterval(timer);
    },
  };
}
