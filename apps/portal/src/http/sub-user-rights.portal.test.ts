/** What a sub-user may do, call by call, as the contract says. */
import { ENDPOINTS, type Endpoint, type EndpointName } from '@tidewaiter/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { failure, raw } from '../../testing/calls.js';
import type { SignedInAccount } from '../../testing/portal.js';
import { commonPortal, sharedAccount } from '../../testing/shared-portal.js';

const portal = commonPortal();
let subUser: SignedInAccount;
const owner = sharedAccount(portal);
beforeAll(async () => {
  subUser = await portal.signInSubUser(owner);
});

/** The error code of a call that carries nothing, or nothing of use: its rights are looked at before its request. */
async function codeOf(name: EndpointName, { person }: SignedInAccount): Promise<unknown> {
  const { method, path }: Endpoint = ENDPOINTS[name];
  const init = { method, headers: { accessedby: person.token, 'content-type': 'application/json' } };
  const body = method === 'GET' ? {} : { body: '{"nothing": "of use"}' };
  return (await raw(portal, path.replace(/:\w+/g, '1'), { ...init, ...body })).body.errorCode;
}

/** What manages an account: said a second time, so that no call is opened to sub-users by leaving a line out. */
const MANAGING = [
  ...['subUserList', 'createSubUser', 'setSubUserStatus', 'sendSubUserLink'],
  'demandFactors',
  ...['countryChoice', 'chooseCountries', 'requestPlan', 'ledger'],
];

describe('of the calls that ask for a session', () => {
  const asking = Object.entries<Endpoint>(ENDPOINTS).filter(([, { access }]) => access === 'session');
  it.each(asking.map(([name, { subUser: may = 'YES' }]) => [name as EndpointName, may] as const))(
    '%s: %s',
    async (name) => {
      const code = await codeOf(name, subUser);
      if (MANAGING.includes(name)) expect(code).toBe('MAIN_ACCOUNT_ONLY');
      else expect(code).not.toBe('MAIN_ACCOUNT_ONLY');
      expect(await codeOf(name, owner)).not.toBe('MAIN_ACCOUNT_ONLY');
    },
  );
});

describe('a sub-user', () => {
  it('cannot raise their own limit, and is told what they have', async () => {
    const params = { params: { userId: subUser.person.userid } };
    const { user } = await subUser.client.updateUser({ downloadLimit: 1_000_000 }, params);
    expect(user.downloadLimit).toBe(10);
    await owner.client.updateUser({ downloadLimit: 25 }, params);
    expect((await subUser.client.userDetails({ userId: subUser.person.userid })).downloadLimit).toBe(25);
    expect((await owner.client.subUserList({})).userList).toMatchObject([{ email: subUser.email, downloadLimit: 25 }]);
  });

  it('leaves what they reached for in the audit log, with who it was and from where', async () => {
    const { userid } = subUser.person;
    await failure(subUser.client.requestPlan({ plan: 'SME' }));
    const entries = await portal.services.accounts.audit.latest(100, { subjectId: userid });
    const call = `POST ${ENDPOINTS.requestPlan.path}`;
    expect(entries).toContainEqual(
      expect.objectContaining({
        ...{ event: 'FORBIDDEN', subjectId: userid, actorId: userid, address: '127.0.0.1' },
        details: { call, code: 'MAIN_ACCOUNT_ONLY' },
      }),
    );
  });

  it('is out as soon as the owner disables them, and back when enabled', async () => {
    const { userid } = subUser.person;
    await owner.client.setSubUserStatus({ is_active: 'N' }, { params: { userId: userid } });
    expect((await failure(subUser.client.topFiveQueries({}))).code).toBe('SESSION_TIMEOUT');
    const again = subUser.client.login({ email: subUser.email, password: subUser.password });
    expect((await failure(again)).code).toBe('INVALID_LOGIN');
    await owner.client.setSubUserStatus({ is_active: 'Y' }, { params: { userId: userid } });
    expect(await subUser.client.login({ email: subUser.email, password: subUser.password })).toMatchObject({ userid });
  });
});
