import { expect, it } from 'vitest';
import { displayTime } from './time.js';

it('a moment is shown in the time zone of whoever reads it', () => {
  expect(displayTime('2026-11-21T23:20:00Z', 'UTC')).toBe('21 Nov 2026, 23:20');
  expect(displayTime('2026-09-30T23:20:00Z', 'Asia/Kolkata')).toBe('01 Oct 2026, 04:50');
  expect(displayTime('2026-09-30T12:00:00Z', 'UTC')).toContain('30 Sep 2026');
});
