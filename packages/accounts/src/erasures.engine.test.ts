/** People who are erased, on both databases; what is left of all that a portal writes: `account-endings.engine.test.ts`. */
import { account } from '@tidewaiter/testing/account';
import { DRAWN_ENGINES, startEngine } from '@tidewaiter/testing/databases';
import { options } from '@tidewaiter/testing/options';
import { expect, it } from 'vitest';
import { openAccounts } from './accounts.js';

it.each(DRAWN_ENGINES)(
  'on %s an account goes with its sub-users, whose address another account may have',
  async (engine) => {
    const started = await startEngine(engine);
    const accounts = await openAccounts(started.location, options());
    const { user: owner } = await accounts.newAccounts.create(account({ email: 'owner@example.com' }));
    const person = { email: 'eva@example.com', firstname: 'Eva', lastname: 'Bay', mobile: '', downloadLimit: 10 };
    const { user: other } = await accounts.newAccounts.create(account());
    await accounts.subUsers.create(owner, person);
    await accounts.subUsers.create(other, person);
    expect(await accounts.erasures.erase(owner, 'asked for')).toMatchObject({ people: 2, exports: [] });
    expect(await accounts.users.list()).toMatchObject([{ id: other.id }, { email: person.email, uplineId: other.id }]);
    expect(await accounts.users.findById(owner.id)).toMatchObject({
      email: '',
      firstname: 'Former user',
      lastname: '',
    });
    expect((await accounts.audit.latest(1))[0]).toMatchObject({ event: 'ACCOUNT_ERASED', details: { people: 2 } });
    expect(await accounts.store.unreconciled()).toEqual([]);
    await accounts.close();
    await started.stop();
  },
);
