export * from '@tidewaiter/records/testing/hidden-records';
