import { type ListedKey, nameOf } from '@tidewaiter/accounts';
import { type ApiKeyView, dayOf, MESSAGES } from '@tidewaiter/contract';
import type { Handler } from './handler.js';

function present({ key, user, spent }: ListedKey): ApiKeyView {
  const { id: keyId, name, prefix, scopes, expiresOn, searchLimit, pointLimit, issuer, clientId } = key;
  return {
    ...{ keyId, name, prefix, scopes, expiresOn, searchLimit, pointLimit },
    connection: issuer !== null && clientId !== null ? { issuer, clientId } : null,
    revoked: key.revokedAt !== null,
    expired: expiresOn !== null && expiresOn < dayOf(new Date()),
    createdDate: key.createdAt.toISOString(),
    lastUsedDate: key.lastUsedAt?.toISOString() ?? null,
    spentSearches: spent.searches,
    spentPoints: spent.points,
    userid: user.id,
    personName: nameOf(user),
  };
}

export const apiKeyList: Handler<'apiKeyList'> = async ({ services, caller }) => ({
  keyList: (await services.accounts.access.apiKeys.list(caller.user)).map(present),
});

export const createApiKey: Handler<'createApiKey'> = async ({ services, request, caller: { user }, http }) => {
  const by = { actorId: user.id, address: http.request.ip };
  const { key, text } = await services.accounts.access.apiKeys.create(user, request, by);
  return { message: MESSAGES.keyCreated, key: text, keyId: key.id };
};

export const updateApiKey: Handler<'updateApiKey'> = async ({ services, request, params, caller, http }) => {
  await services.accounts.access.apiKeys.update(caller.user, params.keyId, request, http.request.ip);
  return { message: MESSAGES.keyChanged };
};

export const revokeApiKey: Handler<'revokeApiKey'> = async ({ services, params, caller: { user }, http }) => {
  await services.accounts.access.apiKeys.revoke(user, params.keyId, { actorId: user.id, address: http.request.ip });
  return { message: MESSAGES.keyRevokedNow };
};

export const allowConnection: Handler<'allowConnection'> = async ({ services, params, caller: { user }, http }) => {
  await services.accounts.access.connections.allow(user, params.keyId, { actorId: user.id, address: http.request.ip });
  return { message: MESSAGES.connectionAllowed };
};
