/** Parties that are joined are one in every answer: as records would give it that all bear the lead's name. */
import { breakdownQuery, type DataAccess, OperatorError, type SearchQuery } from '@tidewaiter/contract';
import { drawn } from '@tidewaiter/testing/generated';
import {
  AS_PORTAL,
  countOf,
  EVERYTHING,
  listOf,
  question,
  seeing,
  stopGateway,
  type TestRecords,
  temporaryRecords,
} from '@tidewaiter/testing/records';
import { PARTIES_HEADER, PARTIES_MAPPING } from '@tidewaiter/testing/small-files';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allOf, answersOf, asAccount, suggestionsWithin } from '../../testing/every-answer.js';
import type { Asked } from '../query/entitlement.js';

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
const GOODS = ['Cotton shirts', 'Steel bolts', 'Frozen shrimp'];

/** Rows in which the parties to be joined play every part. */
function csv(spelt: (name: string) => string): string {
  const rows = Array.from({ length: 300 }, (_, no) => {
    const importer = spelt(IMPORTERS[no % 5] ?? '');
    const exporter = no % 11 === 0 ? spelt(MEMBER) : `Exporter ${no % 4}`;
    const notify = no % 13 === 0 ? spelt(FURTHER) : '';
    const day = `2020-0${1 + (no % 3)}-1${no % 10}`;
    return `${no},${day},${no % 7 ? '850760' : '610910'},${importer},${exporter},${notify},${GOODS[no % 3]} ${no % 9},${no % 50},${no % 100}.25`;
  });
  return `${PARTIES_HEADER}\n${rows.join('\n')}\n`;
}

const EVERYTHING_ELSE = breakdownQuery.parse(question({ searchBy: 'PRODUCT', matchType: 'D', searchValue: ['zz'] }));

let files = 0;
async function load(spelt: (name: string) => string = (name) => name): Promise<number> {
  const path = await test.file(`${files++}.csv`, csv(spelt));
  const [outcome] = await test.loader.load({ files: [{ path }], mapping: PARTIES_MAPPING });
  return outcome?.loadId ?? 0;
}

/** Together they ask for a party by all that names one, within whole and cut months. */
const questions = (party: string): SearchQuery[] =>
  [
    question({ searchBy: 'PRODUCT', matchType: 'D', searchValue: ['shrimp'] }),
    question({ searchValue: ['8507'], importerList: [party, 'Cord SA'], fromDate: '2020-01-15', toDate: '2020-03-12' }),
    question({ searchBy: 'EXPORTER', searchValue: [party], pickedValue: [party] }),
    question({ searchBy: 'PRODUCT', matchType: 'D', searchValue: ['zz'], exceptImporterList: [party] }),
    question({
      searchBy: 'PRODUCT',
      matchType: 'C',
      searchValue: ['cotton'],
      queryBuilder: [
        { relation: 'OR', searchBy: 'IMPORTER', matchType: 'L', searchValue: [party], pickedValue: [party] },
        { relation: 'NOT', searchBy: 'EXPORTER', matchType: 'L', searchValue: [party], pickedValue: [party] },
      ],
    }),
  ].map((query) => ({ ...query, numberOfRecords: 200 }));

/** The first is answered from the roll-ups, and asked in every run; of the others, two are. */
const ASKED = [0, ...drawn([1, 2, 3, 4], 2)];

/** Names of the parties that are joined, as the lead's. */
const underOneName = (text: string) => text.replaceAll(MEMBER, LEAD).replaceAll(FURTHER, LEAD);

/** Every answer, as text in which the joined parties bear one name: the spellings of a company apart, which tell them apart, as a sorted column does. */
async function everything(party: string): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  const note = (about: string, found: Record<string, unknown>) => {
    for (const [asked, answer] of Object.entries(found)) {
      if (asked.endsWith('by importer_name')) continue;
      const told = JSON.stringify(answer, (key, value) => (key === 'spellings' ? undefined : value));
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

it('of a company its page tells under which names it was found', async () => {
  await load();
  await test.records.parties.join(LEAD, [MEMBER], '');
  const asked = await test.records.ask(question(), EVERYTHING, AS_PORTAL);
  const page = await asked.company(await asked.partyKey(MEMBER), { role: 'IMPORTER' });
  expect(page.name).toBe(LEAD);
  expect(page.shown?.part.lists.spellings.groups.map(({ name }) => name).sort()).toEqual([MEMBER, LEAD]);
});

describe.each([
  ['a party', 'Harbour Industries', 'Zenith Trading'],
  ['a lead', 'Zenith Trading', 'Harbour Industries'],
])('are found by the name of %s', (_, lead, party) => {
  it('only by who may see a record that has it', async () => {
    const path = await test.file(
      'days.csv',
      `${PARTIES_HEADER}\n1,2020-01-02,8507,Harbour Industries,Harbour Industries,,Bolts,1,20\n` +
        '2,2020-01-09,8507,Other,Harbour Industries,,Nuts,1,10\n3,2020-03-03,8507,Zenith Trading,Other,Zenith Trading,Bolts,1,10\n',
    );
    await test.loader.load({ files: [{ path }], mapping: PARTIES_MAPPING });
    await test.records.parties.join(lead, [party], '');
    const told = async (name: string, access: DataAccess) => {
      const lists = [{ name: 'mine', kind: 'COMPANY' as const, contents: name, members: [name] }];
      const ask = <Query extends Asked>(query: Query) => test.records.ask(query, access, { ...AS_PORTAL, lists });
      const found: Record<string, unknown> = {};
      for (const [no, query] of questions(name).entries())
        for (const [of, answer] of Object.entries(await allOf(answersOf(query), ask))) found[`${no} ${of}`] = answer;
      const whole = await ask(question({ searchBy: 'PRODUCT', matchType: 'D', searchValue: ['zz'] }));
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
  const path = await test.file(
    'parts.csv',
    `${PARTIES_HEADER}\n` +
      '1,2020-01-02,8507,Zenith Trading,Lead Industries,,Bolts,1,20\n2,2020-01-03,8507,Zenith Trading,Other,,Bolts,1,10\n',
  );
  await test.loader.load({ files: [{ path }], mapping: PARTIES_MAPPING });
  await test.records.parties.join('Lead Industries', ['Zenith Trading'], '');
  const asked = breakdownQuery.parse(question({ searchValue: ['8507'] }));
  const names = async (dimension: 'importers' | 'exporters') =>
    (await listOf(test.records, dimension, asked)).items.map(({ name, shipments }) => [name, shipments]);
  expect(await names('importers')).toEqual([['Zenith Trading', 2]]);
  expect(await names('exporters')).toEqual([
    ['Lead Industries', 1],
    ['Other', 1],
  ]);
});

describe('what cannot be joined or parted', () => {
  const refused = (change: Promise<unknown>, words: string) =>
    expect(change).rejects.toSatisfy((error) => error instanceof OperatorError && error.message.includes(words));

  it('is refused, and nothing is changed', async () => {
    await load();
    const { parties, versions } = test.records;
    await parties.join(LEAD, [MEMBER], '');
    const { version } = await versions.current();
    await refused(parties.join(LEAD, ['Nobody Knows Ltd'], ''), 'No record that is loaded names "Nobody Knows Ltd"');
    await refused(parties.join('Nobody Knows Ltd', [LEAD], ''), 'No record that is loaded names');
    await refused(parties.join(LEAD, ['---'], ''), 'names no party');
    await refused(parties.join(LEAD, ['BOLT'], ''), 'are one party already');
    await refused(parties.join(LEAD, [MEMBER], ''), 'are one party already');
    await refused(parties.join(MEMBER, [LEAD], ''), 'are one party already');
    await refused(parties.join('Cord SA', [MEMBER], ''), 'is joined to another party');
    await refused(parties.part(['Cord SA'], ''), 'is joined to no other party');
    await refused(parties.part([LEAD], ''), 'leads the parties');
    await refused(parties.part(['---'], ''), 'names no party');
    expect((await versions.current()).version).toBe(version);
    expect(await parties.history()).toHaveLength(1);
  });

  it('a lead brings what was joined to it', async () => {
    await load();
    const { parties } = test.records;
    await parties.join(MEMBER, [FURTHER], '');
    await parties.join(LEAD, [MEMBER], '');
    expect((await parties.list()).map(({ name, lead }) => [name, lead.name])).toEqual([
      [MEMBER, LEAD],
      [FURTHER, LEAD],
    ]);
  });
});

it('are hidden together, and shown together once that is lifted', async () => {
  await load();
  const { parties, suppressions } = test.records;
  const importersLeft = async () =>
    (await listOf(test.records, 'importers', EVERYTHING_ELSE)).items.map(({ name }) => name).sort();
  await parties.join(LEAD, [MEMBER], '');
  const { number } = await suppressions.suppress(
    { kind: 'party', subject: await suppressions.keyOf(MEMBER) },
    'as they asked',
  );
  expect(await importersLeft()).toEqual(['Acme Ltd', FURTHER, 'Cord SA']);
  await parties.part([MEMBER], 'a mistake');
  expect(await importersLeft()).toEqual(['Acme Ltd', FURTHER, 'Cord SA']);
  await suppressions.lift(number, 'as they asked again');
  expect(await importersLeft()).toEqual(['Acme Ltd', LEAD, MEMBER, FURTHER, 'Cord SA'].sort());
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
    const { items } = await listOf(test.records, 'importers', EVERYTHING_ELSE);
    expect(items.map(({ name, shipments }) => [name, shipments]).sort()).toEqual([
      ['Acme Ltd', 60],
      [LEAD, 180],
      ['Cord SA', 60],
    ]);
  },
);
