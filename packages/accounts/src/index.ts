export type { ListedKey } from './access/api-keys.js';
export type { TokenGrant } from './access/connections.js';
export { KNOWN_BROWSER_MS } from './access/known-browsers.js';
export type { RateLeft } from './access/rate-limiter.js';
export { type Caller, mustBeConfirmed, type OpenedSession } from './access/session.js';
export { SIGN_ON_MS, type SignOnTry } from './access/sign-on-tries.js';
export { domainOf, noneOf, type SignOn, type SignOnOwner, type SignOnSetting } from './access/sign-ons.js';
export { type Accounts, type AccountsOptions, openAccounts } from './accounts.js';
export { type ContactFile, writeContactFile } from './contact-files/contact-file.js';
export { ContactFileThread, type FileToRead } from './contact-files/contact-file-thread.js';
export { type AccountsPlan, type AccountsSnapshot, type Removal, RestoredAccounts } from './database/copies.js';
export { DamagedAccounts, explainFailure } from './database/damage.js';
export { type DatabaseLocation, isDatabaseAway, isUniqueViolation } from './database/database.js';
export type { UnreconciledBalance } from './database/soundness.js';
export type { JobState } from './database/tables/jobs.js';
export { THE_PORTAL, type WorkingFor, workingFor } from './database/turns.js';
export {
  AnotherIsMade,
  accessOf,
  EXPORT_JOB,
  type ExportPayload,
  type ListedExport,
  type RecordExport,
  SENDING_JOB,
  type SendingPayload,
} from './exports/export.js';
export {
  type AroundTry,
  FinalFailure,
  JobInterrupted,
  type JobKind,
  type RunningJob,
  SetAside,
  TRIES_OF_A_DAY_MS,
} from './jobs/job.js';
export { type ClaimedJob, type JobOwner, type JobView, SET_ASIDE_AT } from './jobs/queue.js';
export { SOURCE_JOB, type SourcePayload } from './loading/followed-sources.js';
export { DRAFT_JOB, type DraftPayload, type LoadDraft } from './loading/load-drafts.js';
export type { SavedMapping } from './loading/saved-mappings.js';
export { MAIL_JOB, type MailSettings } from './mail/mailer.js';
export { MAIL } from './mail/messages.js';
export type { ListedPerson } from './people/directory.js';
export type { NewAccount } from './people/new-accounts.js';
export type { ProviderPerson } from './people/sign-on-people.js';
export type { Plan } from './plans/plans.js';
export type { SubscriptionState } from './plans/subscriptions.js';
export { USUAL_WEIGHTAGE } from './plans/weightages.js';
export type { Contact } from './saved/contacts.js';
export type { FreeRecords } from './saved/free-reads.js';
export type { OwnListCells } from './saved/own-list-cells.js';
export {
  type FoundEntry,
  OWN_LIST_JOB,
  type OwnList,
  type OwnListEntry,
  type OwnListPayload,
} from './saved/own-list-work.js';
export type { NamedList } from './saved/own-lists.js';
export type { Report, ReportWithoutBlocks } from './saved/reports.js';
export { type Maker, mayChange } from './saved/saved-items.js';
export type { SavedSearch } from './saved/saved-searches.js';
export type { LoggedSearch } from './saved/search-log.js';
export { type AskedSearch, askTheSame, type SearchCharge } from './saved/searches.js';
export type { AuditEntry, AuditedAct } from './site/audit.js';
export { countedAddress } from './site/network-address.js';
export type { Notice } from './site/notices.js';
export { type PortalSettings, portalSettings } from './site/settings.js';
export type { Destination, OpenedDestination } from './standing/destinations.js';
export type { Digest } from './standing/digests.js';
export { type FindingRow, type Found, type FoundByName, isShown } from './standing/findings.js';
export {
  type ListedQuestion,
  QUESTION_FILE_JOB,
  type QuestionFilePayload,
  type QuestionToFollow,
  type StandingQuestion,
} from './standing/standing-questions.js';
export { type Actor, nameOf, ownerOf, presentUser, type UsedKey, type User } from './users/user.js';
export { callTarget, unlessEnded } from './webhooks/post.js';
export { type AllowedTargets, readTargets, resolveTarget, TargetRefused } from './webhooks/targets.js';
export type { RecordState } from './webhooks/told-records.js';
export type { Delivery, Facts, Webhook } from './webhooks/webhooks.js';
