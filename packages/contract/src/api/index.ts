export {
  API_CALLS,
  type ApiCall,
  type ApiCallName,
  BREAKDOWNS,
  type DerivedCall,
  isDerived,
  type OwnCallName,
  type OwnCalls,
  quoteForm,
} from './calls.js';
export { KEY_CALLS, type KeyCallName } from './key-calls.js';
export { type PlainForm, plainName } from './plain.js';
export { type PlainQuestion, plainQuestion } from './question.js';
