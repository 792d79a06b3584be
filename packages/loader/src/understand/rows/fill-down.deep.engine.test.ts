/** Cells that were merged before a sheet was saved as CSV: written on the first row of a block, and empty beneath it. */
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loadsOf } from '../../../testing/loads.js';
import { UnresolvedMapping } from '../unresolved-mapping.js';

const test = sharedRecords();
afterEach(() => test.empty());

const HEADER = 'DECLARATION_NO,IMP_DATE,HS_CODE,IMPORTER,SUPPLIER,DESCRIPTION,ORIGIN_COUNTRY,QTY,UOM,TOTAL_VALUE_USD';
const BLOCKS = 20;

/** Blocks of one to five rows. */
const rowsOf = (cells: (block: number, isFirst: boolean) => string[], first = 0) =>
  Array.from({ length: BLOCKS }, (_, at) => first + at).flatMap((block) =>
    Array.from({ length: (block % 5) + 1 }, (_, row) => {
      const [declaration, date, importer] = cells(block, row === 0);
      return `${declaration},${date},8517.13.00,${importer},SELLER ${row} SRL,TELEPHONES,IT,${row + 2},PCS,${(row + 2) * (70 + block)}.50`;
    }),
  );
const day = (block: number) => `2025-03-${String((block % 27) + 1).padStart(2, '0')}`;
const name = (block: number) => `ACME ${block} LTD`;
const file = (rows: readonly string[]) => [HEADER, ...rows].join('\n');

const byImporter = rowsOf((block, isFirst) => [`D${block}`, day(block), isFirst ? name(block) : '']);

const { load: loadText, refused } = loadsOf(test);
const load = (text: string, more: Parameters<typeof loadText>[1] = {}) =>
  loadText(text, { name: 'kenya imports march.csv', ...more });
const importers = () =>
  test.records.staging.engine.query({
    name: 'test.importers',
    sql: 'SELECT toDayOfMonth(record_date), importer_name FROM records WHERE load_id = (SELECT max(load_id) FROM records) ORDER BY line',
    row: z.tuple([z.number(), z.string()]),
  });

describe('parties on the first row of a block', () => {
  it('are asked about, with a proposal', async () => {
    const error = await refused(load(file(byImporter)));
    expect(error).toBeInstanceOf(UnresolvedMapping);
    expect(error.details.join('\n')).toContain(
      '"IMPORTER" is written on the first row of those with one "DECLARATION_NO" and empty on the other 40',
    );
    expect(error.details.join('\n')).toContain('--set blocks=fill-down');
  });

  it('are of the rows beneath, where that is said, and it is remembered', async () => {
    const outcome = await load(file(byImporter), { set: ['blocks=fill-down'], learn: true });
    expect(outcome.report).toMatchObject({ rowsLoaded: 60, rowsRejected: 0 });
    const rows = await importers();
    expect(rows.map(([, importer]) => importer)).toEqual(rows.map(([day]) => name(day - 1)));
    const next = rowsOf((block, isFirst) => [`D${block}`, day(block), isFirst ? name(block) : ''], 100);
    const later = await load(file(next), { name: 'kenya imports april.csv' });
    expect(later.report).toMatchObject({ rowsLoaded: 60, figures: { partiesInBlocks: [] } });
  });

  it('are nobody but of their own row, where that is said', async () => {
    const outcome = await load(file(byImporter), { set: ['blocks=as-written'] });
    expect(outcome.report).toMatchObject({ rowsLoaded: 60, doubts: [] });
    expect((await importers()).filter(([, importer]) => importer === '').length).toBe(40);
  });

  it('and days and numbers beside them are taken together', async () => {
    const merged = rowsOf((block, isFirst) => (isFirst ? [`D${block}`, day(block), name(block)] : ['', '', '']));
    const error = await refused(load(file(merged)));
    expect(error.details.join('\n')).toContain('"IMP_DATE"');
    const outcome = await load(file(merged), { set: ['blocks=fill-down'] });
    expect(outcome.report).toMatchObject({ rowsLoaded: 60, rowsRejected: 0 });
    expect((await importers()).filter(([, importer]) => importer === '').length).toBe(0);
  });

  it('are never of the block before', async () => {
    const rows = rowsOf((block, isFirst) => [`D${block}`, day(block), isFirst && block !== 7 ? name(block) : '']);
    await load(file(rows), { set: ['blocks=fill-down'] });
    const none = (await importers()).filter(([, importer]) => importer === '');
    expect(none.map(([day]) => day)).toEqual([8, 8, 8]);
  });
});

it.each([
  ['names that are missing here and there', (block: number) => [`D${block}`, day(block), block % 3 ? name(block) : '']],
  ['names on every row', (block: number) => [`D${block}`, day(block), name(block)]],
])('nothing is asked of %s', async (_, cells) => {
  const outcome = await load(file(rowsOf(cells)));
  expect(outcome.report).toMatchObject({ rowsLoaded: 60, doubts: [] });
});
