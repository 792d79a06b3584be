export { POSTGRES, startPostgres, type TemporaryPostgres } from '@tidewaiter/accounts/testing/postgres';
