/** What an account may not see changes nothing of what calls and files tell it: two sets of records that differ in nothing else answer alike. */
import { cases, SEED } from '@tidewaiter/testing/generated';
import { differentials, JOINED, LEAD, SUPPRESSED } from '@tidewaiter/testing/hidden-records';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { everyCall, LIMITS, limit, loadRows } from '../../testing/every-call.js';
import { sharedPortalAtWork } from '../../testing/shared-portal.js';

const portal = sharedPortalAtWork();

it('what an account may not see changes nothing of what it is told', async () => {
  const drawn = fc.sample(differentials(60, fc.constant(LIMITS)), { numRuns: cases(1, 20), seed: SEED });
  const { suppressions, parties } = portal.services.records;
  for (const [no, { seen, hidden }] of drawn.entries()) {
    const told: Record<string, unknown>[] = [];
    for (const lot of hidden) {
      await loadRows(portal, [...seen, ...lot]);
      if (no === 0 && told.length === 0) {
        await suppressions.suppress({ kind: 'party', subject: await suppressions.keyOf(SUPPRESSED) }, 'asked for');
        await parties.join(LEAD, [JOINED], 'one company');
      }
      const account = await portal.signIn(LIMITS.countries);
      await limit(portal, account);
      told.push(await everyCall(portal, account));
    }
    const [one = {}, other = {}] = told;
    expect(one['query count']).toBe(seen.filter(({ trade }) => trade === 'IMPORT').length);
    for (const of of Object.keys(one)) expect.soft(other[of], of).toEqual(one[of]);
  }
});
