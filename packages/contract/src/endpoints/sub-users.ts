import { z } from 'zod';
import { endpoint, noParams, noRequest } from '../endpoint.js';
import { LIMITS } from '../limits.js';
import { personFields, personId } from '../person.js';
import { userDetailsFields } from './users.js';

const subUser = z.object({
  ...userDetailsFields,
  is_active: z.enum(['Y', 'N']),
  invited: z.boolean().describe('True until the mailed link has been used'),
  periodLimit: z.number().int().describe('Download points that the owner gives in every period'),
  createdDate: z.iso.datetime(),
});

export const subUserList = endpoint({
  name: 'subUserList',
  summary: "The main account's sub-users",
  method: 'GET',
  path: '/user-management/user/list',
  access: 'session',
  owner: 'CALLER',
  rate: 'ACCOUNT',
  params: noParams,
  request: noRequest,
  response: z.object({ userList: z.array(subUser), subUserCount: z.number().int().describe('How many there may be') }),
  errors: ['NO_SUBSCRIPTION'],
});

export const createSubUser = endpoint({
  name: 'createSubUser',
  summary: 'Invite a sub-user: they set their password by a mailed link',
  method: 'POST',
  path: '/user-management/user/subuser',
  access: 'session',
  owner: 'CALLER',
  rate: 'INVITATION',
  params: noParams,
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

export const setSubUserStatus = endpoint({
  name: 'setSubUserStatus',
  summary: 'Disable a sub-user, whose remaining download points come back; or enable them again',
  method: 'PUT',
  path: '/user-management/user/:userId/status',
  access: 'session',
  owner: { ids: { userId: 'subUser' } },
  rate: 'ACCOUNT',
  params: z.strictObject({ userId: personId }),
  request: z.strictObject({ is_active: z.enum(['Y', 'N']) }),
  response: z.object({ message: z.string() }),
  errors: ['NOT_YOURS', 'NO_SUBSCRIPTION', 'SUB_USER_LIMIT_EXHAUSTED'],
});

export const sendSubUserLink = endpoint({
  name: 'sendSubUserLink',
  summary: 'Mail a sub-user who has no password yet a new link to set one; earlier links no longer work',
  method: 'PUT',
  path: '/user-management/user/:userId/link',
  access: 'session',
  owner: { ids: { userId: 'subUser' } },
  rate: 'MAILED_LINK',
  params: z.strictObject({ userId: personId }),
  request: noRequest,
  response: z.object({ message: z.string() }),
  errors: ['NOT_YOURS', 'NO_SUBSCRIPTION', 'LINK_NOT_NEEDED'],
});
