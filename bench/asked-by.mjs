/** The records as one person asks them: every statement says for whom it works. */
import { Breakdowns, Days, Search, SharedAnswers } from './beneath.mjs';

/** Nothing is kept, and nothing that is under way is shared with others. */
const NONE_KEPT = 0;

/** @param signal ends all that is asked */
export function askedBy(records, asker, signal) {
  const { versions, nomenclature } = records;
  const engine = {
    ...records.engine,
    query: (statement) => records.engine.query({ ...statement, asker, ...(signal && { signal }) }),
  };
  const answers = new SharedAnswers(NONE_KEPT);
  const days = new Days(engine, answers);
  return {
    ...records,
    search: new Search(engine, versions, answers, days, nomenclature),
    breakdowns: new Breakdowns(engine, versions, answers, days, nomenclature),
  };
}
