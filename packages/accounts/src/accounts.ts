import { openAccess } from './access/open.js';
import { AccountsSnapshot } from './database/copies.js';
import { type Database, type DatabaseLocation, openDatabase } from './database/database.js';
import { Exports } from './exports/exports.js';
import { Jobs } from './jobs/jobs.js';
import { FollowedSources } from './loading/followed-sources.js';
import { LoadDrafts } from './loading/load-drafts.js';
import { SavedMappings } from './loading/saved-mappings.js';
import { Mailer, type MailSettings } from './mail/mailer.js';
import { openPeople } from './people/open.js';
import { openPlans } from './plans/open.js';
import { Contacts, keyContacts } from './saved/contacts.js';
import { openLists, openSaved } from './saved/open.js';
import { Audit } from './site/audit.js';
import { Sealing } from './site/sealing.js';
import type { PortalSettings } from './site/settings.js';
import { Site } from './site/site.js';
import { AccountStore } from './site/store.js';
import { openFollowing } from './standing/open.js';
import { Users } from './users/users.js';
import { Deliveries } from './webhooks/deliveries.js';
import type { AllowedTargets } from './webhooks/targets.js';
import { Webhooks } from './webhooks/webhooks.js';

export interface AccountsOptions {
  mail: MailSettings;
  settings: PortalSettings;
  /** Of the portal, by which secrets are sealed; asked for when the first one is. */
  secretKey: () => Buffer;
  /** What webhooks may call beside the public internet. */
  webhookTargets: AllowedTargets;
  /** Tests put another clock in its place. */
  now?: () => Date;
  leaseMs?: number;
}

/** People and what belongs to them. */
export type Accounts = Awaited<ReturnType<typeof openAccounts>>;

/** The databases beneath accounts that were opened, for tests and tools alone (`beneath.ts`). */
const DATABASES = new WeakMap<object, Database>();

/** The database beneath accounts, past all that they hold to. */
export function databaseOf(accounts: Accounts): Database {
  const database = DATABASES.get(accounts);
  if (!database) throw new Error('these accounts were never opened');
  return database;
}

export async function openAccounts(
  location: DatabaseLocation,
  { mail, settings, secretKey, webhookTargets, now = () => new Date(), leaseMs }: AccountsOptions,
) {
  const opened = await openDatabase(location);
  const { database, patient, pool } = opened;
  await keyContacts(patient);
  const audit = new Audit(database, now);
  const jobs = new Jobs(opened, leaseMs);
  const mailer = new Mailer(mail, jobs, audit);
  const sealing = new Sealing(secretKey);
  const users = new Users(database, audit, now);
  const webhooks = new Webhooks(database, jobs, sealing, mailer, audit, webhookTargets, now);
  new Deliveries(database, sealing, mailer, audit, webhookTargets, webhooks, now).handledBy(jobs);
  const beneath = {
    database,
    patient,
    pool,
    audit,
    jobs,
    mailer,
    sealing,
    users,
    webhooks,
    webhookTargets,
    settings,
    now,
  };
  const access = openAccess(beneath);
  const plans = openPlans({ ...beneath, rateLimiter: access.rateLimiter });
  const accounts = {
    access,
    people: openPeople({ ...beneath, access, plans }),
    plans,
    exports: new Exports({ ...beneath, ledger: plans.ledger }),
    saved: openSaved({ ...beneath, plans }),
    contacts: new Contacts(database, now),
    lists: openLists(beneath),
    following: openFollowing(beneath),
    webhooks,
    /** Loads that are given on the operator's screen, and public sources that are followed. */
    loading: {
      drafts: new LoadDrafts(beneath),
      mappings: new SavedMappings(database, audit, now),
      sources: new FollowedSources(beneath),
    },
    site: new Site(database, audit, now),
    audit,
    jobs,
    mailer,
    /** These accounts as one of the two stores of a portal. */
    store: new AccountStore(opened),
    /**
     * The accounts of this moment, for backups and moves.
     *
     * @param scratch a folder that is made, and gone when the snapshot is closed
     */
    snapshot: (scratch: string) => AccountsSnapshot.take(opened.engine ?? location, scratch),
    async close() {
      await mailer.close();
      await jobs.close();
      await opened.close();
    },
  };
  DATABASES.set(accounts, database);
  return accounts;
}
