/** Real records under one name for the tests of a file, or of a group: made before them, and closed behind them. */
import { afterAll, beforeAll } from 'vitest';
import { type TestRecords, temporaryRecords } from './records.js';

export function sharedRecords(): TestRecords {
  const test = {} as TestRecords;
  beforeAll(async () => {
    Object.setPrototypeOf(test, await temporaryRecords());
  });
  afterAll(() => test.close());
  return test;
}
