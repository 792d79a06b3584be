export { contentsOf } from '@tidewaiter/accounts/testing/contents';
