import { CALLS } from './calls.js';
import { type ExportedFile, type ExportOptions, exportRecords } from './exporting.js';
import { type Reading, type ReadingOptions, readRecords } from './reading.js';
import { type ClientOptions, transportOf } from './transport.js';
import type { CallOptions, JsonCall, Methods, PlainQuestion } from './types.js';

export interface Client extends Methods {
  /** Every record of a question, in its order. */
  records(question: PlainQuestion, options?: ReadingOptions): Reading;
  /** The file of an export that is ready, as it is sent. */
  exportFile(id: string, options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
  /** Quotes, agrees up to `maxPoints`, waits, and hands over the file. */
  export(question: PlainQuestion, options?: ExportOptions): Promise<ExportedFile>;
}

const isJson = (name: string): name is JsonCall => name !== 'exportFile';

/**
 * A client of a portal's `/api/v1`, with one method for each of its calls.
 *
 * @throws ApiProblem from every method whose call failed; one that is abandoned throws the signal's own reason
 */
export function createClient(options: ClientOptions): Client {
  const transport = transportOf(options);
  const names = Object.keys(CALLS).filter(isJson);
  const methods = Object.fromEntries(
    names.map((name) => [
      name,
      async (request: never, more: never) => (await transport.json(name, request ?? {}, more ?? {})).body,
    ]),
  ) as Methods;
  const exportFile: Client['exportFile'] = (export_id, more = {}) => transport.file('exportFile', { export_id }, more);
  const calls = { ...methods, exportFile };
  return {
    ...calls,
    records: (question, more) => readRecords(transport, question, more),
    export: (question, more) => exportRecords(calls, question, more),
  };
}
