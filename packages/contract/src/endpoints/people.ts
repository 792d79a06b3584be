import { z } from 'zod';
import { LIMITS } from '../rules/limits.js';
import { MESSAGES } from '../rules/messages.js';
import { NUMBER_SYSTEMS } from '../rules/number-systems.js';
import { givenPassword, newPassword, personFields, personId, shownPerson } from '../rules/person.js';
import { openedSession } from './access.js';
import { endpoint } from './endpoint.js';

/** A person as an account sees them. */
export const userDetailsFields = {
  ...shownPerson,
  downloadLimit: z.number().int().describe('Download points that this person has left'),
};

export const userDetails = endpoint('GET /user-management/user/details', {
  summary: "A person of the caller's account",
  subUser: 'SELF',
  owner: { ids: { userId: 'person' } },
  request: z.strictObject({ userId: personId }),
  response: z.object(userDetailsFields),
  errors: ['NOT_YOURS'],
});

const PROFILE = ['firstname', 'lastname', 'email', 'mobile', 'company_name'] as const;

type KindOfChange = 'password' | 'profile' | 'downloadLimit' | 'numberSystem';

/** Changes that are of one field. */
const ALONE = ['password', 'downloadLimit', 'numberSystem'] as const;

/** What kind of change a body asks for; undefined when it mixes them or asks for none. */
function kindOfChange({
  currentPassword,
  user_type: _,
  ...changes
}: Record<string, unknown>): KindOfChange | undefined {
  const named = new Set(
    Object.entries(changes)
      .filter(([, value]) => value !== undefined)
      .map(([key]): KindOfChange => ALONE.find((alone) => alone === key) ?? 'profile'),
  );
  // The current password goes with a new one, and with a new e-mail address.
  if (currentPassword !== undefined && !named.has('profile')) named.add('password');
  const [kind] = named;
  return named.size === 1 ? kind : undefined;
}

export const updateUser = endpoint('PUT /user-management/user/:userId', {
  summary: "Change the caller's password, profile or way of writing numbers, or the download limit of a sub-user",
  subUser: 'SELF',
  beforeOwnPassword: true,
  owner: { ids: { userId: 'person' } },
  params: z.strictObject({ userId: personId }),
  request: z
    .strictObject({
      password: newPassword.optional(),
      currentPassword: givenPassword
        .optional()
        .describe('Needed for a new password, and where the e-mail address changes'),
      firstname: personFields.firstname.optional(),
      lastname: personFields.lastname.optional(),
      email: personFields.email.optional(),
      mobile: personFields.mobile.optional(),
      company_name: personFields.company_name.optional(),
      user_type: z.literal('USER').optional(),
      downloadLimit: z.number().int().min(0).max(LIMITS.allowanceMax).optional(),
      numberSystem: z
        .enum([...NUMBER_SYSTEMS, 'BROWSER'])
        .optional()
        .describe('BROWSER leaves it to the language of each browser'),
    })
    .superRefine((body, context) => {
      const issue = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
      const kind = kindOfChange(body);
      if (kind === undefined) issue('', MESSAGES.oneKindOfChange);
      if (kind === 'password' && body.password === undefined) issue('password', MESSAGES.enterPassword);
      if (kind === 'password' && body.currentPassword === undefined) issue('currentPassword', MESSAGES.enterPassword);
      if (kind !== 'profile') return;
      for (const field of PROFILE) {
        if (body[field] === undefined)
          issue(field, personFields[field].safeParse(undefined).error?.issues[0]?.message ?? '');
      }
    }),
  response: z.object({
    message: z.string(),
    user: z.object(userDetailsFields),
    session: openedSession
      .optional()
      .describe('After a new password: the session that takes the place of this one, whose token no longer works'),
  }),
  errors: [
    'NOT_YOURS',
    'INCORRECT_PASSWORD',
    'PASSWORD_REFUSED',
    'PASSWORD_CHANGE_REQUIRED',
    'CONFIRM_FIRST',
    'DOWNLOAD_LIMIT_EXHAUSTED',
    'NO_SUBSCRIPTION',
  ],
});

export const confirmEmail = endpoint('PUT /user-management/email', {
  summary: 'Make a new e-mail address count, by the link that was sent to it',
  access: 'client',
  owner: { ids: { token: 'secret' } },
  rate: 'OTP',
  request: z.strictObject({ token: z.string().max(LIMITS.tokenMaxLength) }),
  errors: ['LINK_EXPIRED'],
});

export const undoEmail = endpoint('PUT /user-management/email/undo', {
  summary:
    'Give an account back to its former e-mail address, by the link that was sent to it. Ends every session; the token that it answers with sets a new password',
  access: 'client',
  owner: { ids: { token: 'secret' } },
  rate: 'OTP',
  request: z.strictObject({ token: z.string().max(LIMITS.tokenMaxLength) }),
  response: z.object({ message: z.string(), token: z.string() }),
  errors: ['LINK_EXPIRED'],
});

const subUser = z.object({
  ...userDetailsFields,
  is_active: z.enum(['Y', 'N']),
  invited: z.boolean().describe('True until the mailed link has been used'),
  periodLimit: z.number().int().describe('Download points that the owner gives in every period'),
  createdDate: z.iso.datetime(),
});

export const subUserList = endpoint('GET /user-management/user/list', {
  summary: "The main account's sub-users",
  subUser: 'NO',
  owner: 'CALLER',
  response: z.object({ userList: z.array(subUser), subUserCount: z.number().int().describe('How many there may be') }),
  errors: ['NO_SUBSCRIPTION'],
});

export const createSubUser = endpoint('POST /user-management/user/subuser', {
  summary: 'Invite a sub-user: they set their password by a mailed link',
  subUser: 'NO',
  owner: 'CALLER',
  rate: 'INVITATION',
  request: z.strictObject({
    firstname: personFields.firstname,
    lastname: personFields.lastname,
    email: personFields.email,
    mobile: personFields.mobile,
    downloadLimit: z.number().int().min(0).max(LIMITS.allowanceMax).default(0),
  }),
  response: z.object({ message: z.string(), userid: z.number().int() }),
  errors: ['NO_SUBSCRIPTION', 'SUB_USER_LIMIT_EXHAUSTED', 'DOWNLOAD_LIMIT_EXHAUSTED'],
});

export const setSubUserStatus = endpoint('PUT /user-management/user/:userId/status', {
  summary: 'Disable a sub-user, whose remaining download points come back; or enable them again',
  subUser: 'NO',
  owner: { ids: { userId: 'subUser' } },
  params: z.strictObject({ userId: personId }),
  request: z.strictObject({ is_active: z.enum(['Y', 'N']) }),
  errors: ['NOT_YOURS', 'NO_SUBSCRIPTION', 'SUB_USER_LIMIT_EXHAUSTED'],
});

export const sendSubUserLink = endpoint('PUT /user-management/user/:userId/link', {
  summary: 'Mail a sub-user who has no password yet a new link to set one; earlier links no longer work',
  subUser: 'NO',
  owner: { ids: { userId: 'subUser' } },
  rate: 'MAILED_LINK',
  params: z.strictObject({ userId: personId }),
  errors: ['NOT_YOURS', 'NO_SUBSCRIPTION', 'LINK_NOT_NEEDED'],
});
