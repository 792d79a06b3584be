import type { NewAccount } from '@tidewaiter/accounts';

/** A new account; a test says only what matters to it. */
export const account = (changes: Partial<NewAccount> = {}): NewAccount => ({
  email: `person-${Math.random().toString(36).slice(2)}@example.com`,
  ...{ firstname: 'Ada', lastname: 'Bay', companyName: 'Acme', plan: 'Operator', ...changes },
});
