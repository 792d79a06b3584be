import { type ClientOf, createClient as callsOf, ENDPOINTS, type Endpoints } from '@tidewaiter/contract';
import { KEY_CALLS, type KeyCallName } from '@tidewaiter/contract/api';
import { type ExportedFile, type ExportOptions, exportFile, exportRecords } from './exporting.js';
import { type Query, type Reading, type ReadingOptions, readRecords } from './reading.js';
import { type Patience, patient } from './retries.js';

export interface ClientOptions extends Partial<Patience> {
  /** Where the portal is, for instance `http://localhost:3000`. */
  url: string;
  /** An API key, or an access token. */
  key: string;
  fetch?: typeof fetch;
}

type Opened = ClientOf<Pick<Endpoints, KeyCallName>>;

/** Fields that name the account, which a key does by itself. */
type OwnAccount = 'userId' | 'createdBy';
type ByKey<Request> = keyof Request & OwnAccount extends never ? Request : Omit<Request, OwnAccount>;

/** A method for each call that a key opens. */
export type Calls = {
  [Name in KeyCallName]: (
    request: ByKey<Parameters<Opened[Name]>[0]>,
    options?: Parameters<Opened[Name]>[1],
  ) => ReturnType<Opened[Name]>;
};

export interface Client extends Calls {
  /** Every record of a question, in its order. */
  records(query: Query, options?: ReadingOptions): Reading;
  /** The file of an export that is ready, as it is sent. */
  exportFile(exportId: string, options?: { signal?: AbortSignal }): Promise<ReadableStream<Uint8Array>>;
  /** Quotes, agrees up to `maxPoints`, waits, and hands over the file. */
  export(query: Query, options?: ExportOptions): Promise<ExportedFile>;
}

/**
 * A client of a portal, with one method for each of its calls that a key opens.
 *
 * @throws PortalError from every method whose call failed; one that is abandoned throws the signal's own reason
 */
export function createClient({ url, key, retries = 5, longestWait = 120, fetch: send = fetch }: ClientOptions): Client {
  const baseUrl = url.replace(/\/+$/, '');
  let repeated = 0;
  const patiently = patient(send, { retries, longestWait }, () => {
    repeated += 1;
  });
  const opened = Object.fromEntries(Object.keys(KEY_CALLS).map((name) => [name, ENDPOINTS[name as KeyCallName]]));
  const calls = callsOf<Pick<Endpoints, KeyCallName>>({ baseUrl, key, fetch: patiently }, opened) as Calls;
  const files = { calls, baseUrl, fetch: patient(send, { retries, longestWait }, undefined, 'AS_IT_COMES') };
  return {
    ...calls,
    records: (query, options) => readRecords(calls, () => repeated, query, options),
    exportFile: (exportId, options) => exportFile(files, exportId, options?.signal),
    export: (query, options) => exportRecords(files, query, options),
  };
}
