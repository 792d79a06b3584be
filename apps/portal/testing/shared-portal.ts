/** One portal for all tests of a file, or of a group: opened before them, and closed behind them. */
import { afterAll, beforeAll } from 'vitest';
import { startBackgroundWork } from '../src/jobs/housekeeping.js';
import { type SignedInAccount, startPortal, type TestPortal } from './portal.js';

export function sharedPortal(environment: NodeJS.ProcessEnv = {}): TestPortal {
  const portal = {} as TestPortal;
  let opened: TestPortal | undefined;
  beforeAll(async () => {
    opened = await startPortal(environment);
    Object.setPrototypeOf(portal, opened);
  });
  // One that could not be opened has said why.
  afterAll(() => opened?.close());
  return portal;
}

/** Somebody who is signed in for all tests of a file. */
export function sharedAccount(portal: TestPortal, ...how: Parameters<TestPortal['signIn']>): SignedInAccount {
  const account = {} as SignedInAccount;
  beforeAll(async () => {
    Object.assign(account, await portal.signIn(...how));
  });
  return account;
}

let common: Promise<TestPortal> | undefined;

/**
 * The portal of all suites that need the common records and nothing of their own (`*.portal.test.ts`): a worker opens it once, and ends with it.
 * They leave its records and settings as they are, and each works with people that it has made.
 */
export function commonPortal(): TestPortal {
  const portal = {} as TestPortal;
  beforeAll(async () => {
    common ??= startPortal({ CONTACT_MAIL: 'details@portal.example', OPERATOR_EMAIL: 'operator@example.com' });
    Object.setPrototypeOf(portal, await common);
  });
  return portal;
}

/** One that does its work in the background too, as the command's does. */
export function sharedPortalAtWork(environment: NodeJS.ProcessEnv = {}): TestPortal {
  const portal = sharedPortal(environment);
  let background: { stop(): void } | undefined;
  beforeAll(async () => {
    background = await startBackgroundWork(portal.services, portal.config, portal.app.log);
  });
  afterAll(() => background?.stop());
  return portal;
}
