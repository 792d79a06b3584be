/** Dates as files write them, read by the real engine. */
import { expect, it } from 'vitest';
import { cleanedTexts } from '../../testing/cleaned-texts.js';
import { dateInName, dateSql, isDateFormat, solarDaySql } from './date-format.js';

const clean = cleanedTexts();

/** The day and whether it differs from what was written, or what is wrong. */
async function read(written: string, formats: string[], timeZone?: string): Promise<string> {
  const sql = (text: string) => {
    const { steps, value, problem, changed } = dateSql(text, {
      ...{ column: 'date', formats, timeZone },
      problemOfNone: "'absent'",
    });
    const result = `if(${problem} = '', concat(toString(${value}), if(${changed}, ' changed', '')), ${problem})`;
    // A SELECT list in which the steps have their names, in one expression.
    return `tupleElement((${[result, ...steps.map((step) => `(${step.sql} AS ${step.name})`)].join(', ')}), 1)`;
  };
  const [result = ''] = await clean(sql, [written]);
  return result;
}

/** The days of a format: what is written and which day it is, with a star where that differs from what was written, or that it is none. */
const READ = `
YYYY-MM-DD: 2025-03-28 = 2025-03-28 | 2025-3-8 = 2025-03-08 | 2025-03-28 18:30:00 = 2025-03-28 | 2025-03-28 00:00:00.000000Z = 2025-03-28
YYYY-MM-DD: 2025-03-28 18:30:00Z = none | 2025-02-30 = none | 2025-03-28T18:30:00.000Z = none |  = absent
DD-MM-YYYY: 28-03-2025 = 2025-03-28
MM/DD/YYYY: 3/28/2025 = 2025-03-28 | 3/28/2025 11:05 PM = 2025-03-28
DD.MM.YY: 28.03.25 = 2025-03-28
DD-MMM-YY: 14-Aug-14 = 2014-08-14 | 14-Aug-75 = 1975-08-14 | 14-Foo-14 = none
DD-MMM-YYYY: 14-AUG-2014 = 2014-08-14
DD MMM YYYY: 05 agosto 2014 = 2014-08-05 | 3 août 2024 = 2024-08-03 | 12 января 2024 = 2024-01-12 | 12 marraskuu 2024 = 2024-11-12
DD MMM YYYY: 12 listopad 2024 = none
MMM-YY: Mar-24 = 2024-03-01*
DD/MM/BBBB: 01/03/2567 = 2024-03-01 | 29/02/2567 = 2024-02-29 | 29/02/2568 = none
MMM DD, YYYY: Apr 01, 2024 = 2024-04-01 | February 30, 2024 = none
RRR/MM/DD: 113/04/01 = 2024-04-01 | 113/02/29 = 2024-02-29 | 114/02/29 = none
GG.MM.DD: R6.4.1 = 2024-04-01 | S64.1.7 = 1989-01-07 | R6.2.30 = none | X6.2.3 = none
GG/MM/DD: R06/04/01 = 2024-04-01
GG年MM月DD日: 令和6年4月1日 = 2024-04-01 | 平成5年2月28日 = 1993-02-28
GG年MM月: 令和元年5月 = 2019-05-01*
GG-MM-DD: H31-4-30 = 2019-04-30
RRR年MM月DD日: 民國113年4月1日 = 2024-04-01 | 中華民國113年4月1日 = 2024-04-01
JJJJ/MM/DD: 1402/03/15 = 2023-06-05 | 1403/12/30 = 2025-03-20 | 1402/12/30 = none | 1402/07/31 = none | 2023/06/05 = none
JJJJMMDD: 14030101 = 2024-03-20
DD-MM-JJJJ: 01-01-1403 = 2024-03-20
RRR年MM月: 113年3月 = 2024-03-01*
YYYY年MM月DD日: 2024年5月1日 = 2024-05-01
YYYY年MM月: 2024年5月 = 2024-05-01*
YYYY년 MM월 DD일: 2024년 5월 1일 = 2024-05-01
DD.MM.YYYY: 01.05.2024. = 2024-05-01
YYYY.MM.DD: 2024. 08. 01. = 2024-08-01 | 2024. 08. 01. 12:30 = 2024-08-01
MMM YYYY: avril 2024 = 2024-04-01* | Mar 2025 = 2025-03-01*
DD MMM BBBB: 15 ม.ค. 2567 = 2024-01-15
DD/MM/BB: 15/01/67 = 2024-01-15
HHHH/MM/DD: 1445/09/15 = 2024-03-25 | 1445/09/31 = none | 1345/09/01 = none
DD-MM-HHHH: 01-01-1446 = 2024-07-07
VVVV-MM-DD: 2081-01-01 = 2024-04-13 | 2080-12-30 = 2024-04-12 | 2080-12-31 = none | 2069-01-01 = none
MMM VVVV: Shrawan 2081 = 2024-07-16* | Saun 2080 = 2023-07-17* | July 2081 = none
FYVVVV: 2080/81 = 2023-07-17* | FY 2081/082 = 2024-07-16* | 2080/82 = none
FY04: 2022-23 = 2022-04-01* | FY2023-2024 = 2023-04-01* | F.Y. 1999/00 = 1999-04-01* | 2022-24 = none
YYYYMMDD: 20250328 = 2025-03-28 | 2025328 = none
DDMMYYYY: 28032025 = 2025-03-28 | 8032025 = 2025-03-08
YYYYMM: 202402 = 2024-02-01* | 0202402 = 2024-02-01* | 20240200 = 2024-02-01* | 0202413 = none | 1202402 = none
YYYY: 2024 = 2024-01-01* | 24 = none | 2019-Q1 = 2019-01-01* | 2019Q4 = 2019-10-01* | 2019 T2 = 2019-04-01* | 2019Q5 = none
YYYY/MM: 2024/03 = 2024-03-01* | 2024/M11 = 2024-11-01* | 2024/M13 = none
YYYY-MM: 2025-03 = 2025-03-01* | 2025M03 = 2025-03-01* | 2025-M11 = 2025-11-01* | 2025-13 = none | 2025M13 = none | 202503 = none
YYYYMM: 202503 = 2025-03-01*
YYMM: 2503 = 2025-03-01* | 903 = 2009-03-01*
excel-serial: 45744 = 2025-03-28 | 45744.75 = 2025-03-28 | 25569 = 1970-01-01 | 1234 = none | 99999 = none
YYYY-MONTH: 2025-3 = 2025-03-01* | 2025-March = 2025-03-01* | 2025- = none
YYYY-MONTH-DD: 2025-03-28 = 2025-03-28
`
  .trim()
  .split('\n')
  .map((line) => line.split(': ') as [string, string]);

it.each(READ)('a date as %s: %s', async (format, cells) => {
  for (const [written = '', day = ''] of cells.split(' | ').map((cell) => cell.split(' = '))) {
    const said = day === 'none' ? `not a date (${format})` : day.replace('*', ' changed');
    expect(await read(written, [format]), written).toBe(said);
  }
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
])('a date of a time stamp is the day where the customs are: %s in %s is %s', async (written, zone, day) => {
  expect(await read(written, ['ISO'], zone)).toBe(day);
});

it('a date of a time stamp that says no zone is in UTC where the mapping says so', async () => {
  expect(await read('2025-03-28 18:30:00', ['ISO-UTC'], 'UTC+05:30')).toBe('2025-03-29 changed');
  expect(await read('2025-03-28', ['ISO-UTC'], 'UTC+05:30')).toBe('2025-03-28');
});

it('a date of several formats is read by the first that fits', async () => {
  const formats = ['YYYYMMDD', 'YYYY-MM'];
  expect(await read('20250328', formats)).toBe('2025-03-28');
  expect(await read('2025-03', formats)).toBe('2025-03-01 changed');
  expect(await read('March', formats)).toBe('not a date (YYYYMMDD or YYYY-MM)');
});

it('counts every day of the solar calendar from 1300 to 1450 as Unicode does', async () => {
  const numeric = { day: 'numeric', month: 'numeric', year: 'numeric' } as const;
  const calendar = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', { timeZone: 'UTC', ...numeric });
  const [first, last] = [Date.UTC(1921, 2, 21) / DAY, Date.UTC(2072, 2, 19) / DAY];
  const days = Array.from({ length: last - first + 1 }, (_, at) => {
    const parts = calendar.formatToParts((first + at) * DAY);
    return ['year', 'month', 'day'].map((kind) => parts.find(({ type }) => type === kind)?.value).join('-');
  });
  expect([days[0], days.at(-1)]).toEqual(['1300-1-1', '1450-12-29']);
  const number = (text: string) => (part: number) => `toInt32(splitByChar('-', toString(${text}))[${part}])`;
  const read = await clean((text) => solarDaySql(...([1, 2, 3].map(number(text)) as [string, string, string])), days);
  expect(read.flatMap((day, at) => (Number(day) === first + at ? [] : [days[at]]))).toEqual([]);
});

const DAY = 86_400_000;

it('a mapping may say of dates what is a format of theirs', () => {
  const formats = [
    'YYYY-MM-DD',
    'DD/MM/YYYY',
    'MMDDYYYY',
    'YYMM',
    'MMM YYYY',
    'DD-MMM-YY',
    'YYYY',
    'excel-serial',
    'ISO',
  ];
  const none = ['DDMMYYYYDD', 'DD-MM', 'YYYY-DD', 'YYYY-MM-DD HH', "YYYY-MM-DD'", 'YYYY--MM', 'iso', ''];
  expect([...formats, ...none].filter(isDateFormat)).toEqual(formats);
});

it("a date in a file's name", () => {
  const pattern = '(?<year>20\\d\\d)-(?<month>\\d\\d)|(?<month2>(?:mar|apr)[a-z]*) (?<year2>20\\d\\d)';
  expect(dateInName('imports 2018-03.csv', pattern)).toEqual({ text: '2018-03', hasDay: false });
  expect(dateInName('March 2018.xlsx', pattern)).toEqual({ text: '2018-03', hasDay: false });
  expect(dateInName('imports.csv', pattern)).toBeUndefined();
});
