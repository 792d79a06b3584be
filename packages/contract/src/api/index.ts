export { type ApiCall, type DerivedCall, type Meta, meta } from './call.js';
export { API_CALLS, type ApiCallName, isDerived, type OwnCallName, type OwnCalls } from './calls.js';
export { quoteForm } from './exports.js';
export { KEY_CALLS, type KeyCallName } from './key-calls.js';
export { type PlainForm, plainName } from './plain.js';
export {
  columnKeyOf,
  columnNameOf,
  type PlainQuestion,
  plainQuestion,
} from './question.js';
export { BREAKDOWNS, EXAMPLE_QUESTION } from './records.js';
