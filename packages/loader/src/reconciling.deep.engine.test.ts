/** Every row and every last digit of a file is accounted for, and a load in which that fails is none. */

import { scaledDecimal } from '@tidewaiter/contract';
import { cases, SEED } from '@tidewaiter/testing/generated';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { HEADER, smallMapping } from '@tidewaiter/testing/small-files';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { Loader } from './loader.js';

const FILES = cases(6, 25);

const test = sharedRecords();
afterEach(() => test.empty());

const digits = (least: number, most: number) =>
  fc.array(fc.constantFrom(...'0123456789'), { minLength: least, maxLength: most }).map((some) => some.join(''));

/** An amount that can be held exactly, with as many decimals as customs write. */
const amount = fc
  .tuple(fc.constantFrom('', '-'), digits(1, 12), digits(0, 18))
  .map(([sign, whole, fraction]) => `${sign}${whole}${fraction && `.${fraction}`}`);

/** A row with the amount that it holds; rows that must be rejected say why they are. */
const row = fc.oneof(
  {
    weight: 4,
    arbitrary: amount.map((usd) => ({ cells: ['2020-01-02', '8517', 'Acme', usd], amount: usd, isGood: true })),
  },
  amount.map((usd) => ({ cells: ['2020-02-30', '8517', 'Acme', usd], amount: usd, isGood: false })),
  amount.map((usd) => ({ cells: ['2020-01-02', '85x', '"A, B"', usd], amount: usd, isGood: false })),
  amount.map((usd) => ({ cells: ['2020-01-02', '8517', '"two\nlines"', usd], amount: usd, isGood: true })),
  fc.constantFrom('many', '1.2.3', '0.1234567890123456789').map((usd) => ({
    cells: ['2020-01-02', '8517', 'Acme', usd],
    amount: '0',
    isGood: false,
  })),
  fc.constant({ cells: ['2020-01-02', '8517', 'Acme', ''], amount: '0', isGood: true }),
);

const exact = (decimal: string) => scaledDecimal(decimal, 18);

describe('generated files', () => {
  it(`${FILES} of them, give rows read = rows loaded + rows rejected, and sums to the last digit`, async () => {
    const { loads, publication } = test.records;
    const loader = new Loader(test.records);
    let files = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 80 }), async (rows) => {
        fc.pre(rows.some(({ isGood }) => isGood));
        const path = await test.file(
          `${files++}.csv`,
          `${HEADER}\n${rows.map(({ cells }, no) => [no, ...cells].join(',')).join('\n')}\n`,
        );
        const [outcome] = await loader.load({ files: [{ path }], mapping: smallMapping(), source: `file-${files}` });
        const good = rows.filter(({ isGood }) => isGood);
        const bad = rows.filter(({ isGood }) => !isGood);
        const sum = (some: readonly { amount: string }[]) => some.reduce((total, one) => total + exact(one.amount), 0n);
        const { rowsRead, rowsLoaded, rowsRejected, measures } = outcome?.report ?? {};
        expect([rowsRead, rowsLoaded, rowsRejected]).toEqual([rows.length, good.length, bad.length]);
        const [usd] = measures ?? [];
        expect([usd?.source, usd?.loaded, usd?.rejected].map((text) => exact(text ?? ''))).toEqual([
          sum(rows),
          sum(good),
          sum(bad),
        ]);
        const lines = new Set<number>();
        for await (const some of test.records.loads.rejectedRows(outcome?.loadId ?? 0))
          for (const { line } of some) lines.add(line);
        expect(lines.size).toBe(bad.length);
        await publication.unload((await loads.list()).map(({ loadId }) => loadId));
      }),
      { numRuns: FILES, seed: SEED, endOnFailure: true },
    );
  });
});
