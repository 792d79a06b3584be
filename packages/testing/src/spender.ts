/**
 * Spends one search point under each of so many keys, all at once, and says what became of each: a process of its own, which
 * can kill itself in the middle, once it has said so many.
 */

import { openAccounts } from '@tidewaiter/accounts';
import { PortalError } from '@tidewaiter/contract';
import { options } from './options.js';

const [location = '', userId = '', spends = '', killAfter = ''] = process.argv.slice(2);
let told = 0;
const accounts = await openAccounts(JSON.parse(location), options());
const holder = { userId: Number(userId), allowance: 'SEARCHES' } as const;
await Promise.all(
  Array.from({ length: Number(spends) }, async (_, n) => {
    const outcome = await accounts.plans.ledger.charge(holder, { key: `spend ${n}`, points: 1, cause: 'SEARCH' }).then(
      (charged) => (charged ? 'charged' : 'stood'),
      (error: unknown) => (error instanceof PortalError ? error.code : String(error)),
    );
    process.stdout.write(`${outcome}\n`);
    told += 1;
    if (told === Number(killAfter)) process.kill(process.pid, 'SIGKILL');
  }),
);
await accounts.close();
