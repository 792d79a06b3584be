/** Dates as files write them, read by the real engine. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CleanedTexts, openCleanedTexts } from '../../testing/cleaned-texts.js';
import { dateInName, dateSql, isDateFormat, partsFormat, solarDaySql } from './date-format.js';

let texts: CleanedTexts;
beforeAll(async () => {
  texts = await openCleanedTexts();
});
afterAll(() => texts.close());

/** The day and whether it differs from what was written, or what is wrong. */
async function read(written: string, formats: string[], timeZone?: string): Promise<string> {
  const sql = (text: string) => {
    const { steps, value, problem, changed } = dateSql(text, {
      ...{ column: 'date', formats, timeZone },
      problemOfNone: "'none'",
    });
    const result = `if(${problem} = '', concat(toString(${value}), if(${changed}, ' changed', '')), ${problem})`;
    // A SELECT list in which the steps have their names, in one expression.
    return `tupleElement((${[result, ...steps.map((step) => `(${step.sql} AS ${step.name})`)].join(', ')}), 1)`;
  };
  const [result = ''] = await texts.clean(sql, [written]);
  return result;
}

describe('a date', () => {
  it.each([
    ['2025-03-28', 'YYYY-MM-DD', '2025-03-28'],
    ['2025-3-8', 'YYYY-MM-DD', '2025-03-08'],
    ['2025-03-28 18:30:00', 'YYYY-MM-DD', '2025-03-28'],
    ['2025-03-28 00:00:00.000000Z', 'YYYY-MM-DD', '2025-03-28'],
    ['2025-03-28 18:30:00Z', 'YYYY-MM-DD', 'not a date (YYYY-MM-DD)'],
    ['28-03-2025', 'DD-MM-YYYY', '2025-03-28'],
    ['3/28/2025', 'MM/DD/YYYY', '2025-03-28'],
    ['3/28/2025 11:05 PM', 'MM/DD/YYYY', '2025-03-28'],
    ['28.03.25', 'DD.MM.YY', '2025-03-28'],
    ['14-Aug-14', 'DD-MMM-YY', '2014-08-14'],
    ['14-AUG-2014', 'DD-MMM-YYYY', '2014-08-14'],
    ['05 agosto 2014', 'DD MMM YYYY', '2014-08-05'],
    ['14-Aug-75', 'DD-MMM-YY', '1975-08-14'],
    ['Mar-24', 'MMM-YY', '2024-03-01 changed'],
    ['01/03/2567', 'DD/MM/BBBB', '2024-03-01'],
    ['29/02/2567', 'DD/MM/BBBB', '2024-02-29'],
    ['29/02/2568', 'DD/MM/BBBB', 'not a date (DD/MM/BBBB)'],
    ['Apr 01, 2024', 'MMM DD, YYYY', '2024-04-01'],
    ['February 30, 2024', 'MMM DD, YYYY', 'not a date (MMM DD, YYYY)'],
    ['113/04/01', 'RRR/MM/DD', '2024-04-01'],
    ['R6.4.1', 'GG.MM.DD', '2024-04-01'],
    ['R06/04/01', 'GG/MM/DD', '2024-04-01'],
    ['令和6年4月1日', 'GG年MM月DD日', '2024-04-01'],
    ['令和元年5月', 'GG年MM月', '2019-05-01 changed'],
    ['H31-4-30', 'GG-MM-DD', '2019-04-30'],
    ['平成5年2月28日', 'GG年MM月DD日', '1993-02-28'],
    ['S64.1.7', 'GG.MM.DD', '1989-01-07'],
    ['R6.2.30', 'GG.MM.DD', 'not a date (GG.MM.DD)'],
    ['X6.2.3', 'GG.MM.DD', 'not a date (GG.MM.DD)'],
    ['民國113年4月1日', 'RRR年MM月DD日', '2024-04-01'],
    ['中華民國113年4月1日', 'RRR年MM月DD日', '2024-04-01'],
    ['1402/03/15', 'JJJJ/MM/DD', '2023-06-05'],
    ['1403/12/30', 'JJJJ/MM/DD', '2025-03-20'],
    ['1402/12/30', 'JJJJ/MM/DD', 'not a date (JJJJ/MM/DD)'],
    ['1402/07/31', 'JJJJ/MM/DD', 'not a date (JJJJ/MM/DD)'],
    ['14030101', 'JJJJMMDD', '2024-03-20'],
    ['01-01-1403', 'DD-MM-JJJJ', '2024-03-20'],
    ['2023/06/05', 'JJJJ/MM/DD', 'not a date (JJJJ/MM/DD)'],
    ['113年3月', 'RRR年MM月', '2024-03-01 changed'],
    ['113/02/29', 'RRR/MM/DD', '2024-02-29'],
    ['114/02/29', 'RRR/MM/DD', 'not a date (RRR/MM/DD)'],
    ['2024年5月1日', 'YYYY年MM月DD日', '2024-05-01'],
    ['2024年5月', 'YYYY年MM月', '2024-05-01 changed'],
    ['2024년 5월 1일', 'YYYY년 MM월 DD일', '2024-05-01'],
    ['01.05.2024.', 'DD.MM.YYYY', '2024-05-01'],
    ['2024. 08. 01.', 'YYYY.MM.DD', '2024-08-01'],
    ['2024. 08. 01. 12:30', 'YYYY.MM.DD', '2024-08-01'],
    ['avril 2024', 'MMM YYYY', '2024-04-01 changed'],
    ['3 août 2024', 'DD MMM YYYY', '2024-08-03'],
    ['15 ม.ค. 2567', 'DD MMM BBBB', '2024-01-15'],
    ['15/01/67', 'DD/MM/BB', '2024-01-15'],
    ['12 января 2024', 'DD MMM YYYY', '2024-01-12'],
    ['12 marraskuu 2024', 'DD MMM YYYY', '2024-11-12'],
    ['12 listopad 2024', 'DD MMM YYYY', 'not a date (DD MMM YYYY)'],
    ['1445/09/15', 'HHHH/MM/DD', '2024-03-25'],
    ['01-01-1446', 'DD-MM-HHHH', '2024-07-07'],
    ['1445/09/31', 'HHHH/MM/DD', 'not a date (HHHH/MM/DD)'],
    ['1345/09/01', 'HHHH/MM/DD', 'not a date (HHHH/MM/DD)'],
    ['14-Foo-14', 'DD-MMM-YY', 'not a date (DD-MMM-YY)'],
    ['20250328', 'YYYYMMDD', '2025-03-28'],
    ['2025328', 'YYYYMMDD', 'not a date (YYYYMMDD)'],
    // Without the zero that a number loses
    ['28032025', 'DDMMYYYY', '2025-03-28'],
    ['8032025', 'DDMMYYYY', '2025-03-08'],
    ['2025-02-30', 'YYYY-MM-DD', 'not a date (YYYY-MM-DD)'],
    ['2025-03-28T18:30:00.000Z', 'YYYY-MM-DD', 'not a date (YYYY-MM-DD)'],
    ['', 'YYYY-MM-DD', 'none'],
  ])('%s as %s is %s', async (written, format, day) => {
    expect(await read(written, [format])).toBe(day);
  });

  it.each([
    ['2025-03', 'YYYY-MM', '2025-03-01 changed'],
    ['2025M03', 'YYYY-MM', '2025-03-01 changed'],
    ['2025-M11', 'YYYY-MM', '2025-11-01 changed'],
    ['Mar 2025', 'MMM YYYY', '2025-03-01 changed'],
    ['202503', 'YYYYMM', '2025-03-01 changed'],
    ['2503', 'YYMM', '2025-03-01 changed'],
    ['903', 'YYMM', '2009-03-01 changed'],
    ['2025-13', 'YYYY-MM', 'not a date (YYYY-MM)'],
    ['2025M13', 'YYYY-MM', 'not a date (YYYY-MM)'],
    ['202503', 'YYYY-MM', 'not a date (YYYY-MM)'],
  ])('of a month is of its first day: %s as %s is %s', async (written, format, day) => {
    expect(await read(written, [format])).toBe(day);
  });

  it.each([
    ['2025-03-28T18:30:00.000Z', 'UTC', '2025-03-28'],
    ['2025-03-28T18:30:00.000Z', 'UTC+05:30', '2025-03-29 changed'],
    ['2025-03-29T00:00:00+05:30', 'UTC+05:30', '2025-03-29'],
    ['2025-03-29T00:00:00+05:30', 'UTC', '2025-03-28 changed'],
    ['2025-03-01T03:00:00Z', 'UTC-04:00', '2025-02-28 changed'],
    ['2025-03-28T18:30:00', 'UTC+05:30', '2025-03-28'],
    ['2025-03-28 18:30:00 UTC', 'UTC+05:30', '2025-03-29 changed'],
    ['2025-03-28 18:30:00+00', 'UTC+05:30', '2025-03-29 changed'],
    ['2025-03-28 18:30:00.123456789Z', 'Asia/Kolkata', '2025-03-29 changed'],
    ['2025-01-28T23:30:00Z', 'Europe/Paris', '2025-01-29 changed'],
    ['2025-06-28T22:30:00Z', 'Europe/Paris', '2025-06-29 changed'],
    ['2025-01-28T22:30:00Z', 'Europe/Paris', '2025-01-28'],
    ['2025-03-29T00:00:00+05:30', undefined, '2025-03-29'],
    ['2025-03-28T18:30:00Z', undefined, '2025-03-28'],
    ['2025-03-28', 'UTC+05:30', '2025-03-28'],
    ['2025-02-30T10:00:00Z', 'UTC', 'not a date (ISO)'],
    ['28/03/2025', 'UTC', 'not a date (ISO)'],
  ])('of a time stamp is the day where the customs are: %s in %s is %s', async (written, zone, day) => {
    expect(await read(written, ['ISO'], zone)).toBe(day);
  });

  it('of a time stamp that says no zone is in UTC where the mapping says so', async () => {
    expect(await read('2025-03-28 18:30:00', ['ISO-UTC'], 'UTC+05:30')).toBe('2025-03-29 changed');
    expect(await read('2025-03-28', ['ISO-UTC'], 'UTC+05:30')).toBe('2025-03-28');
  });

  it.each([
    ['45744', '2025-03-28'],
    ['45744.75', '2025-03-28'],
    ['25569', '1970-01-01'],
    ['1234', 'not a date (excel-serial)'],
    ['99999', 'not a date (excel-serial)'],
  ])('of a spreadsheet is a number: %s is %s', async (written, day) => {
    expect(await read(written, ['excel-serial'])).toBe(day);
  });

  it.each([
    ['2025-3', false, '2025-03-01 changed'],
    ['2025-March', false, '2025-03-01 changed'],
    ['2025-03-28', true, '2025-03-28'],
    ['2025-', false, 'not a date (YYYY-MONTH)'],
  ])('of its parts, joined: %s, with a day: %s, is %s', async (written, hasDay, day) => {
    expect(await read(written, [partsFormat(hasDay)])).toBe(day);
  });

  it('of several formats is read by the first that fits', async () => {
    const formats = ['YYYYMMDD', 'YYYY-MM'];
    expect(await read('20250328', formats)).toBe('2025-03-28');
    expect(await read('2025-03', formats)).toBe('2025-03-01 changed');
    expect(await read('March', formats)).toBe('not a date (YYYYMMDD or YYYY-MM)');
  });
});

it('counts every day of the solar calendar from 1300 to 1450 as Unicode does', async () => {
  const calendar = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'numeric',
    year: 'numeric',
  });
  const [first, last] = [Date.UTC(1921, 2, 21) / DAY, Date.UTC(2072, 2, 19) / DAY];
  const days = Array.from({ length: last - first + 1 }, (_, at) => {
    const parts = calendar.formatToParts((first + at) * DAY);
    return ['year', 'month', 'day'].map((kind) => parts.find(({ type }) => type === kind)?.value).join('-');
  });
  expect([days[0], days.at(-1)]).toEqual(['1300-1-1', '1450-12-29']);
  const number = (text: string) => (part: number) => `toInt32(splitByChar('-', toString(${text}))[${part}])`;
  const read = await texts.clean(
    (text) => solarDaySql(...([1, 2, 3].map(number(text)) as [string, string, string])),
    days,
  );
  expect(read.flatMap((day, at) => (Number(day) === first + at ? [] : [days[at]]))).toEqual([]);
});

const DAY = 86_400_000;

describe('what a mapping may say of dates', () => {
  it.each(['YYYY-MM-DD', 'DD/MM/YYYY', 'MMDDYYYY', 'YYMM', 'MMM YYYY', 'DD-MMM-YY', 'excel-serial', 'ISO'])(
    '%s',
    (format) => {
      expect(isDateFormat(format)).toBe(true);
    },
  );

  it.each(['DDMMYYYYDD', 'YYYY', 'DD-MM', 'YYYY-DD', 'YYYY-MM-DD HH', "YYYY-MM-DD'", 'YYYY--MM', 'iso', ''])(
    'not %s',
    (format) => {
      expect(isDateFormat(format)).toBe(false);
    },
  );
});

it("a date in a file's name", () => {
  const pattern = '(?<year>20\\d\\d)-(?<month>\\d\\d)|(?<month2>(?:mar|apr)[a-z]*) (?<year2>20\\d\\d)';
  expect(dateInName('imports 2018-03.csv', pattern)).toEqual({ text: '2018-03', hasDay: false });
  expect(dateInName('March 2018.xlsx', pattern)).toEqual({ text: '2018-March', hasDay: false });
  expect(dateInName('imports.csv', pattern)).toBeUndefined();
});
