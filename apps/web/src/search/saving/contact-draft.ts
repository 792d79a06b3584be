import { type Contact, contactFields, LIMITS, readRequest } from '@tidewaiter/contract';
import type { FieldErrors } from '../../ui/field-errors.js';
import type { ContactFields } from './saved-contacts.js';

/** A contact stands half typed in the form. */
export interface ContactDraft {
  companyName: string;
  address: string;
  mobile: string;
  email: string;
  website: string;
  notes: string;
  tags: string[];
}

/** The fields are labelled as in the table. */
export const FIELDS = {
  companyName: { label: 'Company Name', maxLength: LIMITS.companyNameMaxLength },
  address: { label: 'Address', maxLength: LIMITS.companyNameMaxLength },
  mobile: { label: 'Contact Number', maxLength: 20, type: 'tel' },
  email: { label: 'Email Id', maxLength: 254, type: 'email' },
  website: { label: 'Website', maxLength: LIMITS.companyNameMaxLength, type: 'url' },
  notes: { label: 'Notes', maxLength: LIMITS.notesMaxLength },
  tags: { label: 'Tags', maxLength: LIMITS.tagMaxLength },
} as const satisfies Record<keyof ContactDraft, { label: string; maxLength: number; type?: string }>;

export const NAMES = Object.keys(FIELDS) as (keyof ContactDraft)[];

export function draftOf(contact: Contact | null): ContactDraft {
  return {
    companyName: contact?.companyName ?? '',
    address: contact?.address ?? '',
    mobile: contact?.mobile ?? '',
    email: contact?.email ?? '',
    website: contact?.website ?? '',
    notes: contact?.notes ?? '',
    tags: contact?.tags ?? [],
  };
}

/** Tells what is sent of a draft, or what is wrong with it, by the contract's own rules. A website is completed by its scheme. */
export function fieldsOf(draft: ContactDraft): { fields: ContactFields } | { errors: FieldErrors<keyof ContactDraft> } {
  const website = draft.website.trim();
  const whole = { ...draft, website: /^[\w-]+(\.[\w-]+)+/.test(website) ? `https://${website}` : website };
  const read = readRequest(contactFields, whole);
  if (read.success) return { fields: read.data };
  // The first problem of a field is the one that is said.
  const problems = read.error.issues.toReversed().map(({ path, message }) => [path[0], message]);
  return { errors: Object.fromEntries(problems) };
}

/** Tells in words the kept values that differ from a draft. */
export function differences(draft: ContactDraft, kept: Contact): { label: string; value: string }[] {
  const other = draftOf(kept);
  const said = (value: string | string[]) => [value].flat().join(', ');
  return NAMES.filter((name) => said(draft[name]).trim() !== said(other[name])).map((name) => ({
    label: FIELDS[name].label,
    value: said(other[name]) || 'None',
  }));
}
