/** The official file, loaded and taken out, and where its texts and the labels that ship are seen. */
import { existsSync } from 'node:fs';
import { OperatorError } from '@tidewaiter/contract';
import { SHIPPED_LABELS } from '@tidewaiter/records/loading';
import { sharedFile } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { afterEach, describe, expect, it } from 'vitest';
import { OFFICIAL, officialFile, ROWS } from '../testing/official-file.js';
import { loadNomenclature } from './nomenclature-file.js';

const test = sharedRecords();
const { loadRecords, rowsOf, described, load, version, suggest, empty } = officialFile(test);
afterEach(empty);

it('records are called as the nomenclature calls their code, or as their source where that tells it apart, and say so', async () => {
  await loadRecords({ '0901110000': '', '0902': 'TEA AS DECLARED', '85171300': '', '98010000': '', '090121': '' });
  const { labels } = SHIPPED_LABELS;
  const others = { '85171300': labels.get('8517'), '98010000': labels.get('98') };
  const shipped = { '0901110000': 'Coffee', '0902': 'Tea', '090121': 'Coffee', ...others };
  const rows = async () => {
    const found = await described();
    expect(found.every(([, , isDerived]) => isDerived)).toBe(true);
    return Object.fromEntries(found.map(([code, text]) => [code, text]));
  };
  expect(await rows()).toEqual(shipped);
  await load();
  const official = { '0901110000': 'Beans; raw, "green"', '0902': 'Café leaves', '090121': 'Beans, in sacks' };
  expect(await rows()).toEqual({ ...official, ...others });
  await test.records.nomenclature.remove();
  expect(await rows()).toEqual(shipped);
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
    const first = await load();
    expect(first).toMatchObject({ chapters: 2, headings: 3, subheadings: 1 });
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
    expect(await load(`\uFEFF${next}\r\n`)).toMatchObject({
      ...{ nomenclatureVersion: first.nomenclatureVersion + 1, subheadings: 0 },
    });
    expect(await nomenclature.above('090111')).toEqual([
      { code: '09', text: 'Drinks to brew' },
      { code: '0901', text: 'Berries, in sacks' },
    ]);
    expect((await nomenclature.report()).headings).toBeGreaterThan(1200);
    await nomenclature.remove();
    expect(await nomenclature.above('0901')).toMatchObject([{}, { text: 'Coffee' }]);
    expect((await nomenclature.below('')).map(({ code }) => code)).toHaveLength(99);
    await expect(nomenclature.remove()).rejects.toThrow('No HS nomenclature is loaded');
    expect(await load()).toMatchObject({ nomenclatureVersion: first.nomenclatureVersion + 2 });
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
    const before = await version();
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
    expect(await version()).toBe(before);
  });

  it('waits for no other change, and no other for it', async () => {
    const path = await test.file('official.csv', OFFICIAL);
    const before = await version();
    const first = loadNomenclature(test.records, path);
    await expect(loadNomenclature(test.records, path)).rejects.toThrow('A load of the HS nomenclature is running');
    await first;
    expect(await version()).toBe(before + 1);
  });
});

const SHARED = sharedFile('hs-2022.csv');
if (!existsSync(SHARED)) process.stdout.write(`Skipped: the official HS file is not beside the project (${SHARED}).\n`);

describe.skipIf(!existsSync(SHARED))('the official file of HS 2022', () => {
  it('is loaded as it is, and describes six digits', async () => {
    const report = await loadNomenclature(test.records, SHARED);
    expect(report).toMatchObject({ chapters: 97, headings: 1229, subheadings: 5613 });
    await loadRecords({ '0901210000': '' });
    const [row] = await rowsOf();
    expect(row).toMatchObject({ hs_description: 'Coffee; roasted, not decaffeinated', hs_derived: true });
    const found = (await suggest('decaffeinated roasted')).map(({ value }) => value);
    expect(found).toEqual(['0901', '090121']);
    expect((await rowsOf({ orderByColumn: 'hs_description' })).map((one) => one.hs_code)).toEqual(['0901210000']);
  });
});
