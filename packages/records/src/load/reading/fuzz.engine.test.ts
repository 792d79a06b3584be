import { expect, it } from 'vitest';
import { fuzzReaders } from '../../testing/fuzz-readers.js';
import { temporaryRecords } from '../../testing/records.js';

it('300 damaged files are read or refused, in time, and leave nothing behind', async () => {
  const test = await temporaryRecords();
  const { wrong, ...counts } = await fuzzReaders(test, { seed: 20260101, from: 0, to: 300 });
  await test.close();
  expect(wrong).toEqual([]);
  expect(counts.read + counts.refused + counts.loaded).toBe(300);
  expect(counts.read).toBeGreaterThan(30);
  expect(counts.refused).toBeGreaterThan(30);
});
