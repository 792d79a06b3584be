/** Records that were keyed by an earlier rule are found under the present one, and what was hidden stays so. */

import { countOf, EVERYTHING, question } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { smallMapping } from '@tidewaiter/testing/small-files';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { partyKeys } from '../text/normalise-columns.js';
import { PARTY_RULE } from '../text/party-name-keys.js';
import { enterJoins } from './party-joins.js';

const test = sharedRecords();
afterEach(() => test.empty());

const mapping = smallMapping({
  country: 'ZWE',
  columns: { record_date: { constant: '2022-06-01' }, importer_name: { from: 'importer' } },
});

/** An earlier rule: what follows the first word made no difference. */
const EARLIER = "sipHash64(splitByChar(' ', lower(importer_name))[1])";

const mutate = (sql: string) =>
  test.records.staging.engine.run({ name: 'test.mutate', sql, settings: { mutations_sync: 2 } });

/** Brings everything to how a build of the earlier rule would have left it. */
async function keyAsBefore(): Promise<void> {
  await mutate(`ALTER TABLE records UPDATE importer_name_key = ${EARLIER} WHERE 1`);
  await mutate('ALTER TABLE party_names DELETE WHERE 1');
  await test.records.staging.engine.run({
    name: 'test.names',
    sql: `INSERT INTO party_names SELECT load_id, 'IMPORT', 'IMPORTER', country, importer_name_key, importer_name,
        importer_name_text, count(), [toStartOfMonth(any(record_date))], [toUInt32(count())] FROM records GROUP BY ALL`,
  });
}

const keysAreNew = async () =>
  (
    await test.records.staging.engine.query({
      name: 'test.keys',
      sql: `SELECT (SELECT countIf(importer_name_key != ${partyKeys('importer_name')}) FROM records),
        (SELECT count() FROM party_names WHERE name_key NOT IN (SELECT importer_name_key FROM records))`,
      row: z.tuple([z.coerce.number(), z.coerce.number()]),
    })
  )[0];

it('at the next start, as a data version of its own', async () => {
  const names = [
    'Orrin Mills Ltd',
    'Orrin Mills GmbH',
    'ORRIN MILLS LIMITED',
    'Tallow & Finch Ltd',
    'Tallow and Finch',
  ];
  const rows = names.map((name, at) => `${at},${name}`);
  const path = await test.file('a.csv', `no,importer\n${rows.join('\n')}\n`);
  await test.loader.load({ files: [{ path }], mapping });
  await keyAsBefore();
  await test.records.suppressions.suppress(
    { kind: 'party', subject: await hashOf('orrin') },
    'asked for',
    'Orrin Mills Ltd',
  );
  const before = await test.records.versions.change('A test', () =>
    test.records.versions.publish({ partyRule: 1 }, 'an earlier rule'),
  );
  expect(await keysAreNew()).not.toEqual([0, 0]);

  await test.reopen();
  const after = await test.records.versions.current();
  expect([after.partyRule, after.version > before.version]).toEqual([PARTY_RULE, true]);
  expect(await keysAreNew()).toEqual([0, 0]);
  const found = async (importerList: string[]) => {
    const everything = { searchBy: 'PRODUCT', matchType: 'D', searchValue: ['zz'] } as const;
    const dates = { countryCode: ['ZWE'], fromDate: '2022-01-01', toDate: '2022-12-31' };
    const asked = question({ ...everything, searchValue: ['zz'], ...dates, importerList });
    return (await countOf(test.records, asked, EVERYTHING)).count;
  };
  expect(await found(['TALLOW AND FINCH LTD.'])).toBe(2);
  expect(await found(['Orrin Mills Ltd', 'Orrin Mills GmbH'])).toBe(0);

  // Nothing is left to do at the next one.
  await test.reopen();
  expect((await test.records.versions.current()).version).toBe(after.version);
  const [hidden] = await test.records.suppressions.list();
  await test.records.suppressions.lift(hidden?.number ?? 0, 'a mistake');
  expect(await found(['Orrin Mills Ltd'])).toBe(2);
  expect(await found(['Orrin Mills GmbH'])).toBe(1);
});

it('what was joined stays so, by the new keys of all its names', async () => {
  const names = ['Orrin Mills Ltd', 'Tallow Ltd', 'Tallow & Finch Ltd', 'Zebu SA'];
  const path = await test.file('a.csv', `no,importer\n${names.map((name, at) => `${at},${name}`).join('\n')}\n`);
  await test.loader.load({ files: [{ path }], mapping });
  await keyAsBefore();
  const [orrin, tallow] = [await hashOf('orrin'), await hashOf('tallow')];
  await test.records.versions.change('A test', async () => {
    const entry = { party: tallow, name: 'Tallow Ltd', lead: orrin, leadName: 'Orrin Mills Ltd' };
    const { cause } = await enterJoins(test.records.staging.engine, 'JOINED', [entry], 'one owner');
    await test.records.versions.publish({ partyRule: 1, joinedParties: [{ party: tallow, lead: orrin }] }, cause);
  });

  await test.reopen();
  const joined = await test.records.parties.list();
  expect(joined.map(({ name, lead }) => [name, lead.name]).sort()).toEqual([
    ['Tallow & Finch Ltd', 'Orrin Mills Ltd'],
    ['Tallow Ltd', 'Orrin Mills Ltd'],
  ]);
  const everything = { searchBy: 'PRODUCT', matchType: 'D', searchValue: ['zz'] } as const;
  const asked = {
    ...everything,
    searchValue: ['zz'],
    countryCode: ['ZWE'],
    fromDate: '2022-01-01',
    toDate: '2022-12-31',
  };
  const { count } = await countOf(test.records, question({ ...asked, importerList: ['TALLOW AND FINCH'] }), EVERYTHING);
  expect(count).toBe(3);
});

async function hashOf(text: string): Promise<string> {
  const [row] = await test.records.staging.engine.query({
    name: 'test.hash',
    sql: 'SELECT toString(sipHash64({text:String}))',
    parameters: { text },
    row: z.tuple([z.string()]),
  });
  return row?.[0] ?? '';
}
