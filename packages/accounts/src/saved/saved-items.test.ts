import { LIMITS } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { mustBeRecent } from './saved-items.js';

it('what was removed is put back within so many hours, and not a moment later', () => {
  const removedAt = new Date('2026-05-01T10:00:00Z');
  const after = (ms: number) => () => mustBeRecent(removedAt, new Date(removedAt.getTime() + ms));
  const most = LIMITS.undoHours * 3_600_000;
  expect(after(most)).not.toThrow();
  expect(after(most + 1)).toThrow('This has been removed in the meantime. Please load the page again.');
});
