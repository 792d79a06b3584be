/** Parties that state one official number are one, with that as the reason; those of two numbers of one scheme never are. */
import { breakdownQuery } from '@tidewaiter/contract';
import { countOf, EVERY_RECORD, listOf, question } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { columnsFrom, smallMapping } from '@tidewaiter/testing/small-files';
import { afterEach, describe, expect, it } from 'vitest';
import { joinedByNumbers } from './number-joins.js';

const test = sharedRecords();
afterEach(() => test.empty());

const HEADER = 'no,date,hs,importer,RUC,exporter,seller_lei,goods,usd';
const MAPPING = smallMapping({
  country: 'PER',
  columns: columnsFrom({
    ...{
      record_date: 'date',
      hs_code: 'hs',
      importer_name: 'importer',
      importer_tax_id: 'RUC',
      exporter_name: 'exporter',
    },
    ...{ exporter_tax_id: 'seller_lei', product_description: 'goods', total_value_usd: 'usd' },
  }),
});
let lines = 0;
const load = (rows: readonly (readonly [importer: string, ruc: string])[]) =>
  test.load(
    rows.map(([name, ruc]) => `${++lines},2020-03-1${lines % 10},850760,${name},${ruc},Seller ${lines % 3},,Cells,10`),
    { header: HEADER, mapping: MAPPING },
  );
const everything = question({ ...EVERY_RECORD, countryCode: ['PER'] });

const importers = async () => {
  const { items } = await listOf(test.records, 'importers', breakdownQuery.parse(everything));
  return Object.fromEntries(items.map(({ name, shipments }) => [name, shipments]));
};

/** Ten digits of a company of Peru, and the one that follows from them. */
function rucOf(no: number): string {
  const digits = `20${String(100_000_00 + no * 7919).padStart(8, '0')}`;
  const sum = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2].reduce((all, weight, at) => all + weight * Number(digits[at]), 0);
  return digits + ((11 - (sum % 11)) % 10);
}
const [FIRST, SECOND, THIRD] = [rucOf(5001), rucOf(5002), rucOf(5003)];

describe('parties', () => {
  it('are one by their number, across loads, and say by which', async () => {
    await load([
      ['Andes Foods SAC', FIRST],
      ['Andes Foods SAC', FIRST],
      ['Andes Foods SAC', ''],
      ['Cord SA', SECOND],
    ]);
    await load([['Corporacion Alimentos Andinos', `${FIRST.slice(0, 2)}-${FIRST.slice(2)}`]]);
    expect(await importers()).toEqual({ 'Andes Foods SAC': 4, 'Cord SA': 1 });
    expect(await test.records.parties.list()).toMatchObject([
      { name: 'Corporacion Alimentos Andinos', lead: { name: 'Andes Foods SAC' }, reason: `both state RUC ${FIRST}` },
    ]);
    expect(await countOf(test.records, { ...everything, importerNumberList: [`RUC ${FIRST}`] })).toMatchObject({
      count: 3,
    });
  });

  it('are not where one of them states two numbers of one scheme, or a number that its check digit denies', async () => {
    const wrong = FIRST.slice(0, -1) + ((Number(FIRST.at(-1)) + 1) % 10);
    await load([
      ['Acme SAC', FIRST],
      ['Acme SAC', SECOND],
      ['Bolt SAC', FIRST],
      ['Cord SAC', wrong],
      ['Dune SAC', wrong],
    ]);
    expect(await importers()).toEqual({ 'Acme SAC': 2, 'Bolt SAC': 1, 'Cord SAC': 1, 'Dune SAC': 1 });
  });

  it('stay parted once an operator has parted them', async () => {
    await load([
      ['Elm SAC', THIRD],
      ['Elm SAC', THIRD],
      ['Fir SAC', THIRD],
    ]);
    await test.records.parties.part(['Fir SAC'], 'Another company');
    await load([['Gum SAC', THIRD]]);
    expect(await importers()).toEqual({ 'Elm SAC': 3, 'Fir SAC': 1 });
  });
});

it('joins by several schemes, but never two numbers of one', () => {
  const parties = [
    { party: 'a', numbers: ['RUC 1', 'LEI 1'] },
    { party: 'b', numbers: ['RUC 1'] },
    { party: 'c', numbers: ['LEI 1', 'IEC 1'] },
    { party: 'd', numbers: ['RUC 2', 'IEC 1'] },
    { party: 'e', numbers: ['RUC 2'] },
  ];
  expect(joinedByNumbers(parties, () => false)).toEqual([
    { party: 'b', lead: 'a', number: 'RUC 1' },
    { party: 'c', lead: 'a', number: 'LEI 1' },
    { party: 'e', lead: 'd', number: 'RUC 2' },
  ]);
  expect(joinedByNumbers(parties, (lead, party) => `${lead}${party}` === 'ab')).not.toContainEqual(
    expect.objectContaining({ party: 'b' }),
  );
});

/** Numbers that are always the same, so that a figure can be said. */
function* dice() {
  for (let state = 42; ; ) {
    state = (state * 48_271) % 2_147_483_647;
    yield state / 2_147_483_647;
  }
}

it('finds generated companies under their spellings: all of nearly all of them, and never two as one', async () => {
  const die = dice();
  const drawn = (below: number) => Math.floor((die.next().value ?? 0) * below);
  const WORDS = 'Andes Pacific Lima Sur Norte Inca Condor Sol Mar Agro Textil Minera Metal Foods Motor Export'.split(
    ' ',
  );
  const companies = Array.from({ length: 1500 }, (_, no) => {
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
  const rows = Array.from({ length: 12_000 }, () => {
    const company = companies[drawn(companies.length)];
    if (company === undefined) throw new Error('no company');
    const ruc = drawn(10) === 0 ? '' : drawn(5) === 0 ? company.ruc.replace(/^(..)/, '$1-') : company.ruc;
    return { company, name: company.ways[drawn(company.ways.length)] ?? '', ruc };
  });
  await load(rows.map(({ name, ruc }) => [name, ruc]));
  const ownersOf = new Map<string, Set<number>>();
  for (const { company, name } of rows) ownersOf.set(name, (ownersOf.get(name) ?? new Set()).add(company.no));
  const joins = (await test.records.parties.list()).filter(({ lead }) => ownersOf.has(lead.name));
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
    `joined by numbers: ${joins.length} names, recall ${(together / all).toFixed(4)} of ${all} pairs\n`,
  );
  expect(together / all).toBeGreaterThan(0.99);
});
