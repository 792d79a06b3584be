/** Columns of accounts' lists in files of records. */
import { readFile } from 'node:fs/promises';
import { companyColumnKey, OWN_LIST_LIMITS } from '@tidewaiter/contract';
import { AS_PORTAL, EVERYTHING, stopGateway, type TestRecords, temporaryRecords } from '@tidewaiter/testing/records';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asked, loadExported, ROWS, writeExport } from '../../testing/exported-records.js';
import type { ExportRequest } from './export-file.js';
import type { JoinedList } from './own-columns.js';

type Row = readonly [stands: string, ...cells: string[]];

function list(columns: string[], rows: readonly Row[], more: Partial<JoinedList> = {}): JoinedList {
  async function* pages() {
    const all = rows.map(([stands, ...cells], at) => ({ row: at + 1, stands, cells }));
    for (let at = 0; at < all.length; at += 3) yield all.slice(at, at + 3);
  }
  return { name: 'Ours', kind: 'COMPANY', fields: ['importer'], columns, pages: pages(), ...more };
}

describe.each(['embedded', 'HTTP'] as const)('own columns, %s', (over) => {
  let test: TestRecords;

  beforeAll(async () => {
    test = await temporaryRecords({ over });
    await loadExported(test);
  });
  afterAll(async () => {
    await test.close();
    await stopGateway();
  });

  const write = (lists: JoinedList[], request: Partial<ExportRequest> = {}) =>
    writeExport(test, asked(), {
      columns: ['hs_code', 'importer_name'],
      rawCsv: true,
      format: 'csv',
      ...request,
      lists,
    });
  const textOf = async (...about: Parameters<typeof write>) => readFile((await write(...about)).path, 'utf8');
  const sheetOf = async (lists: JoinedList[]) =>
    (await readXlsx(await readFile((await write(lists, { format: 'xlsx' })).path))).sheets[0]?.rows ?? [];
  const linesOf = async (...about: Parameters<typeof write>) => {
    const lines = (await textOf(...about)).trim().split('\n');
    return lines.map((line) => line.slice(1, -1).split('","'));
  };
  const kept = async () => (await test.rows('SELECT count() FROM joined_cells'))[0]?.[0];

  it('stand behind those of the records, for each what an entry was found as, in every format', async () => {
    const [one, two] = ['Importer 1 Ltd.', 'Importer 2 Limited'];
    const rows: Row[] = [
      ...([
        [one.toUpperCase(), 'KOR', '17'],
        [two, 'VNM', ''],
        [one, 'USA', '17'],
      ] as Row[]),
      ...([
        [two, 'VNM', '=1+1'],
        ['Nobody at all', 'DEU', '9'],
        ['...', 'DEU', '10'],
      ] as Row[]),
    ];
    const ours = () => list(['Country', 'Our number'], rows);
    const [head, ...lines] = await linesOf([ours()]);
    expect(head).toEqual(['HS Code', 'Importer Name', 'Country', 'Our number']);
    expect(lines).toHaveLength(ROWS);
    const said = (name = '') => (/ 1 /.test(name) ? ['KOR; USA', '17'] : / 2 /.test(name) ? ['VNM', '=1+1'] : ['', '']);
    for (const [, name, ...own] of lines) expect(own).toEqual(said(name));
    expect(new Set(lines.map(([, , country]) => country))).toEqual(new Set(['', 'KOR; USA', 'VNM']));
    expect((await sheetOf([ours()])).map((row) => row.map((cell) => cell ?? ''))).toEqual([head, ...lines]);
    const { path } = await write([ours()], { format: 'parquet', columns: ['importer_name'] });
    expect((await readFile(path)).includes('Our number')).toBe(true);
    const safe = await textOf([ours()], { rawCsv: false });
    expect(safe).toContain(`"'=1+1"`);
    expect(safe).not.toContain('"=1+1"');
    // Nothing is left behind, and what the account owns is as it was.
    expect(await kept()).toBe('0');
  });

  it('are those of either party, of codes however long, and of records by their ids', async () => {
    const either = list(['What'], [['Importer 3 Ltd', 'ours']], { fields: ['company', 'importer'] });
    const found = (await linesOf([either])).slice(1).filter(([, , what]) => what === 'ours');
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(([, name]) => / 3 /.test(name ?? ''))).toBe(true);
    const groups: Row[] = [
      ['0901', 'Coffee'],
      ['09012', 'Roasted'],
      ['0902', 'Tea'],
    ];
    const codes = list(['Group'], groups, { kind: 'HS_CODE', fields: ['hs'] });
    for (const [code, , group] of (await linesOf([codes])).slice(1))
      expect(group).toBe(code?.startsWith('09012') ? 'Coffee; Roasted' : 'Coffee');
    const page = await (await test.records.ask(asked(), EVERYTHING, AS_PORTAL)).page();
    const id = page[3]?.cells.id ?? '';
    const ids = list(['Note'], [[id, 'mine']], { kind: 'RECORD', fields: ['record'] });
    const noted = (await textOf([ids], { trace: true })).split('\n').filter((line) => line.endsWith(',"mine"'));
    expect(noted).toHaveLength(1);
    expect(noted[0]).toContain(id);
  });

  it('are named by their list where another column has the name, and each name stands once', async () => {
    const row: Row = ['Importer 1 Ltd', 'a', 'b', 'c', 'd', 'e'];
    const first = list(['HS code', 'Country', '', 'Same', 'same'], [row]);
    const second = list(['country', '=cmd|x', `q"' \`{x:String}\\`, 'hs_code', 'Only'], [row], { name: 'Theirs' });
    const expected = [
      ...['HS Code', 'Importer Name', 'Ours: HS code', 'Ours: Country', 'Column', 'Ours: Same', 'Ours: same 2'],
      ...['Theirs: country', '=cmd|x', `q"' \`{x:String}\\`, 'Theirs: hs_code', 'Only'],
    ];
    expect((await sheetOf([first, second]))[0]).toEqual(expected);
    const safe = await textOf([list(['=cmd|x', 'Only'], [row])], { rawCsv: false });
    expect(safe.split('\n')[0]).toContain(`"'=cmd|x"`);
    const odd = [list([`q"' \`{x:String}\\`], [row])];
    expect((await write(odd, { format: 'parquet' })).rows).toBe(ROWS);
  });

  it('are cut where an account says too much of one party, and may be as long as lists are', async () => {
    const many = Array.from({ length: 3000 }, (_, no): Row => ['Importer 1 Ltd', `order ${no} ${'\\"\n'.repeat(100)}`]);
    const found = await linesOf([list(['Orders'], many)], { columns: ['hs_code', companyColumnKey('importer_name')] });
    const texts = (await textOf([list(['Orders'], many)])).match(/order 0[^…]*…/g) ?? [];
    expect(texts.length).toBeGreaterThan(0);
    expect(found.length).toBeGreaterThan(0);
    for (const text of texts) expect([...text.replaceAll('""', '"')]).toHaveLength(OWN_LIST_LIMITS.joinedLetters);
    expect(await kept()).toBe('0');
  });

  it('leave nothing behind where they cannot be read', async () => {
    async function* broken() {
      yield [{ row: 1, stands: 'Importer 1 Ltd', cells: ['x'] }];
      throw new Error('the accounts are away');
    }
    await expect(write([list(['A'], [], { pages: broken() })])).rejects.toThrow('the accounts are away');
    expect(await kept()).toBe('0');
  });
});
