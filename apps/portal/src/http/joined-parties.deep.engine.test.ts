/** Parties that the operator joins: from the command to the answers, and back. */
import { beforeAll, describe, expect, it } from 'vitest';
import { payload } from '../../testing/calls.js';
import { runHere } from '../../testing/command-line.js';
import type { SignedInAccount } from '../../testing/portal.js';
import { sharedPortal } from '../../testing/shared-portal.js';
import { loadTestRows } from '../../testing/test-rows.js';

const ROWS = [
  '1,2024-01-05,851712,Acme Ltd,Bolt,10',
  '2,2024-02-20,851712,Acme Trading GmbH,Bolt,30.5',
  '3,2024-08-10,851712,Acme Ltd,Nut,5',
  '4,2024-12-20,851712,Other,Nut,8',
];

const portal = sharedPortal();
let me: SignedInAccount;
beforeAll(async () => {
  await loadTestRows(portal, 'VNM', 'no,date,hs,importer,exporter,usd', ROWS);
  me = await portal.signIn();
});

const run = (...args: string[]) => {
  const { services } = portal;
  return runHere({ records: async () => services.records, services: async () => services }, ...args);
};
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).out);

const VIEW = { countryCode: ['VNM'], fromDate: '2024-01-01', toDate: '2024-12-31' };
const byName = (name: string) => payload({ ...VIEW, searchBy: 'IMPORTER', searchValue: [name], pickedValue: [name] });
const importers = async () => {
  const { importersList } = await me.client.listImporters(payload({ ...VIEW, searchValue: ['8517'] }));
  return importersList.map((item) => [item.importer_name, item.shipment_count]);
};

describe('the command', () => {
  it('joins nothing that it does not know, and says what to do', async () => {
    expect(await run('party', 'list')).toMatchObject({ status: 0, out: 'No parties are joined.\n' });
    expect(await run('party', 'join', 'Acme Ltd', 'Acme Tradin')).toMatchObject({
      status: 1,
      err: 'No record that is loaded names "Acme Tradin".\n',
    });
    expect((await run('party', 'join', 'Acme Ltd')).status).toBe(2);
    expect((await run('party', 'join', 'Acme Ltd', ' ')).status).toBe(2);
    expect((await run('party', 'part')).status).toBe(2);
    expect(await importers()).toHaveLength(3);
  });

  it('joins parties, lists them, and will not join them twice', async () => {
    const joined = await run('party', 'join', 'ACME LIMITED', 'Acme Trading GmbH', '--reason', 'one owner');
    expect(joined).toMatchObject({ status: 0, err: '' });
    expect(joined.out).toMatch(/^Acme Trading GmbH is one with Acme Ltd now\.\nData version \d+\.\n$/);
    expect((await run('party', 'list')).out).toMatch(/^ {2}Acme Ltd +Acme Trading GmbH +\S+Z +one owner$/m);
    expect(await json('party', 'list')).toMatchObject([
      { name: 'Acme Trading GmbH', lead: 'Acme Ltd', reason: 'one owner' },
    ]);
    expect(await run('party', 'join', 'Other', 'Acme Trading GmbH')).toMatchObject({
      status: 1,
      err: '"Acme Trading GmbH" is joined to another party.\n  npx tidewaiter party part "Acme Trading GmbH"\n',
    });
  });
});

describe('joined parties', () => {
  it('are one company: in lists, searches and filters by any of their names, suggestions and its page', async () => {
    expect(await importers()).toEqual([
      ['Acme Ltd', 3],
      ['Other', 1],
    ]);
    for (const name of ['Acme Ltd', 'acme trading gmbh']) {
      expect(await me.client.searchCount(byName(name))).toBe(3);
      const { impForeignList = [] } = await me.client.search({ ...byName(name), numberOfRecords: 20 });
      // A record keeps the name that its file gave it.
      expect(impForeignList.map((row) => Reflect.get(row, 'importer_name')).sort()).toEqual([
        'Acme Ltd',
        'Acme Ltd',
        'Acme Trading GmbH',
      ]);
    }
    const filtered = payload({ ...VIEW, searchValue: ['8517'], exceptImporterList: ['Acme Trading GmbH'] });
    expect(await me.client.searchCount(filtered)).toBe(1);
    const suggested = async (searchValue: string) => {
      const { suggestionList } = await me.client.suggestionList({
        ...{ tradeType: 'IMPORT', searchBy: 'IMPORTER', matchType: 'L', searchValue, ...VIEW },
      });
      return suggestionList[0]?.listSuggestion.map(({ value, shipment_count }) => [value, shipment_count]);
    };
    expect(await suggested('acm')).toEqual([['Acme Ltd', 3]]);
    expect(await suggested('acme trad')).toEqual([['Acme Trading GmbH', 3]]);
    const page = await me.client.company({ company: 'Acme Trading GmbH' });
    expect(page).toMatchObject({ name: 'Acme Ltd', parts: [{ shipments: 3 }] });
    expect(page.shown?.spellings.rows.map(({ name }) => name)).toEqual(['Acme Ltd', 'Acme Trading GmbH']);
  });

  it('are their own again once they are parted, and what was done is kept', async () => {
    expect(await run('party', 'part', 'acme trading gmbh', '--reason', 'two after all')).toMatchObject({ status: 0 });
    expect(await importers()).toHaveLength(3);
    expect(await me.client.searchCount(byName('Acme Ltd'))).toBe(2);
    expect(await json('party', 'list')).toEqual([]);
    expect(
      (await json('party', 'list', '--history')).map(({ event, reason }: Record<string, string>) => [event, reason]),
    ).toEqual([
      ['JOINED', 'one owner'],
      ['PARTED', 'two after all'],
    ]);
    expect((await run('party', 'part', 'Acme Ltd')).err).toBe('"Acme Ltd" is joined to no other party.\n');
  });
});
