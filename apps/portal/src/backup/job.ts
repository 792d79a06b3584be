import type { FastifyBaseLogger } from 'fastify';
import { type Config, openSettings } from '../app/config.js';
import type { Services } from '../app/services.js';
import { backUp } from './back-up.js';
import { openRepository } from './repository.js';

/** The kind of job that backs up, once a day and whenever the operator asks. */
export const BACKUP_JOB = 'backup';

/** Makes the backups that are asked for, where it is said where they go. */
export function handleBackups(services: Services, { backups, dataFolder }: Config, log: FastifyBaseLogger): void {
  const { to, keep, bucket } = backups;
  if (to === undefined) return;
  services.accounts.jobs.handle(BACKUP_JOB, {
    async work() {
      const settings = openSettings(process.env);
      const repository = openRepository(to, dataFolder, bucket);
      const made = await backUp(services, repository, { rule: keep, settings, progress: () => {} });
      log.info({ backup: made }, 'a backup was made');
    },
  });
}
