import { Audit } from './audit.js';
import { Captchas } from './captcha/captchas.js';
import { Contacts } from './contacts.js';
import { type Database, type DatabaseLocation, openDatabase } from './database/database.js';
import { ExpiryNotices } from './expiry-notices.js';
import { FirstLinks } from './first-links.js';
import { Jobs } from './jobs/jobs.js';
import { KnownBrowsers } from './known-browsers.js';
import { Grants } from './ledger/grants.js';
import { Ledger } from './ledger/ledger.js';
import { Mailer, type MailSettings } from './mail/mailer.js';
import { OneUseLinks } from './one-use-links.js';
import { PasswordResets } from './password-resets.js';
import { Passwords } from './passwords.js';
import { Plans } from './plans.js';
import { Profiles } from './profiles.js';
import { RateLimiter } from './rate-limiter.js';
import { SavedSearches } from './saved-searches.js';
import { Searches } from './searches.js';
import { Sessions } from './sessions.js';
import type { PortalSettings } from './settings.js';
import { SignInTries } from './sign-in-tries.js';
import { SignUps } from './sign-ups.js';
import { Site } from './site.js';
import { SubUsers } from './sub-users.js';
import { Subscriptions } from './subscriptions.js';
import { Users } from './users.js';
import { Workspaces } from './workspaces.js';

/** People and what belongs to them. */
export interface Accounts {
  users: Users;
  subUsers: SubUsers;
  profiles: Profiles;
  signUps: SignUps;
  firstLinks: FirstLinks;
  captchas: Captchas;
  passwords: Passwords;
  passwordResets: PasswordResets;
  sessions: Sessions;
  signInTries: SignInTries;
  knownBrowsers: KnownBrowsers;
  subscriptions: Subscriptions;
  expiryNotices: ExpiryNotices;
  plans: Plans;
  ledger: Ledger;
  grants: Grants;
  searches: Searches;
  workspaces: Workspaces;
  savedSearches: SavedSearches;
  contacts: Contacts;
  site: Site;
  audit: Audit;
  rateLimiter: RateLimiter;
  jobs: Jobs;
  mailer: Mailer;
  /** For tests that look beneath. */
  database: Database;
  close(): Promise<void>;
}

export interface AccountsOptions {
  mail: MailSettings;
  settings: PortalSettings;
  /** Replaced in tests only. */
  now?: () => Date;
  leaseMs?: number;
}

/** Opens the accounts. */
export async function openAccounts(
  location: DatabaseLocation,
  { mail, settings, now = () => new Date(), leaseMs }: AccountsOptions,
): Promise<Accounts> {
  const opened = await openDatabase(location);
  const { database, pool } = opened;
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
  const users = new Users(database, subscriptions, audit, now);
  const workspaces = new Workspaces(database, subscriptions, ledger, now);
  const sessions = new Sessions(database, users, audit, now);
  return {
    users,
    subUsers: new SubUsers(database, subscriptions, ledger, firstLinks, audit, now),
    profiles: new Profiles(database, links, sessions, mailer, rateLimiter, audit, settings),
    signUps: new SignUps(database, subscriptions, firstLinks, mailer, rateLimiter, audit, settings, now, jobs),
    firstLinks,
    captchas: new Captchas(database, settings, now),
    passwords: new Passwords(database, links, sessions, knownBrowsers, mailer, audit, now),
    passwordResets: new PasswordResets(database, users, links, mailer, audit, now),
    sessions,
    signInTries: new SignInTries(rateLimiter, knownBrowsers),
    knownBrowsers,
    subscriptions,
    expiryNotices: new ExpiryNotices(database, mailer, now),
    plans,
    ledger,
    grants: new Grants(database, ledger, subscriptions, audit),
    searches: new Searches(database, ledger, now),
    workspaces,
    savedSearches: new SavedSearches(database, subscriptions, workspaces, now),
    contacts: new Contacts(database, now),
    site: new Site(database),
    audit,
    rateLimiter,
    jobs,
    mailer,
    database,
    async close() {
      await mailer.close();
      await jobs.close();
      await opened.close();
    },
  };
}
