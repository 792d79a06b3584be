export { type Gateway, startGateway } from '@tidewaiter/records/testing/gateway';
