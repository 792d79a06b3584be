import { fuzzReaders } from '@tidewaiter/testing/fuzz-readers';
import { cases, SEED } from '@tidewaiter/testing/generated';
import { temporaryRecords } from '@tidewaiter/testing/records';
import { expect, it } from 'vitest';

const FILES = cases(100, 1000);

it(`${FILES} damaged files are read or refused, in time, and leave nothing behind`, async () => {
  const test = await temporaryRecords();
  const { wrong, ...counts } = await fuzzReaders(test, { seed: SEED, from: 0, to: FILES });
  await test.close();
  expect(wrong).toEqual([]);
  expect(counts.read + counts.refused + counts.loaded).toBe(FILES);
  expect(counts.read).toBeGreaterThan(FILES / 10);
  expect(counts.refused).toBeGreaterThan(FILES / 10);
});
