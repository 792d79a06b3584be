/** What is suppressed is nowhere: every answer is the one that records without it would give, before, during and after. */
import type { SearchQuery } from '@tidewaiter/contract';
import { Loader } from '@tidewaiter/loader';
import { drawn } from '@tidewaiter/testing/generated';
import { AS_PORTAL, countOf, EVERYTHING, pageOf, question, seeing, withoutHaste } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { PARTIES_HEADER, PARTIES_MAPPING } from '@tidewaiter/testing/small-files';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allOf, answersOf, asAccount, suggestionsWithin } from '../../testing/every-answer.js';
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
const GOODS = ['Cotton shirts', 'Steel bolts', 'Frozen shrimp', 'Cotton yarn'];

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

const csvOf = (rows: readonly Row[]) =>
  [
    PARTIES_HEADER,
    ...rows.map(
      ({ no, importer, exporter, notify }) =>
        `${no},2020-0${1 + (no % 3)}-1${no % 10},${no % 7 ? '850760' : '610910'},${importer},"${exporter}",${notify},${GOODS[no % 3]} ${no % 9},${no % 50},${no % 100}.25`,
    ),
    '',
  ].join('\n');

let files = 0;
async function load(rows: readonly Row[], replace?: number): Promise<number> {
  const path = await test.file(`${files++}.csv`, csvOf(rows));
  const [outcome] = await test.loader.load({ files: [{ path }], mapping: PARTIES_MAPPING, replace });
  return outcome?.loadId ?? 0;
}

/** Together they search by all that names a party, in every way of matching, within whole and cut months. */
const questions: SearchQuery[] = [
  question({ searchBy: 'PRODUCT', matchType: 'D', searchValue: ['shrimp'] }),
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

/** The statements that are asked from now on. */
function watchStatements(): string[] {
  const { askedEngine: engine } = test.records;
  const statements: string[] = [];
  const ask = engine.query.bind(engine);
  engine.query = (statement) => {
    statements.push(statement.sql);
    return ask(statement);
  };
  return statements;
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
    const { publication, suppressions } = test.records;
    const loader = new Loader(test.records);
    const both = await everythingOf(june, july);
    const oneWithout = await everythingOf(without(june, isAcmes));
    const bothWithout = await everythingOf(without(june, isAcmes), without(july, isAcmes));

    const path = await test.file('june.csv', csvOf(june));
    await loader.load({ files: [{ path }], mapping: PARTIES_MAPPING });
    const subject = { kind: 'party', subject: await suppressions.keyOf('Acme') } as const;
    const { number, records, name } = await suppressions.suppress(subject, 'as they asked');
    expect({ records, name }).toEqual({ records: june.filter(isAcmes).length, name: 'ACME LIMITED' });
    expect(await everything()).toEqual(oneWithout);

    // By another mapping, the same file takes the place of its load: from here on, the answers are of that one.
    const [again] = await loader.load({ files: [{ path }], mapping: { ...PARTIES_MAPPING, missing: ['', 'none'] } });
    expect(again?.loadId).not.toBeNull();
    const second = await load(july);
    expect(await everything()).toEqual(bothWithout);
    await publication.unload([second]);
    expect(await everything()).toEqual(oneWithout);
    await load(july);
    withoutHaste(await test.reopen());
    expect(await everything()).toEqual(bothWithout);

    await test.records.suppressions.lift(number, 'as they asked again');
    const statements = watchStatements();
    expect(await everything()).toEqual(both);
    // Where nothing is hidden it costs nothing: lists come from the roll-up, too.
    expect(statements.some((sql) => sql.includes('month_sums'))).toBe(true);
    expect(statements.filter((sql) => /hidden_parties|hidden_records/.test(sql))).toEqual([]);
    expect(await test.records.suppressions.list()).toMatchObject([
      {
        number,
        kind: 'party',
        name: 'ACME LIMITED',
        reason: 'as they asked',
        lifted: { reason: 'as they asked again' },
      },
    ]);
  });
});

it('a load of which everything is hidden counts for nothing', async () => {
  await load(june.filter(isAcmes));
  const { suppressions } = test.records;
  await suppressions.suppress({ kind: 'party', subject: await suppressions.keyOf('Acme') }, 'asked');
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
    const all = question({ searchBy: 'PRODUCT', matchType: 'D', searchValue: ['zzz'], numberOfRecords: 200 });
    const { rows } = await pageOf(test.records, { ...all, orderByColumn: 'date', orderByMode: 'asc' });
    expect(rows).toHaveLength(200);
    const [idOfBolts = '', idOfCords = ''] = await Promise.all([idOf(4), idOf(5)]);
    const hidden = await suppressions.suppress({ kind: 'record', subject: idOfBolts }, 'a wrong name');
    await suppressions.suppress({ kind: 'record', subject: idOfCords }, 'a wrong name');
    const party = await suppressions.suppress({ kind: 'party', subject: await suppressions.keyOf('acme') }, 'asked');
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
    await load(
      june.map((row) => ({ ...row, importer: row.no === 2 ? 'Corrected' : row.importer })),
      first,
    );
    const { count } = await countOf(
      test.records,
      question({ searchBy: 'IMPORTER', searchValue: ['Corrected'] }),
      EVERYTHING,
    );
    expect(count).toBe(0);
  });
});

/** The id of the record of a line of the file that was loaded last. */
async function idOf(line: number): Promise<string> {
  const [row] = await test.records.staging.engine.query({
    name: 'test.id',
    sql: 'SELECT lower(hex(id)) FROM records WHERE line = {line:UInt64} ORDER BY load_id DESC LIMIT 1',
    parameters: { line },
    row: z.tuple([z.string()]),
  });
  return row?.[0] ?? '';
}

describe('what cannot be', () => {
  it('is said, and changes nothing', async () => {
    await load(june);
    const { suppressions, versions } = test.records;
    const { version } = await versions.current();
    await expect(suppressions.keyOf('., -')).rejects.toThrow('names no party');
    await expect(suppressions.suppress({ kind: 'record', subject: '00'.repeat(16) }, 'x')).rejects.toThrow(
      'There is no record',
    );
    await expect(suppressions.lift(99, 'x')).rejects.toThrow('There is no suppression 99 in force.');
    expect((await versions.current()).version).toBe(version);
    const unknown = { kind: 'party', subject: await suppressions.keyOf('Not Yet Here Ltd') } as const;
    expect(await suppressions.suppress(unknown, 'ahead', 'Not Yet Here Ltd')).toMatchObject({
      records: 0,
      name: 'Not Yet Here Ltd',
    });
    await expect(suppressions.suppress(unknown, 'twice')).rejects.toThrow(/^It is suppressed already, as \d+\.$/);
    expect((await versions.current()).version).toBe(version + 1);
  });

  it('a change that died before it was published never was', async () => {
    await load(june);
    const { suppressions } = test.records;
    const { engine } = test.records.staging;
    const before = await suppressions.list();
    const next = Math.max(0, ...before.map(({ number }) => number)) + 1;
    await engine.run({
      name: 'test.died',
      sql: `INSERT INTO suppressions SELECT ${next}, 'SUPPRESSED', 'party', '1', 'Acme', 3, 'x', now()`,
    });
    expect(await suppressions.list()).toEqual(before);
    const made = await suppressions.suppress({ kind: 'party', subject: await suppressions.keyOf('Bolt') }, 'asked');
    expect(made.number).toBe(next + 1);
  });
});
