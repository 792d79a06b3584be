/** What another build summed up by another rule is summed up anew at the start, before anything is answered from it. */
import { breakdownQuery, LISTED_DIMENSIONS } from '@tidewaiter/contract';
import { AS_PORTAL, EVERYTHING, question } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { HEADER, smallMapping } from '@tidewaiter/testing/small-files';
import { beforeAll, expect, it } from 'vitest';

const test = sharedRecords();

const ROWS = Array.from(
  { length: 40 },
  (_, no) => `${no},2020-0${1 + (no % 3)}-15,8517${no % 4}0,Importer ${no % 5},${no}.5`,
);

beforeAll(async () => {
  const path = await test.file('a.csv', [HEADER, ...ROWS, ''].join('\n'));
  await test.loader.load({ files: [{ path }], mapping: smallMapping() });
  const { suppressions } = test.records;
  await suppressions.suppress({ kind: 'party', subject: await suppressions.keyOf('Importer 4') }, 'asked for');
});

/** All lists of a question that leaves words out, which the roll-ups answer. */
async function lists() {
  const query = breakdownQuery.parse({
    ...question({ searchBy: 'PRODUCT', matchType: 'D', searchValue: ['nothing has this'] }),
    numberOfRecords: 500,
    pageNumber: 0,
  });
  const asked = await test.records.ask(query, EVERYTHING, AS_PORTAL);
  return Promise.all(LISTED_DIMENSIONS.map((dimension) => asked.list(dimension)));
}

const run = (sql: string) => test.records.staging.engine.run({ name: 'test', sql, settings: { mutations_sync: 2 } });

it('a dimension that an earlier build did not list is there after the next start', async () => {
  const before = await lists();
  expect(before.some(({ items }) => items.length > 0)).toBe(true);
  // As a build would leave it that listed nothing by HS codes, and knew of another rule.
  await run(`DELETE FROM month_sums WHERE dimension = 'hsCodes'`);
  await run(
    `INSERT INTO data_versions SELECT * REPLACE (version + 1 AS version, 1 AS roll_up_rule) FROM data_versions ORDER BY version DESC LIMIT 1`,
  );
  await test.reopen();
  expect(await lists()).toEqual(before);
  const [{ version } = { version: 0 }] = [await test.records.versions.current()];
  await test.reopen();
  // Once.
  expect((await test.records.versions.current()).version).toBe(version);
});
