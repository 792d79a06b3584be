import { z } from 'zod';
import { endpoint, noParams } from '../endpoint.js';
import { LIMITS } from '../limits.js';
import { line, squeezedLine } from '../line.js';
import { MESSAGES } from '../messages.js';
import { pageFields } from '../paging.js';
import { emailAddress, mobileNumber, personId } from '../person.js';

const { companyNameMaxLength: max } = LIMITS;

/** What may not be known of a company. */
const unknown = <Text extends z.ZodType<string>>(text: Text) => text.nullable().default(null);

const webAddress = line(MESSAGES.enterWebsite, max).pipe(z.url({ protocol: /^https?$/, error: MESSAGES.enterWebsite }));

/** A company that somebody wants to remember (SPEC 3 "Contact"). */
const contactFields = {
  companyName: squeezedLine(MESSAGES.fieldRequired, max),
  address: unknown(squeezedLine(MESSAGES.fieldRequired, max)),
  email: unknown(emailAddress),
  mobile: unknown(mobileNumber),
  website: unknown(webAddress),
};

export const saveContact = endpoint({
  name: 'saveContact',
  summary: "Keep a company among the account's contacts; 'CREATED' unless it is there already",
  method: 'POST',
  path: '/activity-management/savecontact',
  access: 'session',
  owner: 'CALLER',
  rate: 'ACCOUNT',
  params: noParams,
  request: z.strictObject(contactFields),
  response: z.enum(['CREATED', 'DUPLICATE']),
  errors: [],
});

export const contactList = endpoint({
  name: 'contactList',
  summary: "The account's contacts, by company name; a sub-user sees their owner's",
  method: 'GET',
  path: '/activity-management/listcontact',
  access: 'session',
  owner: { ids: { userId: 'account' } },
  rate: 'ACCOUNT',
  params: noParams,
  request: z.strictObject({ userId: personId, ...pageFields }),
  response: z.object({
    contactList: z.array(
      z.object({
        companyName: z.string(),
        address: z.string().nullable(),
        mobile: z.string().nullable(),
        email: z.string().nullable(),
        website: z.string().nullable(),
      }),
    ),
    totalRecords: z.number().int().describe('How many contacts there are; an answer carries a page of them'),
  }),
  errors: ['NOT_YOURS'],
});
