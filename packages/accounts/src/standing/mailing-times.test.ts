import { expect, it } from 'vitest';
import { nextMailing } from './mailing-times.js';

const next = (rhythm: 'DAILY' | 'WEEKLY', zone: string, after: string) =>
  nextMailing(rhythm, zone, new Date(after)).toISOString();

it('is at eight in the morning by the person’s own clock', () => {
  expect(next('DAILY', 'UTC', '2026-11-27T07:59:59Z')).toBe('2026-11-27T08:00:00.000Z');
  expect(next('DAILY', 'UTC', '2026-11-27T08:00:00Z')).toBe('2026-11-28T08:00:00.000Z');
  expect(next('DAILY', 'Asia/Kolkata', '2026-11-27T02:00:00Z')).toBe('2026-11-27T02:30:00.000Z');
  expect(next('DAILY', 'Asia/Kathmandu', '2026-11-27T02:00:00Z')).toBe('2026-11-27T02:15:00.000Z');
  expect(next('DAILY', 'America/St_Johns', '2026-11-27T12:00:00Z')).toBe('2026-11-28T11:30:00.000Z');
  expect(next('DAILY', 'Pacific/Kiritimati', '2026-11-27T17:00:00Z')).toBe('2026-11-27T18:00:00.000Z');
});

it('is on Mondays where it is weekly', () => {
  expect(next('WEEKLY', 'UTC', '2026-11-27T12:00:00Z')).toBe('2026-11-30T08:00:00.000Z');
  expect(next('WEEKLY', 'UTC', '2026-11-30T08:00:00Z')).toBe('2026-12-07T08:00:00.000Z');
  // Sunday in Greenwich is Monday on Kiritimati.
  expect(next('WEEKLY', 'Pacific/Kiritimati', '2026-11-29T12:00:00Z')).toBe('2026-11-29T18:00:00.000Z');
});

it('keeps its hour where clocks are put forwards or back', () => {
  expect(next('DAILY', 'Europe/Berlin', '2026-03-28T12:00:00Z')).toBe('2026-03-29T06:00:00.000Z');
  expect(next('DAILY', 'Europe/Berlin', '2026-10-24T12:00:00Z')).toBe('2026-10-25T07:00:00.000Z');
  expect(next('DAILY', 'Australia/Lord_Howe', '2026-10-03T12:00:00Z')).toBe('2026-10-03T21:00:00.000Z');
  expect(next('DAILY', 'America/New_York', '2026-03-07T18:00:00Z')).toBe('2026-03-08T12:00:00.000Z');
});
