import type { CompanyIdentity } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { contactOf } from './company-contact.js';
import { draftOf, fieldsOf } from './contact-draft.js';

const said = (...texts: string[]) => ({
  count: texts.length,
  rows: texts.map((text, at) => ({ text, shipments: 9 - at, first_day: '2025-01-01', last_day: '2025-12-31' })),
});
const identity: CompanyIdentity = {
  ...{ shipments: 12, first_day: '2025-01-01', last_day: '2025-12-31' },
  ...{ spellings: said('Acme Ltd', 'ACME LIMITED'), addresses: said('12 Quay Street, Pune', '7 Dock Road') },
  ...{ numbers: said('IEC 0388123456'), declared_in: said('IND'), ships_from: said('China') },
};

it('a contact has the address that most records state, and what else they know as notes', () => {
  expect(contactOf('Acme Ltd', identity)).toEqual({
    companyName: 'Acme Ltd',
    address: '12 Quay Street, Pune',
    notes: [
      'Country: India',
      'Official numbers: IEC 0388123456',
      'Other addresses: 7 Dock Road',
      'Also written: ACME LIMITED',
    ].join('\n'),
  });
});

it('what is not known is left empty, and what is too long is cut so that it can be kept', () => {
  const { notes } = contactOf('Acme Ltd', { ...identity, numbers: said(), declared_in: said(), addresses: said() });
  expect(notes).toMatch(/^Its goods come from or go to: China\nAlso written/);
  const long = contactOf('Acme Ltd', { ...identity, addresses: said('x'.repeat(400), 'y'.repeat(1999)) });
  expect(fieldsOf({ ...draftOf(null), ...long })).toMatchObject({ fields: { address: 'x'.repeat(300) } });
});
