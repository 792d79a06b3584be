export { type ApiCall, type DerivedCall, type Meta, meta } from './call.js';
export { API_CALLS, type ApiCallName, isDerived, type OwnCallName, type OwnCalls } from './calls.js';
export { quoteForm } from './exports.js';
export { plainName } from './plain.js';
export type { Plain } from './plain-types.js';
export {
  columnKeyOf,
  columnNameOf,
  type PlainQuestion,
  plainQuestion,
  question as plainQuestionSchema,
} from './question.js';
export { API_PAGE, BREAKDOWNS, EXAMPLE_QUESTION, record as recordSchema } from './records.js';
