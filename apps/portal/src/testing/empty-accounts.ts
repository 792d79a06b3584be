export { putEmptyAccounts } from '@tidewaiter/accounts/testing/empty-accounts';
