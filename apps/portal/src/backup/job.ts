import { FinalFailure, MAIL } from '@tidewaiter/accounts';
import { OperatorError } from '@tidewaiter/contract';
import type { FastifyBaseLogger } from 'fastify';
import { type Config, openSettings } from '../app/config.js';
import { noteFailedBackup } from '../app/last-backup.js';
import type { Services } from '../app/services.js';
import { backUp, DoubtfulBackup } from './back-up.js';
import { openRepository } from './repository.js';

/** The kind of job that backs up, once a day and whenever the operator asks. */
export const BACKUP_JOB = 'backup';

/** All that an operator is told of a failure, in one text. */
const whole = (error: unknown) =>
  error instanceof OperatorError ? [error.message, ...error.details].join('\n') : String(error);

/** Makes the backups that are asked for, where it is said where they go; one that comes to nothing is noted, and mailed to the operator. */
export function handleBackups(
  services: Services,
  { backups, dataFolder, operatorEmail }: Config,
  log: FastifyBaseLogger,
): void {
  const { to, keep, bucket } = backups;
  if (to === undefined) return;
  const { jobs, mailer } = services.accounts;
  jobs.handle(BACKUP_JOB, {
    async work() {
      const settings = openSettings(process.env);
      const repository = openRepository(to, dataFolder, bucket);
      try {
        const made = await backUp(services, repository, { rule: keep, settings, progress: () => {} });
        log.info({ backup: made }, 'a backup was made');
        const { at, notRemoved } = made;
        if (notRemoved !== undefined && operatorEmail !== undefined)
          await mailer.send(MAIL.operatorBackupsStay(operatorEmail, { at, where: to }, notRemoved));
      } catch (error) {
        await noteFailedBackup(dataFolder, repository.where, error);
        log.error({ why: whole(error) }, 'no backup was made');
        throw error instanceof DoubtfulBackup ? new FinalFailure(whole(error), { cause: error }) : error;
      }
    },
    async onRolledBack(_, error, transaction) {
      if (error === undefined || operatorEmail === undefined) return;
      await mailer.send(MAIL.operatorBackupFailed(operatorEmail, to, whole(error)), transaction);
    },
  });
}
