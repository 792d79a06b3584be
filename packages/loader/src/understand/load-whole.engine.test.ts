/** What files lost, or said twice, without a word: formulas that were never calculated, totals among the records, days in another zone. */
import { join } from 'node:path';
import { quote } from '@tidewaiter/records/loading';
import { workbookOf } from '@tidewaiter/testing/archives';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { FILE } from '../../testing/kenyan-file.js';
import { loadsOf } from '../../testing/loads.js';
import { parseMapping } from '../layout/mapping.js';
import type { LoadOutcome } from '../load-request.js';
import { UnresolvedMapping } from './unresolved-mapping.js';

const test = sharedRecords();
const { load, refusal } = loadsOf(test);
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
    workbookOf(`${comment}<sheetData>${named}${cellsOf(value).join('')}</sheetData>`, {
      'xl/styles.xml': STYLES,
      'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    });
  const name = 'kenya imports.xlsx';

  // A comment is left to the library of workbooks.
  it.each(['', '<!-- -->'])(
    'has amounts in the format of a currency, and codes that are a constant in a formula %s',
    async (comment) => {
      const outcome = await load(
        written((at) => `<c s="1"><v>${at + 1}.25</v></c>`, comment),
        { name },
      );
      expect(outcome.report).toMatchObject({ rowsLoaded: 20, figures: { usd: '215' } });
      const codes = await test.records.staging.engine.query({
        name: 'test.codes',
        sql: `SELECT DISTINCT hs_code FROM records WHERE load_id = ${outcome.loadId} ORDER BY hs_code`,
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
    const book = written((at) => (at < cells ? `<c><f>C${at}*2</f></c>` : '<c><v>5</v></c>'), comment);
    const error = await refusal(book, { name, accept: true });
    expect(error).toBeInstanceOf(UnresolvedMapping);
    const said = `${cells} cells of "VALUE_USD" hold formulas that were never calculated`;
    expect(error.details.join('\n')).toContain(said);
    const { report } = await load(book, { name, set: ['VALUE_USD=-'] });
    expect(report.assumed.join()).toContain('never calculated');
  });

  it('that lost a column is asked about, and takes no full load’s place by a mapping', async () => {
    const full = { name: 'kenya imports.csv' };
    const replace = (await load(FILE, full)).loadId ?? 0;
    const [lost, second] = [FILE.replaceAll('"2,000.25"', ''), { name: 'kenya imports 2.csv', replace }];
    expect((await refusal(lost, second)).details.join('\n')).toContain(
      '"TOTAL_VALUE_USD" is total_value_usd by its name, and empty in the whole file',
    );
    const { understood } = await load(FILE, { ...full, replace, dryRun: true });
    const mapping = parseMapping(JSON.stringify(understood?.mapping), 'mapping.json');
    expect((await refusal(lost, { ...second, mapping })).details).toContain(
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
  const sumsBy = (alike: (row: Row) => Row, of: readonly Row[] = rows) => {
    const sums = new Map<string, Row>();
    for (const row of of.map(alike)) {
      const key = `${row.month} ${row.country} ${row.code}`;
      sums.set(key, { ...row, value: row.value + (sums.get(key)?.value ?? 0) });
    }
    return [...sums.values()];
  };
  const textOf = (of: readonly Row[]) => {
    const line = ({ month, country, code, value }: Row) => `${month},IMPORT,${country},${code},1,${value.toFixed(2)}`;
    return [HEAD, ...of.map(line)].join('\n');
  };
  const kenya = { name: 'kenya imports.csv' };
  const sumOf = (of: readonly Row[]) => of.reduce((all, { value }) => all + Number(value.toFixed(2)), 0).toFixed(2);
  const sum = sumOf(rows);
  const usdOf = (outcome: LoadOutcome) => Number(outcome.report.figures?.usd).toFixed(2);

  const few = rows.filter(({ month, code }) => month === '2024-01' && code !== '392690');
  const isOfUnion = ({ country }: Row) => country === 'Germany' || country === 'Italy';
  it.each([
    ['the world', rows, sumsBy((row) => ({ ...row, country: 'World' }))],
    // Its name alone says so where not all of its parts are there.
    ['the world, of more than is here', rows, sumsBy((row) => ({ ...row, country: 'Mundo', value: 1.7 * row.value }))],
    ['a union, of two codes and one month', few, sumsBy((row) => ({ ...row, country: 'XA' }), few.filter(isOfUnion))],
    ['a chapter', rows, sumsBy((row) => ({ ...row, code: row.code.slice(0, 2) }))],
    ['a chapter, filled up with zeros', rows, sumsBy((row) => ({ ...row, code: `${row.code.slice(0, 2)}0000` }))],
    ['all goods', rows, sumsBy((row) => ({ ...row, code: '99' }))],
  ])('stop the load where they are of %s, and are left out', async (_, of, totals) => {
    const text = textOf([...totals, ...of]);
    const error = await refusal(text, kenya);
    expect(error).toBeInstanceOf(UnresolvedMapping);
    const figure = (some: readonly Row[]) => Number(sumOf(some)).toLocaleString('en-US');
    const said = `they come to ${figure(totals)}, the rows without them to ${figure(of)}`;
    expect(error.details.join('\n')).toContain(said);
    const outcome = await load(text, { ...kenya, accept: true });
    expect(outcome.report).toMatchObject({ rowsLoaded: of.length, rowsRejected: totals.length, doubts: [] });
    expect(usdOf(outcome)).toBe(sumOf(of));
  });

  /** Rows by company, in blocks; amounts of chance, the same in every run. */
  function blocksOf(sizeOf: (company: number) => number, amountOf = (value: number, _at: number) => value) {
    let seed = 7;
    const chance = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return Math.round((seed / 2_147_483_647) * 9_000_000 + 1000) / 100;
    };
    return Array.from({ length: 30 }, (_, company) =>
      Array.from({ length: sizeOf(company) }, (__, at) => Number(amountOf(chance(), at).toFixed(2))),
    );
  }
  const COMPANIES = 'DATE,IMPORTER,HS_CODE,COUNTRY_OF_ORIGIN,DESCRIPTION,NET_WT_KG,VALUE_USD';
  const CODES = ['85171300', '69072100', '09011100'];
  const added = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
  const record = (company: number, at: number, amount: string) =>
    `2024-01-${10 + (company % 19)},COMPANY ${company},${CODES[at % 3]},China,PHONES ${at},${(at + 1) * 7.5},${amount}`;
  const inBrackets = (amount: number) => (amount < 0 ? `(${(-amount).toFixed(2)})` : amount.toFixed(2));
  const corrected = (value: number, at: number) => (at === 1 ? -value / 10 : value);
  const mixed = (company: number) => (company % 3 === 0 ? 1 : 2 + (company % 3));
  const larger = (company: number) => (company % 3 === 0 ? 1 : 5 + (company % 3));
  const several = (company: number) => 5 + (company % 3);

  it.each([
    ['small blocks, of which some have one row', blocksOf(mixed), 'close'],
    ['larger blocks beside some of one row', blocksOf(larger), 'close'],
    ['blocks behind their sum, which lacks nothing', blocksOf(mixed), 'open'],
    ['blocks with a correction each', blocksOf(several, corrected), 'close'],
    ['blocks with a correction in parentheses', blocksOf(several, corrected), 'brackets'],
  ])('leave out the sums of %s', async (_, blocks, way) => {
    const written = way === 'brackets' ? inBrackets : (amount: number) => amount.toFixed(2);
    const lines = blocks.flatMap((amounts, company) => {
      const own = amounts.map((amount, at) => record(company, at, written(amount)));
      if (way === 'open') return [record(company, 0, added(amounts).toFixed(2)), ...own];
      return [...own, `2024-01-${10 + (company % 19)},TOTAL COMPANY ${company},,,,,${added(amounts).toFixed(2)}`];
    });
    const all = blocks.flat();
    const closed = way === 'open' ? [] : [`2024-01-31,GRAND TOTAL,,,,,${added(all).toFixed(2)}`];
    const outcome = await load([COMPANIES, ...lines, ...closed].join('\n'), { ...kenya, accept: true, dryRun: true });
    expect(usdOf(outcome)).toBe(added(all).toFixed(2));
    expect(outcome.report.rowsLoaded).toBe(all.length);
  });

  it('leave out chapters beside their headings, each of which has one row', async () => {
    const blocks = blocksOf((chapter) => 1 + (chapter % 4));
    const lines = blocks.flatMap((amounts, at) => {
      const chapter = `${at + 1}`.padStart(2, '0');
      const headings = amounts.map((amount, number) => `2024-01-31,${chapter}0${number + 1},1,${amount.toFixed(2)}`);
      return [`2024-01-31,${chapter},1,${added(amounts).toFixed(2)}`, ...headings];
    });
    const text = ['DATE,HS_CODE,NET_WT_KG,VALUE_USD', ...lines].join('\n');
    const outcome = await load(text, { ...kenya, accept: true, dryRun: true });
    expect(usdOf(outcome)).toBe(added(blocks.flat()).toFixed(2));
  });

  it('are no records that lack names, whose few pieces make a sum by chance', async () => {
    const pieces = blocksOf(() => 100).flat();
    const lines = pieces.map((value, at) => {
      const isHidden = Math.floor(value * 100) % 7 === 0;
      const names = isHidden ? ',' : `COMPANY ${at % 470},SUPPLIER ${at % 533}`;
      return `2024-01-${10 + (at % 19)},${names},${CODES[at % 3]},PHONES MODEL ${at},${1 + (Math.floor(value) % 6)}`;
    });
    const text = ['DATE,IMPORTER,EXPORTER,HS_CODE,DESCRIPTION,QUANTITY', ...lines].join('\n');
    const outcome = await load(text, { ...kenya, accept: true, dryRun: true });
    expect(outcome.report).toMatchObject({ rowsLoaded: 3000, rowsRejected: 0 });
  });

  it('are records where the operator says so, and are told where a mapping says nothing of them', async () => {
    const text = textOf([...sumsBy((row) => ({ ...row, country: 'World' })), ...rows]);
    const whole = await load(text, { ...kenya, set: ['totals=as-written'], dryRun: true });
    expect(usdOf(whole)).toBe((Number(sum) * 2).toFixed(2));
    const mapping = parseMapping(JSON.stringify({ ...whole.understood?.mapping, leaveOut: [] }), 'mapping.json');
    const { details } = await refusal(text, { ...kenya, mapping });
    expect(details.join('\n')).toContain('"COUNTRY_OF_ORIGIN" is "World" are the sum of others');
  });

  it.each([
    ['close', (total: Row, of: readonly Row[]) => [...of, total]],
    ['open', (total: Row, of: readonly Row[]) => [total, ...of]],
  ])('stop the load where they %s blocks and lack nothing, and are left out, also far behind', async (_, around) => {
    const before = Array.from({ length: 6000 }, (__, at) => ({
      ...(rows[at % rows.length] as Row),
      value: 900 + ((at * 7919) % 99_991) * 1.37,
    }));
    const blocks = sumsBy((row) => ({ ...row, code: '851713' })).map((total) =>
      around(
        total,
        rows.filter(({ month, country }) => month === total.month && country === total.country),
      ),
    );
    const text = textOf([...before, ...blocks.flat()]);
    expect((await refusal(text, kenya)).details.join('\n')).toMatch(
      /the rows of lines 60\d\d, .* 7 more are the sum of their block of rows/,
    );
    const outcome = await load(text, { ...kenya, accept: true });
    expect(outcome.report).toMatchObject({ rowsLoaded: 6036, rowsRejected: 12, doubts: [] });
    const { understood } = await load(text, { ...kenya, accept: true, dryRun: true });
    expect(understood?.mapping.subtotals).toBe('leave-out');
    expect(usdOf(outcome)).toBe(sumOf([...before, ...rows]));
  });

  it('stop the load where all of a file stand at its end, and a mapping leaves them out', async () => {
    const text = textOf([...rows, { ...(rows[0] as Row), value: Number(sum) }]);
    const whole = await load(text, { ...kenya, set: ['totals=as-written'], dryRun: true });
    expect(usdOf(whole)).toBe((Number(sum) * 2).toFixed(2));
    const { subtotals, ...mapping } = JSON.parse(JSON.stringify(whole.understood?.mapping));
    expect(subtotals).toBe('as-written');
    const by = (more: object) => parseMapping(JSON.stringify({ ...mapping, ...more }), 'mapping.json');
    const { details } = await refusal(text, { ...kenya, mapping: by({}) });
    expect(details.join('\n')).toContain('the rows of line 38 are the sum of their block of rows');
    expect(usdOf(await load(text, { ...kenya, mapping: by({ subtotals: 'leave-out' }) }))).toBe(sum);
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
    const [outcome] = await test.loader.load({ files: [{ path: parquet }] });
    const uganda = moments((day) => iso(day, 'T00:00:00+03:00'));
    const tanzania = moments((day) => iso(day - 1, 'T21:00:00.000Z'));
    const others = [
      await load(uganda, { name: 'uganda imports.jsonl' }),
      await load(tanzania, { name: 'tanzania imports.jsonl' }),
    ];
    for (const { report } of [outcome ?? expect.fail(), ...others])
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
    const [text, name] = [moments(stamp), 'kenya imports.jsonl'];
    const error = await refusal(text, { name });
    expect(error).toBeInstanceOf(UnresolvedMapping);
    expect(error.details.join('\n')).toContain(answer);
    expect((await load(text, { name, set: [answer] })).report).toMatchObject({ rowsLoaded: 30, lastDate });
  });
});
