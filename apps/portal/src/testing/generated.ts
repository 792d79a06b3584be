export { drawn } from '@tidewaiter/records/testing/generated';
