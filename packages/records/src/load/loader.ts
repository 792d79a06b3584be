import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { TradeType } from '@tidewaiter/contract';
import { AnotherChange } from '../change-claims.js';
import type { Change, DataVersions } from '../data-version.js';
import type { RecordEngine } from '../engine/engine.js';
import { LoadError } from './load-error.js';
import { writeLoad } from './load-file.js';
import type { LoadRegister } from './load-register.js';
import { type LoadOutcome, type LoadProgress, type LoadRequest, targetOf } from './load-request.js';
import { type LoadMapping, mappingHash } from './mapping.js';
import { dropLeftovers, readRawRows } from './raw-rows.js';
import { type Rejection, rejectionsOf } from './report.js';
import { chooseMapping, usableMapping } from './understand/choose-mapping.js';
import { UnclearFile } from './understand/unclear-file.js';

/** Rejected rows that an outcome shows; the rest are asked for by load. */
const SHOWN_REJECTIONS = 10;

/** Puts files of records in and takes them out. All of it is invisible until one data version is published. */
export class Loader {
  constructor(
    private readonly engine: RecordEngine,
    private readonly versions: DataVersions,
    private readonly register: LoadRegister,
    /** Where files are copied while they are read. */
    private readonly folder: string,
  ) {}

  /** Clears away what an interrupted load has left. Nothing of it was ever visible. */
  async recover(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
    try {
      await this.versions.change('Clearing up', async () => {
        await dropLeftovers(this.engine);
        await this.register.purge();
      });
    } catch (error) {
      // Another portal is at it: what lies there is its work, and what is not, the next change clears away.
      if (!(error instanceof AnotherChange)) throw error;
    }
  }

  /**
   * Loads files, all of them or none.
   *
   * @throws LoadError when a file, a mapping or the request is wrong; the records are as before
   */
  async load(request: LoadRequest, onProgress: LoadProgress = () => {}): Promise<LoadOutcome[]> {
    return this.versions.change('A load', async (change) => {
      await this.register.purge();
      const outcomes: LoadOutcome[] = [];
      try {
        const replaced = new Set<number>();
        if (request.replace !== undefined) {
          await this.register.mustBeVisible(request.replace);
          replaced.add(request.replace);
        }
        let next = change.firstLoad;
        for (const { path, trade } of request.files) {
          const outcome = await this.#loadOne(path, trade, next, change, request, replaced, onProgress);
          outcomes.push(outcome);
          if (outcome.sameAs === null) next += 1;
        }
        const loaded = outcomes.flatMap(({ loadId }) => (loadId === null ? [] : [loadId]));
        if (loaded.length === 0) return outcomes;
        if (request.dryRun) {
          await this.register.purge();
          return outcomes.map((outcome) => ({ ...outcome, loadId: null }));
        }
        onProgress({ file: request.files[0]?.path ?? '', phase: 'publishing' });
        const { hiddenLoads } = await this.versions.current();
        // What is replaced stays on the disk until the next change, for questions that still read the version before.
        await this.versions.publish(
          {
            highestLoad: Math.max(...loaded),
            hiddenLoads: [...hiddenLoads, ...change.abandonedLoads, ...replaced],
          },
          `load ${loaded.join(', ')}`,
        );
        return outcomes;
      } catch (error) {
        // Where even this fails (a full disk), the next change or the next start clears up: nothing of it can be seen.
        await this.register.purge().catch(() => {});
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
      for (const loadId of loadIds) await this.register.mustBeVisible(loadId);
      if (loadIds.length === 0) return;
      const hiddenLoads = [...(await this.versions.current()).hiddenLoads, ...loadIds];
      await this.versions.publish({ hiddenLoads }, `unload ${loadIds.join(', ')}`);
      await this.register.purge();
    });
  }

  async #loadOne(
    path: string,
    trade: TradeType | undefined,
    loadId: number,
    change: Change,
    request: LoadRequest,
    replaced: Set<number>,
    onProgress: LoadProgress,
  ): Promise<LoadOutcome> {
    onProgress({ file: path, phase: 'reading', bytes: 0 });
    const raw = await readRawRows(this.engine, this.folder, path, request.mapping?.delimiter ?? ',', (bytes) =>
      onProgress({ file: path, phase: 'reading', bytes }),
    );
    try {
      const { country, dryRun = false } = request;
      const asked = { path, trade, country, mapping: request.mapping, describe: dryRun };
      const chosen = await chooseMapping(this.engine, raw, asked);
      if (chosen.unclear.length > 0) throw new UnclearFile(path, chosen);
      const mapping = usableMapping(chosen);
      const understood = dryRun ? chosen : null;
      const { ratesVersion } = await this.versions.current();
      const target = targetOf(request, trade ?? mapping.trade, mapping, loadId, ratesVersion);
      const file = basename(path);
      const before = (await this.register.list()).filter(
        (load) => load.hash === raw.file.hash && load.source === target.source && load.tradeType === target.trade,
      );
      const same = before.find(
        (load) =>
          load.mappingHash === mappingHash(mapping) &&
          load.ratesVersion === target.ratesVersion &&
          load.country === (target.country ?? ''),
      );
      if (same && !replaced.has(same.loadId)) {
        return {
          file,
          loadId: null,
          sameAs: same.loadId,
          mapping: mapping.name,
          understood,
          report: same.report,
          rejections: [],
        };
      }
      // The same file under another mapping, country or newer rates is the same load done better: it takes the old one's place.
      for (const load of before) replaced.add(load.loadId);
      onProgress({ file: path, phase: 'writing' });
      await change.begins(loadId);
      const report = await writeLoad(this.engine, raw, mapping, target, { path, demo: request.demo ?? false });
      const rejections = await rejectionsOf(this.engine, loadId, SHOWN_REJECTIONS);
      if (report.rowsLoaded === 0) throw nothingLoaded(path, mapping, rejections);
      await this.register.mustBeNew(loadId, replaced);
      return { file, loadId, sameAs: null, mapping: mapping.name, understood, report, rejections };
    } finally {
      await raw.drop();
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
