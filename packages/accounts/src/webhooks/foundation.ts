import type { Database, OpenDatabase } from '../database/database.js';
import type { Jobs } from '../jobs/jobs.js';
import type { Mailer } from '../mail/mailer.js';
import type { Audit } from '../site/audit.js';
import type { Sealing } from '../site/sealing.js';
import type { PortalSettings } from '../site/settings.js';
import type { Users } from '../users/users.js';
import type { AllowedTargets } from './targets.js';
import type { Webhooks } from './webhooks.js';

/** What the rooms of accounts stand on. */
export interface Foundation {
  database: Database;
  /** For what takes long. */
  patient: Database;
  /** Where the database is a server. */
  pool: OpenDatabase['pool'] | undefined;
  audit: Audit;
  jobs: Jobs;
  mailer: Mailer;
  sealing: Sealing;
  users: Users;
  webhooks: Webhooks;
  /** What webhooks and destinations may call beside the public internet. */
  webhookTargets: AllowedTargets;
  settings: PortalSettings;
  now: () => Date;
}
