import { type Country, dateRangeProblem, isIsoDate } from '@tidewaiter/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateBounds, presetDates } from './date-bounds.js';
import { DATE_RANGES } from './draft.js';

function country(shortcode: string, imports: [string, string] | null, exports: [string, string] | null = null) {
  return {
    shortcode,
    importFrom: imports?.[0] ?? null,
    importUpto: imports?.[1] ?? null,
    exportFrom: exports?.[0] ?? null,
    exportUpto: exports?.[1] ?? null,
  } as Country;
}

const vietnam = country('VNM', ['2020-05-03', '2026-11-12'], ['2021-01-01', '2026-09-30']);
const TODAY = '2026-11-20';

describe('the days that can be searched', () => {
  it("are those of the trade type's own records", () => {
    expect(dateBounds([vietnam], 'IMPORT', { today: TODAY })).toEqual({ from: '2020-05-03', to: '2026-11-12' });
    expect(dateBounds([vietnam], 'EXPORT', { today: TODAY })).toEqual({ from: '2021-01-01', to: '2026-09-30' });
  });

  it('reach from the earliest to the latest of several countries, those without records aside', () => {
    const mexico = country('MEX', ['2019-02-01', '2025-12-31']);
    expect(dateBounds([vietnam, mexico, country('PER', null)], 'IMPORT', { today: TODAY })).toEqual({
      from: '2019-02-01',
      to: '2026-11-12',
    });
  });

  it('may be a single day', () => {
    const day = { from: '2026-11-12', to: '2026-11-12' };
    expect(dateBounds([country('PER', ['2026-11-12', '2026-11-12'])], 'IMPORT', { today: TODAY })).toEqual(day);
    const access = { fromDate: '2026-11-12', toDate: null };
    expect(dateBounds([vietnam], 'IMPORT', { today: TODAY, access })).toEqual(day);
    expect(dateBounds([vietnam], 'IMPORT', { today: TODAY, access: { ...access, fromDate: '2026-11-13' } })).toBeNull();
  });

  it('are none without a country that has records', () => {
    expect(dateBounds([], 'IMPORT', { today: TODAY })).toBeNull();
    expect(dateBounds([country('PER', null)], 'IMPORT', { today: TODAY })).toBeNull();
  });

  it.each(['IND', 'SEZ'])('of %s end with the previous month', (code) => {
    const india = (upto: string) => country(code, ['2020-01-01', upto]);
    expect(dateBounds([india('2026-11-12')], 'IMPORT', { today: TODAY })?.to).toBe('2026-10-31');
    expect(dateBounds([india('2026-09-15')], 'IMPORT', { today: TODAY })?.to).toBe('2026-09-15');
    expect(dateBounds([india('2026-03-01')], 'IMPORT', { today: '2026-03-01' })?.to).toBe('2026-02-28');
    expect(dateBounds([india('2026-01-02')], 'IMPORT', { today: '2026-01-02' })?.to).toBe('2025-12-31');
  });

  it.each(['IND', 'SEZ'])('of %s are none while it has only a begun month', (code) => {
    const india = country(code, ['2026-11-03', '2026-11-12']);
    expect(dateBounds([india], 'IMPORT', { today: TODAY })).toBeNull();
    expect(dateBounds([india, country('PER', ['2026-01-01', '2026-08-31'])], 'IMPORT', { today: TODAY })).toEqual({
      from: '2026-01-01',
      to: '2026-08-31',
    });
  });
});

describe('the days that a subscription shows', () => {
  const asked = (fromDate: string | null, toDate: string | null, ...countries: Country[]) =>
    dateBounds(countries.length > 0 ? countries : [vietnam], 'IMPORT', { access: { fromDate, toDate }, today: TODAY });

  it('bound the days of the records, from either side', () => {
    expect(asked('2025-03-15', '2026-06-30')).toEqual({ from: '2025-03-15', to: '2026-06-30' });
    expect(asked('2010-01-01', null)).toEqual({ from: '2020-05-03', to: '2026-11-12' });
    expect(asked(null, '2030-01-01')).toEqual({ from: '2020-05-03', to: '2026-11-12' });
  });

  it('leave none where the records lie outside of them', () => {
    expect(asked(null, '2019-12-31')).toBeNull();
    expect(asked('2026-11-13', null)).toBeNull();
    const mexico = country('MEX', ['2019-02-01', '2025-12-31']);
    expect(asked('2026-01-01', null, vietnam, mexico)).toEqual({ from: '2026-01-01', to: '2026-11-12' });
  });

  it('are begun no earlier by a preset, whose start stands on the first of a month otherwise', () => {
    const bounds = asked('2026-02-10', null) ?? { from: '', to: '' };
    expect(presetDates(12, bounds)).toEqual({ fromDate: '2026-02-10', toDate: '2026-11-12' });
    expect(presetDates(6, bounds)).toEqual({ fromDate: '2026-05-01', toDate: '2026-11-12' });
  });
});

describe('a date preset', () => {
  it('is a range within the bounds that may be searched, whatever they are', () => {
    const day = fc
      .date({ min: new Date('1990-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const presets = fc.constantFrom(...DATE_RANGES.flatMap(({ months }) => months ?? []));
    fc.assert(
      fc.property(day, day, presets, (a, b, months) => {
        fc.pre(a !== b);
        const bounds = a < b ? { from: a, to: b } : { from: b, to: a };
        const { fromDate, toDate } = presetDates(months, bounds);
        expect(isIsoDate(fromDate)).toBe(true);
        expect(fromDate >= bounds.from).toBe(true);
        expect(fromDate === bounds.from || fromDate.endsWith('-01')).toBe(true);
        expect(toDate).toBe(bounds.to);
        expect(dateRangeProblem(fromDate, toDate)).toBeUndefined();
      }),
    );
  });
});
