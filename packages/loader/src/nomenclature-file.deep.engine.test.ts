/** The texts of the official file in lists, suggestions and sorting. */
import { breakdownQuery, distinctValuesQuery, type SearchPayload } from '@tidewaiter/contract';
import { SHIPPED_LABELS } from '@tidewaiter/records/loading';
import { AS_PORTAL, EVERYTHING, listOf } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { all, officialFile } from '../testing/official-file.js';

const test = sharedRecords();
const { loadRecords, rowsOf, described, load, suggest, empty } = officialFile(test);
afterEach(empty);

describe('records', () => {
  it('are sorted by the description that they show, in both directions, over pages and alternatives', async () => {
    await loadRecords([
      ['0901110000', ''],
      ['0902', 'Bean tea'],
      ['85171300', ''],
      ['98010000', ''],
      ['090121', ''],
      ['0012', ''],
    ]);
    for (const edition of ['shipped', 'official']) {
      if (edition === 'official') await load();
      const texts = (await described()).map(([, text]) => text).filter((text) => text !== null);
      expect(texts).toHaveLength(5);
      const sorted = [...texts].sort();
      const alternative: SearchPayload['queryBuilder'] = [
        { relation: 'OR', searchBy: 'IMPORTER', matchType: 'L', searchValue: ['nobody'] },
      ];
      for (const queryBuilder of [[], alternative]) {
        const shown = async (orderByMode: 'asc' | 'desc') => {
          const pages = [0, 1, 2].map((pageNumber) =>
            rowsOf({ orderByColumn: 'hs_description', orderByMode, numberOfRecords: 2, pageNumber, queryBuilder }),
          );
          return (await Promise.all(pages)).flat().map((row) => row.hs_description);
        };
        expect(await shown('asc')).toEqual([...sorted, null]);
        expect(await shown('desc')).toEqual([...sorted.reverse(), null]);
        sorted.reverse();
      }
    }
  });
});

describe('lists', () => {
  beforeEach(() =>
    loadRecords([
      ['0901110000', ''],
      ['090121', ''],
      ['85171300', 'PHONES'],
      ['1234', ''],
    ]),
  );

  it('of HS codes and headings say what each is, at the data version that they are of', async () => {
    const list = async (dimension: 'hsCodes' | 'hsHeadings' | 'importers', changes = {}) => {
      const query = breakdownQuery.parse({ ...all(), ...changes });
      const { items } = await listOf(test.records, dimension, query, EVERYTHING);
      return Object.fromEntries(items.map(({ name, description }) => [name, description]));
    };
    const phones = SHIPPED_LABELS.labels.get('8517');
    expect(await list('hsHeadings')).toEqual({
      '0901': 'Coffee',
      '8517': phones,
      '1234': SHIPPED_LABELS.labels.get('12'),
    });
    await load();
    expect(await list('hsCodes', { nameContains: '09' })).toEqual({
      '0901110000': 'Beans; raw, "green"',
      '090121': 'Beans, in sacks',
    });
    // Where the nomenclature says no more than of its heading, a code is what its source calls it.
    expect(await list('hsCodes')).toMatchObject({ '85171300': 'PHONES' });
    // Found by words too, of the heading or of the subheading.
    expect(Object.keys(await list('hsCodes', { nameContains: 'sacks' })).sort()).toEqual(['0901110000', '090121']);
    expect(Object.keys(await list('hsCodes', { nameContains: 'raw beans' }))).toEqual(['0901110000']);
    // And by what they are called because their source does.
    expect(Object.keys(await list('hsCodes', { nameContains: 'phones' }))).toEqual(['85171300']);
    expect(await list('hsHeadings', { nameContains: 'drinks' })).toEqual({});
    expect(await list('importers')).toEqual({ Acme: undefined });
  });

  it('of the distinct values describe codes, and have the descriptions that rows show', async () => {
    const values = async (columnName: string, nameContains = '') => {
      const query = distinctValuesQuery.parse({ ...all(), columnName, nameContains });
      return (await (await test.records.ask(query, EVERYTHING, AS_PORTAL)).distinctValues()).values;
    };
    expect(await values('hs_code4')).toContainEqual({ value: '0901', records: 2, description: 'Coffee' });
    expect(await values('hs_description')).toEqual([
      { value: 'Coffee', records: 2 },
      { value: SHIPPED_LABELS.labels.get('12'), records: 1 },
      { value: 'PHONES', records: 1 },
    ]);
    expect((await values('hs_code6', 'coff')).map(({ value }) => value)).toEqual(['090111', '090121']);
    expect(await values('importer_name', 'coff')).toEqual([]);
    await load();
    expect(await values('hs_description')).toContainEqual({ value: 'Beans, in sacks', records: 1 });
  });
});

describe('suggestions', () => {
  beforeEach(() =>
    loadRecords([
      ['0901110000', ''],
      ['090121', 'ROASTED'],
      ['0902100000', ''],
      ['85171300', ''],
    ]),
  );

  it('of digits show what the code is: in the words of the records, else in those of the nomenclature', async () => {
    expect(await suggest('09')).toEqual([
      { value: '0901', shipments: 2, description: 'Coffee' },
      { value: '0902', shipments: 1, description: 'Tea' },
    ]);
    expect(await suggest('0901.2')).toEqual([{ value: '090121', shipments: 1, description: 'ROASTED' }]);
    expect(await suggest('09', 'HS_CODE_2')).toEqual([
      { value: '09', shipments: 3, description: SHIPPED_LABELS.labels.get('09') },
    ]);
  });

  it('of words are the codes that they describe, by shipments, and never one without records', async () => {
    expect(await suggest('coff')).toEqual([{ value: '0901', shipments: 2, description: 'Coffee' }]);
    expect(await suggest('Network, TELE')).toEqual([
      { value: '8517', shipments: 1, description: SHIPPED_LABELS.labels.get('8517') },
    ]);
    expect(await suggest('tea coff', 'HS_CODE_2')).toEqual([
      { value: '09', shipments: 3, description: SHIPPED_LABELS.labels.get('09') },
    ]);
    // Spirits have a heading, and no records; no word begins with 'offee'.
    for (const nothing of ['spirits', 'offee', 'no such word', '...,']) expect(await suggest(nothing)).toEqual([]);
    // Inside a month that the dates cut, only what is there for sure.
    expect((await suggest('coff', 'HS_CODE', '2020-01-10')).map(({ value }) => value)).toEqual(['0901']);
    expect(await suggest('telephones', 'HS_CODE', '2020-01-10')).toEqual([]);
    await load();
    expect(await suggest('beans')).toEqual([
      { value: '0901', shipments: 2, description: 'Beans, in sacks' },
      { value: '090111', shipments: 1, description: 'Beans; raw, "green"' },
    ]);
    expect((await suggest('cafe')).map(({ value }) => value)).toEqual(['0902']);
    // What traders call the goods stays, whatever an official text says.
    expect((await suggest('coffee')).map(({ value }) => value)).toEqual(['0901']);
  });
});

it('calls a code by one text in rows, lists, suggestions, distinct values and sorting, and keeps what the source wrote beside it', async () => {
  const sources = [
    ['0901110000', 'RAW AS DECLARED'],
    ['0902', 'TEA AS DECLARED'],
    ['09012100', 'ROASTED'],
    ['09012200', 'Other'],
    ['85171300', 'PHONES'],
    ['90999999', 'UNHEARD OF'],
  ] as const;
  await loadRecords(sources);
  const searchValue = ['0901', '0902', '8517', '9099'];
  for (const edition of ['shipped', 'official']) {
    if (edition === 'official') await load();
    const rows = await rowsOf({ searchValue });
    const texts = Object.fromEntries(rows.map((row) => [row.hs_code, row.hs_description]));
    expect(texts).toMatchObject({ '09012100': 'ROASTED', '85171300': 'PHONES', '90999999': 'UNHEARD OF' });
    const { items } = await listOf(test.records, 'hsCodes', breakdownQuery.parse(all({ searchValue })), EVERYTHING);
    expect(Object.fromEntries(items.map(({ name, description }) => [name, description]))).toEqual(texts);
    for (const [code] of sources) {
      const found = (await suggest(code)).find(({ value }) => value === code);
      if (found) expect(found.description).toBe(texts[code]);
    }
    const query = distinctValuesQuery.parse({
      ...all({ searchValue }),
      columnName: 'hs_description',
      nameContains: '',
    });
    const { values } = await (await test.records.ask(query, EVERYTHING, AS_PORTAL)).distinctValues();
    expect(values.map(({ value }) => value).sort()).toEqual(Object.values(texts).sort());
    const sorted = await rowsOf({ searchValue, orderByColumn: 'hs_description', orderByMode: 'asc' });
    expect(sorted.map((row) => row.hs_description)).toEqual(Object.values(texts).sort());
    // A record says what its source wrote wherever that is something else.
    const page = await (await test.records.ask(all({ searchValue }), EVERYTHING, AS_PORTAL)).page();
    for (const { cells, asWritten } of page) {
      const own = new Map<unknown, string>(sources).get(cells.hs_code);
      const said = asWritten.find(({ key }) => key === 'hs_description')?.text;
      expect(said).toBe(own === cells.hs_description ? undefined : own);
      expect(cells.hs_derived).toBe(own !== cells.hs_description);
    }
  }
});
