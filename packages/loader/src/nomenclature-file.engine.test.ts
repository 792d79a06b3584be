/** The official file, loaded and taken out, and where its texts and the labels that ship are seen. */
import { existsSync } from 'node:fs';
import {
  breakdownQuery,
  distinctValuesQuery,
  OperatorError,
  type SearchPayload,
  suggestionQuery,
} from '@tidewaiter/contract';
import { SHIPPED_LABELS } from '@tidewaiter/records/loading';
import { AS_PORTAL, EVERYTHING, listOf, pageOf, question, sharedFile } from '@tidewaiter/testing/records';
import { recordsOfEachTest } from '@tidewaiter/testing/shared-records';
import { HEADER, smallMapping } from '@tidewaiter/testing/small-files';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadNomenclature } from './nomenclature-file.js';

const ROWS = [
  'section,hscode,description,parent,level',
  'II,09,Drinks to brew,TOTAL,2',
  'II,0901,"Beans, in sacks",09,4',
  'II,090111,"Beans; raw, ""green""",0901,6',
  'II,0902,Café leaves,09,4',
  'TOTAL,99,Anything,TOTAL,2',
  'TOTAL,9999,Anything else,99,4',
  'TOTAL,TOTAL,All of it,TOTAL,5',
];
const OFFICIAL = `${ROWS.join('\n')}\n`;

const test = recordsOfEachTest();

/** Loads records of some codes: each the code and the description that its source gives. */
async function loadRecords(records: readonly (readonly [code: string, description: string])[]): Promise<void> {
  const lines = records.map(([code, text], index) => `${index + 1},2020-01-${10 + index},${code},Acme,5,${text}`);
  const columns = {
    record_date: { from: 'date' },
    hs_code: { from: 'hs' },
    importer_name: { from: 'importer' },
    hs_description: { from: 'called' },
  };
  await test.loader.load({
    files: [{ path: await test.file('records.csv', `${HEADER},called\n${lines.join('\n')}\n`) }],
    mapping: smallMapping({ columns }),
  });
}

const all = (changes: Partial<SearchPayload> = {}) =>
  question({ searchValue: ['0901', '0902', '8517', '9801', '1234', '0012'], ...changes });
const rowsOf = async (changes: Partial<SearchPayload> = {}) =>
  (await pageOf(test.records, all(changes), EVERYTHING)).rows;
const described = async (changes: Partial<SearchPayload> = {}) =>
  (await rowsOf(changes)).map((row) => [row.hs_code, row.hs_description, row.hs_derived]);
const load = async (text = OFFICIAL) => loadNomenclature(test.records, await test.file('official.csv', text));
const version = async () => (await test.records.versions.current()).version;
const suggest = async (searchValue: string, searchBy: 'HS_CODE' | 'HS_CODE_2' = 'HS_CODE', toDate = '2020-12-31') => {
  const { tradeType, countryCode, fromDate } = all();
  const query = suggestionQuery.parse({
    ...{ tradeType, searchBy, searchValue, matchType: 'L', countryCode },
    ...{ fromDate, toDate },
  });
  return (await test.records.ask(query, EVERYTHING, AS_PORTAL)).suggestions();
};

describe('records', () => {
  it('are called as the nomenclature calls their code, or as their source where that tells it apart, and say so', async () => {
    await loadRecords([
      ['0901110000', ''],
      ['0902', 'TEA AS DECLARED'],
      ['85171300', ''],
      ['98010000', ''],
      ['090121', ''],
    ]);
    const shipped = await described({ orderByMode: 'asc' });
    expect(shipped).toEqual([
      ['0901110000', 'Coffee', true],
      ['0902', 'Tea', true],
      ['85171300', SHIPPED_LABELS.labels.get('8517'), true],
      ['98010000', SHIPPED_LABELS.labels.get('98'), true],
      ['090121', 'Coffee', true],
    ]);
    await load();
    expect(await described({ orderByMode: 'asc' })).toEqual([
      ['0901110000', 'Beans; raw, "green"', true],
      ['0902', 'Café leaves', true],
      ['85171300', SHIPPED_LABELS.labels.get('8517'), true],
      ['98010000', SHIPPED_LABELS.labels.get('98'), true],
      ['090121', 'Beans, in sacks', true],
    ]);
    await test.records.nomenclature.remove();
    expect(await described({ orderByMode: 'asc' })).toEqual(shipped);
  });

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

/** Rows that no official file has: what is wrong, the row, and what is said of it. */
const WRONG_ROWS = [
  ['a description with a comma, unquoted', 'II,0903,Leaves, green,09,4', 'the row does not have 5 cells'],
  ['an odd code', 'II,090,Leaves,09,4', 'not a code of 2, 4 or 6 digits: 090'],
  ['letters in a code', 'II,09AB,Leaves,09,4', 'not a code of 2, 4 or 6 digits: 09AB'],
  ['a code too long', 'II,09030000,Leaves,0903,8', 'not a code of 2, 4 or 6 digits: 09030000'],
  ['another level', 'II,0903,Leaves,09,6', 'level 6 is not that of 0903'],
  ['another parent', 'II,0903,Leaves,08,4', '0903 belongs to 09, not to 08'],
  ['a parent that is absent', 'II,090310,Leaves,0903,6', '090310 belongs to 0903, which is not in the file'],
  ['a code twice', 'II,0902,Leaves,09,4', '0902 stands there twice'],
  ['no section', 'XXII,0903,Leaves,09,4', 'not a section: XXII'],
  ["another section than its chapter's", 'III,0903,Leaves,09,4', '0903 is in another section than 09'],
  ['no description', 'II,0903,,09,4', '0903 has no description'],
  ['a description that is no text', `II,0903,${'x'.repeat(2001)},09,4`, 'the description of 0903 is not a text'],
] as const;

describe('a load of the official file', () => {
  it('is a new data version, lasts over a restart, gives way to the next and goes back to what ships', async () => {
    const before = await version();
    expect(await load()).toEqual({ nomenclatureVersion: 1, chapters: 2, headings: 3, subheadings: 1 });
    expect(await version()).toBe(before + 1);
    const { nomenclature } = await test.reopen();
    expect(await nomenclature.above('0901119000')).toEqual([
      { code: '09', text: 'Drinks to brew' },
      { code: '0901', text: 'Beans, in sacks' },
      { code: '090111', text: 'Beans; raw, "green"' },
    ]);
    expect(await nomenclature.below('0901')).toEqual([{ code: '090111', text: 'Beans; raw, "green"' }]);
    // The next edition lacks the subheading, and calls the heading otherwise.
    const next = ROWS.filter((row) => !row.includes('090111'))
      .join('\n')
      .replace('Beans', 'Berries');
    expect(await load(`\uFEFF${next}\r\n`)).toMatchObject({ nomenclatureVersion: 2, subheadings: 0 });
    expect(await nomenclature.above('090111')).toEqual([
      { code: '09', text: 'Drinks to brew' },
      { code: '0901', text: 'Berries, in sacks' },
    ]);
    expect((await nomenclature.report()).headings).toBeGreaterThan(1200);
    await nomenclature.remove();
    expect(await nomenclature.above('0901')).toMatchObject([{}, { text: 'Coffee' }]);
    expect((await nomenclature.below('')).map(({ code }) => code)).toHaveLength(99);
    await expect(nomenclature.remove()).rejects.toThrow('No HS nomenclature is loaded');
    expect(await load()).toMatchObject({ nomenclatureVersion: 3 });
  });

  it('with a wrong row changes nothing, and says where', async () => {
    await load();
    const before = await version();
    for (const [what, row, problem] of WRONG_ROWS) {
      const error = await load(`${OFFICIAL}${row}\n`).catch((thrown) => thrown);
      expect(error, what).toBeInstanceOf(OperatorError);
      expect(error.details, what).toEqual([`line ${ROWS.length + 1}: ${problem}`]);
      expect(await version(), what).toBe(before);
    }
    expect(await test.records.nomenclature.above('0902')).toMatchObject([{}, { text: 'Café leaves' }]);
  });

  it('that is none is refused, and too much of it is not told', async () => {
    const many = Array.from({ length: 25 }, (_, index) => `II,x${index},Leaves,09,4`);
    const error = await load(`${OFFICIAL}${many.join('\n')}\n`).catch((thrown) => thrown);
    expect(error.details).toHaveLength(11);
    expect(error.details.at(-1)).toBe('and 15 more');
    await expect(load('hscode,description\n0901,Beans\n')).rejects.toThrow('is not an HS nomenclature');
    await expect(load(`${ROWS[0]}\n`)).rejects.toThrow('holds no headings');
    await expect(load(`${ROWS[0]}\n${ROWS[1]}\n`)).rejects.toThrow('holds no headings');
    const rows = Array.from({ length: 50_001 }, () => ROWS[1]);
    await expect(load([ROWS[0], ...rows].join('\n'))).rejects.toThrow('too many rows');
    await expect(load('x'.repeat(20_000_001))).rejects.toThrow('too large');
    await expect(loadNomenclature(test.records, 'absent.csv')).rejects.toThrow('there is no such file');
    expect(await version()).toBe(0);
  });

  it('waits for no other change, and no other for it', async () => {
    const path = await test.file('official.csv', OFFICIAL);
    const first = loadNomenclature(test.records, path);
    await expect(loadNomenclature(test.records, path)).rejects.toThrow('A load of the HS nomenclature is running');
    await first;
    expect(await version()).toBe(1);
  });
});

const SHARED = sharedFile('hs-2022.csv');
if (!existsSync(SHARED)) process.stdout.write(`Skipped: the official HS file is not beside the project (${SHARED}).\n`);

describe.skipIf(!existsSync(SHARED))('the official file of HS 2022', () => {
  it('is loaded as it is, and describes six digits', async () => {
    const report = await loadNomenclature(test.records, SHARED);
    expect(report).toEqual({ nomenclatureVersion: 1, chapters: 97, headings: 1229, subheadings: 5613 });
    await loadRecords([['0901210000', '']]);
    const [row] = await rowsOf();
    expect(row).toMatchObject({ hs_description: 'Coffee; roasted, not decaffeinated', hs_derived: true });
    const found = (await suggest('decaffeinated roasted')).map(({ value }) => value);
    expect(found).toEqual(['0901', '090121']);
    expect((await rowsOf({ orderByColumn: 'hs_description' })).map((one) => one.hs_code)).toEqual(['0901210000']);
  });
});
