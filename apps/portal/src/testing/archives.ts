export { zipOf } from '@tidewaiter/records/testing/archives';
