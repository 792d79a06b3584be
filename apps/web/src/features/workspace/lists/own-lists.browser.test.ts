/** A list on the screen, from its rows being sent to what they were found to be. */
import type { OwnList, OwnListEntry } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { portal } from '../../../../testing/portal-stub.js';
import { settled, visit } from '../../../../testing/screen.js';

const list = (changes: Partial<OwnList>): OwnList => ({
  ...{ listId: 'list', name: 'Suppliers', kind: 'COMPANY', state: 'MATCHING', columns: ['name'] },
  ...{ rows: 3, received: 3, looked: 1, entries: 3, found: 0, members: 0 },
  ...{ counts: { sure: 0, probable: 0, ambiguous: 0, none: 1 }, createdDate: '2026-10-31T10:00:00Z', mayChange: true },
  ...changes,
});

const entry = (firstRow: number, changes: Partial<OwnListEntry>): OwnListEntry => ({
  ...{ entry: `entry-${firstRow}`, value: `Company ${firstRow}`, country: null, number: null, rows: 1, firstRow },
  ...{ sureness: null, candidates: [], chosen: null, isDecided: false, ...changes },
});

const candidate = { name: 'Company Three Ltd.', about: '', records: 4, why: ['form'], score: 0.9 };

/** What is said of each row: how sure it is, and what it is. */
const told = () =>
  page
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].slice(-2).map(({ textContent }) => textContent));

it('says that a row is looked for until it was, and only then that it was not found', async () => {
  const entries = (...all: OwnListEntry[]) => ({ entries: all, totalRecords: all.length });
  // The third is looked for once more, and was found before.
  const third = entry(3, { candidates: [candidate] });
  visit('/workspace?list=list', {
    ownLists: { ownLists: [list({})], most: 20 },
    ownListEntries: entries(entry(1, { sureness: 'NONE' }), entry(2, {}), third),
  });
  await expect.element(page.getByText('Being looked up: 1 of 3')).toBeVisible();
  await settled();
  const what = expect.stringContaining(candidate.name);
  await expect.poll(told).toEqual([
    ['Not found', 'Nothing near'],
    ['Looking…', ''],
    ['Looking…', what],
  ]);
  portal.answer({
    ownLists: { ownLists: [list({ state: 'FAILED' })], most: 20 },
    ownListEntries: entries(entry(1, { sureness: 'NONE' }), entry(2, {}), third),
  });
  await expect
    .poll(() => told().map(([sureness]) => sureness))
    .toEqual(['Not found', 'Not looked for', 'Not looked for']);
  await expect.element(page.getByText('It could not be looked for. Try again.')).toBeVisible();
});
