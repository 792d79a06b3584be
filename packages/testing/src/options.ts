import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountsOptions } from '@tidewaiter/accounts';
import { portalSettings, readTargets } from '@tidewaiter/accounts';

/** How the accounts are opened in tests; a test says only what matters to it. */
export const options = (changes: Partial<AccountsOptions> = {}): AccountsOptions => ({
  mail: { from: 'portal@example.com', outbox: join(tmpdir(), 'tidewaiter-test-outbox') },
  secretKey: () => Buffer.alloc(32, 7),
  webhookTargets: readTargets('127.0.0.1'),
  settings: portalSettings('http://portal.example.com', { signUpVerification: 'operator', captchaWork: 4 }),
  ...changes,
});
