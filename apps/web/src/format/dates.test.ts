import { displayDate } from '@tidewaiter/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayTime, parseTypedDate } from './dates.js';

it('a moment is shown in the time zone of whoever reads it', () => {
  expect(displayTime('2026-11-21T23:20:00Z', 'UTC')).toBe('21 Nov 2026, 23:20');
  expect(displayTime('2026-09-30T23:20:00Z', 'Asia/Kolkata')).toBe('01 Oct 2026, 04:50');
  expect(displayTime('2026-09-30T12:00:00Z', 'UTC')).toContain('30 Sep 2026');
});

describe('a typed date', () => {
  it('is understood in the ways that people write one', () => {
    for (const text of [
      '2026-11-01',
      ' 01 Nov 2026 ',
      '1 November 2026',
      '1 nov. 2026',
      '01-NOV-2026',
      '01/11/2026',
      '1.11.2026',
    ]) {
      expect(parseTypedDate(text), text).toBe('2026-11-01');
    }
    expect(parseTypedDate('30 Sept 2026')).toBe('2026-09-30');
  });

  it('has its day first, always', () => {
    expect(parseTypedDate('02/03/2026')).toBe('2026-03-02');
    expect(parseTypedDate('03/13/2026')).toBeNull();
  });

  it('is none when no such day exists, or half of it is missing', () => {
    for (const text of [
      '',
      'today',
      '31/04/2026',
      '29 Feb 2025',
      '00/01/2026',
      '01/00/2026',
      '1 Foo 2026',
      '1 Ma 2026',
      '1/11/26',
      'Nov 2026',
      '01/11/1969',
      '2026-02-30',
    ]) {
      expect(parseTypedDate(text), text).toBeNull();
    }
  });

  it('is read back from what the field itself shows', () => {
    const days = fc.date({ min: new Date('1970-01-01'), max: new Date('2149-06-06'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (day) => {
        const iso = day.toISOString().slice(0, 10);
        expect(parseTypedDate(displayDate(iso))).toBe(iso);
      }),
    );
  });
});
