import { describe, expect, it } from 'vitest';
import { navigationFor } from './navigation.js';

describe('the navigation', () => {
  it('shows Users to main accounts only', () => {
    const labels = (uplineId: number) => navigationFor({ uplineId }).map(({ label }) => label);
    const all = [
      'Dashboard',
      'Workspace',
      'Save Contact',
      'Users',
      'Search History',
      'Download History',
      'Subsciptions',
      'Search Global Data',
      'Data Coverage',
    ];
    expect(labels(0)).toEqual(all);
    expect(labels(7)).toEqual(all.filter((label) => label !== 'Users'));
  });
});
