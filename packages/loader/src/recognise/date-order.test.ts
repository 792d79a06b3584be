import { describe, expect, it } from 'vitest';
import { findDateFormat, looksLikeDate, looksLikeSerial } from './date-order.js';

const DAYS = Array.from({ length: 12 }, (_, day) => String(day + 1).padStart(2, '0'));

/** Formats, and columns of dates that are of them; the calendar of Iran has 31 days in each of its first six months. */
const FORMATS = `
YYYY-MM-DD: 2025-03-28 | 2025-04-01 ; DD/MM/YYYY: 28/03/2025 | 01/04/2025 ; MM/DD/YYYY: 03/28/2025 | 04/01/2025
DD-MM-YYYY: 28-03-2025 10:22 | 01-04-2025 00:00 ; YYYYMMDD: 20250328 | 20250401 ; DDMMYYYY: 28032025 | 1042025
DD-MMM-YY: 14-Aug-14 | 01-Sep-14 ; DD-MMM-YYYY: 14-ago-2014 | 01-dic-2014 ; MMM YYYY: Mar 2025 | Apr 2025 ; MMM YYYY: avril 2024 | août 2024
DD MMM BBBB: 15 ม.ค. 2567 | 2 ก.พ. 2567 ; DD/MM/BB: 28/03/67 | 01/04/67 ; HHHH/MM/DD: 1445/09/15 | 1445/10/02
DD.MM.YYYY: 28.03.2025. | 01.04.2025. ; YYYY.MM.DD: 2025. 03. 28. | 2025. 4. 1. ; DD.MMM.YYYY: 28.Mar.2025 | 01.Apr.2025
YYYYMM: 202503 | 202504 ; YYYY-MM: 2025-03 | 2025-04 ; YYYY-MM: 2025M03 | 2025M11 ; YYYY-MM: 2025-M03 | 2025-M11
MM/YYYY: 03/2025 | 04/2025 ; excel-serial: 45744 | 45745.5 ; ISO: 2025-03-28T00:00:00.000Z | 2025-03-29T00:00:00.000Z
YYYY年MM月DD日: 2024年5月1日 | 2024年12月31日 ; YYYY年MM月: 2024年5月 | 2024年12月 ; YYYY년 MM월 DD일: 2024년 5월 1일 | 2024년 12월 31일
DD/MM/BBBB: 01/03/2567 | 28/03/2567 ; BBBB-MM-DD: 2567-03-01 | 2567-03-28 ; MMM DD, YYYY: Apr 01, 2024 | April 28, 2024
RRR/MM/DD: 113/04/01 | 113/04/28 ; RRR年MM月: 113年3月 | 113年4月 ; MMM-YY: Mar-24 | Apr-24 | Apr-24 ; GG.MM.DD: R6.4.1 | R6.4.12 | R6.4.30
GG/MM/DD: R06/04/01 | H31/04/30 ; GG年MM月DD日: 令和6年4月1日 | 令和元年5月1日 ; GG年MM月: 令和6年4月 | 令和6年5月 ; RRR年MM月DD日: 民國113年4月1日 | 中華民國113年4月12日
DD MMM BBBB: 1 เม.ย. พ.ศ. 2567 | 15 ม.ค. พ.ศ. 2567 ; JJJJ/MM/DD: 1402/01/31 | 1402/06/31 | 1402/12/29
DD-MM-JJJJ: 31-01-1402 | 05-02-1402 | 01-12-1402 ; JJJJMMDD: 14020131 | 14020612 | 14021229 ; HHHH/MM/DD: 1445/01/12 | 1445/06/30
`
  .trim()
  .split(/ ; |\n/)
  .map((column) => column.split(': ') as [string, string]);

describe('the format of dates', () => {
  it.each(FORMATS)('is %s for %s', (format, values) => {
    expect(findDateFormat(values.split(' | '))).toMatchObject({ format, share: 1, confidence: 1 });
  });

  it('is less sure of many numbers behind a month, which may be its days', () => {
    expect(findDateFormat(['Mar-01', 'Mar-05', 'Mar-09', 'Mar-11', 'Mar-17'])?.confidence).toBeLessThan(0.6);
  });

  it('is told by the values that can be read in one way only', () => {
    const values = [...Array.from({ length: 99 }, (_, day) => `0${(day % 9) + 1}/04/2025`), '13/04/2025'];
    expect(findDateFormat(values)).toMatchObject({ format: 'DD/MM/YYYY', confidence: 1 });
    expect(findDateFormat(values)?.reason).toContain('13/04/2025');
  });

  it('is told by what hardly changes, the month of the file, and is less sure', () => {
    const found = (date: (day: string, month: string) => string) =>
      findDateFormat(DAYS.map((day) => date(day, day === '12' ? '05' : '04')));
    expect(found((day, month) => `${day}/${month}/2025`)).toMatchObject({ format: 'DD/MM/YYYY', confidence: 0.8 });
    expect(found((day, month) => `${month}/${day}/2025`)).toMatchObject({ format: 'MM/DD/YYYY', confidence: 0.8 });
  });

  it('is not told by what never changes: a month, or the day of a stamp', () => {
    for (const [format, date] of [
      ['DD/MM/YYYY', (day: string) => `${day}/04/2025`],
      ['MM/DD/YYYY', (day: string) => `04/${day}/2025`],
      // The first of each month, sooner than twelve days of January.
      ['DD/MM/YYYY', (day: string) => `01/${day}/2025`],
      ['MM/DD/YYYY', (day: string) => `${day}/01/2025`],
    ] as const)
      expect(findDateFormat(DAYS.map(date))).toMatchObject({ format, confidence: 0.5 });
  });

  it('is doubtful where nothing tells the day from the month', () => {
    expect(findDateFormat(['01/02/2025', '03/04/2025'])?.confidence).toBeLessThan(0.6);
  });

  it('is none where the values are no dates', () => {
    expect(findDateFormat(['85171300', '69072100', '09011100'])).toBeUndefined();
    expect(findDateFormat(['32/13/2025', '2025-13-01', 'soon'])).toBeUndefined();
    expect(findDateFormat([])).toBeUndefined();
    // 31 days of the seventh month are there in no year of Iran's.
    expect(findDateFormat(['1402/07/31', '1402/08/31'])).toBeUndefined();
  });
});

describe('the zone of time stamps', () => {
  it.each([
    ['UTC+05:30', '18:30'],
    ['UTC+07:00', '17:00'],
    ['UTC+14:00', '10:00'],
    ['UTC-05:00', '05:00'],
    ['UTC-03:30', '03:30'],
  ])('is %s where every time of day is %s', (timeZone, time) => {
    const values = ['2025-03-28', '2025-03-30'].map((day) => `${day}T${time}:00.000Z`);
    expect(findDateFormat(values)).toMatchObject({ format: 'ISO', timeZone });
  });

  const stamped = (times: readonly string[]) => times.map((time, at) => `2025-0${3 + at}-28${time}`);

  it.each([
    ['one that differs from day to day', ['T18:30:00Z', 'T07:12:44Z']],
    ['one of no zone', ['T18:34:00Z', 'T18:34:00Z']],
    ['one with seconds', ['T18:30:07Z', 'T18:30:07Z']],
    ['with a zone beside some alone', ['T18:30:00Z', 'T18:30:00']],
  ])('is asked for where the time of day in UTC is %s', (_, times) => {
    const found = findDateFormat(stamped(times));
    expect(found).not.toHaveProperty('timeZone');
    expect(found).toMatchObject({ openZones: [] });
    expect(found?.confidence).toBeLessThan(0.78);
  });

  it.each([
    ['midnight there', ['T00:00:00+05:30', 'T00:00:00+05:30']],
    ['midnight in summer and in winter', [' 00:00:00+01', ' 00:00:00+02']],
    ['any other', ['T23:10:00+05:30', 'T01:12:44+05:30']],
  ])('stands with each day where it is %s', (_, times) => {
    expect(findDateFormat(stamped(times))).toEqual(
      expect.not.objectContaining({ timeZone: expect.anything(), openZones: expect.anything() }),
    );
    expect(findDateFormat(stamped(times))?.confidence).toBe(1);
  });

  it.each([
    ['UTC', ['T20:00:00-04:00', 'T19:00:00-05:00']],
    ['UTC', ['T02:00:00+02:00', 'T02:00:00+02:00']],
    ['UTC+05:30', ['T19:30:00+01:00', 'T20:30:00+02:00']],
  ])('is %s where midnights there are written by a machine elsewhere: %j', (timeZone, times) => {
    expect(findDateFormat(stamped(times))).toMatchObject({ timeZone, confidence: 0.95 });
  });

  it.each([
    ['UTC+02:00', ['23:00', '22:00']],
    ['UTC+01:00', ['00:00', '23:00']],
    ['UTC-04:00', ['05:00', '04:00']],
    ['UTC+13:00', ['12:00', '11:00']],
  ])('is that of summer, %s, where it moves midnight: %j', (timeZone, times) => {
    expect(findDateFormat(stamped(times.map((time) => `T${time}:00Z`)))).toMatchObject({ timeZone, confidence: 0.95 });
  });

  it.each([
    ['as no zone says whether they are of India', ['2025-03-28 18:30:00', '2025-03-29 18:30:00'], ['UTC+05:30']],
  ])('is open, %s', (_, values, openZones) => {
    const found = findDateFormat(values);
    expect(found).toMatchObject({ openZones });
    expect(found?.confidence).toBeLessThan(0.6);
  });

  it.each([
    ['noon', ['2025-03-28 12:00:00', '2025-03-29 12:00:00']],
    ['the end of the day', ['2025-03-28 23:59:59', '2025-03-29 23:59:59']],
    ['a midnight elsewhere that is of the same day', ['2025-03-28 05:30:00', '2025-03-29 05:30:00']],
  ])('is none where times without a zone are %s', (_, values) => {
    expect(findDateFormat(values)).toMatchObject({ format: 'ISO', confidence: 1 });
  });
});

it('years of an era are none that an emperor did not reign, and no numbers of papers', () => {
  for (const none of ['R6.13.1', 'R0.4.1', 'H99.4.1', 'Q6.4.1', 'R6.4', 'R123.4.1'])
    expect(looksLikeDate(none)).toBe(false);
});

describe('where days end', () => {
  it.each([
    ['1970-01-01', '1969-12-31'],
    ['2099-12-31', '2100-01-01'],
    ['2025-12-31', '2025-13-31'],
    ['2025-01-31', '2025-00-31'],
    ['2025-01-31', '2025-01-32'],
    ['2025-01-01', '2025-01-00'],
    ['01/01/2513', '01/01/2512'],
    ['31/12/2642', '31/12/2643'],
  ])('%s is one, %s is none', (day, none) => {
    expect([looksLikeDate(day), looksLikeDate(none)]).toEqual([true, false]);
  });

  it('a spreadsheet counts those of 1979 to 2064', () => {
    expect(['28999', '29000', '59999', '60000'].map(looksLikeSerial)).toEqual([false, true, true, false]);
  });

  it('four in five of a column are dates, and not fewer', () => {
    for (const day of ['2025-03-28', '2025-03-28T00:00:00Z', '45744']) {
      expect(findDateFormat([...Array(4).fill(day), 'soon'])?.share).toBe(0.8);
      expect(findDateFormat([...Array(7).fill(day), 'soon', 'later'])).toBeUndefined();
    }
  });

  it('four years of two digits stand behind months; five numbers may be days', () => {
    const years = (count: number) => Array.from({ length: count }, (_, at) => `Mar-2${at}`);
    expect(findDateFormat(years(4))?.confidence).toBe(1);
    expect(findDateFormat(years(5))?.confidence).toBe(0.5);
  });

  it('the twelfth is of either order, the thirteenth of one', () => {
    expect(findDateFormat(['12/11/2025', '11/13/2025'])?.reason).toContain('11/13/2025 can only');
    expect(findDateFormat(['12/11/2025', '11/12/2025'])?.confidence).toBe(0.5);
  });

  it('what changes four times as often is the day', () => {
    const dates = (days: number) => Array.from({ length: days }, (_, at) => `${at + 1}/${(at % 2) + 4}/2025`);
    expect(findDateFormat(dates(8))).toMatchObject({ format: 'DD/MM/YYYY', confidence: 0.8 });
    expect(findDateFormat(dates(7))?.confidence).toBe(0.5);
  });

  it('midnight is that of the nearest zone that there is', () => {
    const at = (...times: string[]) => findDateFormat(times.map((time, day) => `2025-03-0${day + 1}T${time}:00Z`));
    expect(at('09:45', '09:45')).toMatchObject({ timeZone: 'UTC-09:45', confidence: 0.95 });
    expect(at('00:00', '00:00')).toMatchObject({ confidence: 1, format: 'ISO' });
    expect(at('00:00', '00:00')).not.toHaveProperty('timeZone');
    // An hour apart are those of summer and winter.
    expect(at('22:00', '23:00')).toMatchObject({ timeZone: 'UTC+02:00', confidence: 0.95 });
    expect(at('22:00', '23:01')?.confidence).toBe(0.75);
    expect(at('22:00', '23:00', '23:30')?.confidence).toBe(0.75);
    // No zone is so many minutes from UTC, and a single time is no midnight.
    expect(at('09:59', '09:59')?.confidence).toBe(0.75);
    expect(at('18:30')?.confidence).toBe(0.75);
  });
});
