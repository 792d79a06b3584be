import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccountsOptions } from '@tidewaiter/accounts';
import { portalSettings } from '@tidewaiter/accounts';

/** How the accounts are opened in tests; a test says only what matters to it. */
export const options = (changes: Partial<AccountsOptions> = {}): AccountsOptions => ({
  mail: { from: 'portal@example.com', outbox: join(tmpdir(), 'tidewaiter-test-outbox') },
  settings: portalSettings('http://portal.example.com', { signUpVerification: 'operator', captchaWork: 4 }),
  ...changes,
});
