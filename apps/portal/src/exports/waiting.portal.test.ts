/** Exports that wait: nobody makes those of the portal that suites share. */
import { randomUUID } from 'node:crypto';
import { LIMITS, searchQuery } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { payload } from '../../testing/calls.js';
import { COLUMNS, search } from '../../testing/exporting.js';
import { commonPortal } from '../../testing/shared-portal.js';

const portal = commonPortal();

it('of more than may wait, the next is refused', async () => {
  const me = await portal.signIn();
  await search(me);
  const { exports, searches, users } = portal.services.accounts;
  const user = await users.ofAddress(me.email);
  const query = searchQuery.parse(payload());
  const asked = {
    ...{ searchId: await searches.note(user, query), question: '', query, columnKeys: COLUMNS, format: 'csv' as const },
    ...{ trace: false, raw: false, fileName: 'x.csv', ids: [], rows: 1, points: 1 },
  };
  const ask = () => exports.ask({ user }, { ...asked, key: randomUUID() });
  for (let waiting = 0; waiting < LIMITS.openExports; waiting += 1) await ask();
  await expect(ask()).rejects.toMatchObject({ code: 'EXPORTS_WAITING' });
});
