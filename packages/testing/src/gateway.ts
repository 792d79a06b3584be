/**
 * The part of ClickHouse's HTTP interface that the portal uses, over the real embedded engine: for tests of the server mode
 * where there is no server. Statements in the body or the URL, data as the body of an INSERT, values, settings, database,
 * query ids and KILL QUERY, sign-in, streamed answers, failures with their number. Not here: compression, sessions, roles,
 * clusters.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quote } from '@tidewaiter/records/loading';
import { type ChdbConnection, createChdbConnection } from 'chdb/connection';
import { type GatewayRequest, readRequest } from './gateway-request.js';
import { ended, onLoopback } from './loopback.js';

/** Statements that run at once. */
const CONNECTIONS = 6;

/** A URL of a wide file's INSERT is long. */
const HEADERS_MAX = 1 << 20;

/** What the gateway does to the connections of matching statements: cuts them before or after the engine has worked. */
interface Fault {
  matching: RegExp;
  cut: 'before' | 'after';
  times: number;
}

export interface Gateway {
  /** Of a database on it, with a user and a password. */
  url(database?: string): string;
  /** Statements that came in, in order, each try for itself. */
  readonly received: string[];
  /** The next so many statements that match lose their connection. */
  cut(matching: RegExp, cut: Fault['cut'], times?: number): void;
  /** Runs a statement beside the portal and answers with its rows. */
  ask(sql: string): Promise<unknown[][]>;
  stop(): Promise<void>;
}

const USER = 'portal';
const GATEWAY_PASSWORD = 'pass word/1';
const AUTHORIZATION = `Basic ${Buffer.from(`${USER}:${GATEWAY_PASSWORD}`).toString('base64')}`;

/** A statement carries its id behind its first word, where the engine's list of processes shows it. */
const tagged = (sql: string, id: string) => sql.replace(/^\s*\w+/, (word) => `${word} /* query_id: ${id} */`);
const ID_IN_QUERY = String.raw`extract(query, '/\\* query_id: (\\S+) \\*/')`;

function written({ id, sql, hasData }: GatewayRequest, dataFile: string): string {
  if (/^\s*KILL QUERY/.test(sql)) return sql.replaceAll('query_id', ID_IN_QUERY);
  if (!hasData) return tagged(sql, id);
  // The embedded engine has no body to read: what came is a file now.
  const format = / FORMAT (\w+)$/.exec(sql)?.[1] ?? '';
  const structure = /\binput\(('(?:[^'\\]|\\.)*')\)/;
  const overFile = sql.replace(structure, (_, columns) => `file(${quote(dataFile)}, '${format}', ${columns})`);
  return tagged(overFile.slice(0, -` FORMAT ${format}`.length), id);
}

const set = (entries: [string, string][], value: (text: string) => string) =>
  entries.map(([name, text]) => {
    if (!/^\w+$/.test(name)) throw new Error(`Code: 115. DB::Exception: Unknown setting ${name} (UNKNOWN_SETTING)`);
    return `SET ${name} = ${value(text)}; `;
  });

function fail(response: ServerResponse, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const code = /Code: (\d+)/.exec(message)?.[1] ?? '1002';
  if (response.headersSent) return void response.destroy();
  response.writeHead(code === '516' ? 403 : 500, { 'x-clickhouse-exception-code': code }).end(message);
}

/** Starts a gateway on loopback, over a new folder. One at a time in a process: the embedded engine binds one folder. */
export async function startGateway(): Promise<Gateway> {
  const folder = mkdtempSync(join(tmpdir(), 'tidewaiter-gateway-'));
  const connect = () => createChdbConnection({ path: join(folder, 'records') });
  const connections = Array.from({ length: CONNECTIONS }, connect);
  const besides = connect();
  const free = [...connections];
  const waiting: ((connection: ChdbConnection) => void)[] = [];
  /** Works with a connection that nobody else has meanwhile. */
  async function withConnection<Result>(work: (connection: ChdbConnection) => Promise<Result>): Promise<Result> {
    const connection = free.pop() ?? (await new Promise<ChdbConnection>((resolve) => waiting.push(resolve)));
    try {
      return await work(connection);
    } finally {
      const next = waiting.shift();
      if (next) next(connection);
      else free.push(connection);
    }
  }
  const received: string[] = [];
  const faults: Fault[] = [];
  let files = 0;

  const kill = (id: string) =>
    besides.chdb.queryAsync(`KILL QUERY WHERE ${ID_IN_QUERY} = ${quote(id)}`).catch(() => undefined);

  async function execute(connection: ChdbConnection, call: GatewayRequest, dataFile: string, response: ServerResponse) {
    const before = [`USE ${call.database}; `, ...set(call.settings, quote), ...set(call.values, quote)].join('');
    const sql = written(call, dataFile);
    const options = { format: /FORMAT (\w+)\s*$/.exec(sql)?.[1] ?? 'TabSeparated' };
    try {
      if (call.waits || !/^\s*SELECT/.test(sql)) {
        const result = await connection.chdb.queryAsync(before + sql, options);
        return () => response.writeHead(200, { 'x-clickhouse-query-id': call.id }).end(result.bytes());
      }
      await connection.chdb.queryAsync(`${before}SELECT 1`);
      const stream = connection.chdb.queryStream(sql.replace(/\s*FORMAT \w+\s*$/, ''), options);
      for await (const chunk of stream) {
        if (!response.headersSent) response.writeHead(200, { 'x-clickhouse-query-id': call.id });
        if (!response.write(chunk.raw())) await new Promise((resolve) => response.once('drain', resolve));
      }
      return () => response.end();
    } finally {
      const names = call.settings.map(([name]): [string, string] => [name, '']);
      await connection.chdb.queryAsync(`${set(names, () => 'DEFAULT').join('')}USE default; SELECT 1`);
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url === '/ping') return void response.end('Ok.\n');
    if (request.headers.authorization !== AUTHORIZATION) {
      throw new Error(
        'Code: 516. DB::Exception: Authentication failed: no such user or password (AUTHENTICATION_FAILED)',
      );
    }
    const dataFile = join(folder, `data-${files++}`);
    const call = await readRequest(request, dataFile);
    received.push(call.sql);
    const fault = faults.find(({ matching, times }) => times > 0 && matching.test(call.sql));
    if (fault) fault.times -= 1;
    if (fault?.cut === 'before') return void request.socket.destroy();
    response.once('close', () => {
      if (call.stopsWithClient && !response.writableFinished) void kill(call.id);
    });
    try {
      const run = (connection: ChdbConnection) => execute(connection, call, dataFile, response);
      const send = await (/^\s*KILL/.test(call.sql) ? run(besides) : withConnection(run));
      if (fault) request.socket.destroy();
      else send();
    } finally {
      rmSync(dataFile, { force: true });
    }
  }

  const server = createServer({ maxHeaderSize: HEADERS_MAX }, (request, response) => {
    answer(request, response).catch((error: unknown) => fail(response, error));
  });
  const { host } = new URL(await onLoopback(server));
  return {
    url: (database = 'default') => `http://${USER}:${encodeURIComponent(GATEWAY_PASSWORD)}@${host}/${database}`,
    received,
    cut: (matching, cut, times = 1) => void faults.push({ matching, cut, times }),
    async ask(sql) {
      const result = await besides.chdb.queryAsync(sql, { format: 'JSONCompactEachRow' });
      const lines = result.text().split('\n');
      return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
    },
    async stop() {
      await ended(server);
      await Promise.all([...connections, besides].map((connection) => connection.close()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
