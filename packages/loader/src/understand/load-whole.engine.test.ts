/** What files lost, or said twice, without a word: formulas that were never calculated, totals among the records, days in another zone. */
import { join } from 'node:path';
import { quote } from '@tidewaiter/records/loading';
import { workbookOf } from '@tidewaiter/testing/archives';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { FILE } from '../../testing/kenyan-file.js';
import { parseMapping } from '../layout/mapping.js';
import type { LoadOutcome } from '../load-request.js';
import { UnclearFile } from './unclear-file.js';

const test = sharedRecords();
afterEach(() => test.empty());

describe('a workbook', () => {
  const NAMES = ['IMP_DATE', 'HS_CODE', 'NET_WT_KG', 'VALUE_USD'];
  const cellsOf = (value: (at: number) => string) =>
    Array.from(
      { length: 20 },
      (_, at) =>
        `<row><c t="str"><v>2025-03-${10 + (at % 9)}</v></c><c><f>"0${901 + (at % 2)}1100"</f></c><c><v>${at + 1}</v></c>${value(at)}</row>`,
    );
  const named = `<row>${NAMES.map((name) => `<c t="str"><v>${name}</v></c>`).join('')}</row>`;
  const STYLES = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="_-[$S/-280A]* #,##0.00_-"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`;
  const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const written = (value: (at: number) => string, comment = '') =>
    test.file(
      'kenya imports.xlsx',
      workbookOf(`${comment}<sheetData>${named}${cellsOf(value).join('')}</sheetData>`, {
        'xl/styles.xml': STYLES,
        'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
      }),
    );

  // A comment is left to the library of workbooks.
  it.each(['', '<!-- -->'])(
    'has amounts in the format of a currency, and codes that are a constant in a formula %s',
    async (comment) => {
      const path = await written((at) => `<c s="1"><v>${at + 1}.25</v></c>`, comment);
      const [outcome] = await test.loader.load({ files: [{ path }] });
      expect(outcome?.report).toMatchObject({ rowsLoaded: 20, figures: { usd: '215' } });
      const codes = await test.records.staging.engine.query({
        name: 'test.codes',
        sql: `SELECT DISTINCT hs_code FROM records WHERE load_id = ${outcome?.loadId} ORDER BY hs_code`,
        row: z.tuple([z.string()]),
        lane: 'load',
      });
      expect(codes.flat()).toEqual(['09011100', '09021100']);
    },
  );

  it.each([
    ['some', '', 10],
    ['all', '', 20],
    ['some', '<!-- -->', 10],
  ])('stops where %s formulas of a column have no result %s', async (_, comment, cells) => {
    const path = await written((at) => (at < cells ? `<c><f>C${at}*2</f></c>` : '<c><v>5</v></c>'), comment);
    const error = await test.loader.load({ files: [{ path }], accept: true }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(UnclearFile);
    expect(error.details.join('\n')).toContain(
      `${cells} cells of "VALUE_USD" hold formulas that were never calculated`,
    );
    const [outcome] = await test.loader.load({ files: [{ path }], set: ['VALUE_USD=-'] });
    expect(outcome?.report.assumed.join()).toContain('never calculated');
  });

  it('that lost a column is asked about, and takes no full load’s place by a mapping', async () => {
    const full = await test.file('kenya imports.csv', FILE);
    const [first] = await test.loader.load({ files: [{ path: full }] });
    const replace = first?.loadId ?? 0;
    const path = await test.file('kenya imports 2.csv', FILE.replaceAll('"2,000.25"', ''));
    const asked = await test.loader.load({ files: [{ path }], replace }).catch((thrown) => thrown);
    expect(asked.details.join('\n')).toContain(
      '"TOTAL_VALUE_USD" is total_value_usd by its name, and empty in the whole file',
    );
    const { mapping } =
      (await test.loader.load({ files: [{ path: full }], replace, dryRun: true }))[0]?.understood ?? {};
    const given = parseMapping(JSON.stringify(mapping), 'mapping.json');
    const refused = await test.loader.load({ files: [{ path }], replace, mapping: given }).catch((thrown) => thrown);
    expect(refused.details).toContain(
      'total_value_usd is empty in every record, and filled in 40 of those whose place they take',
    );
  });
});

describe('rows that are the sum of others', () => {
  const HEAD = 'PERIOD,FLOW,COUNTRY_OF_ORIGIN,HS_CODE,NET_WT_KG,VALUE_USD';
  const rows = ['2024-01', '2024-02', '2024-03'].flatMap((month, at) =>
    ['China', 'Germany', 'Italy', 'Peru'].flatMap((country, place) =>
      ['851713', '851762', '392690'].map((code, number) => ({
        month,
        country,
        code,
        value: 1000.37 * (at + 1) + 317.11 * place * (number + 3),
      })),
    ),
  );
  type Row = (typeof rows)[number];
  const sumsBy = (alike: (row: Row) => Row) => {
    const sums = new Map<string, Row>();
    for (const row of rows.map(alike)) {
      const key = `${row.month} ${row.country} ${row.code}`;
      sums.set(key, { ...row, value: row.value + (sums.get(key)?.value ?? 0) });
    }
    return [...sums.values()];
  };
  const written = (name: string, more: readonly Row[]) =>
    test.file(
      name,
      [
        HEAD,
        ...[...more, ...rows].map(
          ({ month, country, code, value }) => `${month},IMPORT,${country},${code},1,${value.toFixed(2)}`,
        ),
      ].join('\n'),
    );
  const sum = rows.reduce((all, { value }) => all + Number(value.toFixed(2)), 0).toFixed(2);
  const usdOf = (outcome: LoadOutcome | undefined) => Number(outcome?.report.figures?.usd).toFixed(2);

  it.each([
    ['the world', (row: Row) => ({ ...row, country: 'World' }), 9],
    ['a chapter', (row: Row) => ({ ...row, code: row.code.slice(0, 2) }), 24],
    ['all goods', (row: Row) => ({ ...row, code: '99' }), 12],
  ])('stop the load where they are of %s, and are left out', async (_, alike, totals) => {
    const path = await written('kenya imports.csv', sumsBy(alike));
    const error = await test.loader.load({ files: [{ path }] }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(UnclearFile);
    expect(error.details.join('\n')).toContain(
      `they come to ${Number(sum).toLocaleString('en-US')}, the rows without them to ${Number(sum).toLocaleString('en-US')}`,
    );
    const [outcome] = await test.loader.load({ files: [{ path }], accept: true });
    expect(outcome?.report).toMatchObject({ rowsLoaded: rows.length, rowsRejected: totals, doubts: [] });
    expect(usdOf(outcome)).toBe(sum);
  });

  it('are records where the operator says so, and are told where a mapping says nothing of them', async () => {
    const path = await written(
      'kenya imports.csv',
      sumsBy((row) => ({ ...row, country: 'World' })),
    );
    const [whole] = await test.loader.load({ files: [{ path }], set: ['totals=as-written'], dryRun: true });
    expect(usdOf(whole)).toBe((Number(sum) * 2).toFixed(2));
    const mapping = parseMapping(JSON.stringify({ ...whole?.understood?.mapping, leaveOut: [] }), 'mapping.json');
    const load = test.loader.load({ files: [{ path }], mapping }).catch((thrown) => thrown);
    expect((await load).details.join('\n')).toContain('"COUNTRY_OF_ORIGIN" is "World" are the sum of others');
  });

  it('are told where they divide the file into blocks, and lack nothing', async () => {
    const blocks = sumsBy((row) => ({ ...row, code: '851713' })).flatMap((total) => [
      ...rows.filter(({ month, country }) => month === total.month && country === total.country),
      total,
    ]);
    const lines = blocks.map(
      ({ month, country, code, value }) => `${month},IMPORT,${country},${code},1,${value.toFixed(2)}`,
    );
    const path = await test.file('kenya imports.csv', [HEAD, ...lines].join('\n'));
    const error = await test.loader.load({ files: [{ path }] }).catch((thrown) => thrown);
    expect(error.details.join('\n')).toContain('lines 5, 9, 13');
  });
});

describe('days that are written as moments in UTC', () => {
  /** Rows of a month, at these times of its days, as lines of JSON. */
  const moments = (stamp: (day: number) => string) =>
    Array.from({ length: 30 }, (_, day) =>
      JSON.stringify({ IMP_DATE: stamp(day), HS_CODE: '85171300', NET_WT_KG: day + 1, VALUE_USD: day + 1 }),
    ).join('\n');
  const iso = (day: number, time: string) =>
    `${new Date(Date.UTC(2025, 9, 1 + day)).toISOString().slice(0, 10)}${time}`;

  it('are those of the zone whose midnights they are', async () => {
    const parquet = join(test.folder, 'kenya imports.parquet');
    await test.records.staging.engine.run({
      name: 'test.parquet',
      sql: `INSERT INTO FUNCTION file(${quote(parquet)}, 'Parquet') SELECT toDateTime64('2025-09-30 21:00:00', 6, 'UTC') + number * 86400 AS IMP_DATE,
          '85171300' AS HS_CODE, number + 1 AS NET_WT_KG, number + 1 AS VALUE_USD FROM numbers(30)`,
    });
    const files = [
      parquet,
      await test.file(
        'uganda imports.jsonl',
        moments((day) => iso(day, 'T00:00:00+03:00')),
      ),
      await test.file(
        'tanzania imports.jsonl',
        moments((day) => iso(day - 1, 'T21:00:00.000Z')),
      ),
    ].map((path) => ({ path }));
    for (const { report } of await test.loader.load({ files }))
      expect(report).toMatchObject({ rowsLoaded: 30, firstDate: '2025-10-01', lastDate: '2025-10-30' });
  });

  it.each([
    [
      'times of day',
      (day: number) => iso(day, `T${day % 2 === 0 ? 10 : 22}:12:44Z`),
      'timeZone=Africa/Nairobi',
      '2025-10-31',
    ],
    ['what says no zone', (day: number) => iso(day, ' 21:00:00'), 'timeZone=UTC+03:00', '2025-10-31'],
    ['what says no zone', (day: number) => iso(day, ' 21:00:00'), 'dateFormat=ISO', '2025-10-30'],
  ])('are asked for where they are %s', async (_, stamp, answer, lastDate) => {
    const path = await test.file('kenya imports.jsonl', moments(stamp));
    const error = await test.loader.load({ files: [{ path }] }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(UnclearFile);
    expect(error.details.join('\n')).toContain(answer);
    const [outcome] = await test.loader.load({ files: [{ path }], set: [answer] });
    expect(outcome?.report).toMatchObject({ rowsLoaded: 30, lastDate });
  });
});
