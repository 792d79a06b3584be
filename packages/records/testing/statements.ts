import type { Statement } from '../src/engine/engine.js';
import type { Records } from '../src/records.js';

/** What is asked of the record engine from now on, as it is asked. */
export function heardStatements({ askedEngine: engine }: Records): Statement<unknown>[] {
  const heard: Statement<unknown>[] = [];
  const query = engine.query.bind(engine);
  engine.query = (statement) => {
    heard.push(statement);
    return query(statement);
  };
  return heard;
}

/** Keeps a core busy for longer than any test waits. */
export const ENDLESS = 'SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1';

/** Takes more memory than a statement may. */
export const GREEDY = 'SELECT length(groupArray(toString(number))) FROM numbers(50000000)';

/** What was thrown; undefined of what went well. */
export const failure = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => undefined,
    (error: unknown) => error,
  );
