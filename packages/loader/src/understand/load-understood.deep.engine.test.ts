/** Files that are loaded without a mapping, of every form in which their amounts and days are written. */
import { join } from 'node:path';
import { quote } from '@tidewaiter/records/loading';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { DBFFile } from 'dbffile';
import { writeXlsx } from 'hucre/xlsx';
import { afterEach, describe, expect, it } from 'vitest';
import { FILE, HEADER, line } from '../../testing/kenyan-file.js';
import { loadsOf } from '../../testing/loads.js';
import { parseMapping } from '../layout/mapping.js';

const test = sharedRecords();
const { load, refusal } = loadsOf(test);
afterEach(() => test.empty());
const MARCH = { name: 'kenya imports march.csv' };
const sums = (column: string, sum: string) => expect.objectContaining({ column, source: sum, loaded: sum });

describe('a file without a mapping', () => {
  it('reads amounts that are more than numbers, to the last cent', async () => {
    const file = (amounts: string[]) =>
      [HEADER, ...amounts.map((amount, index) => line(index + 10).replace('"2,000.25"', amount))].join('\n');
    const amounts = ['"US$ 1,000.10"', '"(US$ 0.05)"', '"us$2,000.00"', '3'];
    const outcome = await load(file(amounts), MARCH);
    expect(outcome.report.measures).toContainEqual(sums('total_value_usd', '3003.05'));
    // Another sign among them is another currency: a question, and where a mapping says which it is, a rejected row.
    const [mixed, april] = [file([...amounts, '€ 7']), { name: 'kenya imports april.csv' }];
    const error = await refusal(mixed, april);
    expect(error.details.join('\n')).toContain('"TOTAL_VALUE_USD" may be total_value_usd');
    const replace = outcome.loadId ?? 0;
    const mapping = parseMapping((await test.records.loads.originOf(replace)).mapping, 'of the first');
    const again = await load(mixed, { ...april, mapping, replace });
    expect(again.report).toMatchObject({ rowsLoaded: 4, rowsRejected: 1 });
    expect(again.rejections).toMatchObject([{ column: 'total_value_usd', reason: 'not a number', cell: '€ 7' }]);
  });

  it('reads texts of a workbook beside its numbers, each as it is written', async () => {
    const cells = Array.from({ length: 40 }, (_, index) => [
      ...(line(index).split(',"')[0] ?? '').split(','),
      ...[index + 0.25, 'PCS', `2\u202f000,${10 + index}`],
    ]);
    const bytes = await writeXlsx({ sheets: [{ name: 'Data', rows: [HEADER.split(','), ...cells] }] });
    const { report } = await load(Buffer.from(bytes), { name: 'kenya imports march.xlsx' });
    const expected = [sums('quantity', '790'), sums('total_value_usd', '80011.8')];
    expect(report.measures).toEqual(expect.arrayContaining(expected));
  });

  it('reads amounts in thousands as whole ones, to the last cent', async () => {
    const lines = Array.from({ length: 40 }, (_, index) => line(index).replace('"2,000.25"', '2.00025'));
    const file = [HEADER.replace('TOTAL_VALUE_USD', "TOTAL VALUE USD '000"), ...lines].join('\n');
    expect((await load(file, MARCH)).report.measures).toContainEqual(sums('total_value_usd', '80010'));
  });

  it('looks at rows of the whole file, and of all that repeats in it', async () => {
    const rows = Array.from(
      { length: 8000 },
      (_, at) =>
        `2025-03-${10 + (at % 18)},85171300,TELEPHONE ${at},${at + 1},${at % 4 === 0 ? 'EUR' : 'USD'},${at < 7000 ? 'KGS' : 'PCS'}`,
    );
    const text = `IMP_DATE,HS_CODE,DESCRIPTION,TOTAL_VALUE,CURRENCY,UOM\n${rows.join('\n')}`;
    const { understood } = await load(text, { ...MARCH, accept: true, dryRun: true });
    const examples = new Map(understood?.columns.map(({ header, examples }) => [header, [...examples].sort()]));
    expect(examples.get('CURRENCY')).toEqual(['EUR', 'USD']);
    expect(examples.get('UOM')).toEqual(['KGS', 'PCS']);
  });

  it('takes numbers and days of files with types as they are: no sign of theirs is guessed', async () => {
    const rows = Array.from({ length: 12 }, (_, at) => ({ day: `2025-03-${10 + at}`, weight: `${at + 1}.125` }));
    const names = 'IMP_DATE,HS_CODE,NET_WT_KG,VALUE_USD';
    const text = [names, ...rows.map(({ day, weight }) => `${day},85171300,${weight},1.500`)].join('\n');
    const error = await refusal(text, MARCH);
    expect(error.details.join('\n')).toContain('may be a thousand or have three decimals');
    const dbase = join(test.folder, 'kenya imports.dbf');
    const file = await DBFFile.create(dbase, [
      { name: 'IMP_DATE', type: 'D', size: 8 },
      { name: 'HS_CODE', type: 'C', size: 8 },
      { name: 'NET_WT_KG', type: 'N', size: 12, decimalPlaces: 3 },
      { name: 'VALUE_USD', type: 'F', size: 12, decimalPlaces: 3 },
    ]);
    await file.appendRecords(
      rows.map(({ day, weight }) => ({
        ...{ IMP_DATE: new Date(day), HS_CODE: '85171300', NET_WT_KG: Number(weight), VALUE_USD: 1.5 },
      })),
    );
    const parquet = join(test.folder, 'uganda imports.parquet');
    await test.records.staging.engine.run({
      name: 'test.parquet',
      sql: `INSERT INTO FUNCTION file(${quote(parquet)}, 'Parquet') SELECT toDate('2025-03-10') + number AS IMP_DATE, '85171300' AS HS_CODE,
          toDecimal64(number + 1.125, 3) AS NET_WT_KG, toNullable(1.125) + 0.375 AS VALUE_USD FROM numbers(12)`,
    });
    const outcomes = await test.loader.load({ files: [{ path: dbase }, { path: parquet }] });
    for (const { report } of outcomes) {
      expect(report).toMatchObject({ rowsLoaded: 12, firstDate: '2025-03-10', lastDate: '2025-03-21' });
      const sums = new Map(report.measures.map(({ column, loaded }) => [column, loaded]));
      expect([sums.get('net_weight'), sums.get('total_value_usd')]).toEqual(['79.5', '18']);
    }
  });

  it('takes what the operator says for granted', async () => {
    const path = await test.file('june.csv', FILE);
    const [outcome] = await test.loader.load({ files: [{ path, trade: 'IMPORT' }], country: 'UGA' });
    expect(outcome?.mapping).toBe('uga-imports');
  });

  it('has no key that repeats anywhere in the file, even where the sample does not show it', async () => {
    const rows = Array.from({ length: 5001 }, (_, index) => line(index));
    // The sample takes every second row: this repeats a row beside it.
    rows[1] = rows[0]?.replace('ACME 0', 'ACME 1') ?? '';
    const { understood, report } = await load([HEADER, ...rows].join('\n'), { ...MARCH, dryRun: true });
    expect([understood?.mapping.naturalKey, report.rowsRejected]).toEqual([[], 0]);
  });
});
