/** One portal for all tests of a file, or of a group: opened before them, and closed behind them. */
import { afterAll, beforeAll } from 'vitest';
import { startBackgroundWork } from '../src/jobs/housekeeping.js';
import { startPortal, type TestPortal } from './portal.js';

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
