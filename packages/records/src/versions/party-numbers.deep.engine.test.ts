/** Parties that state one official number are proposed as one before all others; those of two numbers of one scheme never are by it. */
import { breakdownQuery } from '@tidewaiter/contract';
import { EVERY_RECORD, listOf, question } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { columnsFrom, smallMapping } from '@tidewaiter/testing/small-files';
import { afterEach, describe, expect, it } from 'vitest';
import { numbersApart, pairedByNumbers } from './party-numbers.js';

const test = sharedRecords();
afterEach(() => test.empty());

const HEADER = 'no,date,hs,importer,RUC,exporter,goods,usd';
const MAPPING = smallMapping({
  country: 'PER',
  columns: columnsFrom({
    ...{ record_date: 'date', hs_code: 'hs', importer_name: 'importer', importer_tax_id: 'RUC' },
    ...{ exporter_name: 'exporter', product_description: 'goods', total_value_usd: 'usd' },
  }),
});
let lines = 0;
const load = (rows: readonly (readonly [importer: string, ruc: string, exporter?: string])[]) =>
  test.load(
    rows.map(([name, ruc, exporter = 'Far Seller']) => {
      lines += 1;
      return `${lines},2020-03-1${lines % 10},850760,${name},${ruc},${exporter},Cells,10`;
    }),
    { header: HEADER, mapping: MAPPING },
  );

const importers = async () => {
  const asked = breakdownQuery.parse(question({ ...EVERY_RECORD, countryCode: ['PER'] }));
  const { items } = await listOf(test.records, 'importers', asked);
  return Object.fromEntries(items.map(({ name, shipments }) => [name, shipments]));
};
const proposed = async () =>
  (await test.records.proposals.list({ limit: 20 })).map(({ likeness, numbers, parties }) => [
    likeness,
    ...numbers,
    ...parties.map(({ name, records }) => `${name} ${records}`),
  ]);

/** Ten digits of a company of Peru, and the one that follows from them. */
function rucOf(no: number): string {
  const digits = `20${String(100_000_00 + no * 7919).padStart(8, '0')}`;
  const sum = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2].reduce((all, weight, at) => all + weight * Number(digits[at]), 0);
  return digits + ((11 - (sum % 11)) % 10);
}
const [FIRST, SECOND, THIRD] = [rucOf(5001), rucOf(5002), rucOf(5003)];

describe('parties of one number', () => {
  it('are proposed first, across loads, and joined all at once, but for those that somebody has kept apart or parted', async () => {
    await load([
      ['Halvent Steel SAC', '', 'Halvent Steel GmbH'],
      ['Halvent Steel', ''],
      ['Andes Foods SAC', FIRST],
      ['Andes Foods SAC', FIRST],
      ['Andes Foods SAC', ''],
      ['Elm SAC', THIRD],
      ['Elm SAC', THIRD],
      ['Fir SAC', THIRD],
    ]);
    const later = await load([
      ['Corporacion Alimentos Andinos', `${FIRST.slice(0, 2)}-${FIRST.slice(2)}`],
      ['Grupo Andino', FIRST],
    ]);
    const [ofCorporation, ofGroup, ofElm] = [
      ['number', `RUC ${FIRST}`, 'Andes Foods SAC 3', 'Corporacion Alimentos Andinos 1'],
      ['number', `RUC ${FIRST}`, 'Andes Foods SAC 3', 'Grupo Andino 1'],
      ['number', `RUC ${THIRD}`, 'Elm SAC 2', 'Fir SAC 1'],
    ] as const;
    expect((await proposed()).slice(0, 3)).toEqual(expect.arrayContaining([ofCorporation, ofGroup, ofElm]));
    expect((await proposed()).slice(3)).toContainEqual(expect.arrayContaining(['form']));
    const { proposals, parties } = test.records;
    const before = await importers();
    const pairs = await proposals.list({ limit: 20, sameNumber: true });
    expect(pairs).toHaveLength(3);
    const keysOf = (second: string) => {
      const { parties } = pairs.find(({ parties }) => parties[1].name === second) ?? expect.fail();
      return [parties[0].key, parties[1].key] as const;
    };
    await proposals.decide(keysOf('Fir SAC'), 'REFUSED', '');
    await proposals.accept(keysOf('Grupo Andino'), '');
    await parties.part(['Grupo Andino'], 'another company');
    expect(await proposals.acceptNumbers('', 'all at once')).toMatchObject([
      {
        ...{ name: 'Corporacion Alimentos Andinos', lead: { name: 'Andes Foods SAC' } },
        reason: `both state RUC ${FIRST}; all at once`,
      },
    ]);
    expect(await proposals.acceptNumbers('', '')).toEqual([]);
    expect(await importers()).toMatchObject({ 'Andes Foods SAC': 4, 'Grupo Andino': 1, 'Elm SAC': 2, 'Fir SAC': 1 });
    await parties.part(['Corporacion Alimentos Andinos'], '');
    expect(await importers()).toEqual(before);
    await test.records.publication.unload([later]);
    await proposals.decide(keysOf('Fir SAC'), 'OPEN', '');
    expect((await proposals.list({ limit: 20, sameNumber: true })).map(({ numbers }) => numbers)).toEqual([
      [`RUC ${THIRD}`],
    ]);
  });

  it('are not where one of them states two numbers of one scheme, its check digit is wrong, or they trade with each other', async () => {
    const wrong = FIRST.slice(0, -1) + ((Number(FIRST.at(-1)) + 1) % 10);
    await load([
      ['Acme SAC', FIRST],
      ['Acme SAC', SECOND],
      ['Bolt SAC', FIRST],
      ['Cord SAC', wrong],
      ['Dune SAC', wrong],
      ['Gum SAC', THIRD],
      ['Reed SAC', THIRD, 'Gum SAC'],
    ]);
    expect(await proposed()).toEqual([]);
  });

  it('of two numbers of one scheme are proposed with both, and joined by none who does not say why', async () => {
    await load([
      ['Brelmora Textiles SRL', FIRST],
      ['Brelmora Textiles SRL', FIRST],
      ['Brelmora Textilles SRL', SECOND],
    ]);
    expect(await proposed()).toEqual([
      ['typing', `RUC ${FIRST}`, `RUC ${SECOND}`, 'Brelmora Textiles SRL 2', 'Brelmora Textilles SRL 1'],
    ]);
    const { proposals, parties } = test.records;
    const names = ['Brelmora Textiles SRL', ['Brelmora Textilles SRL']] as const;
    await expect(parties.join(...names, '')).rejects.toThrow(
      `"Brelmora Textiles SRL" states RUC ${FIRST}, "Brelmora Textilles SRL" RUC ${SECOND}: these are most likely two companies.`,
    );
    const [pair = expect.fail()] = await proposals.list({ limit: 1 });
    const keys = [pair.parties[0].key, pair.parties[1].key] as const;
    await expect(proposals.accept(keys, '')).rejects.toThrow('two companies');
    expect(await proposals.acceptNumbers('', '')).toEqual([]);
    expect(await proposals.accept(keys, 'one has taken the other over')).toHaveLength(1);
  });
});

it('pairs by several schemes, but never two numbers of one', () => {
  const parties = [
    { party: 'a', numbers: ['RUC 1', 'LEI 1'] },
    { party: 'b', numbers: ['RUC 1'] },
    { party: 'c', numbers: ['LEI 1', 'IEC 1'] },
    { party: 'd', numbers: ['RUC 2', 'IEC 1'] },
    { party: 'e', numbers: ['RUC 2'] },
  ];
  expect(pairedByNumbers(parties, () => false)).toEqual([
    { party: 'b', lead: 'a', number: 'RUC 1' },
    { party: 'c', lead: 'a', number: 'LEI 1' },
    { party: 'e', lead: 'd', number: 'RUC 2' },
  ]);
  expect(pairedByNumbers(parties, (one, other) => [one, other].sort().join('') === 'bc')).not.toContainEqual(
    expect.objectContaining({ party: 'c' }),
  );
  expect(numbersApart(['RUC 1', 'LEI 1'], ['LEI 1', 'RUC 2'])).toEqual(['RUC 1', 'RUC 2']);
  expect(numbersApart(['RUC 1', 'RUC 2'], ['RUC 2'])).toBe(null);
  expect(numbersApart(['RUC 1'], ['LEI 1'])).toBe(null);
});

/** Numbers that are always the same, so that a figure can be said. */
function* dice() {
  for (let state = 42; ; ) {
    state = (state * 48_271) % 2_147_483_647;
    yield state / 2_147_483_647;
  }
}

it('finds generated companies under their spellings: nearly all of them, and never two as one', async () => {
  const die = dice();
  const drawn = (below: number) => Math.floor((die.next().value ?? 0) * below);
  const WORDS = 'Andes Pacific Lima Sur Norte Inca Condor Sol Mar Agro Textil Minera Metal Foods Motor Export'.split(
    ' ',
  );
  const companies = Array.from({ length: 900 }, (_, no) => {
    // One in three hundred bears the name of another, and no company's name tells its number.
    const named = no % 300 === 299 ? no - 1 : no;
    const words = [WORDS[named % 16], WORDS[(named * 7 + 3) % 16], String.fromCharCode(65 + (named % 26)) + named];
    const [first = '', second = '', third = ''] = words;
    const ways = [
      `${first} ${second} ${third} SAC`,
      `${third} ${first} ${second} S.A.C.`,
      `${first.slice(0, 3)}. ${second} ${third}`,
      `Grupo ${third} del Peru`,
      `${first} ${second} ${third}X SAC`,
    ];
    return { no, ruc: rucOf(no), ways: named === no ? ways.slice(0, 1 + drawn(5)) : ways.slice(0, 1) };
  });
  const rows = Array.from({ length: 7000 }, () => {
    const company = companies[drawn(companies.length)];
    if (company === undefined) throw new Error('no company');
    const ruc = drawn(10) === 0 ? '' : drawn(5) === 0 ? company.ruc.replace(/^(..)/, '$1-') : company.ruc;
    return { company, name: company.ways[drawn(company.ways.length)] ?? '', ruc };
  });
  await load(rows.map(({ name, ruc }) => [name, ruc]));
  const ownersOf = new Map<string, Set<number>>();
  for (const { company, name } of rows) ownersOf.set(name, (ownersOf.get(name) ?? new Set()).add(company.no));
  const joins = await test.records.proposals.acceptNumbers('', '');
  const leadOf = new Map(joins.map(({ name, lead }) => [name, lead.name]));
  // Precision: whatever is joined by a number is of one company.
  for (const { name, lead } of joins)
    expect([...(ownersOf.get(name) ?? [])], name).toEqual([...(ownersOf.get(lead.name) ?? [])]);
  // Recall: pairs of records with a number, of one company, that are under one party.
  let [together, all] = [0, 0];
  const pairs = (count: number) => (count * (count - 1)) / 2;
  for (const company of companies) {
    const own = rows.filter((row) => row.company === company && row.ruc !== '');
    const parties = new Map<string, number>();
    for (const { name } of own) parties.set(leadOf.get(name) ?? name, (parties.get(leadOf.get(name) ?? name) ?? 0) + 1);
    all += pairs(own.length);
    for (const some of parties.values()) together += pairs(some);
  }
  process.stdout.write(
    `one number: ${joins.length} names joined, recall ${(together / all).toFixed(4)} of ${all} pairs\n`,
  );
  expect(together / all).toBeGreaterThan(0.99);
});
