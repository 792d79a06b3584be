import { OperatorError } from '@tidewaiter/contract';
import { EngineError } from '@tidewaiter/records';

/** What the record server says when it refuses, by its number, and what to do. */
const REFUSALS: Record<string, string> = {
  '81': 'has no database of the name in it. Create it: CREATE DATABASE, on every server of a cluster.',
  '193': 'refuses the user or the password in it.',
  '194': 'asks for a user and a password, which it does not name.',
  '497':
    'does not let its user do what the portal needs. Grant it everything on its database, and CLUSTER for a cluster.',
  '516': 'refuses the user or the password in it.',
  '701': 'knows no cluster of the name in CLICKHOUSE_CLUSTER.',
};

/** Why the records on a server could not be opened, in words where it is the operator's to mend. The URL stays out of it. */
export function explainRecordServer(error: unknown): unknown {
  if (!(error instanceof EngineError)) return error;
  if (error.code === '') {
    return new OperatorError(
      'The record server of CLICKHOUSE_URL cannot be reached. Is it running, and its URL right?',
      [],
      {
        cause: error,
      },
    );
  }
  const refusal = REFUSALS[error.code];
  return refusal === undefined
    ? error
    : new OperatorError(`The record server of CLICKHOUSE_URL ${refusal}`, [], { cause: error });
}
