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

/** The same engine, which says of every statement what it took. */
export function logged(engine: AskedEngine, log: (taken: StatementTaken) => void): AskedEngine {
  async function timed<Result>(
    { name, lane }: Pick<StatementTaken, 'name' | 'lane'>,
    work: Promise<Result>,
    rowsOf?: (result: Result) => number,
  ) {
    const begun = performance.now();
    const taken = () => ({ name, lane, ms: Math.round(performance.now() - begun) });
    try {
      const result = await work;
      log({ ...taken(), ...(rowsOf && { rows: rowsOf(result) }) });
      return result;
    } catch (error) {
      log({ ...taken(), failed: true });
      throw error;
    }
  }
  const named = ({ name }: { name: string }, lane: Lane) => ({ name, lane });
  return {
    shared: engine.shared,
    query: (statement) =>
      timed(named(statement, statement.lane ?? 'search'), engine.query(statement), (rows) => rows.length),
    stream(statement, read) {
      let rows = 0;
      const counted = async (chunk: Parameters<typeof read>[0]) => {
        rows += chunk.length;
        await read(chunk);
      };
      return timed(named(statement, statement.lane ?? 'search'), engine.stream(statement, counted), () => rows);
    },
    bytes: (output, format, read) => timed(named(output, 'export'), engine.bytes(output, format, read)),
    writeFile: (output, format, path) => timed(named(output, 'export'), engine.writeFile(output, format, path)),
    run: (command) => timed(named(command, 'load'), engine.run(command)),
    insertFile: (file, insert) => timed(named(insert, 'load'), engine.insertFile(file, insert)),
    close: () => engine.close(),
  };
}
