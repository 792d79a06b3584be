/** Real records under one name for the tests of a file: made before them, and closed behind them. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type TestRecords, temporaryRecords } from './records.js';

function madeAround(before: (make: () => Promise<void>) => void, after: (close: () => Promise<void>) => void) {
  const test = {} as TestRecords;
  before(async () => {
    Object.setPrototypeOf(test, await temporaryRecords());
  });
  after(() => test.close());
  return test;
}

/** The same records for all tests of a file, or of a group. */
export const sharedRecords = () => madeAround(beforeAll, afterAll);

/** New records for each test. */
export const recordsOfEachTest = () => madeAround(beforeEach, afterEach);
