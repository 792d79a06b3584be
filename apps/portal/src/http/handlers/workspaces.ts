import type { Handler } from '../handler.js';
import { pageOf } from '../page-of.js';
import { mustNameOwnAccount } from '../whose-account.js';

export const createWorkspace: Handler<'createWorkspace'> = async ({ house, request, caller }) => {
  const { id } = await house.accounts.workspaces.create(caller.user, request.name);
  return id;
};

export const workspaceList: Handler<'workspaceList'> = async ({ house, request, caller }) => {
  mustNameOwnAccount(caller.user, request.userId);
  const { workspaces, total } = await house.accounts.workspaces.list(caller.user, pageOf(request));
  return { workspaceList: workspaces.map(({ id, name }) => ({ id, name })), totalRecords: total };
};
