export { cases, drawn, SEED } from '@tidewaiter/records/testing/generated';
