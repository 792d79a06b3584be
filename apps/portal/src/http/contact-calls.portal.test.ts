/** The calls of contacts. */
import { describe, expect, it } from 'vitest';
import { failure } from '../../testing/calls.js';
import { commonPortal } from '../../testing/shared-portal.js';

const portal = commonPortal();

describe('a contact', () => {
  it('is kept without what no text has, and the operator is asked for details where they say so', async () => {
    const { client, person } = await portal.signIn();
    const list = (only = {}) => client.contactList({ userId: person.userid, ...only });
    await client.saveContact({ companyName: 'Acme', tags: ['Buyer', 'buyer'], notes: ' one\r\ntwo\u0000 ' });
    const { contactList, ...rest } = await list({ contains: 'ACM' });
    expect(rest).toEqual({ totalRecords: 1, tags: ['Buyer'], mailUs: 'details@portal.example' });
    const kept = { tags: ['Buyer'], notes: 'one\ntwo', createdDate: expect.stringMatching(/Z$/) };
    expect(contactList).toMatchObject([kept]);
  });

  it('comes and goes in files, refused line by line or as a whole', async () => {
    const { client, person } = await portal.signIn();
    const text = 'Company Name;Notes\nAcme;=1+1\nACME;\nBolt;\n;nobody\n';
    const none = { added: 0, duplicates: 2, filled: 0, differing: [], refused: [] };
    const refused = [{ line: 5, reason: 'The company name is missing' }];
    const first = await client.importContacts({ format: 'csv', text });
    expect(first).toEqual({ ...none, added: 2, duplicates: 1, refused });
    const csv = await client.exportContacts({ format: 'csv' });
    expect(csv).toMatchObject({ fileName: 'contacts.csv', text: expect.stringContaining("Acme,,,,,'=1+1,") });
    for (const format of ['csv', 'vcf'] as const) {
      const { text: whole } = await client.exportContacts({ format });
      expect(await client.importContacts({ format, text: whole })).toEqual(none);
    }
    expect((await client.contactList({ userId: person.userid })).totalRecords).toBe(2);
    const said = async (format: 'csv' | 'vcf', given: string) =>
      (await failure(client.importContacts({ format, text: given }))).toBody();
    expect((await said('vcf', text)).errorMsg).toBe('This file holds no contact cards.');
    expect((await said('csv', `Company\n${'Acme\n'.repeat(100_000)}`)).errorCode).toBe('CONTACT_FILE_TOO_LARGE');
    expect((await said('csv', 'x'.repeat(2 * 1024 * 1024 + 1))).errorMsg).toContain('This file is too large.');
    expect((await said('csv', '\n'.repeat(3 * 1024 * 1024))).errorCode).toBe('BODY_TOO_LARGE');
  });

  it('is filled in from a file where it was empty, and told of where the file says something else', async () => {
    const owner = await portal.signIn();
    const subUser = await portal.signInSubUser(owner);
    const { client, person } = owner;
    await client.saveContact({ companyName: 'Acme', address: '1 Quay', tags: ['Buyer'] });
    const header = 'Company Name,Address,Contact Number,Email Id,Notes,Tags\n';
    const text = `${header}ACME,2 Quay,+31 20 123 4567,,met in May,buyer; Steel\nacme,,,mail@acme.example,,\nBolt,3 Quay,,,,\n`;
    const first = await client.importContacts({ format: 'csv', text });
    expect(first).toMatchObject({ added: 1, duplicates: 2, filled: 1, refused: [] });
    const find = async () => (await client.contactList({ userId: person.userid, contains: 'acme' })).contactList[0];
    const acme = await find();
    expect(acme).toMatchObject({
      ...{ companyName: 'Acme', address: '1 Quay', mobile: '+31 20 123 4567', email: 'mail@acme.example' },
      ...{ notes: 'met in May', tags: ['Buyer', 'Steel'], revision: 2 },
    });
    const differs = { line: 2, contactId: acme?.id, companyName: 'Acme', mayChange: true };
    expect(first.differing).toEqual([{ ...differs, fields: [{ field: 'address', kept: '1 Quay', given: '2 Quay' }] }]);
    // The same file again fills nothing in, and changes nothing.
    const again = await client.importContacts({ format: 'csv', text });
    expect(again).toEqual({ ...first, added: 0, duplicates: 3, filled: 0 });
    expect((await find())?.revision).toBe(2);
    // Who may not change a contact hears of all that the file says beside it.
    const bolt = `${header}Bolt,4 Quay,,b@bolt.example,,`;
    const fields = [
      { field: 'address', kept: '3 Quay', given: '4 Quay' },
      { field: 'email', kept: '', given: 'b@bolt.example' },
    ];
    expect(await subUser.client.importContacts({ format: 'csv', text: bolt })).toMatchObject({
      ...{ filled: 0, differing: [{ line: 2, companyName: 'Bolt', mayChange: false, fields }] },
    });
  });
});
