import { describe, expect, it } from 'vitest';
import { monthLabel } from '../../format/months.js';
import { monthsOf, searchableSpan } from './month-span.js';

const days = (fromDate: string, toDate: string) => ({ fromDate, toDate });

describe('the months of a question', () => {
  it('are those that its days lie in', () => {
    expect(monthsOf(days('2025-11-15', '2026-02-01'))).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
    expect(monthsOf(days('2026-02-01', '2026-02-28'))).toEqual(['2026-02']);
  });

  it('are named', () => {
    expect(monthLabel('2025-09')).toBe('Sep 2025');
  });
});

describe('some months of a question', () => {
  const question = days('2025-11-15', '2026-03-01');
  const span = (first: number, last: number, asked = question) =>
    searchableSpan(asked, monthsOf(asked), { first, last });

  it('are searched from their first day to their last', () => {
    expect(span(1, 3)).toEqual({ first: 1, last: 3, from: '2025-12-01', to: '2026-02-28' });
  });

  it('never reach beyond the question', () => {
    expect(span(0, 0)).toMatchObject({ from: '2025-11-15', to: '2025-11-30' });
    expect(span(0, 4)).toMatchObject({ from: '2025-11-15', to: '2026-03-01' });
  });

  it('take a neighbour along where they are a single day', () => {
    expect(span(4, 4)).toEqual({ first: 3, last: 4, from: '2026-02-01', to: '2026-03-01' });
    const late = days('2025-11-30', '2026-03-01');
    expect(span(0, 0, late)).toEqual({ first: 0, last: 1, from: '2025-11-30', to: '2025-12-31' });
  });
});
