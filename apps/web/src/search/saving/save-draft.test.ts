import { searchQuery } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { NEW_WORKSPACE } from './new-workspace.js';
import { proposedTexts, saveErrors } from './save-draft.js';

const whole = { workspace: 'an id', workspaceName: '', name: 'Cotton', description: 'What India buys' };

it('a new workspace needs a name, one that is there does not', () => {
  expect(saveErrors(whole)).toEqual({});
  expect(saveErrors({ ...whole, workspace: NEW_WORKSPACE })).toEqual({ workspaceName: 'Please enter workspace name' });
  expect(saveErrors({ ...whole, workspace: NEW_WORKSPACE, workspaceName: 'Fabrics' })).toEqual({});
});

it('blank text and control characters are no text, and a description may have lines', () => {
  expect(saveErrors({ ...whole, name: ' \t', description: 'a\u0007' })).toEqual({
    name: 'Please enter title',
    description: 'Please enter description',
  });
  expect(saveErrors({ ...whole, description: 'two\nlines' })).toEqual({});
  expect(saveErrors({ ...whole, name: 'x'.repeat(101) })).toEqual({ name: 'This text is too long' });
});

it('what a search may be called is proposed from its question, and can be saved as it is', () => {
  const query = searchQuery.parse({
    ...{ tradeType: 'EXPORT', countryCode: ['VNM', 'KOR'], fromDate: '2025-01-01', toDate: '2025-12-31' },
    ...{ searchBy: 'PRODUCT', matchType: 'C', searchValue: ['ceramic tile'], incoterm: ['FOB'] },
  });
  expect(proposedTexts(query)).toEqual({
    name: "Exports of Vietnam and South Korea: product contains 'ceramic tile'",
    description:
      "Exports of Vietnam and South Korea whose product contains 'ceramic tile', 01 Jan 2025 – 31 Dec 2025 · Incoterm: FOB",
  });
  const long = proposedTexts({ ...query, searchValue: Array.from({ length: 10 }, (_, n) => `${n}`.repeat(200)) });
  expect(saveErrors({ workspace: 'an id', workspaceName: '', ...long })).toEqual({});
  expect(long.name).toMatch(/…$/);
});
