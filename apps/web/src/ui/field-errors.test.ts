import { PortalError } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { refusedFields } from './field-errors.js';

const refused = (failure: Error) =>
  refusedFields(failure, ['email', 'companyName'], { DUPLICATE_CONTACT: 'companyName' });

describe('what the server refuses', () => {
  it('stands at the fields that the form shows, once each', () => {
    const error = new PortalError('VALIDATION', [
      { field: 'email', message: 'first' },
      { field: 'email', message: 'second' },
      { field: 'elsewhere', message: 'third' },
    ]);
    expect(refused(error)).toEqual({ email: 'first' });
  });

  it('stands at the field that a refusal is of as a whole', () => {
    expect(refused(new PortalError('DUPLICATE_CONTACT'))).toEqual({ companyName: 'Duplicate Contact' });
    expect(refused(new PortalError('CONTACTS_FULL'))).toEqual({});
    expect(refused(new Error('No.'))).toEqual({});
  });
});
