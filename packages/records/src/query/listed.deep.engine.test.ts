/** What the lists of an account find that a query line names. */
import { OWN_LIST_LIMITS, searchQuery } from '@tidewaiter/contract';
import { AS_PORTAL, EVERYTHING, seeing } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { beforeAll, describe, expect, it } from 'vitest';
import { byLineAlone, loadLines } from '../../testing/line-records.js';
import { heardStatements } from '../../testing/statements.js';
import { Bindings } from '../engine/bindings.js';
import { ListMembers, type NamedList } from './listed.js';

const RECORDS = [
  ['2022-01-10', '69072100', 'IKEA Supply AG', 'Foshan Tiles Co', 'Tiles'],
  ['2022-02-10', '69079000', 'Ikea Supply A.G.', 'Roca', 'Tiles'],
  ['2022-03-10', '69101000', 'H&M Hennes', 'Roca', 'Basins'],
  ['2022-04-10', '73063000', 'Торговый дом', 'IKEA Supply AG', 'Pipes'],
  ['2022-05-10', '73064000', '', 'Tata', 'Pipes'],
];

const test = sharedRecords();
beforeAll(() => loadLines(test, RECORDS));

const asking = (line: string) => searchQuery.parse(byLineAlone(line));

const companies = (name: string, ...members: string[]): NamedList => ({
  ...{ name, kind: 'COMPANY', members },
  contents: `${name} ${members.join()}`,
});

const count = async (line: string, lists: NamedList[], access = EVERYTHING) =>
  (await test.records.ask(asking(line), access, { ...AS_PORTAL, lists })).count();

describe('a list that a line names', () => {
  it('has its keys made once, however many calls of a screen ask by it at once, and again where who began went away', async () => {
    const heard = heardStatements(test.records);
    const once = companies('Once', 'Торговый Дом');
    expect(await Promise.all([1, 2, 3].map(() => count('importer:@Once', [once])))).toEqual([1, 1, 1]);
    expect(heard.filter(({ name }) => name === 'party-keys.of-names')).toHaveLength(1);
    const left = companies('Left', 'Торговый  Дом');
    const gone = new AbortController();
    const call = { ...AS_PORTAL, lists: [left], signal: gone.signal };
    const first = test.records.ask(asking('importer:@Left'), EVERYTHING, call);
    const other = count('importer:@Left', [left]);
    gone.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    expect(await other).toBe(1);
  });

  const ours = companies('Ours', 'IKEA SUPPLY AG', 'Торговый Дом', '', '...');

  it.each([
    ['importer:@ours', { ...ours, name: 'ours' }, 3],
    ['exporter:@Ours', ours, 1],
    ['company:@Ours', ours, 3],
    ['-importer:@Ours', ours, 2],
    ['importer:@Ours OR exporter:roca', ours, 4],
    ['importer:@Nobody', companies('Nobody'), 0],
    ['importer:@Signs', companies('Signs', '...'), 0],
    // Found anew when something else stands on it.
    ['importer:@Changing', companies('Changing', 'H&M Hennes'), 1],
    ['importer:@Changing', companies('Changing', 'H&M Hennes', 'Ikea Supply AG'), 3],
  ])(
    '%s finds the parties on it, under all their spellings, and nobody where a record names none',
    async (line, list, found) => expect(await count(line, [list])).toBe(found),
  );

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
    const names = Array.from({ length: OWN_LIST_LIMITS.members }, (_, no) => `Company ${no}`);
    const lines = {
      'importer:@Gone': ours,
      'hs:@Ours': ours,
      'importer:@Many': companies('Many', ...names, 'One more'),
    };
    for (const [line, list] of Object.entries(lines))
      await expect(count(line, [list]), line).rejects.toMatchObject({ code: 'VALIDATION' });
    expect(await count('importer:@Long', [companies('Long', ...names.slice(1), 'H&M Hennes')])).toBe(1);
  });
});

it('binds keys in less room than a statement may have', () => {
  const bindings = new Bindings();
  const keys = Array.from({ length: OWN_LIST_LIMITS.members }, () => '18446744073709551615');
  new ListMembers('Long', 'COMPANY', 'long', keys).boundKeys(bindings);
  expect(String(bindings.parameters.v0).length).toBeLessThan(600_000);
});
