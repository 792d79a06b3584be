/**
 * The share of real headers' columns that is mapped right, held against floors a little under what `docs/loading.md` says. The
 * headers lie beside the project for its builders and are no part of it; without them this is skipped, and
 * `understand-file.test.ts` covers the same rules with headers of our own.
 */
import { existsSync } from 'node:fs';
import { LAYOUTS, measure, readLayouts } from '@tidewaiter/testing/known-layouts';
import { describe, expect, it } from 'vitest';

const present = existsSync(LAYOUTS);
if (!present) process.stdout.write(`Skipped: the real headers are not beside the project (${LAYOUTS}).\n`);

describe.skipIf(!present)('the columns of real headers', () => {
  it.each([
    ['tuned on', false, 0.99],
    ['held out', true, 0.98],
  ])('are mapped right: of those %s', (_, heldOut, floor) => {
    const { columns, right, meant, found, proposed, proposedRight } = measure(
      readLayouts(LAYOUTS).filter((layout) => layout.heldOut === heldOut),
    );
    expect(columns).toBeGreaterThan(900);
    expect(right / columns).toBeGreaterThan(floor);
    expect(found / meant).toBeGreaterThan(floor - 0.01);
    expect(proposedRight / proposed).toBeGreaterThan(floor);
  });
});
