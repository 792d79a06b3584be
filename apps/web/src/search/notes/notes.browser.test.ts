/** What the screen of a search says of its records as a whole: that some say only a month or a year, and what their source lacks. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { COUNTRIES, found, listing } from '../../../testing/answers.js';
import { settled, visit } from '../../../testing/screen.js';
import { searchLink } from '../../../testing/search.js';

const note = () => page.getByText(/say only a month, a quarter or a year/);
const ofBills = () => page.getByText(/Shipments above a list count each once/);

it('records of a month show what they say, and how dates take them stands above the figures', async () => {
  const dates = { be_date: '2024-03-01', date_known_to: 'Month' };
  visit(searchLink({}), { search: (query) => found(query, 60, dates) });
  await settled();
  await expect.element(note()).toBeVisible();
  await expect.element(page.getByRole('gridcell', { name: 'Mar 2024', exact: true }).first()).toBeInTheDocument();
});

it('records of house bills say what counts them once and what counts them all', async () => {
  visit(searchLink({}), { search: (query) => found(query, 60, { house_bl_number: 'HB1' }) });
  await settled();
  await expect.element(ofBills()).toBeVisible();
});

it('such records are not spoken of where the countries have none', async () => {
  visit(searchLink({}), { search: (query) => ({ ...found(query), columns: ['be_date', 'hs_code'] }) });
  await settled();
  await expect.element(note()).not.toBeInTheDocument();
  await expect.element(ofBills()).not.toBeInTheDocument();
});

it('a source’s name, terms and lacks are said once, of the countries that are asked alone', async () => {
  const named = (code: string) =>
    COUNTRIES.slice(0, 1).map((one) => ({
      ...one,
      shortcode: code,
      publishedBy: [{ title: code, publisher: 'Customs', terms: 'OGL', lacks: ['names', 'days'] }],
    }));
  visit(searchLink({}), {
    countryListByTrade: { countryList: [...COUNTRIES.slice(0, 1), ...named('VNM'), ...named('CHL')] },
  });
  await settled();
  const notes = page.getByText(/: published by Customs \(OGL\)\. They lack names; days\.$/);
  await expect.element(notes).toHaveTextContent(/^VNM/);
});

it('of records without values the filters say how many there are, and no values of none', async () => {
  visit(searchLink({}), listing({}, { valued: 0, value_usd: '0', share: '0.00' }));
  await settled();
  await expect.element(page.getByText('Importer 4 Ltd.', { exact: true }).first()).toBeVisible();
  await expect.element(page.getByText(/· 0%$/)).not.toBeInTheDocument();
});
