export { answerToWork } from '@tidewaiter/accounts/testing/proof';
