/** What is suppressed is nowhere: every answer is the one that records without it would give, before, during and after. */
import type { SearchQuery } from '@tidewaiter/contract';
import { drawn } from '@tidewaiter/testing/generated';
import {
  AS_PORTAL,
  countOf,
  EVERY_RECORD,
  EVERYTHING,
  question,
  seeing,
  withoutHaste,
} from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { PARTIES_MAPPING } from '@tidewaiter/testing/small-files';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { allOf, answersOf, asAccount, suggestionsWithin } from '../../testing/every-answer.js';
import { PARTIES, partyLine } from '../../testing/party-records.js';
import { heardStatements } from '../../testing/statements.js';
import { EVERYTHING_LOADED } from '../query/entitlement.js';

const test = sharedRecords();
beforeAll(() => withoutHaste(test.records));
afterEach(async () => {
  await test.empty();
  const { suppressions } = test.records;
  for (const { number, lifted } of await suppressions.list()) if (!lifted) await suppressions.lift(number, 'over');
});

interface Row {
  no: number;
  importer: string;
  exporter: string;
  notify: string;
}

const IMPORTERS = ['Acme Ltd', 'ACME LIMITED', 'Bolt GmbH', 'Cord SA'];

/** Rows in which Acme plays every part, under several spellings, beside parties that trade with others too. */
const rowsFrom = (first: number): Row[] =>
  Array.from({ length: 400 }, (_, index) => {
    const no = first + index;
    return {
      no,
      importer: IMPORTERS[no % 4] ?? '',
      exporter: no % 11 === 0 ? 'A.C.M.E., Ltd.' : `Exporter ${no % 5}`,
      notify: no % 13 === 0 ? 'acme' : '',
    };
  });

const isAcmes = ({ importer, exporter, notify }: Row) =>
  [importer, exporter, notify].some((name) => name.replaceAll(/[.,]/g, '').toLowerCase().startsWith('acme'));

const linesOf = (rows: readonly Row[]) =>
  rows.map(({ no, importer, exporter, notify }) => partyLine(no, [importer, exporter, notify]));
const load = (rows: readonly Row[], how = {}) => test.load(linesOf(rows), { ...PARTIES, ...how });

const suppress = async (name: string, reason = 'as they asked') => {
  const { suppressions } = test.records;
  return suppressions.suppress({ kind: 'party', subject: await suppressions.keyOf(name) }, reason);
};

/** Together they search by all that names a party, in every way of matching, within whole and cut months. */
const questions: SearchQuery[] = [
  question({ ...EVERY_RECORD, searchValue: ['shrimp'] }),
  question({ searchBy: 'EXPORTER', searchValue: ['Acme Ltd'], pickedValue: ['Acme Ltd'] }),
  question({
    searchValue: ['8507'],
    queryBuilder: [{ relation: 'OR', searchBy: 'IMPORTER', matchType: 'L', searchValue: ['acme'] }],
    fromDate: '2020-01-15',
    toDate: '2020-03-12',
  }),
].map((query) => ({ ...query, numberOfRecords: 200 }));

/** The broad one is answered from the roll-ups, and asked in every run; of the others, one is. */
const asked = [...questions.slice(0, 1), ...drawn(questions.slice(1), 1)];

/** Every answer that the records give, each as text, by what was asked. */
async function everything(): Promise<Record<string, string>> {
  const { records } = test;
  const answers: Record<string, string> = {};
  const note = (about: string, found: Record<string, unknown>) => {
    for (const [asked, answer] of Object.entries(found)) answers[`${about} ${asked}`] = JSON.stringify(answer);
  };
  for (const [index, query] of asked.entries()) {
    note(`${index}`, await allOf(answersOf(query), asAccount(records)));
    const nothing = await records.ask({ ...query, searchValue: ['acme nowhere'] }, EVERYTHING, AS_PORTAL);
    note(`${index} of nothing`, { hints: await nothing.relaxations() });
  }
  note('whole', await allOf(suggestionsWithin(question()), asAccount(records)));
  const cut = { ...question(), fromDate: '2020-01-15', toDate: '2020-02-12' };
  note('cut', await allOf(suggestionsWithin(cut), asAccount(records)));
  const loaded = await records.ask(EVERYTHING_LOADED, EVERYTHING, AS_PORTAL);
  note('loaded', { countries: await loaded.countries(), months: await loaded.months() });
  const window = seeing({ countries: ['KOR'], fromDate: '2020-01-12', toDate: '2020-03-14' });
  note('window', { months: await (await records.ask(EVERYTHING_LOADED, window, AS_PORTAL)).months() });
  return answers;
}

/** What everything would be if the file held some rows only. */
async function everythingOf(...loads: readonly (readonly Row[])[]): Promise<Record<string, string>> {
  const ids: number[] = [];
  for (const rows of loads) ids.push(await load(rows));
  const answers = await everything();
  await test.records.publication.unload(ids);
  return answers;
}

const [june, july] = [rowsFrom(0), rowsFrom(400)];
const without = (rows: readonly Row[], hidden: (row: Row) => boolean) => rows.filter((row) => !hidden(row));

describe('a party that is suppressed', () => {
  it('is in no answer, whatever is loaded meanwhile or again, and back in all of them once it is lifted', async () => {
    const { publication } = test.records;
    const both = await everythingOf(june, july);
    const oneWithout = await everythingOf(without(june, isAcmes));
    const bothWithout = await everythingOf(without(june, isAcmes), without(july, isAcmes));

    await load(june, { name: 'june.csv' });
    const { number, records, name } = await suppress('Acme');
    expect({ records, name }).toEqual({ records: june.filter(isAcmes).length, name: 'ACME LIMITED' });
    expect(await everything()).toEqual(oneWithout);

    // By another mapping, the same file takes the place of its load: from here on, the answers are of that one.
    expect(await load(june, { name: 'june.csv', mapping: { ...PARTIES_MAPPING, missing: ['', 'none'] } })).not.toBe(0);
    const second = await load(july);
    expect(await everything()).toEqual(bothWithout);
    await publication.unload([second]);
    expect(await everything()).toEqual(oneWithout);
    await load(july);
    withoutHaste(await test.reopen());
    expect(await everything()).toEqual(bothWithout);

    await test.records.suppressions.lift(number, 'as they asked again');
    const heard = heardStatements(test.records);
    expect(await everything()).toEqual(both);
    // Where nothing is hidden it costs nothing.
    expect(heard.length).toBeGreaterThan(0);
    expect(heard.filter(({ sql }) => /hidden_parties|hidden_records/.test(sql))).toEqual([]);
    const told = { number, kind: 'party', name: 'ACME LIMITED', reason: 'as they asked' };
    expect(await test.records.suppressions.list()).toMatchObject([
      { ...told, lifted: { reason: 'as they asked again' } },
    ]);
  });
});

it('a load of which everything is hidden counts for nothing', async () => {
  await load(june.filter(isAcmes));
  await suppress('Acme');
  expect(await (await test.records.ask(EVERYTHING_LOADED, EVERYTHING, AS_PORTAL)).months()).toEqual([]);
  expect((await countOf(test.records, question({ searchValue: ['8507'] }))).count).toBe(0);
});

describe('a record that is suppressed', () => {
  it('is in no answer, beside a party that is, and back once it is lifted; each by itself', async () => {
    const bolts = june.find(({ no }) => no === 2);
    const cords = june.find(({ no }) => no === 3);
    const isHidden = (row: Row) => row === bolts || row === cords;
    const three = await everythingOf(without(june, (row) => isHidden(row) || isAcmes(row)));
    const rest = await everythingOf(without(june, (row) => row === cords));

    await load(june);
    const { suppressions } = test.records;
    const [idOfBolts = '', idOfCords = ''] = await Promise.all([idOf(4), idOf(5)]);
    const hidden = await suppressions.suppress({ kind: 'record', subject: idOfBolts }, 'a wrong name');
    await suppressions.suppress({ kind: 'record', subject: idOfCords }, 'a wrong name');
    const party = await suppress('acme');
    expect(await everything()).toEqual(three);
    await suppressions.lift(party.number, 'done');
    await suppressions.lift(hidden.number, 'put right');
    expect(await everything()).toEqual(rest);
    expect((await suppressions.list()).slice(-3).map(({ lifted }) => lifted !== null)).toEqual([true, false, true]);
  });

  it('keeps hidden when a corrected file takes the place of its own', async () => {
    const first = await load(june);
    const id = await idOf(4);
    await test.records.suppressions.suppress({ kind: 'record', subject: id }, 'a wrong name');
    const corrected = june.map((row) => ({ ...row, importer: row.no === 2 ? 'Corrected' : row.importer }));
    await load(corrected, { replace: first });
    const asked = question({ searchBy: 'IMPORTER', searchValue: ['Corrected'] });
    expect((await countOf(test.records, asked)).count).toBe(0);
  });
});

/** The id of the record of a line of the file that was loaded last. */
async function idOf(line: number): Promise<string> {
  const sql = `SELECT lower(hex(id)) FROM records WHERE line = ${line} ORDER BY load_id DESC LIMIT 1`;
  return (await test.rows(sql))[0]?.[0] ?? '';
}

describe('what cannot be', () => {
  it('is said, and changes nothing', async () => {
    await load(june);
    const { suppressions, versions } = test.records;
    const { version } = await versions.current();
    await expect(suppressions.keyOf('., -')).rejects.toThrow('names no party');
    const nothing = { kind: 'record', subject: '00'.repeat(16) } as const;
    await expect(suppressions.suppress(nothing, 'x')).rejects.toThrow('There is no record');
    await expect(suppressions.lift(99, 'x')).rejects.toThrow('There is no suppression 99 in force.');
    expect((await versions.current()).version).toBe(version);
    const unknown = { kind: 'party', subject: await suppressions.keyOf('Not Yet Here Ltd') } as const;
    const ahead = await suppressions.suppress(unknown, 'ahead', 'Not Yet Here Ltd');
    expect(ahead).toMatchObject({ records: 0, name: 'Not Yet Here Ltd' });
    await expect(suppressions.suppress(unknown, 'twice')).rejects.toThrow(/^It is suppressed already, as \d+\.$/);
    expect((await versions.current()).version).toBe(version + 1);
  });

  it('a change that died before it was published never was', async () => {
    await load(june);
    const { suppressions } = test.records;
    const before = await suppressions.list();
    const next = Math.max(0, ...before.map(({ number }) => number)) + 1;
    await test.run(`INSERT INTO suppressions SELECT ${next}, 'SUPPRESSED', 'party', '1', 'Acme', 3, 'x', now()`);
    expect(await suppressions.list()).toEqual(before);
    expect((await suppress('Bolt')).number).toBe(next + 1);
  });
});
