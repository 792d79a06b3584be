/** The records as one person asks them: every statement says for whom it works. */
import { Breakdowns, Days, Search, SharedAnswers } from './beneath.mjs';

/** Nothing is kept, and nothing that is under way is shared with others. */
const NONE_KEPT = 0;

/**
 * @param signal ends all that is asked
 * @returns the records, and `settled`, which waits until the engine works on nothing of it any more
 */
export function askedBy(records, asker, signal) {
  const { versions, nomenclature } = records;
  const underWay = new Set();
  const query = (statement) => {
    const asked = records.engine.query({ ...statement, asker, ...(signal && { signal }) });
    underWay.add(asked);
    const ended = () => underWay.delete(asked);
    asked.then(ended, ended);
    return asked;
  };
  const engine = { ...records.engine, query };
  const answers = new SharedAnswers(NONE_KEPT);
  const days = new Days(engine, answers);
  return {
    ...records,
    search: new Search(engine, versions, answers, days, nomenclature),
    breakdowns: new Breakdowns(engine, versions, answers, days, nomenclature),
    settled: () => Promise.allSettled([...underWay]),
  };
}
