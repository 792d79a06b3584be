/** The figures above the list of records. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { visit } from '../../../testing/screen.js';
import { searchLink } from '../../../testing/search.js';

const shipments = () => page.getByText(/^Shipments/).first();

it('count shipments by house bills where records state them, and say of how many records', async () => {
  const quantities = { units: [], without: 60, otherCurrencies: [], shipmentsByBill: 41 };
  visit(searchLink({}), { quantities });
  await expect.element(page.getByText('Shipments (60 records)', { exact: true })).toBeVisible();
  await expect
    .element(page.getByText('41 shipments by their house bills, in 60 records', { exact: true }))
    .toBeInTheDocument();
});

it('count records where none states a house bill', async () => {
  visit(searchLink({}));
  await expect.element(shipments()).toHaveTextContent(/^Shipments$/);
});
