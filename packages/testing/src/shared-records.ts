/** Real records under one name for the tests of a file, or of a group: made before them, and closed behind them. */
import { afterAll, beforeAll } from 'vitest';
import { type DemoRecords, loadDemoRecords } from './demo-records.js';
import { type TestRecords, temporaryRecords } from './records.js';

export function sharedRecords(): TestRecords {
  const test = {} as TestRecords;
  beforeAll(async () => {
    Object.setPrototypeOf(test, await temporaryRecords());
  });
  afterAll(() => test.close());
  return test;
}

/** The same of generated records. @param rows how many, where few are not enough */
export function sharedDemo(rows?: number): DemoRecords {
  const demo = {} as DemoRecords;
  beforeAll(async () => {
    Object.setPrototypeOf(demo, await loadDemoRecords(rows));
  });
  afterAll(() => demo.test.close());
  return demo;
}
