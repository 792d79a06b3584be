/** The texts of the official file in lists, suggestions and sorting. */
import { breakdownQuery, distinctValuesQuery, type SearchPayload } from '@tidewaiter/contract';
import { SHIPPED_LABELS } from '@tidewaiter/records/loading';
import { AS_PORTAL, EVERYTHING, listOf } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { all, officialFile } from '../testing/official-file.js';

const test = sharedRecords();
const { loadRecords, rowsOf, load, suggest, empty } = officialFile(test);
afterEach(empty);

const label = (code: string) => SHIPPED_LABELS.labels.get(code);
const list = async (dimension: 'hsCodes' | 'hsHeadings' | 'importers', changes = {}) => {
  const { items } = await listOf(test.records, dimension, breakdownQuery.parse({ ...all(), ...changes }), EVERYTHING);
  return Object.fromEntries(items.map(({ name, description }) => [name, description]));
};
const values = async (columnName: string, changes = {}) => {
  const query = distinctValuesQuery.parse({ ...all(), columnName, nameContains: '', ...changes });
  return (await (await test.records.ask(query, EVERYTHING, AS_PORTAL)).distinctValues()).values;
};

describe('lists', () => {
  beforeEach(() => loadRecords({ '0901110000': '', '090121': '', '85171300': 'PHONES', '1234': '' }));

  it('of HS codes and headings say what each is, at the data version that they are of', async () => {
    expect(await list('hsHeadings')).toEqual({ '0901': 'Coffee', '8517': label('8517'), '1234': label('12') });
    await load();
    expect(await list('hsCodes', { nameContains: '09' })).toEqual({
      ...{ '0901110000': 'Beans; raw, "green"', '090121': 'Beans, in sacks' },
    });
    // Where the nomenclature says no more than of its heading, a code is what its source calls it.
    expect(await list('hsCodes')).toMatchObject({ '85171300': 'PHONES' });
    // Found by words too, of the heading or of the subheading, and by what they are called because their source does.
    const found = async (nameContains: string) => Object.keys(await list('hsCodes', { nameContains })).sort();
    expect(await found('sacks')).toEqual(['0901110000', '090121']);
    expect([await found('raw beans'), await found('phones')]).toEqual([['0901110000'], ['85171300']]);
    expect(await list('hsHeadings', { nameContains: 'drinks' })).toEqual({});
    expect(await list('importers')).toEqual({ Acme: undefined });
  });

  it('of the distinct values describe codes, and have the descriptions that rows show', async () => {
    expect(await values('hs_code4')).toContainEqual({ value: '0901', records: 2, description: 'Coffee' });
    expect(await values('hs_description')).toEqual([
      { value: 'Coffee', records: 2 },
      { value: label('12'), records: 1 },
      { value: 'PHONES', records: 1 },
    ]);
    const named = (await values('hs_code6', { nameContains: 'coff' })).map(({ value }) => value);
    expect(named).toEqual(['090111', '090121']);
    expect(await values('importer_name', { nameContains: 'coff' })).toEqual([]);
  });
});

describe('suggestions', () => {
  beforeEach(() => loadRecords({ '0901110000': '', '090121': 'ROASTED', '0902100000': '', '85171300': '' }));
  const coffee = { value: '0901', shipments: 2, description: 'Coffee' };
  const chapter = { value: '09', shipments: 3, description: label('09') };

  it('of digits show what the code is: in the words of the records, else in those of the nomenclature', async () => {
    expect(await suggest('09')).toEqual([coffee, { value: '0902', shipments: 1, description: 'Tea' }]);
    expect(await suggest('0901.2')).toEqual([{ value: '090121', shipments: 1, description: 'ROASTED' }]);
    expect(await suggest('09', 'HS_CODE_2')).toEqual([chapter]);
  });

  it('of words are the codes that they describe, by shipments, and never one without records', async () => {
    const found = async (...asked: Parameters<typeof suggest>) => (await suggest(...asked)).map(({ value }) => value);
    expect(await suggest('coff')).toEqual([coffee]);
    expect(await suggest('Network, TELE')).toEqual([{ value: '8517', shipments: 1, description: label('8517') }]);
    expect(await suggest('tea coff', 'HS_CODE_2')).toEqual([chapter]);
    // Spirits have a heading, and no records; no word begins with 'offee'.
    for (const nothing of ['spirits', 'offee', 'no such word', '...,']) expect(await suggest(nothing)).toEqual([]);
    // Inside a month that the dates cut, only what is there for sure.
    expect(await found('coff', 'HS_CODE', '2020-01-10')).toEqual(['0901']);
    expect(await found('telephones', 'HS_CODE', '2020-01-10')).toEqual([]);
    await load();
    expect(await suggest('beans')).toEqual([
      { value: '0901', shipments: 2, description: 'Beans, in sacks' },
      { value: '090111', shipments: 1, description: 'Beans; raw, "green"' },
    ]);
    // What traders call the goods stays, whatever an official text says.
    expect([await found('cafe'), await found('coffee')]).toEqual([['0902'], ['0901']]);
  });
});

it('a code is called by one text in rows, lists, suggestions, distinct values and sorting, beside what the source wrote', async () => {
  const sources = {
    ...{ '0901110000': 'RAW AS DECLARED', '0902': 'TEA AS DECLARED', '09012100': 'ROASTED', '09012200': 'Other' },
    ...{ '85171300': 'PHONES', '90999999': 'UNHEARD OF', '0012': '' },
  };
  await loadRecords(sources);
  const searchValue = ['0901', '0902', '8517', '9099', '0012'];
  for (const edition of ['shipped', 'official']) {
    if (edition === 'official') await load();
    const rows = await rowsOf({ searchValue });
    const texts = Object.fromEntries(rows.map((row) => [row.hs_code, row.hs_description]));
    expect(texts).toMatchObject({
      '09012100': 'ROASTED',
      '85171300': 'PHONES',
      '90999999': 'UNHEARD OF',
      '0012': null,
    });
    expect(await list('hsCodes', { searchValue })).toEqual({ ...texts, '0012': undefined });
    for (const code of Object.keys(sources)) {
      const found = (await suggest(code)).find(({ value }) => value === code);
      if (found) expect(found.description ?? null).toBe(texts[code]);
    }
    const sorted = Object.values(texts)
      .filter((text) => text !== null)
      .sort();
    const distinct = (await values('hs_description', { searchValue })).map(({ value }) => value);
    expect(distinct.sort()).toEqual(sorted);
    // Over pages and alternatives, in both directions, what has none at the end.
    const alternative: SearchPayload['queryBuilder'] = [
      { relation: 'OR', searchBy: 'IMPORTER', matchType: 'L', searchValue: ['nobody'] },
    ];
    for (const queryBuilder of [[], alternative])
      for (const orderByMode of ['asc', 'desc'] as const) {
        const order = { searchValue, orderByColumn: 'hs_description', orderByMode, numberOfRecords: 2, queryBuilder };
        const pages = await Promise.all([0, 1, 2, 3].map((pageNumber) => rowsOf({ ...order, pageNumber })));
        const shown = orderByMode === 'asc' ? sorted : sorted.toReversed();
        expect(pages.flat().map((row) => row.hs_description)).toEqual([...shown, null]);
      }
    // A record says what its source wrote wherever that is something else.
    const page = await (await test.records.ask(all({ searchValue }), EVERYTHING, AS_PORTAL)).page();
    for (const { cells, asWritten } of page.filter((record) => record.cells.hs_description !== null)) {
      const own = new Map<unknown, string>(Object.entries(sources)).get(cells.hs_code);
      const said = asWritten.find(({ key }) => key === 'hs_description')?.text;
      expect(said).toBe(own === cells.hs_description ? undefined : own);
      expect(cells.hs_derived).toBe(own !== cells.hs_description);
    }
  }
});
