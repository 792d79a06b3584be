import { basename } from 'node:path';
import { sourceCountry, type TradeType } from '@tidewaiter/contract';
import { z } from 'zod';
import { type DataVersions, visibleLoads } from '../data-version.js';
import type { RecordEngine } from '../engine/engine.js';
import { LoadError } from './load-error.js';
import { writeLoad } from './load-file.js';
import { type LoadMapping, mappingForHeader, mappingHash, shippedMappings } from './mapping.js';
import { dropLeftovers, type RawRows, readRawRows } from './raw-rows.js';
import { type LoadReport, loadReport, type Rejection, rejectionsOf } from './report.js';
import type { Target } from './transform.js';

export interface LoadRequest {
  /** Absolute paths, each with its trade type where the mapping does not say. All become visible together. */
  files: readonly { path: string; trade?: TradeType | undefined }[];
  country?: string | undefined;
  /** Without one, the shipped mapping that was made for the file's header. */
  mapping?: LoadMapping | undefined;
  /** Who publishes the file; by default the mapping's name. */
  source?: string | undefined;
  /** A load that these files take the place of. */
  replace?: number | undefined;
  /** Does everything but publish. */
  dryRun?: boolean;
  demo?: boolean;
}

export interface LoadOutcome {
  file: string;
  /** Null when nothing was published: the same file is loaded already, or this was a dry run. */
  loadId: number | null;
  /** The load that already holds this very file. */
  sameAs: number | null;
  mapping: string;
  report: LoadReport;
  /** The first of the rejected rows. */
  rejections: Rejection[];
}

export interface LoadSummary {
  loadId: number;
  file: string;
  hash: string;
  source: string;
  /** The country that the load was told; empty where the file says it row by row. */
  country: string;
  tradeType: string;
  mapping: string;
  mappingHash: string;
  ratesVersion: number;
  demo: boolean;
  loadedAt: string;
  report: LoadReport;
}

export type LoadProgress = (step: {
  file: string;
  phase: 'reading' | 'writing' | 'publishing';
  bytes?: number;
}) => void;

/** Rejected rows that an outcome shows; the rest are asked for by load. */
const SHOWN_REJECTIONS = 10;

const number = z.coerce.number().int();

/** Puts files of records in and takes them out. All of it is invisible until one data version is published. */
export class Loader {
  constructor(
    private readonly engine: RecordEngine,
    private readonly versions: DataVersions,
    /** Where files are copied while they are read. */
    private readonly folder: string,
  ) {}

  /** Clears away what an interrupted load has left. Nothing of it was ever visible. */
  async recover(): Promise<void> {
    await dropLeftovers(this.engine, this.folder);
    await this.#purge();
  }

  /**
   * Loads files, all of them or none.
   *
   * @throws LoadError when a file, a mapping or the request is wrong; the records are as before
   */
  async load(request: LoadRequest, onProgress: LoadProgress = () => {}): Promise<LoadOutcome[]> {
    return this.versions.change('A load', async () => {
      await this.#purge();
      const outcomes: LoadOutcome[] = [];
      try {
        const replaced = new Set<number>();
        if (request.replace !== undefined) {
          await this.#mustBeVisible(request.replace);
          replaced.add(request.replace);
        }
        let next = this.versions.current().highestLoad + 1;
        for (const { path, trade } of request.files) {
          const outcome = await this.#loadOne(path, trade, next, request, replaced, onProgress);
          outcomes.push(outcome);
          if (outcome.sameAs === null) next += 1;
        }
        const loaded = outcomes.flatMap(({ loadId }) => (loadId === null ? [] : [loadId]));
        if (loaded.length === 0) return outcomes;
        if (request.dryRun) {
          await this.#purge();
          return outcomes.map((outcome) => ({ ...outcome, loadId: null }));
        }
        onProgress({ file: request.files[0]?.path ?? '', phase: 'publishing' });
        const current = this.versions.current();
        // What is replaced stays on the disk until the next change, for questions that still read the version before.
        await this.versions.publish(
          { highestLoad: Math.max(...loaded), hiddenLoads: [...current.hiddenLoads, ...replaced] },
          `load ${loaded.join(', ')}`,
        );
        return outcomes;
      } catch (error) {
        // Where even this fails (a full disk), the next change or the next start clears up: nothing of it can be seen.
        await this.#purge().catch(() => {});
        throw error;
      }
    });
  }

  /** Takes a load out. */
  async unload(loadId: number): Promise<void> {
    await this.unloadAll([loadId]);
  }

  /** Takes several loads out together. */
  async unloadAll(loadIds: readonly number[]): Promise<void> {
    await this.versions.change('An unload', async () => {
      for (const loadId of loadIds) await this.#mustBeVisible(loadId);
      if (loadIds.length === 0) return;
      const hiddenLoads = [...this.versions.current().hiddenLoads, ...loadIds];
      await this.versions.publish({ hiddenLoads }, `unload ${loadIds.join(', ')}`);
      await this.#purge();
    });
  }

  /** What is loaded, in the order of loading. */
  async list(): Promise<LoadSummary[]> {
    const visible = visibleLoads(this.versions.current());
    const rows = await this.engine.query({
      name: 'loads.list',
      sql: `SELECT load_id, file_name, file_hash, source, trade_type, mapping_name, mapping_hash, rates_version, demo,
          toString(loaded_at), report, country
        FROM loads WHERE ${visible.sql} ORDER BY load_id`,
      parameters: visible.parameters,
      row: z.tuple([
        number,
        z.string(),
        z.string(),
        z.string(),
        z.string(),
        z.string(),
        z.string(),
        number,
        z.boolean(),
        z.string(),
        z.string(),
        z.string(),
      ]),
      lane: 'short',
    });
    return rows.map(
      ([loadId, file, hash, source, tradeType, mapping, hashOfMapping, ratesVersion, demo, at, report, country]) => ({
        loadId,
        file,
        hash,
        source,
        country,
        tradeType,
        mapping,
        mappingHash: hashOfMapping,
        ratesVersion,
        demo,
        loadedAt: `${at.replace(' ', 'T')}Z`,
        report: loadReport.parse(JSON.parse(report)),
      }),
    );
  }

  async #loadOne(
    path: string,
    trade: TradeType | undefined,
    loadId: number,
    request: LoadRequest,
    replaced: Set<number>,
    onProgress: LoadProgress,
  ): Promise<LoadOutcome> {
    onProgress({ file: path, phase: 'reading', bytes: 0 });
    const raw = await readRawRows(this.engine, this.folder, path, request.mapping?.delimiter ?? ',', (bytes) =>
      onProgress({ file: path, phase: 'reading', bytes }),
    );
    try {
      const mapping = request.mapping ?? (await this.#shippedFor(path, raw));
      const target = this.#target(request, trade ?? mapping.trade, mapping, loadId);
      const file = basename(path);
      const before = (await this.list()).filter(
        (load) => load.hash === raw.file.hash && load.source === target.source && load.tradeType === target.trade,
      );
      const same = before.find(
        (load) =>
          load.mappingHash === mappingHash(mapping) &&
          load.ratesVersion === target.ratesVersion &&
          load.country === (target.country ?? ''),
      );
      if (same && !replaced.has(same.loadId)) {
        return { file, loadId: null, sameAs: same.loadId, mapping: mapping.name, report: same.report, rejections: [] };
      }
      // The same file under another mapping, country or newer rates is the same load done better: it takes the old one's place.
      for (const load of before) replaced.add(load.loadId);
      onProgress({ file: path, phase: 'writing' });
      const report = await writeLoad(this.engine, raw, mapping, target, { path, demo: request.demo ?? false });
      const rejections = await rejectionsOf(this.engine, loadId, SHOWN_REJECTIONS);
      if (report.rowsLoaded === 0) throw nothingLoaded(path, mapping, rejections);
      await this.#mustBeNew(loadId, replaced);
      return { file, loadId, sameAs: null, mapping: mapping.name, report, rejections };
    } finally {
      await raw.drop();
    }
  }

  async #shippedFor(path: string, raw: RawRows): Promise<LoadMapping> {
    const mapping = mappingForHeader(await shippedMappings(), raw.header);
    if (mapping) return mapping;
    throw new LoadError(`No mapping that ships with the product fits ${path}. Write one and name it with --mapping.`, [
      `its columns are: ${raw.header.join(', ')}`,
    ]);
  }

  #target(request: LoadRequest, trade: TradeType | undefined, mapping: LoadMapping, loadId: number): Target {
    if (trade === undefined) throw new LoadError('Say whether these are imports or exports, with --trade import.');
    if (mapping.trade !== undefined && trade !== mapping.trade) {
      throw new LoadError(`The mapping ${mapping.name} is for ${mapping.trade.toLowerCase()}s.`);
    }
    if (request.country !== undefined && typeof mapping.country === 'object') {
      throw new LoadError(`The mapping ${mapping.name} reads the country from each row: leave --country out.`);
    }
    const country = request.country ?? (typeof mapping.country === 'string' ? mapping.country : undefined);
    if (country !== undefined && !sourceCountry(country)) {
      throw new LoadError(`There is no source country "${country}". Countries go by their code, for instance KOR.`);
    }
    return {
      loadId,
      source: request.source ?? mapping.name,
      trade,
      country,
      // A file without a local value takes nothing from the rates, so newer ones make no other load of it.
      ratesVersion: mapping.columns.total_value && mapping.columns.currency ? this.versions.current().ratesVersion : 0,
    };
  }

  async #mustBeVisible(loadId: number): Promise<void> {
    const loads = await this.list();
    if (loads.some((load) => load.loadId === loadId)) return;
    throw new LoadError(`There is no load ${loadId}.`);
  }

  /** A record that another load already holds is refused: people have paid for it by its id, and it counts once. */
  async #mustBeNew(loadId: number, replaced: ReadonlySet<number>): Promise<void> {
    const visible = visibleLoads(this.versions.current());
    const rows = await this.engine.query({
      name: 'load.overlap',
      sql: `SELECT load_id, count() FROM records
        WHERE (${visible.sql} OR (load_id > {highest_load:UInt32} AND load_id < {load:UInt32}))
          AND NOT has({replaced:Array(UInt32)}, load_id)
          AND id IN (SELECT id FROM records WHERE load_id = {load:UInt32})
        GROUP BY load_id ORDER BY load_id`,
      parameters: { ...visible.parameters, load: loadId, replaced: [...replaced] },
      row: z.tuple([number, number]),
      lane: 'load',
    });
    const [first] = rows;
    if (!first) return;
    const { highestLoad } = this.versions.current();
    throw new LoadError(
      'This file holds records that are loaded already.',
      rows.map(([load, records]) =>
        load > highestLoad
          ? `${records} of them in another file of this command`
          : `${records} of them in load ${load}; to put this file in its place: --replace ${load}`,
      ),
    );
  }

  /** Deletes rows that no version shows. */
  async #purge(): Promise<void> {
    const { highestLoad, hiddenLoads } = this.versions.current();
    const unseen = `load_id > ${highestLoad} OR has([${hiddenLoads.join(', ')}]::Array(UInt32), load_id)`;
    for (const table of ['records', 'rejections', 'coverage', 'loads']) {
      const [row] = await this.engine.query({
        name: 'purge.count',
        sql: `SELECT count() FROM ${table} WHERE ${unseen}`,
        row: z.tuple([number]),
        lane: 'load',
      });
      if ((row?.[0] ?? 0) === 0) continue;
      await this.engine.run({
        name: 'purge.delete',
        sql: `ALTER TABLE ${table} DELETE WHERE ${unseen}`,
        settings: { mutations_sync: 2 },
      });
    }
  }
}

/** A file of which nothing is accepted is a wrong mapping or a wrong file, not a load. */
function nothingLoaded(path: string, mapping: LoadMapping, rejections: readonly Rejection[]): LoadError {
  if (rejections.length === 0) return new LoadError(`${path} holds no rows below its header.`);
  return new LoadError(
    `No row of ${path} could be loaded. Does the mapping ${mapping.name} fit it?`,
    rejections.map(
      ({ line, column, reason, cell }) => `line ${line}: ${column ? `${column}: ` : ''}${reason} (${cell})`,
    ),
  );
}
