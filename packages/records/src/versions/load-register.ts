import { OperatorError, TRADE_TYPES, type TradeType } from '@tidewaiter/contract';
import { z } from 'zod';
import { quote, type RecordEngine } from '../engine/engine.js';
import type { Layout, TableDefinition } from '../schema/layout.js';
import { TABLES_OF_A_LOAD } from '../schema/roll-ups.js';
import { LOADS } from '../schema/tables.js';
import { type DataVersion, type DataVersions, visibleLoads } from './data-version.js';
import { type LoadReport, loadReport, type RejectedRow, type Rejection, rejectedRows, rejectionsOf } from './report.js';

export interface LoadSummary {
  loadId: number;
  file: string;
  /** The file's; of a load of several files or of one of a zip archive's tables, one of its own. */
  hash: string;
  bytes: number;
  source: string;
  /** The country that the load was told; empty where the file says it row by row. */
  country: string;
  tradeType: TradeType;
  mapping: string;
  mappingHash: string;
  ratesVersion: number;
  demo: boolean;
  /** What it was made of, as it was given: the file itself, then those that were joined to it. */
  files: {
    name: string;
    hash: string /** Which of its tables, where it holds several; else empty. */;
    member: string;
  }[];
  /** Whether they are in the archive of the portal that loaded it. */
  archived: boolean;
  loadedAt: string;
  report: LoadReport;
}

/** A load as it is entered: as it will be listed, and how it can be read again. */
export interface NewLoad extends Omit<LoadSummary, 'loadedAt'> {
  /** The whole mapping by which it was read, as JSON. */
  wholeMapping: string;
  header: readonly string[];
}

const number = z.coerce.number().int();

/** Which loads there are: those that the current data version shows, and what is left of others. */
export class LoadRegister {
  constructor(
    private readonly engine: RecordEngine,
    private readonly versions: DataVersions,
    private readonly layout: Layout,
  ) {}

  /** What is loaded, in the order of loading; at the current version unless one is named. */
  async list(at?: DataVersion): Promise<LoadSummary[]> {
    return this.#summaries(visibleLoads(at ?? (await this.versions.current())));
  }

  async #summaries({ sql, parameters }: ReturnType<typeof visibleLoads>): Promise<LoadSummary[]> {
    const rows = await this.engine.query({
      name: 'loads.list',
      sql: `SELECT load_id, file_name, file_hash, source, trade_type, mapping_name, mapping_hash, rates_version, demo,
          toString(loaded_at), report, country, file_bytes, archived,
          if(empty(files), [(file_name, toString(file_hash), '')], files)
        FROM loads WHERE ${sql} ORDER BY load_id`,
      parameters,
      row: z.tuple([
        number,
        z.string(),
        z.string(),
        z.string(),
        z.enum(TRADE_TYPES),
        z.string(),
        z.string(),
        number,
        z.boolean(),
        z.string(),
        z.string(),
        z.string(),
        number,
        z.boolean(),
        z.array(z.tuple([z.string(), z.string(), z.string()])),
      ]),
      lane: 'short',
    });
    return rows.map(
      ([
        loadId,
        file,
        hash,
        source,
        tradeType,
        mapping,
        hashOfMapping,
        ratesVersion,
        demo,
        at,
        report,
        country,
        bytes,
        archived,
        files,
      ]) => ({
        loadId,
        file,
        hash,
        bytes,
        source,
        country,
        tradeType,
        mapping,
        mappingHash: hashOfMapping,
        ratesVersion,
        demo,
        files: files.map(([name, hash, member]) => ({ name, hash, member })),
        archived,
        loadedAt: `${at.replace(' ', 'T')}Z`,
        report: loadReport.parse(JSON.parse(report)),
      }),
    );
  }

  /** Enters a load that nobody can see yet. Only inside the change that writes it. */
  async enter(load: NewLoad): Promise<void> {
    const files = load.files.map(({ name, hash, member }) => `(${[name, hash, member].map(quote).join(', ')})`);
    await this.engine.run({
      name: 'load.register',
      sql: `INSERT INTO loads (load_id, file_name, file_hash, file_bytes, source, trade_type, mapping_name, mapping_hash,
          rates_version, demo, loaded_at, report, country, mapping, header, archived, files)
        SELECT {load:UInt32}, {file:String}, {hash:String}, {bytes:UInt64}, {source:String}, {trade:String},
          {mapping_name:String}, {mapping_hash:String}, {rates:UInt64}, {demo:Bool}, now(), {report:String}, {country:String},
          {mapping:String}, {header:Array(String)}, {archived:Bool}, [${files.join(', ')}]`,
      parameters: {
        load: load.loadId,
        file: load.file,
        hash: load.hash,
        bytes: load.bytes,
        source: load.source,
        trade: load.tradeType,
        mapping_name: load.mapping,
        mapping_hash: load.mappingHash,
        rates: load.ratesVersion,
        demo: String(load.demo),
        report: JSON.stringify(load.report),
        country: load.country,
        mapping: load.wholeMapping,
        header: load.header,
        archived: String(load.archived),
      },
    });
  }

  /** @throws OperatorError when no visible load has this number */
  async mustBeVisible(loadId: number): Promise<LoadSummary> {
    const found = (await this.list()).find((load) => load.loadId === loadId);
    if (found) return found;
    throw new OperatorError(`There is no load ${loadId}.`, ['those that there are: npx tidewaiter loads']);
  }

  /**
   * A load that was published, seen or taken out since: what it was made of is kept, so that it can be made again.
   *
   * @throws OperatorError when there never was one
   */
  async mustBeKnown(loadId: number): Promise<LoadSummary> {
    const { highestLoad } = await this.versions.current();
    const parameters = { load: loadId, highest: highestLoad };
    const [summary] = await this.#summaries({
      sql: 'load_id = {load:UInt32} AND load_id <= {highest:UInt32}',
      parameters,
    });
    return summary ?? this.mustBeVisible(loadId);
  }

  /** The whole mapping by which a load was read, as JSON, and the file's header; of loads from before they were kept, empty. */
  async originOf(loadId: number): Promise<{ mapping: string; header: readonly string[] }> {
    const [row] = await this.engine.query({
      name: 'loads.origin',
      sql: 'SELECT mapping, header FROM loads WHERE load_id = {load:UInt32}',
      parameters: { load: loadId },
      row: z.tuple([z.string(), z.array(z.string())]),
      lane: 'short',
    });
    return { mapping: row?.[0] ?? '', header: row?.[1] ?? [] };
  }

  /** The first of a load's rejected rows, by line. */
  rejections(loadId: number, limit: number): Promise<Rejection[]> {
    return rejectionsOf(this.engine, loadId, limit);
  }

  /** The rejected rows of a load as they were, by line, so many lines at a time: a file may have millions. */
  rejectedRows(loadId: number, from?: { after: number; lines: number }): AsyncGenerator<RejectedRow[]> {
    return rejectedRows(this.engine, loadId, from);
  }

  /**
   * Which other loads hold some of a load's records, in words. Such a load is refused: people have paid for a record by its id,
   * and it counts once.
   */
  async overlaps(loadId: number, replaced: ReadonlySet<number>): Promise<string[]> {
    const others = await this.#loadsOfOneOwner(loadId, replaced);
    if (others.length === 0) return [];
    const rows = await this.engine.query({
      name: 'load.overlap',
      sql: `SELECT load_id, count() FROM records
        WHERE has({others:Array(UInt32)}, load_id) AND id IN (SELECT id FROM records WHERE load_id = {load:UInt32})
        GROUP BY load_id ORDER BY load_id`,
      parameters: { load: loadId, others },
      // Ids stand last in the sort key: millions of them are put in order for it in vain.
      settings: { use_index_for_in_with_subqueries: 0 },
      row: z.tuple([number, number]),
      lane: 'load',
    });
    const { highestLoad } = await this.versions.current();
    return rows.map(([load, records]) =>
      load > highestLoad
        ? `${records} of them in another file of this command`
        : `${records} of them in load ${load}; to put this file in its place: --replace ${load}`,
    );
  }

  /**
   * Other loads, visible or of the same change, that may hold a record of this one: whose a record is (its source, trade type and
   * country) is part of its id. What a load from before countries were kept was told is not known.
   */
  async #loadsOfOneOwner(loadId: number, replaced: ReadonlySet<number>): Promise<number[]> {
    const visible = visibleLoads(await this.versions.current());
    const rows = await this.engine.query({
      name: 'load.same-owner',
      sql: `SELECT load_id FROM loads
        WHERE (${visible.sql} OR (load_id > {highest_load:UInt32} AND load_id < {load:UInt32}))
          AND NOT has({replaced:Array(UInt32)}, load_id)
          AND (source, trade_type) IN (SELECT source, trade_type FROM loads WHERE load_id = {load:UInt32})
          AND (country = '' OR country IN (SELECT country FROM loads WHERE load_id = {load:UInt32}))`,
      parameters: { ...visible.parameters, load: loadId, replaced: [...replaced] },
      row: z.tuple([number]),
      lane: 'load',
    });
    return rows.flat();
  }

  /**
   * Deletes rows that no version shows, and no question reads any more. Only inside a change.
   *
   * @param nobodyAsks whether this is the start of the only portal
   */
  async purge(nobodyAsks = false): Promise<void> {
    await this.versions.mustBeAlone();
    const { highestLoad } = await this.versions.current();
    const forgotten = await this.versions.forgottenLoads(nobodyAsks);
    const unpublished = `load_id > ${highestLoad}`;
    const gone = `${unpublished} OR has([${forgotten.join(', ')}]::Array(UInt32), load_id)`;
    // What a load was made of stays when its records go: `reload` brings it back.
    const unseen = ({ name }: TableDefinition) => (name === LOADS.name ? unpublished : gone);
    // One statement for all of them: nearly always nothing is found, and this is asked at every change and every start.
    const holding = await this.engine.query({
      name: 'purge.find',
      sql: TABLES_OF_A_LOAD.map(
        (table) => `SELECT '${table.name}', count() FROM ${table.name} WHERE ${unseen(table)}`,
      ).join(' UNION ALL '),
      row: z.tuple([z.string(), number]),
      lane: 'load',
    });
    const tables = new Set(holding.flatMap(([name, rows]) => (rows > 0 ? [name] : [])));
    for (const table of TABLES_OF_A_LOAD.filter(({ name }) => tables.has(name))) {
      await this.engine.run({
        name: 'purge.delete',
        sql: this.layout.remove(table, unseen(table)),
        settings: { mutations_sync: 2 },
      });
    }
  }
}
