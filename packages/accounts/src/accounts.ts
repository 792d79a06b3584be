import { ApiKeys } from './access/api-keys.js';
import { Captchas } from './access/captchas.js';
import { Connections } from './access/connections.js';
import { Challenges } from './access/factor-challenges.js';
import { Factors } from './access/factors.js';
import { KnownBrowsers } from './access/known-browsers.js';
import { OneUseLinks } from './access/one-use-links.js';
import { OperatorResets } from './access/operator-resets.js';
import { Passkeys } from './access/passkeys.js';
import { PasswordResets } from './access/password-resets.js';
import { Passwords } from './access/passwords.js';
import { RateLimiter } from './access/rate-limiter.js';
import { Sessions } from './access/sessions.js';
import { SignInTries } from './access/sign-in-tries.js';
import { SignOnTries } from './access/sign-on-tries.js';
import { SignOns } from './access/sign-ons.js';
import { AccountsSnapshot } from './database/copies.js';
import { type Database, type DatabaseLocation, openDatabase } from './database/database.js';
import { Exports } from './exports/exports.js';
import { ExportTickets } from './exports/tickets.js';
import { Jobs } from './jobs/jobs.js';
import { LoadDrafts } from './loading/load-drafts.js';
import { SavedMappings } from './loading/saved-mappings.js';
import { Mailer, type MailSettings } from './mail/mailer.js';
import { Directory } from './people/directory.js';
import { Erasures } from './people/erasures.js';
import { FirstLinks } from './people/invitations.js';
import { NewAccounts } from './people/new-accounts.js';
import { PersonalData } from './people/personal-data.js';
import { Profiles } from './people/profiles.js';
import { SignOnPeople } from './people/sign-on-people.js';
import { SignUps } from './people/sign-ups.js';
import { SubUsers } from './people/sub-users.js';
import { ExpiryNotices } from './plans/expiry-notices.js';
import { Grants, Ledger } from './plans/ledger.js';
import { Plans } from './plans/plans.js';
import { Subscriptions } from './plans/subscriptions.js';
import { Weightages } from './plans/weightages.js';
import { Contacts, keyContacts } from './saved/contacts.js';
import { FreeReads } from './saved/free-reads.js';
import { LastSeen } from './saved/last-seen.js';
import { OwnListCells } from './saved/own-list-cells.js';
import { OwnListWork } from './saved/own-list-work.js';
import { OwnLists } from './saved/own-lists.js';
import { purgeRemoved } from './saved/saved-items.js';
import { SavedSearches } from './saved/saved-searches.js';
import { SearchLog } from './saved/search-log.js';
import { Searches } from './saved/searches.js';
import { Workspaces } from './saved/workspaces.js';
import { Audit } from './site/audit.js';
import { Notices } from './site/notices.js';
import { Sealing } from './site/sealing.js';
import type { PortalSettings } from './site/settings.js';
import { Site } from './site/site.js';
import { AccountStore } from './site/store.js';
import { Destinations } from './standing/destinations.js';
import { Digests } from './standing/digests.js';
import { Findings } from './standing/findings.js';
import { StandingQuestions } from './standing/standing-questions.js';
import { Users } from './users/users.js';
import { Deliveries } from './webhooks/deliveries.js';
import type { AllowedTargets } from './webhooks/targets.js';
import { ToldRecords } from './webhooks/told-records.js';
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
  const plans = new Plans(database, audit);
  const ledger = new Ledger(database, now);
  const rateLimiter = new RateLimiter(pool);
  const knownBrowsers = new KnownBrowsers(database, now);
  const links = new OneUseLinks(database, now);
  const subscriptions = new Subscriptions(database, plans, ledger, audit, mailer, rateLimiter, settings, now);
  const firstLinks = new FirstLinks(database, links, mailer, rateLimiter, audit, settings);
  const users = new Users(database, audit, now);
  const workspaces = new Workspaces(database, subscriptions, ledger, now);
  const sealing = new Sealing(secretKey);
  const challenges = new Challenges(database, now);
  const passkeys = new Passkeys(database, challenges, settings, now);
  const factors = new Factors(database, challenges, passkeys, sealing, rateLimiter, mailer, audit, settings, now);
  const sessions = new Sessions(database, users, factors, audit, settings, now);
  const apiKeys = new ApiKeys(database, mailer, audit, now);
  const webhooks = new Webhooks(database, jobs, sealing, mailer, audit, webhookTargets, now);
  new Deliveries(database, sealing, mailer, audit, webhookTargets, webhooks, now).handledBy(jobs);
  const ownLists = new OwnLists(database, jobs, now);
  const findings = new Findings(database, now);
  const digests = new Digests(database, mailer, findings, now);
  const subUsers = new SubUsers(database, subscriptions, ledger, firstLinks, audit, now);
  const accounts = {
    users,
    directory: new Directory(database),
    personalData: new PersonalData(database, audit),
    newAccounts: new NewAccounts(database, subscriptions, audit, now),
    subUsers,
    profiles: new Profiles(database, links, sessions, factors, apiKeys, webhooks, mailer, rateLimiter, audit, settings),
    signUps: new SignUps(database, subscriptions, firstLinks, mailer, rateLimiter, audit, settings, now, jobs),
    firstLinks,
    captchas: new Captchas(database, settings, now),
    passwords: new Passwords(database, links, sessions, knownBrowsers, apiKeys, webhooks, mailer, audit, now),
    passwordResets: new PasswordResets(database, users, links, mailer, audit, now),
    operatorResets: new OperatorResets(
      database,
      links,
      sessions,
      factors,
      knownBrowsers,
      apiKeys,
      webhooks,
      mailer,
      audit,
      settings,
    ),
    erasures: new Erasures(patient, subUsers, mailer, audit, now),
    sessions,
    factors,
    passkeys,
    apiKeys,
    connections: new Connections(database, apiKeys, mailer, audit, now),
    signOns: new SignOns(database, sealing, audit, now),
    signOnTries: new SignOnTries(database, now),
    signOnPeople: new SignOnPeople(database, users, subUsers, mailer, audit, now),
    signInTries: new SignInTries(rateLimiter, knownBrowsers),
    knownBrowsers,
    subscriptions,
    expiryNotices: new ExpiryNotices(database, mailer, now),
    plans,
    ledger,
    grants: new Grants(database, ledger, subscriptions, audit),
    weightages: new Weightages(database, audit),
    exports: new Exports(database, ledger, jobs, webhooks, settings, now),
    exportTickets: new ExportTickets(database, now),
    searches: new Searches(database, ledger, ownLists, now),
    searchLog: new SearchLog(database, ledger),
    freeReads: new FreeReads(database, now),
    workspaces,
    savedSearches: new SavedSearches(database, subscriptions, workspaces, now),
    contacts: new Contacts(database, now),
    lastSeen: new LastSeen(database, now),
    ownLists,
    standing: new StandingQuestions(database, jobs, mailer, digests, settings, now),
    /** What was found for them. */
    findings,
    /** Messages of it. */
    digests,
    /** Where their files are sent. */
    destinations: new Destinations(database, sealing, mailer, audit, webhookTargets, now),
    ownListCells: new OwnListCells(database),
    ownListWork: new OwnListWork(database),
    /** Ends what was removed before a moment for good. */
    purgeRemoved: (before: Date) => purgeRemoved(patient, before),
    site: new Site(database, audit),
    notices: new Notices(database, audit, now),
    loadDrafts: new LoadDrafts(database, jobs, audit, now),
    savedMappings: new SavedMappings(database, audit, now),
    audit,
    /**
     * The accounts of this moment, for backups and moves.
     *
     * @param scratch a folder that is made, and gone when the snapshot is closed
     */
    snapshot: (scratch: string) => AccountsSnapshot.take(opened.engine ?? location, scratch),
    /** These accounts as one of the two stores of a portal. */
    store: new AccountStore(opened),
    rateLimiter,
    jobs,
    mailer,
    webhooks,
    /** What webhooks were last told of the records. */
    toldRecords: new ToldRecords(database),
    async close() {
      await mailer.close();
      await jobs.close();
      await opened.close();
    },
  };
  DATABASES.set(accounts, database);
  return accounts;
}
