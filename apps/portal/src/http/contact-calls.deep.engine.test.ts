/** The shipments that a contact leads to, and files of contacts of several accounts at once. */
import type { Worker } from 'node:worker_threads';
import { Loader, shippedMapping } from '@tidewaiter/loader';
import { fixture } from '@tidewaiter/testing/records';
import { describe, expect, it } from 'vitest';
import { payload } from '../../testing/calls.js';
import { type SignedInAccount, subscription } from '../../testing/portal.js';
import { sharedPortal } from '../../testing/shared-portal.js';

const portal = sharedPortal();

describe('a contact', () => {
  it('come in files of several accounts at once, which are read in a thread beside the portal', async () => {
    const threads: Worker[] = [];
    const note = (worker: Worker) => threads.push(worker);
    process.on('worker', note);
    const others = await Promise.all(Array.from({ length: 6 }, () => portal.signIn()));
    // The one that a test before began.
    await portal.services.contactFiles.close();
    const text = `Company Name\n${Array.from({ length: 500 }, (_, line) => `Company ${line}\n`).join('')}`;
    const outcomes = await Promise.all(others.map(({ client }) => client.importContacts({ format: 'csv', text })));
    process.off('worker', note);
    expect(outcomes.map(({ added }) => added)).toEqual(others.map(() => 500));
    expect(threads).toHaveLength(1);
  });

  it('leads to its shipments, and to how many are new to the person, within the subscription and for nothing', async () => {
    const owner = await portal.signIn();
    const subUser = await portal.signInSubUser(owner);
    const elsewhere = await portal.signIn(['KOR']);
    const companyName = 'Andes-Grain S.A.C.';
    for (const { client } of [owner, elsewhere]) await client.saveContact({ companyName });
    const shipments = async ({ client, person }: SignedInAccount) => {
      const [contact] = (await client.contactList({ userId: person.userid })).contactList;
      return client.contactShipments({ contactId: contact?.id ?? '' });
    };
    const nothing = { shipmentsList: [], newRecords: null, lookedAt: null };
    expect(await shipments(owner)).toEqual(nothing);
    const [loaded] = await new Loader(portal.services.records).load({
      files: [{ path: fixture('pe-sunat-imports.csv') }],
      mapping: await shippedMapping('pe-sunat-imports'),
    });
    const before = await subscription(owner);
    const second = await shipments(owner);
    const [found] = second.shipmentsList;
    const { fromDate, toDate, countryCode, records } = found ?? expect.fail();
    expect(second).toMatchObject({ newRecords: records, lookedAt: expect.any(String) });
    expect(found).toMatchObject({ tradeType: 'IMPORT', role: 'IMPORTER', countryCode: ['PER'] });
    expect((await shipments(owner)).newRecords).toBe(0);
    expect((await shipments(subUser)).newRecords).toBeNull();
    expect(await shipments(elsewhere)).toEqual(nothing);
    expect(await subscription(owner)).toEqual(before);
    const picked = { searchBy: 'IMPORTER' as const, searchValue: [companyName], pickedValue: [companyName] };
    expect(await owner.client.searchCount(payload({ ...picked, fromDate, toDate, countryCode }))).toBe(records);
    await portal.services.records.publication.unload([loaded?.loadId ?? 0]);
  });
});
