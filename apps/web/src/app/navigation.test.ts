import { describe, expect, it } from 'vitest';
import { isCurrent, navigationFor } from './navigation.js';

describe('the navigation', () => {
  it.each([
    ['/dashboard', ['Dashboard']],
    ['/exchange', ['Dashboard']],
    ['/list1', ['Search Global Data']],
    ['/profile', []],
  ])('marks the entry of %s', (path, marked) => {
    const current = navigationFor({ uplineId: 0 }).filter((entry) => isCurrent(entry, path));
    expect(current.map(({ label }) => label)).toEqual(marked);
  });
});
