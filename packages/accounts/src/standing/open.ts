import type { Foundation } from '../webhooks/foundation.js';
import { ToldRecords } from '../webhooks/told-records.js';
import { Destinations } from './destinations.js';
import { Digests } from './digests.js';
import { Findings } from './findings.js';
import { StandingQuestions } from './standing-questions.js';

/** What accounts follow. */
export function openFollowing(given: Foundation) {
  const { database, audit, jobs, mailer, sealing, settings, webhookTargets, now } = given;
  const findings = new Findings(database, now);
  const digests = new Digests(database, mailer, findings, now);
  return {
    questions: new StandingQuestions(database, jobs, mailer, digests, settings, now),
    /** What was found for them. */
    findings,
    /** Messages of it. */
    digests,
    /** Where their files are sent. */
    destinations: new Destinations(database, sealing, mailer, audit, webhookTargets, now),
    /** What webhooks were last told of the records. */
    toldRecords: new ToldRecords(database),
  };
}
