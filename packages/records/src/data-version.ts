import { z } from 'zod';
import type { RecordEngine } from './engine/engine.js';
import { explainShortage, LoadError } from './load/load-error.js';

/**
 * A published state of the records. One row of `data_versions` names every load that can be seen, so publishing it is one
 * insert of one row: the single atomic act by which a load, a replacement or a removal becomes visible.
 */
export interface DataVersion {
  version: number;
  /** Loads up to this id can be seen … */
  highestLoad: number;
  /** … except these. */
  hiddenLoads: readonly number[];
  /** The set of exchange rates in force. */
  ratesVersion: number;
}

const NOTHING: DataVersion = { version: 0, highestLoad: 0, hiddenLoads: [], ratesVersion: 0 };

/** The current data version. A question reads it once and uses it for all that it asks. */
export class DataVersions {
  #current: DataVersion = NOTHING;
  #changing: string | undefined;

  private constructor(readonly engine: RecordEngine) {}

  static async open(engine: RecordEngine): Promise<DataVersions> {
    const versions = new DataVersions(engine);
    const number = z.coerce.number().int();
    const [row] = await engine.query({
      name: 'version.current',
      sql: `SELECT version, highest_load, hidden_loads, rates_version FROM data_versions ORDER BY version DESC LIMIT 1`,
      row: z.tuple([number, number, z.array(number), number]),
    });
    if (row) {
      versions.#current = { version: row[0], highestLoad: row[1], hiddenLoads: row[2], ratesVersion: row[3] };
    }
    return versions;
  }

  /** Kept in memory: the embedded engine has one writer, this process. */
  current(): DataVersion {
    return this.#current;
  }

  /**
   * Changes the records, alone: a second change meanwhile is told so, rather than queued out of sight. Whatever publishes
   * does so inside this.
   *
   * @throws LoadError when another change is under way
   */
  async change<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#changing !== undefined) {
      throw new LoadError(`${this.#changing} is running. Wait for it to end, then try again.`);
    }
    this.#changing = what;
    try {
      return await work();
    } catch (error) {
      throw explainShortage(error);
    } finally {
      this.#changing = undefined;
    }
  }

  /** Publishes a change of the current version; on return it is on the disk and in force. Only inside {@link change}. */
  async publish(change: Partial<Omit<DataVersion, 'version'>>, cause: string): Promise<DataVersion> {
    if (this.#changing === undefined) throw new Error('a data version is published outside a change');
    const next = { ...this.#current, ...change, version: this.#current.version + 1 };
    await this.engine.run({
      name: 'version.publish',
      sql: `INSERT INTO data_versions
        SELECT {version:UInt64}, {highest:UInt32}, {hidden:Array(UInt32)}, {rates:UInt64}, now(), {cause:String}`,
      parameters: {
        version: next.version,
        highest: next.highestLoad,
        hidden: next.hiddenLoads,
        rates: next.ratesVersion,
        cause,
      },
    });
    this.#current = next;
    return next;
  }
}

/** The loads a version shows, as a condition over `load_id`, with its parameters. */
export function visibleLoads(version: DataVersion): {
  sql: string;
  parameters: Record<string, number | readonly number[]>;
} {
  const upTo = { sql: 'load_id <= {highest_load:UInt32}', parameters: { highest_load: version.highestLoad } };
  if (version.hiddenLoads.length === 0) return upTo;
  return {
    sql: `${upTo.sql} AND NOT has({hidden_loads:Array(UInt32)}, load_id)`,
    parameters: { ...upTo.parameters, hidden_loads: version.hiddenLoads },
  };
}
