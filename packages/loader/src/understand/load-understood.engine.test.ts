/** Files that are loaded without a mapping of anybody's, or say what is missing. */
import { EVERYTHING, pageOf, question } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { afterEach, describe, expect, it } from 'vitest';
import { FILE, HEADER, line } from '../../testing/kenyan-file.js';
import { UnclearFile } from './unclear-file.js';

const test = sharedRecords();
afterEach(() => test.empty());

const IN_KENYA = question({ countryCode: ['KEN'], fromDate: '2025-01-01', toDate: '2025-12-31' });
const found = () => pageOf(test.records, IN_KENYA, EVERYTHING).then(({ rows }) => rows);

describe('a file without a mapping', () => {
  it('is loaded by what is understood of it, where that is clear', async () => {
    const path = await test.file('kenya imports march.csv', FILE);
    const [outcome] = await test.loader.load({ files: [{ path }] });
    expect(outcome).toMatchObject({ mapping: 'ken-imports', understood: null });
    expect(outcome?.report).toMatchObject({ rowsRead: 40, rowsLoaded: 40, rowsRejected: 0, unusedColumns: [] });
    expect(outcome?.report.measures).toContainEqual(
      expect.objectContaining({ column: 'total_value_usd', source: '80010', loaded: '80010' }),
    );
    const [row] = await found();
    expect(row).toMatchObject({ importer_name: expect.stringMatching(/^ACME/), exporter_name: 'SELLER SRL' });
    expect(row).toMatchObject({ ctry_name: 'Kenya', origin_country: 'Italy' });
    expect((await test.loader.load({ files: [{ path }] }))[0]?.sameAs).toBe(outcome?.loadId);
  });

  it('is asked once for a currency that nothing names: the next file of the source goes on with it, and says so', async () => {
    const unnamed = (from: number) =>
      [
        HEADER.replace('TOTAL_VALUE_USD', 'TOTAL_VALUE'),
        ...Array.from({ length: 40 }, (_, at) => line(from + at)),
      ].join('\n');
    const march = { files: [{ path: await test.file('kenya imports march.csv', unnamed(0)) }] };
    const asked = await test.loader.load(march).catch((thrown) => thrown);
    expect(asked.details.join('\n')).toContain('which currency is "TOTAL_VALUE" in?');
    const [first] = await test.loader.load({ ...march, set: ['currency=KES'] });
    const april = { files: [{ path: await test.file('kenya imports april.csv', unnamed(100)) }] };
    const [next] = await test.loader.load(april);
    expect(next?.report).toMatchObject({
      rowsLoaded: 40,
      assumed: [`"TOTAL_VALUE" is in KES, as in load ${first?.loadId}`],
    });
    expect((await found()).every(({ currency }) => currency === 'KES')).toBe(true);
    // Another source is asked anew.
    const other = { files: [{ path: await test.file('uganda imports april.csv', unnamed(200)) }] };
    expect(await test.loader.load(other).catch((thrown) => thrown)).toBeInstanceOf(UnclearFile);
  });

  it('says what is unclear and what comes next, and changes nothing', async () => {
    const path = await test.file('june.csv', FILE.replace('IMP_DATE', 'DATE').replace('ORIGIN_COUNTRY', 'COUNTRY'));
    const error = await test.loader.load({ files: [{ path }] }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(UnclearFile);
    expect(error.message).toContain('No mapping that ships with the product fits');
    expect(error.details.join('\n')).toMatch(/--country[\s\S]*"COUNTRY" may be origin_country[\s\S]*--write-mapping/);
    expect(await found()).toHaveLength(0);
    expect(await test.records.loads.list()).toEqual([]);
  });
});

describe('a dry run', () => {
  it('says how the file is understood', async () => {
    const path = await test.file('kenya-imports.csv', FILE);
    const [outcome] = await test.loader.load({ files: [{ path }], dryRun: true });
    expect(outcome?.understood).toMatchObject({ origin: 'understood', rows: 40, unclear: [], form: { headerRow: 1 } });
    expect(outcome?.understood?.mapping.naturalKey).toEqual(['DECLARATION_NO', 'ITEM_NO']);
    expect(outcome?.understood?.columns[8]).toMatchObject({
      header: 'QTY',
      target: 'quantity',
      examples: ['1,100.5', '1,101.5', '1,102.5'],
    });
    expect(await found()).toHaveLength(0);
  });
});
