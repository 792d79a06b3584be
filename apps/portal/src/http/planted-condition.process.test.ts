/**
 * A new condition is one row of the registry of filters. The row that is planted here asks for the currency of a record, which no filter of the
 * catalogue does; the form's payload, the query line, addresses, sentences, programs, exports and what is followed know it by that row alone.
 */
import {
  addressOf,
  lineOfQuery,
  readLine,
  type SearchPayload,
  searchInWords,
  searchQuery,
  stringifySearch,
  writeLine,
} from '@tidewaiter/contract';
import { plainQuestion } from '@tidewaiter/contract/api';
import { beforeAll, expect, it, vi } from 'vitest';
import { payload } from '../../testing/calls.js';
import { loadImports } from '../../testing/declarations.js';
import { ended, fileOf, linesOf, start } from '../../testing/exporting.js';
import { followingPortal } from '../../testing/following.js';
import { programFor } from '../../testing/program.js';

vi.mock('../../../../packages/contract/src/columns/filter-registry.js', async (original) => {
  const { FILTERS, ...registry } = await original<typeof import('@tidewaiter/contract')>();
  const planted = {
    currency: {
      ...{ label: 'Currency', field: 'currency', kind: 'listed' },
      dimension: { name: 'currencies', column: { IMPORT: 'currency', EXPORT: 'currency' } },
    },
  };
  const all = { ...FILTERS, ...planted };
  const lists = Object.keys(all);
  return {
    ...registry,
    FILTERS: all,
    FILTER_LISTS: lists,
    EXCEPT_LISTS: lists.map((name) => registry.exceptListOf(name as never)),
  };
});

const { portal, look } = followingPortal();
const DAYS = { searchValue: ['851712'], fromDate: '2020-01-01', toDate: '2021-12-31' };
/** The planted field is none that the types know. */
const narrowed = (list: string) => ({ ...payload(DAYS), [list]: ['EUR'] }) as SearchPayload;

beforeAll(async () => {
  await loadImports(portal, [
    ...['2021-03-01', '2021-03-02'].map((day) => ({ day, importer: 'Havel Werke', currency: 'EUR' })),
    { day: '2021-03-03', importer: 'Spree Handel', currency: 'CHF' },
  ]);
});

it('narrows by its values, and leaves them out', async () => {
  const { client } = await portal.signIn();
  const every = await client.searchCount(payload(DAYS));
  expect(await client.searchCount(narrowed('currency'))).toBe(2);
  expect(await client.searchCount(narrowed('exceptCurrency'))).toBe(every - 2);
  const byLine = { ...payload(DAYS), line: 'currency:EUR' };
  expect(await client.searchCount(byLine)).toBe(2);
});

it('stands in addresses, sentences and lines', () => {
  const query = searchQuery.parse(narrowed('currency'));
  const { pageNumber: _, numberOfRecords: __, ...rest } = query;
  expect(stringifySearch(addressOf(rest))).toContain('&currency=EUR');
  expect(searchInWords(query)).toContain(' · Currency: EUR');
  const line = writeLine(lineOfQuery(query));
  expect(line).toContain(' currency:"EUR"');
  const { expression } = readLine(line, '2021-12-31');
  expect(expression && writeLine(expression)).toBe(line);
});

it('is asked by programs', async () => {
  const program = await programFor(portal, await portal.signIn());
  const question = plainQuestion(searchQuery.parse(narrowed('currency')));
  expect(question.filters).toEqual({ currency: ['EUR'] });
  expect((await program.call('count', { question })).data).toEqual({ count: 2 });
});

it('is exported, and followed', async () => {
  const account = await portal.signIn();
  const { client } = account;
  const query = narrowed('currency');
  await client.search(query);
  const columnKeys = ['importer_name', 'currency'];
  const made = await ended(portal, client, await start(client, { query, columnKeys }));
  const [, ...lines] = linesOf(await fileOf(portal, account, made));
  expect(lines).toEqual(['"Havel Werke","EUR"', '"Havel Werke","EUR"']);
  await client.follow({ name: 'In euros', query, strictness: 'WIDEST', signals: ['NEW_RECORDS'] });
  await look();
  await loadImports(portal, [
    { day: '2021-03-04', importer: 'Havel Werke', currency: 'EUR' },
    { day: '2021-03-04', importer: 'Spree Handel', currency: 'CHF' },
  ]);
  await look();
  expect((await client.findings({})).findings.map(({ inWords }) => inWords)).toEqual(['1 new record']);
});
