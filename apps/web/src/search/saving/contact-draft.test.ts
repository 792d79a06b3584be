import type { Contact } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { differences, draftOf, fieldsOf } from './contact-draft.js';

const KEPT: Contact = {
  id: 'x',
  companyName: 'Acme',
  address: null,
  mobile: null,
  email: 'mail@acme.example',
  website: null,
  notes: '',
  tags: ['Buyer'],
  createdDate: '2026-05-10T12:00:00.000Z',
  createdBy: null,
  revision: 3,
  mayChange: true,
};
const draft = (changes: Partial<ReturnType<typeof draftOf>> = {}) => ({
  ...draftOf(null),
  companyName: 'Acme',
  ...changes,
});

describe('the draft of a contact', () => {
  it('leaves out what is empty and completes a website', () => {
    const empty = { address: null, mobile: null, email: null, notes: '', tags: [] };
    expect(fieldsOf(draft({ website: ' acme.example/a ' }))).toEqual({
      fields: { companyName: 'Acme', website: 'https://acme.example/a', ...empty },
    });
  });

  it.each([
    [{ companyName: ' ' }, { companyName: 'This field is required' }],
    [{ email: 'nobody' }, { email: 'Please enter valid email address' }],
    [{ website: 'javascript:alert(1)' }, { website: 'Please enter a valid website, with http:// or https://' }],
    [{ tags: Array.from({ length: 11 }, (_, n) => `${n}`) }, { tags: 'A contact has at most 10 tags' }],
  ])('says what is wrong with %j', (changes, errors) => {
    expect(fieldsOf(draft(changes))).toEqual({ errors });
  });

  it('begins empty, with no field that is not there', () => {
    const texts = { companyName: '', address: '', mobile: '', email: '', website: '', notes: '' };
    expect(draftOf(null)).toEqual({ ...texts, tags: [] });
  });

  it('says where what is kept differs from it', () => {
    expect(differences(draftOf(KEPT), KEPT)).toEqual([]);
    expect(differences({ ...draftOf(KEPT), companyName: ' Acme ' }, KEPT)).toEqual([]);
    expect(differences(draft({ companyName: 'Acme Two', tags: [], notes: 'x' }), KEPT)).toEqual([
      { label: 'Company Name', value: 'Acme' },
      { label: 'Email Id', value: 'mail@acme.example' },
      { label: 'Notes', value: 'None' },
      { label: 'Tags', value: 'Buyer' },
    ]);
  });
});
