import type { AskedEngine } from './engine.js';

/** What a statement took, waiting for its lane included. */
export interface StatementTaken {
  name: string;
  ms: number;
  /** Of its answer, where it has one. */
  rows?: number;
  failed?: true;
}

/** The same engine, which says of every statement what it took. */
export function logged(engine: AskedEngine, log: (taken: StatementTaken) => void): AskedEngine {
  async function timed<Result>(name: string, work: Promise<Result>, rowsOf?: (result: Result) => number) {
    const begun = performance.now();
    const taken = () => ({ name, ms: Math.round(performance.now() - begun) });
    try {
      const result = await work;
      log({ ...taken(), ...(rowsOf && { rows: rowsOf(result) }) });
      return result;
    } catch (error) {
      log({ ...taken(), failed: true });
      throw error;
    }
  }
  return {
    shared: engine.shared,
    query: (statement) => timed(statement.name, engine.query(statement), (rows) => rows.length),
    stream(statement, read) {
      let rows = 0;
      const counted = async (chunk: Parameters<typeof read>[0]) => {
        rows += chunk.length;
        await read(chunk);
      };
      return timed(statement.name, engine.stream(statement, counted), () => rows);
    },
    bytes: (output, format, read) => timed(output.name, engine.bytes(output, format, read)),
    writeFile: (output, format, path) => timed(output.name, engine.writeFile(output, format, path)),
    run: (command) => timed(command.name, engine.run(command)),
    insertFile: (file, insert) => timed(insert.name, engine.insertFile(file, insert)),
    close: () => engine.close(),
  };
}
