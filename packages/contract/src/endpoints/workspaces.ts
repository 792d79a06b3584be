import { z } from 'zod';
import { endpoint, noParams } from '../endpoint.js';
import { LIMITS } from '../limits.js';
import { line } from '../line.js';
import { MESSAGES } from '../messages.js';
import { pageFields } from '../paging.js';
import { personId } from '../person.js';

/** What the screens send along; nothing is ever made inactive. */
export const active = z.literal('Y').default('Y');

export const workspaceName = line(MESSAGES.enterWorkspaceName, LIMITS.nameMaxLength);

export const createWorkspace = endpoint({
  name: 'createWorkspace',
  summary: "Make a workspace of the account; answers with its id. A name is an account's once, whatever its case",
  method: 'POST',
  path: '/activity-management/workspace',
  access: 'session',
  owner: 'CALLER',
  rate: 'ACCOUNT',
  params: noParams,
  request: z.strictObject({ name: workspaceName, is_active: active }),
  response: z.string(),
  errors: ['NO_SUBSCRIPTION', 'WORKSPACE_LIMIT_EXHAUSTED', 'WORKSPACE_EXISTS'],
});

export const workspaceList = endpoint({
  name: 'workspaceList',
  summary: "The account's workspaces, by name; a sub-user sees their owner's",
  method: 'GET',
  path: '/activity-management/workspace/list',
  access: 'session',
  owner: { ids: { userId: 'account' } },
  rate: 'ACCOUNT',
  params: noParams,
  request: z.strictObject({ userId: personId, ...pageFields }),
  response: z.object({
    workspaceList: z.array(z.object({ id: z.string(), name: z.string() })),
    totalRecords: z.number().int().describe('How many workspaces there are; an answer carries a page of them'),
  }),
  errors: ['NOT_YOURS'],
});
