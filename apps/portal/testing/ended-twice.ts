import { databaseOf } from '@tidewaiter/accounts/database';
import type { TestPortal } from './portal.js';

/** Leaves the waiting jobs of a kind as a process does that ended while they were under way, the second time in a row: in a part, where one is named. */
export async function leaveEndedTwice({ services }: TestPortal, kind: string, part?: string) {
  const noted = part === undefined ? 'null' : `'${part}'`;
  await databaseOf(services.accounts).execute(`
    update jobs set state = 'RUNNING', lease = gen_random_uuid(), leased_until = now() - interval '1 second', ends = 1, part = ${noted}
    where kind = '${kind}' and state = 'WAITING'`);
}
