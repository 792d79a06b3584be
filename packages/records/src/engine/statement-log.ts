import type { AskedEngine, Lane } from './engine.js';

/** What a statement took, waiting for its lane included. */
export interface StatementTaken {
  name: string;
  lane: Lane;
  ms: number;
  /** Of its answer, where it has one. */
  rows?: number;
  failed?: true;
}

/** Is told of each statement as it is asked for, in the name of whoever asks, and again when it has ended. */
export type WatchStatement = (begun: Pick<StatementTaken, 'name' | 'lane'>) => {
  /** Of the span that the statement is, where a trace is recorded: a server goes on with it. */
  traceparent?: string | undefined;
  ended(taken: StatementTaken): void;
};

/** The same engine, whose statements are watched. */
export function watched(engine: AskedEngine, watch: WatchStatement): AskedEngine {
  async function timed<Asked extends { name: string }, Result>(
    call: Asked,
    lane: Lane,
    ask: (asked: Asked & { traceparent?: string | undefined }) => Promise<Result>,
    rowsOf?: (result: Result) => number,
  ) {
    const { name } = call;
    const begun = performance.now();
    const { traceparent, ended } = watch({ name, lane });
    const taken = () => ({ name, lane, ms: Math.round(performance.now() - begun) });
    try {
      const result = await ask({ ...call, traceparent });
      ended({ ...taken(), ...(rowsOf && { rows: rowsOf(result) }) });
      return result;
    } catch (error) {
      ended({ ...taken(), failed: true });
      throw error;
    }
  }
  return {
    shared: engine.shared,
    query: (statement) => timed(statement, statement.lane ?? 'search', engine.query, (rows) => rows.length),
    stream(statement, read) {
      let rows = 0;
      const counted = async (chunk: Parameters<typeof read>[0]) => {
        rows += chunk.length;
        await read(chunk);
      };
      const ask = (asked: typeof statement) => engine.stream(asked, counted);
      return timed(statement, statement.lane ?? 'search', ask, () => rows);
    },
    bytes: (output, format, read) => timed(output, 'export', (asked) => engine.bytes(asked, format, read)),
    writeFile: (output, format, path) => timed(output, 'export', (asked) => engine.writeFile(asked, format, path)),
    run: (command) => timed(command, 'load', engine.run),
    insertFile: (file, insert) => timed(insert, 'load', (asked) => engine.insertFile(file, asked)),
    close: () => engine.close(),
  };
}
