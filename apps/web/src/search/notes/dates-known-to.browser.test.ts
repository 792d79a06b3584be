/** Records that say only a month or a year, on the screen of a search. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { found } from '../../../testing/answers.js';
import { settled, visit } from '../../../testing/screen.js';
import { searchLink } from '../../../testing/search.js';

const note = () => page.getByText(/say only a month, a quarter or a year/);

it('show what they say, and how dates take them stands above the figures', async () => {
  const dates = { be_date: '2024-03-01', date_known_to: 'Month' };
  visit(searchLink({}), { search: (query) => found(query, 60, dates) });
  await settled();
  await expect.element(note()).toBeVisible();
  await expect.element(page.getByRole('gridcell', { name: 'Mar 2024', exact: true }).first()).toBeInTheDocument();
});

it('are not spoken of where the countries have none', async () => {
  visit(searchLink({}), { search: (query) => ({ ...found(query), columns: ['be_date', 'hs_code'] }) });
  await settled();
  await expect.element(note()).not.toBeInTheDocument();
});
