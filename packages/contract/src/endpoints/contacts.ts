import { z } from 'zod';
import { TRADE_TYPES } from '../columns/column.js';
import { TOO_MUCH } from '../rules/errors.js';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { emailAddress, line, mobileNumber, paragraphs, personId, soughtText, squeezedLine } from '../rules/person.js';
import { endpoint } from './endpoint.js';
import { pageFields } from './paging.js';

const { companyNameMaxLength: max } = LIMITS;

/** What may not be known of a company. */
const unknown = <Text extends z.ZodType<string>>(text: Text) => text.nullable().default(null);

const webAddress = line(MESSAGES.enterWebsite, max).pipe(z.url({ protocol: /^https?$/, error: MESSAGES.enterWebsite }));

const tag = squeezedLine(MESSAGES.fieldRequired, LIMITS.tagMaxLength);

/** The same tag in two cases is one: the first stays. */
const onceEach = (tags: readonly string[]) =>
  tags.filter((one, at) => tags.findIndex((other) => other.toLowerCase() === one.toLowerCase()) === at);

/** A company that somebody wants to remember (SPEC 3 "Contact"), with what they note of it. */
export const contactFields = z.strictObject({
  companyName: squeezedLine(MESSAGES.fieldRequired, max),
  address: unknown(squeezedLine(MESSAGES.fieldRequired, max)),
  email: unknown(emailAddress),
  mobile: unknown(mobileNumber),
  website: unknown(webAddress),
  notes: paragraphs(LIMITS.notesMaxLength).default(''),
  tags: z.array(tag).max(LIMITS.tags, { error: MESSAGES.tooManyTags }).default([]).transform(onceEach),
});
export type ContactFields = z.output<typeof contactFields>;

const contactId = z.string().max(40);

const contact = z.object({
  id: z.string(),
  companyName: z.string(),
  address: z.string().nullable(),
  mobile: z.string().nullable(),
  email: z.string().nullable(),
  website: z.string().nullable(),
  notes: z.string(),
  tags: z.array(z.string()),
  createdDate: z.iso.datetime(),
  createdBy: z.object({ userId: z.number().int(), userName: z.string() }).nullable().describe('Null: they have gone'),
  revision: z.number().int().describe('How often it has been changed; a change names the one that it was made in'),
  mayChange: z.boolean().describe('Whether the caller may change and remove it'),
});
export type Contact = z.output<typeof contact>;

export const saveContact = endpoint('POST /activity-management/savecontact', {
  summary: "Keep a company among the account's contacts; 'CREATED' unless it is there already",
  owner: 'CALLER',
  request: contactFields,
  response: z.enum(['CREATED', 'DUPLICATE']),
  errors: ['CONTACTS_FULL'],
});

export const contactList = endpoint('GET /activity-management/listcontact', {
  summary: "The account's contacts, by company name; a sub-user sees their owner's",
  owner: { ids: { userId: 'account', contactId: 'contact' } },
  request: z.strictObject({
    userId: personId,
    contains: soughtText(max)
      .default('')
      .describe('Part of the company name; case, accents and punctuation make no difference'),
    tag: soughtText(LIMITS.tagMaxLength).optional(),
    contactId: contactId.optional().describe('A single one'),
    ...pageFields,
  }),
  response: z.object({
    contactList: z.array(contact),
    totalRecords: z.number().int().describe('How many contacts there are; an answer carries a page of them'),
    tags: z.array(z.string()).describe('Those that contacts of the account have'),
    mailUs: z.string().nullable().describe('Where the operator is asked for details of a company; null: nowhere'),
  }),
  errors: ['NOT_YOURS'],
});

export const updateContact = endpoint('PUT /activity-management/contact', {
  summary: 'Change all of a contact that the caller saved; a main account changes every one',
  owner: { ids: { contactId: 'contact' } },
  request: contactFields.extend({ contactId, revision: z.number().int().positive() }),
  response: z.object({ revision: z.number().int() }),
  errors: ['NOT_YOURS', 'MAKER_ONLY', 'CHANGED_MEANWHILE', 'DUPLICATE_CONTACT'],
});

export const removeContact = endpoint('PUT /activity-management/contact/remove', {
  summary: 'Remove a contact; within a day it can be put back',
  owner: { ids: { contactId: 'contact' } },
  request: z.strictObject({ contactId }),
  errors: ['NOT_YOURS', 'MAKER_ONLY'],
});

export const restoreContact = endpoint('PUT /activity-management/contact/restore', {
  summary: 'Put back a contact that was removed within the last day, unless its company has been saved again meanwhile',
  owner: { ids: { contactId: 'contact' } },
  request: z.strictObject({ contactId }),
  errors: ['NOT_YOURS', 'MAKER_ONLY', 'DUPLICATE_CONTACT'],
});

export const CONTACT_FILE_FORMATS = ['csv', 'vcf'] as const;
export type ContactFileFormat = (typeof CONTACT_FILE_FORMATS)[number];

const format = z.enum(CONTACT_FILE_FORMATS);

/** What a file may fill in of a contact, or say else. */
export const FILLED_FIELDS = ['address', 'email', 'mobile', 'website', 'notes', 'tags'] as const;

export const importContacts = endpoint('POST /activity-management/contact/import', {
  summary:
    'Keep the companies of a CSV or vCard file; of one that is kept already fill in what is empty, and say what the file has else',
  owner: 'CALLER',
  rate: 'IMPORTS',
  // Within JSON, line ends and quotation marks are two characters.
  bodyLimit: 2 * LIMITS.contactFileLength + 64 * 1024,
  request: z.strictObject({
    format,
    text: z.string().max(LIMITS.contactFileLength, { error: MESSAGES.contactFileTooLarge }),
  }),
  response: z.object({
    added: z.number().int(),
    duplicates: z.number().int().describe('Companies that were contacts already, or stood in the file before'),
    filled: z.number().int().describe('Contacts in which something empty was filled in'),
    differing: z
      .array(
        z.object({
          line: z.number().int(),
          contactId,
          companyName: z.string(),
          mayChange: z.boolean(),
          fields: z.array(z.object({ field: z.enum(FILLED_FIELDS), kept: z.string(), given: z.string() })),
        }),
      )
      .describe('What else the file says than a contact, which stays as it is'),
    refused: z
      .array(z.object({ line: z.number().int().describe('Of the file, from 1'), reason: z.string() }))
      .describe('Companies that cannot be kept as the file has them'),
  }),
  errors: ['CONTACT_FILE_REFUSED', 'CONTACT_FILE_TOO_LARGE'],
});

export const exportContacts = endpoint('GET /activity-management/contact/export', {
  summary: "All of the account's contacts as a file",
  owner: 'CALLER',
  rate: 'IMPORTS',
  request: z.strictObject({ format }),
  response: z.object({ fileName: z.string(), text: z.string() }),
});

/** The parts that a company plays in a record. */
export const COMPANY_ROLES = ['IMPORTER', 'EXPORTER', 'NOTIFY'] as const;
export type CompanyRole = (typeof COMPANY_ROLES)[number];

const companyShipments = z.object({
  tradeType: z.enum(TRADE_TYPES),
  role: z.enum(COMPANY_ROLES),
  records: z.number().int(),
  lastDay: z.iso.date().describe('Of the last shipment'),
  countryCode: z.array(z.string()).describe('Source countries that have any'),
  fromDate: z.iso
    .date()
    .describe('The days that were looked at: as many as one search spans, up to the last of all records'),
  toDate: z.iso.date(),
});
export type CompanyShipments = z.output<typeof companyShipments>;

export const contactShipments = endpoint('GET /activity-management/contact/shipments', {
  summary: "A contact's shipments, under all spellings of its name, in each part that it plays; costs no search",
  owner: { ids: { contactId: 'contact' } },
  rate: 'SEARCH',
  request: z.strictObject({ contactId }),
  response: z.object({
    shipmentsList: z.array(companyShipments),
    newRecords: z
      .number()
      .int()
      .nullable()
      .describe('How many more there are than when the caller last looked, whichever they are; null at the first look'),
    lookedAt: z.iso.datetime().nullable().describe('When that was'),
  }),
  errors: ['NOT_YOURS', 'NO_SUBSCRIPTION', ...TOO_MUCH],
});
