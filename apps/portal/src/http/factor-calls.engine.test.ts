/** Second factors over HTTP: what a sign-in asks, what is closed until there is one, and what asks once more who one is. */

import { databaseOf } from '@tidewaiter/accounts/database';
import { Authenticator, appCode } from '@tidewaiter/testing/authenticator';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { failure } from '../../testing/calls.js';
import { addApp, type SignedInAccount, startPortal, type TestPortal, userOf } from '../../testing/portal.js';

const PUBLIC_URL = 'http://localhost:3000';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal({ PUBLIC_URL, RATE_LIMITS: 'on' });
});
afterAll(() => portal.close());

async function addPasskey({ client }: SignedInAccount): Promise<Authenticator> {
  const device = new Authenticator(PUBLIC_URL, 'localhost');
  const { challengeId, options } = await client.beginPasskey({});
  await client.addPasskey({ challengeId, passkey: device.make(options), name: 'Laptop' });
  return device;
}

/** The code after the one that was taken when the app was added. */
const nextCode = (secret: string) => appCode(secret, 1);

/** As if they had signed in an hour ago. */
const anHourAgo = ({ person }: SignedInAccount) =>
  databaseOf(portal.services.accounts).execute(
    `update sessions set confirmed_at = now() - interval '1 hour' where id = '${person.sessionId}'`,
  );

const codeOf = async (promise: Promise<unknown>) => (await failure(promise)).code;

it('a passkey signs in by itself', async () => {
  const ada = await portal.signIn();
  const device = await addPasskey(ada);
  const stranger = portal.clientOf(() => null);
  const { challengeId, options } = await stranger.askPasskey({});
  expect(JSON.stringify(options)).not.toContain(device.id);
  const signedIn = await stranger.loginByPasskey({ challengeId, passkey: device.show(options) });
  expect(signedIn).toMatchObject({ userid: ada.person.userid, mustAddFactor: false });
  // The password alone no longer does.
  expect(await codeOf(stranger.login({ email: ada.email, password: ada.password }))).toBe('FACTOR_NEEDED');
  await portal.services.accounts.people.users.setDisabled(await userOf(portal, ada), true);
  const asked = await stranger.askPasskey({});
  const refused = stranger.loginByPasskey({ challengeId: asked.challengeId, passkey: device.show(asked.options) });
  expect(await codeOf(refused)).toBe('INVALID_LOGIN');
});

it('changes of what opens an account ask once more who one is, by all that signs in', async () => {
  const ada = await portal.signIn();
  const secret = await addApp(ada);
  await anHourAgo(ada);
  const { client, password } = ada;
  const makeKey = () => client.createApiKey({ name: 'Nightly', scopes: ['search'] });
  const changed = { currentPassword: password, password: 'correct ferry window 77' };
  for (const call of [
    ...[makeKey, () => client.beginApp({}), () => client.newRecoveryCodes({})],
    () => client.demandFactors({ demanded: true }),
    () => client.updateUser(changed, { params: { userId: ada.person.userid } }),
  ])
    expect(await codeOf(call())).toBe('CONFIRM_FIRST');
  expect(await codeOf(client.confirmSession({ password: 'wrong' }))).toBe('INCORRECT_PASSWORD');
  expect(await codeOf(client.confirmSession({ password }))).toBe('FACTOR_NEEDED');
  expect(await codeOf(client.confirmSession({}))).toBe('VALIDATION');
  expect(await codeOf(makeKey())).toBe('CONFIRM_FIRST');
  await client.confirmSession({ password, code: nextCode(secret) });
  expect((await makeKey()).key).toMatch(/^tw_live_/);
});

it('a passkey whose id is no text is refused before it is looked for', async () => {
  const stranger = portal.clientOf(() => null);
  const { challengeId, options } = await stranger.askPasskey({});
  const passkey = { ...new Authenticator(PUBLIC_URL, 'localhost').show(options), id: 'a\0b' };
  expect(await codeOf(stranger.loginByPasskey({ challengeId, passkey }))).toBe('VALIDATION');
});

it("somebody else's passkey confirms nothing", async () => {
  const [ada, eve] = [await portal.signIn(), await portal.signIn()];
  const device = await addPasskey(eve);
  await anHourAgo(ada);
  const { challengeId, options } = await ada.client.askPasskey({});
  const confirmed = ada.client.confirmSession({ challengeId, passkey: device.show(options) });
  expect(await codeOf(confirmed)).toBe('FACTOR_REFUSED');
  expect(await codeOf(ada.client.beginApp({}))).toBe('CONFIRM_FIRST');
});

it('where an owner asks for one, nothing is open to who has none but adding it', async () => {
  const owner = await portal.signIn();
  const subUser = await portal.signInSubUser(owner);
  expect(await codeOf(owner.client.demandFactors({ demanded: true }))).toBe('FACTOR_DEMANDED');
  await addApp(owner);
  await owner.client.demandFactors({ demanded: true });
  expect(await codeOf(subUser.client.demandFactors({ demanded: false }))).toBe('FACTOR_REQUIRED');
  expect(await codeOf(subUser.client.noticeList({}))).toBe('FACTOR_REQUIRED');
  const { email, password } = subUser;
  const again = await portal.clientOf(() => null).login({ email, password });
  expect(again.mustAddFactor).toBe(true);
  const inside = { ...subUser, client: portal.clientOf(() => again.token) };
  expect(await inside.client.factorList({})).toMatchObject({ demandedBy: 'OWNER', factorList: [] });
  await addApp(inside);
  expect(await inside.client.userDetails({ userId: again.userid })).toMatchObject({ email });
  const [own] = (await inside.client.factorList({})).factorList;
  const factorId = own?.factorId ?? '';
  expect(await codeOf(inside.client.removeFactor({}, { params: { factorId } }))).toBe('FACTOR_DEMANDED');
  expect(await codeOf(inside.client.demandFactors({ demanded: false }))).toBe('MAIN_ACCOUNT_ONLY');
});

it('an installation may ask everybody', async () => {
  await portal.close();
  portal = await startPortal({ SECOND_FACTOR: 'required', PUBLIC_URL: 'http://10.0.0.7:3000' });
  const ada = await portal.signIn();
  expect(ada.person.mustAddFactor).toBe(true);
  expect(await codeOf(ada.client.noticeList({}))).toBe('FACTOR_REQUIRED');
  // Browsers make no passkeys for a host without a name.
  expect(await codeOf(ada.client.beginPasskey({}))).toBe('PASSKEYS_ELSEWHERE');
  expect((await ada.client.factorList({})).passkeys).toBe(false);
  await addApp(ada);
  expect((await ada.client.noticeList({})).noticeList).toEqual([]);
});
