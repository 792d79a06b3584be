/** People who are erased, on both databases; what is left of all that a portal writes: `account-endings.engine.test.ts`. */
import { account } from '@tidewaiter/testing/account';
import { DRAWN_ENGINES } from '@tidewaiter/testing/databases';
import { describe, expect, it } from 'vitest';
import { invited, startAccounts } from '../testing/start.js';

describe.each(DRAWN_ENGINES)('on %s', async (engine) => {
  const { accounts } = await startAccounts(engine);

  it('an account goes with its sub-users, whose address another account may have', async () => {
    const { user: owner } = await accounts.people.newAccounts.create(account({ email: 'owner@example.com' }));
    const { user: other } = await accounts.people.newAccounts.create(account());
    const eva = invited(10);
    for (const user of [owner, other]) await accounts.people.subUsers.create(user, eva);
    expect(await accounts.people.erasures.erase(owner, 'asked for')).toMatchObject({ people: 2, exports: [] });
    expect(await accounts.people.users.list()).toMatchObject([
      { id: other.id },
      { email: eva.email, uplineId: other.id },
    ]);
    const former = { email: '', firstname: 'Former user', lastname: '' };
    expect(await accounts.people.users.findById(owner.id)).toMatchObject(former);
    expect((await accounts.audit.latest(1))[0]).toMatchObject({ event: 'ACCOUNT_ERASED', details: { people: 2 } });
  });
});
