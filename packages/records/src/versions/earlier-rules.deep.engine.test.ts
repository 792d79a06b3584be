/** Records that were keyed or summed up by an earlier rule are so by the present one, and what was hidden stays so. */

import { breakdownQuery, LISTED_DIMENSIONS } from '@tidewaiter/contract';
import { countOf, EVERY_RECORD, listOf, question } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { smallMapping } from '@tidewaiter/testing/small-files';
import { afterEach, expect, it } from 'vitest';
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

/** Brings everything to how a build of the earlier rule would have left it. */
async function keyAsBefore(): Promise<void> {
  await test.run(`ALTER TABLE records UPDATE importer_name_key = ${EARLIER} WHERE 1`);
  await test.run('ALTER TABLE party_names DELETE WHERE 1');
  await test.run(`INSERT INTO party_names SELECT load_id, 'IMPORT', 'IMPORTER', country, importer_name_key, importer_name,
      importer_name_text, count(), [toStartOfMonth(any(record_date))], [toUInt32(count())] FROM records GROUP BY ALL`);
}

const strayKeys = async () =>
  (
    await test.rows(`SELECT (SELECT countIf(importer_name_key != ${partyKeys('importer_name')}) FROM records),
      (SELECT count() FROM party_names WHERE name_key NOT IN (SELECT importer_name_key FROM records))`)
  )[0];
const loadNames = (...names: string[]) =>
  test.load(
    names.map((name, at) => `${at},${name}`),
    { header: 'no,importer', mapping },
  );
const versionNow = async () => (await test.records.versions.current()).version;
const hashOf = async (text: string) => (await test.rows('SELECT sipHash64({text:String})', { text }))[0]?.[0] ?? '';
const foundBy = async (...importerList: string[]) => {
  const dates = { countryCode: ['ZWE'], fromDate: '2022-01-01', toDate: '2022-12-31' };
  return (await countOf(test.records, question({ ...EVERY_RECORD, ...dates, importerList }))).count;
};

it('are keyed anew at the next start, as a data version of its own', async () => {
  const orrins = ['Orrin Mills Ltd', 'Orrin Mills GmbH', 'ORRIN MILLS LIMITED'];
  await loadNames(...orrins, 'Tallow & Finch Ltd', 'Tallow and Finch');
  await keyAsBefore();
  const { suppressions, versions } = test.records;
  await suppressions.suppress({ kind: 'party', subject: await hashOf('orrin') }, 'asked for', 'Orrin Mills Ltd');
  const before = await versions.change('A test', () => versions.publish({ partyRule: 1 }, 'an earlier rule'));
  expect(await strayKeys()).not.toEqual(['0', '0']);

  await test.reopen();
  const after = await test.records.versions.current();
  expect([after.partyRule, after.version > before.version]).toEqual([PARTY_RULE, true]);
  expect(await strayKeys()).toEqual(['0', '0']);
  expect(await foundBy('TALLOW AND FINCH LTD.')).toBe(2);
  expect(await foundBy('Orrin Mills Ltd', 'Orrin Mills GmbH')).toBe(0);

  // Nothing is left to do at the next one.
  await test.reopen();
  expect(await versionNow()).toBe(after.version);
  const [hidden] = await test.records.suppressions.list();
  await test.records.suppressions.lift(hidden?.number ?? 0, 'a mistake');
  expect([await foundBy('Orrin Mills Ltd'), await foundBy('Orrin Mills GmbH')]).toEqual([2, 1]);
});

it('that were joined stay so, by the new keys of all their names', async () => {
  await loadNames('Orrin Mills Ltd', 'Tallow Ltd', 'Tallow & Finch Ltd', 'Zebu SA');
  await keyAsBefore();
  const [lead, party] = [await hashOf('orrin'), await hashOf('tallow')];
  const { versions } = test.records;
  await versions.change('A test', async () => {
    const entry = { party, name: 'Tallow Ltd', lead, leadName: 'Orrin Mills Ltd' };
    const { cause } = await enterJoins(test.records.staging.engine, 'JOINED', [entry], 'one owner');
    await versions.publish({ partyRule: 1, joinedParties: [{ party, lead }] }, cause);
  });

  await test.reopen();
  const joined = (await test.records.parties.list()).map(({ name, lead }) => `${name} = ${lead.name}`).sort();
  expect(joined).toEqual(['Tallow & Finch Ltd = Orrin Mills Ltd', 'Tallow Ltd = Orrin Mills Ltd']);
  expect(await foundBy('TALLOW AND FINCH')).toBe(3);
});

it('are summed up anew by a role that an earlier build did not note, before anything is answered', async () => {
  const days = Array.from(
    { length: 40 },
    (_, no) => `${no},2020-0${1 + (no % 3)}-15,8517${no % 4}0,Importer ${no % 5},${no}.5`,
  );
  await test.load(days);
  const { suppressions } = test.records;
  await suppressions.suppress({ kind: 'party', subject: await suppressions.keyOf('Importer 4') }, 'asked for');
  /** All lists, whose names the roll-ups say. */
  const lists = () => {
    const query = breakdownQuery.parse(question({ ...EVERY_RECORD, searchValue: ['nothing has this'] }));
    return Promise.all(LISTED_DIMENSIONS.map((dimension) => listOf(test.records, dimension, query)));
  };
  const before = await lists();
  expect(before.some(({ items }) => items.length > 0)).toBe(true);
  // As a build would leave it that noted no importers, and knew of another rule.
  await test.run(`DELETE FROM party_names WHERE role = 'IMPORTER'`);
  await test.run(`INSERT INTO data_versions SELECT * REPLACE (version + 1 AS version, 1 AS roll_up_rule)
    FROM data_versions ORDER BY version DESC LIMIT 1`);
  await test.reopen();
  const comparable = (all: typeof before) => all.map(({ dataVersion: _, ...list }) => list);
  expect(comparable(await lists())).toEqual(comparable(before));
  // Once.
  const version = await versionNow();
  await test.reopen();
  expect(await versionNow()).toBe(version);
});
