/** API keys over the calls of the screen: told once, a person's own, limited and seen by the main account. */
import { dayOf, searchQuery } from '@tidewaiter/contract';
import { beforeAll, expect, it } from 'vitest';
import { failure, payload } from '../../testing/calls.js';
import type { SignedInAccount } from '../../testing/portal.js';
import { sharedPortal } from '../../testing/shared-portal.js';

const portal = sharedPortal();
let owner: SignedInAccount;
let subUser: SignedInAccount;
beforeAll(async () => {
  owner = await portal.signIn();
  subUser = await portal.signInSubUser(owner);
});

const listOf = async ({ client }: SignedInAccount) => (await client.apiKeyList({})).keyList;

it('are made with what they may do, and shown by how they begin from then on', async () => {
  const { key, keyId } = await subUser.client.createApiKey({
    name: ' Nightly ',
    scopes: ['search', 'export'],
    expiresOn: dayOf(new Date()),
  });
  expect(await listOf(subUser)).toMatchObject([
    {
      ...{ keyId, name: 'Nightly', prefix: key.slice(0, 12), scopes: ['search', 'export'], expired: false },
      ...{ lastUsedDate: null, searchLimit: null, userid: subUser.person.userid, personName: expect.any(String) },
    },
  ]);
  expect(JSON.stringify(await listOf(subUser))).not.toContain(key.slice(12));
  expect(await listOf(owner)).toMatchObject([{ keyId, userid: subUser.person.userid }]);
  const { client } = owner;
  const refusals = await Promise.all([
    failure(client.createApiKey({ name: '  ', scopes: ['search'] })),
    failure(client.createApiKey({ name: 'x', scopes: [] })),
    failure(client.createApiKey({ name: 'x', scopes: ['search'], expiresOn: '2020-01-01' })),
    failure(client.createApiKey({ name: 'x', scopes: ['search'], expiresOn: 'soon' })),
    failure(client.updateApiKey({}, { params: { keyId } })),
  ]);
  expect(refusals.map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => 'VALIDATION'));
});

it('are limited by the main account, which sees what each has spent, and by nobody else', async () => {
  const [ofSub] = await listOf(subUser);
  const keyId = ofSub?.keyId ?? '';
  const limits = { searches: 1, points: 0 };
  const forbidden = await failure(subUser.client.updateApiKey({ limits }, { params: { keyId } }));
  expect(forbidden.code).toBe('MAIN_ACCOUNT_ONLY');
  await owner.client.updateApiKey({ limits }, { params: { keyId } });
  const user = (await portal.services.accounts.users.findById(subUser.person.userid)) ?? expect.fail();
  const { searches } = portal.services.accounts;
  const actor = { user, apiKey: { id: keyId, name: '', scopes: [] } };
  await searches.charge(actor, searchQuery.parse(payload()));
  expect(await listOf(owner)).toMatchObject([
    { keyId, searchLimit: 1, pointLimit: 0, spentSearches: 1, spentPoints: 0 },
  ]);
});

it('are revoked by their person or the main account', async () => {
  const { key, keyId } = await subUser.client.createApiKey({ name: 'Weekly', scopes: ['contacts'] });
  const { keyId: ofOwner } = await owner.client.createApiKey({ name: 'Mine', scopes: ['search'] });
  const { apiKeys } = portal.services.accounts;
  expect((await failure(subUser.client.revokeApiKey({}, { params: { keyId: ofOwner } }))).code).toBe('NOT_YOURS');
  await subUser.client.updateApiKey({ name: 'Monthly' }, { params: { keyId } });
  expect((await apiKeys.resolve(key)).apiKey).toMatchObject({ name: 'Monthly', scopes: ['contacts'] });
  await owner.client.revokeApiKey({}, { params: { keyId } });
  await expect(apiKeys.resolve(key)).rejects.toMatchObject({ code: 'KEY_REVOKED' });
  expect((await listOf(subUser)).map(({ name }) => name)).toEqual(['Nightly']);
});
