import { type Engine, startEngine } from '@tidewaiter/testing/databases';
import { options } from '@tidewaiter/testing/options';
import { startSmtp } from '@tidewaiter/testing/smtp';
import { expect } from 'vitest';
import { openAccounts } from '../src/accounts.js';

/** Accounts on a database of their own whose mail arrives; a suite says only what matters to it, and ends with `close`. */
export async function startAccounts(engine: Engine, changes: Parameters<typeof options>[0] = {}) {
  const { location, stop } = await startEngine(engine);
  const smtp = await startSmtp();
  const mail = { smtpUrl: smtp.url, from: 'portal@example.com', outbox: 'none' };
  const accounts = await openAccounts(location, options({ mail, ...changes }));
  return {
    accounts,
    smtp,
    location,
    async close() {
      expect(await accounts.store.unreconciled()).toEqual([]);
      await accounts.close();
      await smtp.stop();
      await stop();
    },
  };
}
