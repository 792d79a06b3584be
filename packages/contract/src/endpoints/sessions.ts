import { z } from 'zod';
import { endpoint, noParams, noRequest } from '../endpoint.js';

const session = z.object({
  sessionId: z.string(),
  createdDate: z.iso.datetime(),
  lastSeenDate: z.iso.datetime(),
  ipaddress: z.string(),
  kept: z.boolean().describe('"Keep me logged in"'),
  current: z.boolean().describe('The session of this call'),
});

export const sessionList = endpoint({
  name: 'sessionList',
  summary: 'Where the caller is signed in',
  method: 'GET',
  path: '/user-management/session/list',
  access: 'session',
  owner: 'CALLER',
  rate: 'ACCOUNT',
  params: noParams,
  request: noRequest,
  response: z.object({ sessionList: z.array(session) }),
  errors: [],
});

export const endSession = endpoint({
  name: 'endSession',
  summary: "End one of the caller's sessions",
  method: 'PUT',
  path: '/user-management/session/end/:sessionId',
  access: 'session',
  owner: { ids: { sessionId: 'session' } },
  rate: 'ACCOUNT',
  params: z.strictObject({ sessionId: z.string().max(64) }),
  request: noRequest,
  response: z.object({ message: z.string() }),
  errors: ['NOT_YOURS'],
});

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  summary: 'End every session of the caller but this one',
  method: 'PUT',
  path: '/user-management/session/endothers',
  access: 'session',
  owner: 'CALLER',
  rate: 'ACCOUNT',
  params: noParams,
  request: noRequest,
  response: z.object({ message: z.string() }),
  errors: [],
});
