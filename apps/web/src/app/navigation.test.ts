import { describe, expect, it } from 'vitest';
import { isCurrent, navigationFor } from './navigation.js';

describe('the navigation', () => {
  it('shows Users to main accounts only', () => {
    const labels = (uplineId: number) => navigationFor({ uplineId }).map(({ label }) => label);
    const all = [
      ...['Search Global Data', 'Dashboard', 'Workspace', 'Save Contact', 'Search History', 'Download History'],
      ...['Data Coverage', 'Users', 'Subsciptions'],
    ];
    expect(labels(0)).toEqual(all);
    expect(labels(7)).toEqual(all.filter((label) => label !== 'Users'));
  });

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
