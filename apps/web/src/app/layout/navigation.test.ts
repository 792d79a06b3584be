import { describe, expect, it } from 'vitest';
import { navigationFor } from './navigation.js';

describe('the navigation', () => {
  it('shows Users to main accounts only', () => {
    const labels = (uplineId: number) => navigationFor({ uplineId }).map(({ label }) => label);
    expect(labels(0)).toEqual(['Users', 'Subsciptions', 'Search Global Data', 'Data Coverage']);
    expect(labels(7)).toEqual(['Subsciptions', 'Search Global Data', 'Data Coverage']);
  });
});
