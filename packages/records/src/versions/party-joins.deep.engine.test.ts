/** Parties that are joined are one in every answer: as records would give it that all bear the lead's name. */
import { breakdownQuery, type DataAccess, type DropHint, type SearchQuery } from '@tidewaiter/contract';
import { drawn } from '@tidewaiter/testing/generated';
import {
  AS_PORTAL,
  countOf,
  EVERY_RECORD,
  EVERYTHING,
  listOf,
  question,
  seeing,
  stopGateway,
  type TestRecords,
  temporaryRecords,
} from '@tidewaiter/testing/records';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allOf, answersOf, asAccount, suggestionsWithin } from '../../testing/every-answer.js';
import { PARTIES, partyLine } from '../../testing/party-records.js';
import type { RequestedScope } from '../query/entitlement.js';

let test: TestRecords;
beforeEach(async () => {
  test = await temporaryRecords();
});
afterEach(() => test.close());
afterAll(stopGateway);

const LEAD = 'Bolt Ltd';
const MEMBER = 'Bolt Handels Ltd';
const FURTHER = 'Bolt Vertrieb';
const IMPORTERS = ['Acme Ltd', LEAD, MEMBER, 'Cord SA', FURTHER];

/** Rows in which the parties to be joined play every part. */
const linesOf = (spelt: (name: string) => string) =>
  Array.from({ length: 300 }, (_, no) => {
    const exporter = no % 11 === 0 ? spelt(MEMBER) : `Exporter ${no % 4}`;
    return partyLine(no, [spelt(IMPORTERS[no % 5] ?? ''), exporter, no % 13 === 0 ? spelt(FURTHER) : '']);
  });

const EVERYTHING_ELSE = breakdownQuery.parse(question(EVERY_RECORD));

const load = (spelt: (name: string) => string = (name) => name) => test.load(linesOf(spelt), PARTIES);
const importers = async () => {
  const { items } = await listOf(test.records, 'importers', EVERYTHING_ELSE);
  return Object.fromEntries(items.map(({ name, shipments }) => [name, shipments]));
};

/** Together they ask for a party by all that names one, within whole and cut months. */
const questions = (party: string): SearchQuery[] => {
  const picked = { matchType: 'L', searchValue: [party], pickedValue: [party] } as const;
  const by = (relation: 'OR' | 'NOT', searchBy: 'IMPORTER' | 'EXPORTER') => ({
    ...{ relation, searchBy, ...picked, searchValue: [party], pickedValue: [party] },
  });
  const cut = { fromDate: '2020-01-15', toDate: '2020-03-12' };
  const cotton = { searchBy: 'PRODUCT', matchType: 'C', searchValue: ['cotton'] as string[] } as const;
  return [
    question({ ...EVERY_RECORD, searchValue: ['shrimp'] }),
    question({ searchValue: ['8507'], importerList: [party, 'Cord SA'], ...cut }),
    question({ searchBy: 'EXPORTER', searchValue: [party], pickedValue: [party] }),
    question({ ...EVERY_RECORD, exceptImporterList: [party] }),
    question({ ...cotton, queryBuilder: [by('OR', 'IMPORTER'), by('NOT', 'EXPORTER')] }),
  ].map((query) => ({ ...query, numberOfRecords: 200 }));
};

/** The first is answered from the roll-ups, and asked in every run; of the others, two are. */
const ASKED = [0, ...drawn([1, 2, 3, 4], 2)];

/** Names of the parties that are joined, as the lead's. */
const underOneName = (text: string) => text.replaceAll(MEMBER, LEAD).replaceAll(FURTHER, LEAD);

/** How many records a part of a name is proposed with: it is a text, which each spelling has by itself. */
const isProposedText = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  'clause' in value &&
  (value as DropHint).clause.part === 'instead' &&
  !('pickedValue' in (value as DropHint).clause);

/** Every answer, as text in which the joined parties bear one name: the spellings of a company apart, which tell them apart, as a sorted column and a part of a name do. */
async function everything(party: string): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  const note = (about: string, found: Record<string, unknown>) => {
    for (const [asked, answer] of Object.entries(found)) {
      if (asked.endsWith('by importer_name')) continue;
      const told = JSON.stringify(answer, (key, value) =>
        key === 'spellings' || isProposedText(value) ? undefined : value,
      );
      answers[underOneName(`${about} ${asked}`)] = underOneName(told);
    }
  };
  for (const [index, query] of questions(party).entries())
    if (ASKED.includes(index)) note(`${index}`, await allOf(answersOf(query), asAccount(test.records)));
  note('whole', await allOf(suggestionsWithin(question()), asAccount(test.records)));
  const cut = { ...question(), fromDate: '2020-01-15', toDate: '2020-02-12' };
  note('cut', await allOf(suggestionsWithin(cut), asAccount(test.records)));
  return answers;
}

it('are one in every answer, by whatever name they are asked for, and their own again once they are parted', async () => {
  const oneName = await load((name) => (name.startsWith('Bolt') ? LEAD : name));
  const asOne = await everything(LEAD);
  await test.records.publication.unload([oneName]);
  await load();
  const apart = await everything(MEMBER);
  const { parties } = test.records;
  await parties.join('BOLT', ['BOLT HANDELS LIMITED'], '');
  const [joined] = await parties.join('Bolt Handels', [FURTHER], 'one register number');
  expect(joined).toMatchObject({ name: FURTHER, lead: { name: LEAD }, reason: 'one register number' });
  await test.reopen();
  for (const name of drawn([LEAD, MEMBER, FURTHER], 1)) expect(await everything(name)).toEqual(asOne);

  await test.records.parties.part([MEMBER, FURTHER], 'two companies after all');
  expect(await everything(MEMBER)).toEqual(apart);
  expect(await test.records.parties.list()).toEqual([]);
  const history = await test.records.parties.history();
  expect(history.map(({ number, event, name, reason }) => [number, event, name, reason])).toEqual([
    [1, 'JOINED', MEMBER, ''],
    [2, 'JOINED', FURTHER, 'one register number'],
    [3, 'PARTED', MEMBER, 'two companies after all'],
    [3, 'PARTED', FURTHER, 'two companies after all'],
  ]);
});

describe.each([
  ['a party', 'Harbour Industries', 'Zenith Trading'],
  ['a lead', 'Zenith Trading', 'Harbour Industries'],
])('are found by the name of %s', (_, lead, party) => {
  it('only by who may see a record that has it', async () => {
    const lines = [
      '1,2020-01-02,8507,Harbour Industries,Harbour Industries,,Bolts,1,20',
      '2,2020-01-09,8507,Other,Harbour Industries,,Nuts,1,10',
      '3,2020-03-03,8507,Zenith Trading,Other,Zenith Trading,Bolts,1,10',
    ];
    await test.load(lines, PARTIES);
    await test.records.parties.join(lead, [party], '');
    const told = async (name: string, access: DataAccess) => {
      const lists = [{ name: 'mine', kind: 'COMPANY' as const, contents: name, members: [name] }];
      const ask = <Query extends RequestedScope>(query: Query) =>
        test.records.ask(query, access, { ...AS_PORTAL, lists });
      const found: Record<string, unknown> = {};
      for (const [no, query] of questions(name).entries())
        for (const [of, answer] of Object.entries(await allOf(answersOf(query), ask))) found[`${no} ${of}`] = answer;
      const whole = await ask(question(EVERY_RECORD));
      const key = await whole.partyKey(name);
      const byList = question({ searchBy: 'PRODUCT', matchType: 'W', searchValue: [], line: 'exporter:@mine' });
      const watched = { query: byList, access, lists };
      return {
        ...found,
        company: { ...(await whole.company(key, {})), name: '' },
        others: [await whole.similarCompanies(key, {}), await whole.relatedCompanies(key)],
        identities: await whole.identities('EXPORTER', [name]),
        shipments: await whole.companyShipments(name),
        listed: await whole.listedCompanies([name]),
        line: await (await ask(byList)).count(),
        watch: await test.records.newOfMany([watched], { since: 0 }, AS_PORTAL),
      };
    };
    const some = seeing({ countries: 'ALL', fromDate: '2020-01-01', toDate: '2020-02-10' });
    const everybody = await told('Zenith Trading', EVERYTHING);
    expect(everybody).toMatchObject({ line: 2, watch: [2] });
    expect(everybody.shipments).not.toEqual([]);
    const unnamed = async (name: string) => {
      const text = JSON.stringify(await told(name, some))
        .replaceAll(name, 'NAME')
        .replaceAll(name.toUpperCase(), 'NAME');
      return JSON.parse(text) as unknown;
    };
    expect(await unnamed('Zenith Trading')).toEqual(await unnamed('Nobody Else'));
    // Nor by an answer that somebody else has had.
    expect(await told('Zenith Trading', EVERYTHING)).toEqual(everybody);
  });
});

it('are shown under the name of another where no record in that part bears the lead’s', async () => {
  const named = ['1,2020-01-02,8507,Zenith Trading,Lead Industries', '2,2020-01-03,8507,Zenith Trading,Bolt Works'];
  await test.load([`${named[0]},,Bolts,1,20`, `${named[1]},,Bolts,1,10`], PARTIES);
  await test.records.parties.join('Lead Industries', ['Zenith Trading'], '');
  const asked = breakdownQuery.parse(question({ searchValue: ['8507'] }));
  const names = async (dimension: 'importers' | 'exporters') =>
    (await listOf(test.records, dimension, asked)).items.map(({ name, shipments }) => `${name} ${shipments}`);
  expect(await names('importers')).toEqual(['Zenith Trading 2']);
  expect(await names('exporters')).toEqual(['Lead Industries 1', 'Bolt Works 1']);
});

it('are not joined or parted that cannot be, and nothing is changed; a lead brings what was joined to it', async () => {
  await load();
  const { parties, versions } = test.records;
  await parties.join(LEAD, [MEMBER], '');
  const { version } = await versions.current();
  const refusals: [change: () => Promise<unknown>, words: string][] = [
    [() => parties.join(LEAD, ['Nobody Knows Ltd'], ''), 'No record that is loaded names "Nobody Knows Ltd"'],
    [() => parties.join('Nobody Knows Ltd', [LEAD], ''), 'No record that is loaded names'],
    [() => parties.join(LEAD, ['---'], ''), 'names no party'],
    [() => parties.join(LEAD, ['BOLT'], ''), 'are one party already'],
    [() => parties.join(LEAD, [MEMBER], ''), 'are one party already'],
    [() => parties.join(MEMBER, [LEAD], ''), 'are one party already'],
    [() => parties.join('Cord SA', [MEMBER], ''), 'is joined to another party'],
    [() => parties.part(['Cord SA'], ''), 'is joined to no other party'],
    [() => parties.part([LEAD], ''), 'leads the parties'],
    [() => parties.part(['---'], ''), 'names no party'],
  ];
  for (const [change, message] of refusals)
    await expect(change(), message).rejects.toMatchObject({
      name: 'OperatorError',
      message: expect.stringContaining(message),
    });
  expect((await versions.current()).version).toBe(version);
  expect(await parties.history()).toHaveLength(1);
  await parties.join(FURTHER, [LEAD], '');
  expect((await parties.list()).map(({ name, lead }) => [name, lead.name]).sort()).toEqual(
    [LEAD, MEMBER].map((name) => [name, FURTHER]).sort(),
  );
});

it('are hidden together, and shown together once that is lifted', async () => {
  await load();
  const { parties, suppressions } = test.records;
  const names = async () => Object.keys(await importers()).sort();
  await parties.join(LEAD, [MEMBER], '');
  const member = { kind: 'party', subject: await suppressions.keyOf(MEMBER) } as const;
  const { number } = await suppressions.suppress(member, 'as they asked');
  expect(await names()).toEqual(['Acme Ltd', FURTHER, 'Cord SA']);
  await parties.part([MEMBER], 'a mistake');
  expect(await names()).toEqual(['Acme Ltd', FURTHER, 'Cord SA']);
  await suppressions.lift(number, 'as they asked again');
  expect(await names()).toEqual(['Acme Ltd', LEAD, MEMBER, FURTHER, 'Cord SA'].sort());
});

it.each(['embedded', 'HTTP'] as const)(
  'what a picked name finds says why it matched, under each of the names (%s)',
  async (over) => {
    await test.close();
    test = await temporaryRecords({ over });
    await load();
    await test.records.parties.join(LEAD, [MEMBER, FURTHER], '');
    const asked = question({ searchBy: 'IMPORTER', searchValue: [MEMBER], pickedValue: [MEMBER] });
    expect((await countOf(test.records, asked)).count).toBe(180);
    const found = await (await test.records.ask({ ...asked, numberOfRecords: 200 }, EVERYTHING, AS_PORTAL)).page();
    expect(new Set(found.map(({ matched }) => matched[0]?.text))).toEqual(new Set([LEAD, MEMBER, FURTHER]));
    expect(await importers()).toEqual({ 'Acme Ltd': 60, [LEAD]: 180, 'Cord SA': 60 });
    const whole = await test.records.ask(question(), EVERYTHING, AS_PORTAL);
    const page = await whole.company(await whole.partyKey(MEMBER), { role: 'IMPORTER' });
    const spellings = page.shown?.part.lists.spellings.groups.map(({ name }) => name).sort();
    expect([page.name, spellings]).toEqual([LEAD, [MEMBER, LEAD, FURTHER].sort()]);
  },
);
