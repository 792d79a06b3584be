import { quote } from '../engine/engine.js';

/** A table of the records, said once for a single server and a cluster. */
export interface TableDefinition {
  name: string;
  columns: readonly string[];
  /** Its PARTITION BY and ORDER BY. */
  order: string;
  /** The expression that spreads its rows over a cluster's shards. Without one, every server holds the whole table. */
  shardBy?: string;
  /** Rows in a granule, the least that is read; the engine's own 8,192 unless said. */
  granularity?: number;
  /** Rows are forgotten after it, as a TTL expression. */
  ttl?: string;
}

/** Where the tables are: how the statements that make, alter and empty them read. Each may be run again. */
export interface Layout {
  create(table: TableDefinition): string[];
  /** @param actions clauses of ALTER TABLE that say IF NOT EXISTS; those about indexes concern stored rows only */
  alter(table: TableDefinition, actions: readonly string[]): string[];
  remove(table: TableDefinition, condition: string): string;
  /** Removes a table that an earlier version had and that was not sharded. */
  drop(name: string): string;
  /** @param assignments `column = expression`, of columns that are in no key of the table */
  update(table: TableDefinition, assignments: readonly string[], condition: string): string;
}

/** Every power cut finds acknowledged rows on the disk, not in its cache. */
const DURABLE = 'fsync_after_insert = 1, fsync_part_directory = 1';

function createTable(table: TableDefinition, name: string, engine: string): string {
  const ttl = table.ttl === undefined ? '' : `TTL ${table.ttl}`;
  const settings = table.granularity === undefined ? DURABLE : `${DURABLE}, index_granularity = ${table.granularity}`;
  return `CREATE TABLE IF NOT EXISTS ${name} (${table.columns.join(', ')}) ENGINE = ${engine} ${table.order} ${ttl} SETTINGS ${settings}`;
}

/** One server, embedded or not. */
export const SINGLE_SERVER: Layout = {
  create: (table) => [createTable(table, table.name, 'MergeTree')],
  alter: (table, actions) => [`ALTER TABLE ${table.name} ${actions.join(', ')}`],
  remove: (table, condition) => `ALTER TABLE ${table.name} DELETE WHERE ${condition}`,
  drop: (name) => `DROP TABLE IF EXISTS ${name}`,
  update: (table, assignments, condition) =>
    `ALTER TABLE ${table.name} UPDATE ${assignments.join(', ')} WHERE ${condition}`,
};

/** Clauses that a Distributed table, which stores nothing, has no use for. */
const isAboutRows = (action: string) => /^ADD INDEX\b/.test(action);

/**
 * A cluster. A sharded table is a replicated one on each shard, `records_local`, under a Distributed one that bears the
 * name; any other is replicated to every server of the cluster, so that joins with it stay where the records are.
 *
 * The servers' configuration has the macros {shard} and {replica}, as a cluster's does.
 */
export function clusterLayout(cluster: string): Layout {
  const everywhere = `ON CLUSTER ${quote(cluster)}`;
  const stored = (table: TableDefinition) => (table.shardBy === undefined ? table.name : `${table.name}_local`);
  const replicated = (table: TableDefinition) => {
    // Shards share a path where they share the rows; then the shard tells the replicas apart as well.
    const [path, replica] = table.shardBy === undefined ? ['all', '{shard}-{replica}'] : ['{shard}', '{replica}'];
    return `ReplicatedMergeTree('/clickhouse/tables/{database}/${path}/${stored(table)}', '${replica}')`;
  };
  return {
    create(table) {
      const local = createTable(table, `${stored(table)} ${everywhere}`, replicated(table));
      if (table.shardBy === undefined) return [local];
      const engine = `Distributed(${quote(cluster)}, currentDatabase(), ${quote(stored(table))}, ${table.shardBy})`;
      return [local, `CREATE TABLE IF NOT EXISTS ${table.name} ${everywhere} AS ${stored(table)} ENGINE = ${engine}`];
    },
    alter(table, actions) {
      const local = `ALTER TABLE ${stored(table)} ${everywhere} ${actions.join(', ')}`;
      const columns = actions.filter((action) => !isAboutRows(action));
      if (table.shardBy === undefined || columns.length === 0) return [local];
      return [local, `ALTER TABLE ${table.name} ${everywhere} ${columns.join(', ')}`];
    },
    remove: (table, condition) => `ALTER TABLE ${stored(table)} ${everywhere} DELETE WHERE ${condition}`,
    drop: (name) => `DROP TABLE IF EXISTS ${name} ${everywhere} SYNC`,
    update: (table, assignments, condition) =>
      `ALTER TABLE ${stored(table)} ${everywhere} UPDATE ${assignments.join(', ')} WHERE ${condition}`,
  };
}
