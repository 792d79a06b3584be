/** What the lists of an account find that a query line names. */
import { OWN_LIST_LIMITS, type SearchPayload, searchQuery } from '@tidewaiter/contract';
import { parseMapping } from '@tidewaiter/loader';
import { AS_PORTAL, EVERYTHING, seeing } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { beforeAll, describe, expect, it } from 'vitest';
import { Bindings } from '../engine/bindings.js';
import { ListMembers, type NamedList } from './listed.js';

const mapping = parseMapping(
  JSON.stringify({
    ...{ name: 'listed', title: 'Listed', country: 'ZWE', trade: 'IMPORT', naturalKey: ['no'] },
    columns: {
      record_date: { from: 'day' },
      hs_code: { from: 'hs' },
      importer_name: { from: 'importer' },
      exporter_name: { from: 'exporter' },
      product_description: { from: 'product' },
    },
  }),
  'test',
);

const RECORDS = [
  ['2022-01-10', '69072100', 'IKEA Supply AG', 'Foshan Tiles Co', 'Tiles'],
  ['2022-02-10', '69079000', 'Ikea Supply A.G.', 'Roca', 'Tiles'],
  ['2022-03-10', '69101000', 'H&M Hennes', 'Roca', 'Basins'],
  ['2022-04-10', '73063000', 'Торговый дом', 'IKEA Supply AG', 'Pipes'],
  ['2022-05-10', '73064000', '', 'Tata', 'Pipes'],
] as const;

const test = sharedRecords();
beforeAll(async () => {
  const rows = RECORDS.map((cells, no) => [no, ...cells.map((cell) => `"${cell}"`)].join(','));
  const path = await test.file('listed.csv', ['no,day,hs,importer,exporter,product', ...rows, ''].join('\n'));
  await test.loader.load({ files: [{ path }], mapping });
});

const asking = (line: string) =>
  searchQuery.parse({
    ...{ tradeType: 'IMPORT', countryCode: ['ZWE'], fromDate: '2022-01-01', toDate: '2022-12-31' },
    ...{ searchBy: 'PRODUCT', matchType: 'W', searchValue: [], line },
  } satisfies SearchPayload);

const companies = (name: string, ...members: string[]): NamedList => ({
  ...{ name, kind: 'COMPANY', members },
  contents: `${name} ${members.join()}`,
});

const count = async (line: string, lists: NamedList[], access = EVERYTHING) =>
  (await test.records.ask(asking(line), access, { ...AS_PORTAL, lists })).count();

describe('a list that a line names', () => {
  it('has its keys made once, however many calls of a screen ask by it at once, and again where who began went away', async () => {
    const { askedEngine: engine } = test.records;
    const query = engine.query.bind(engine);
    let made = 0;
    engine.query = (statement) => {
      if (statement.name === 'party-keys.of-names') made += 1;
      return query(statement);
    };
    const once = companies('Once', 'Торговый Дом');
    expect(await Promise.all([1, 2, 3].map(() => count('importer:@Once', [once])))).toEqual([1, 1, 1]);
    expect(made).toBe(1);
    const left = companies('Left', 'Торговый  Дом');
    const gone = new AbortController();
    const call = { ...AS_PORTAL, lists: [left], signal: gone.signal };
    const [first, other] = [
      test.records.ask(asking('importer:@Left'), EVERYTHING, call),
      count('importer:@Left', [left]),
    ];
    gone.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    expect(await other).toBe(1);
    engine.query = query;
  });

  const ours = companies('Ours', 'IKEA SUPPLY AG', 'Торговый Дом', '', '...');

  it('finds the parties on it in each part, under all their spellings, and nobody where a record names none', async () => {
    expect(await count('importer:@ours', [{ ...ours, name: 'ours' }])).toBe(3);
    expect(await count('exporter:@Ours', [ours])).toBe(1);
    expect(await count('company:@Ours', [ours])).toBe(3);
    expect(await count('-importer:@Ours', [ours])).toBe(2);
    expect(await count('importer:@Ours OR exporter:roca', [ours])).toBe(4);
    expect(await count('importer:@Nobody', [companies('Nobody')])).toBe(0);
    expect(await count('importer:@Signs', [companies('Signs', '...')])).toBe(0);
  });

  it('is found anew when something else stands on it', async () => {
    expect(await count('importer:@Changing', [companies('Changing', 'H&M Hennes')])).toBe(1);
    expect(await count('importer:@Changing', [companies('Changing', 'H&M Hennes', 'Ikea Supply AG')])).toBe(3);
  });

  it('finds codes by how they begin, and records by their ids', async () => {
    const codes: NamedList = { name: 'C', kind: 'HS_CODE', contents: 'c', members: ['6907', '73063000', '99'] };
    expect(await count('hs:@C', [codes])).toBe(3);
    const page = await (await test.records.ask(asking('hs:73'), EVERYTHING, AS_PORTAL)).page();
    const members = page.map(({ cells }) => cells.id);
    const ids: NamedList = { name: 'R', kind: 'RECORD', contents: 'r', members };
    expect(await count('record:@R', [ids])).toBe(2);
    expect(await count('record:@R', [ids], seeing({ countries: ['KOR'] }))).toBe(0);
  });

  it('is refused by name where there is none, it is of others, or too much stands on it', async () => {
    const refused = async (line: string, lists: NamedList[]) =>
      expect(count(line, lists)).rejects.toMatchObject({ code: 'VALIDATION' });
    await refused('importer:@Gone', [ours]);
    await refused('hs:@Ours', [ours]);
    const many = Array.from({ length: OWN_LIST_LIMITS.members + 1 }, (_, no) => `Company ${no}`);
    await refused('importer:@Many', [companies('Many', ...many)]);
  });

  it('may be as long as a list that is searched by', async () => {
    const many = Array.from({ length: OWN_LIST_LIMITS.members - 1 }, (_, no) => `Company ${no}`);
    expect(await count('importer:@Long', [companies('Long', ...many, 'H&M Hennes')])).toBe(1);
  });
});

it('binds keys in less room than a statement may have', () => {
  const bindings = new Bindings();
  const keys = Array.from({ length: OWN_LIST_LIMITS.members }, () => '18446744073709551615');
  new ListMembers('Long', 'COMPANY', 'long', keys).boundKeys(bindings);
  expect(String(bindings.parameters.v0).length).toBeLessThan(600_000);
});
