import { rm } from 'node:fs/promises';
import { OperatorError, sourceCountriesWith } from '@tidewaiter/contract';
import type { RecordEngine } from '../engine/engine.js';
import type { Archive } from '../versions/archive.js';
import { AnotherChange } from '../versions/change-claims.js';
import { type Change, type DataVersions, withoutLoads } from '../versions/data-version.js';
import type { LoadRegister, LoadSummary } from '../versions/load-register.js';
import { type Rejection, rejectionsOf } from '../versions/report.js';
import { writeStandIns } from '../versions/suppressions.js';
import type { KnownFigures } from './doubts.js';
import { foresee, type Said } from './foresee.js';
import { readJoinedRows } from './joined-rows.js';
import { type LoadMapping, mappingHash } from './layout/mapping.js';
import { writeLoad } from './load-file.js';
import { type LoadedFile, type LoadOutcome, type LoadProgress, type LoadRequest, targetOf } from './load-request.js';
import { learnedMappings, mappingsOf, unpacked } from './past-loads.js';
import { identityOf, nameOf } from './reading/given-file.js';
import { dropLeftovers } from './reading/raw-table.js';
import { chooseMapping, usableMapping } from './understand/choose-mapping.js';
import { commandOf, mayBeAccepted, UnclearFile } from './understand/unclear-file.js';

/** Does two things at once. When the first fails, the second is told to stop; either way both have ended. */
async function together<First, Second>(
  first: () => Promise<First>,
  second: (signal: AbortSignal) => Promise<Second>,
): Promise<[First, Second]> {
  const failed = new AbortController();
  const [one, other] = await Promise.allSettled([
    first().catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
    second(failed.signal),
  ]);
  if (one.status === 'rejected') throw one.reason;
  if (other.status === 'rejected') throw other.reason;
  return [one.value, other.value];
}

/** Rejected rows that an outcome shows; the rest are asked for by load. */
const SHOWN_REJECTIONS = 10;

/** A change under way that writes loads. */
interface Loading {
  change: Change;
  /** The number of the next load. */
  next: number;
  /** Loads that are no longer shown once it is published. */
  replaced: Set<number>;
  outcomes: LoadOutcome[];
  /** Hashes of the files that it has put into the archive, which go where it fails. */
  archived: string[];
}

/** Puts files of records in and takes them out. All of it is invisible until one data version is published. */
export class Loader {
  constructor(
    private readonly engine: RecordEngine,
    private readonly versions: DataVersions,
    private readonly register: LoadRegister,
    private readonly archive: Archive,
    /** Where files are copied while they are read. */
    private readonly folder: string,
  ) {}

  /** Clears away what an interrupted load has left. Nothing of it was ever visible. */
  async recover(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
    await this.archive.clear();
    try {
      await this.versions.change('Clearing up', async () => {
        await dropLeftovers(this.engine);
        await this.register.purge(true);
      });
    } catch (error) {
      // Another portal is at it: what lies there is its work, and what is not, the next change clears away.
      if (!(error instanceof AnotherChange)) throw error;
    }
  }

  /**
   * Loads files, all of them or none.
   *
   * @throws OperatorError when a file, a mapping or the request is wrong; the records are as before
   */
  async load(request: LoadRequest, onProgress: LoadProgress = () => {}): Promise<LoadOutcome[]> {
    return this.#change('A load', async (loading) => {
      if (request.replace !== undefined) {
        await this.register.mustBeVisible(request.replace);
        loading.replaced.add(request.replace);
      }
      for (const file of request.files) await this.#loadOne(file, loading, request, onProgress);
      if (!request.dryRun) return this.#publish(loading, 'load', onProgress);
      await this.register.purge();
      return loading.outcomes.map((outcome) => ({ ...outcome, loadId: null }));
    });
  }

  /**
   * Makes loads again from their archived files, by the mappings that they were read by: all of them or none. Records keep their
   * ids; the loads get new numbers.
   *
   * @param rates `kept`: values are converted by the rates of then; `current`: by those in force
   * @throws OperatorError when something that a load was made of is missing or damaged; the records are as before
   */
  async reload(
    loadIds: readonly number[] | 'all',
    rates: 'kept' | 'current' = 'kept',
    onProgress: LoadProgress = () => {},
  ): Promise<LoadOutcome[]> {
    return this.#change('A reload', async (loading) => {
      const loads =
        loadIds === 'all'
          ? await this.register.list()
          : await Promise.all(loadIds.map((loadId) => this.register.mustBeVisible(loadId)));
      const mappings = await mappingsOf(loads, this.register, this.archive);
      for (const { loadId } of loads) loading.replaced.add(loadId);
      for (const load of loads) {
        const mapping = mappings.get(load.loadId);
        onProgress({ file: load.file, phase: 'unpacking' });
        await unpacked(load, this.archive, this.folder, (file) => {
          const request: LoadRequest = {
            files: [],
            mapping,
            country: load.country === '' ? undefined : load.country,
            source: load.source,
            ratesVersion: rates === 'kept' ? load.ratesVersion : undefined,
            demo: load.demo,
            // Both were accepted when it was loaded.
            ...{ accept: true, assumed: load.report.assumed, learn: load.report.learned },
          };
          return this.#loadOne({ ...file, trade: load.tradeType }, loading, request, onProgress);
        });
      }
      return this.#publish(loading, 'reload', onProgress);
    });
  }

  /** Takes a load out. */
  async unload(loadId: number, options?: { purge: boolean }): Promise<void> {
    await this.unloadAll([loadId], options);
  }

  /**
   * Takes several loads out together. Their archived files stay.
   *
   * @param purge whether the files go as well, as far as no other load was made of them
   */
  async unloadAll(loadIds: readonly number[], { purge } = { purge: false }): Promise<void> {
    await this.versions.change('An unload', async () => {
      const loads = await Promise.all(loadIds.map((loadId) => this.register.mustBeVisible(loadId)));
      if (loads.length === 0) return;
      await this.versions.publish(withoutLoads(await this.versions.current(), loadIds), `unload ${loadIds.join(', ')}`);
      if (!purge) return;
      const hashesOf = (some: readonly LoadSummary[]) => some.flatMap(({ files }) => files.map(({ hash }) => hash));
      const used = new Set(hashesOf(await this.register.list()));
      for (const hash of hashesOf(loads)) if (!used.has(hash)) await this.archive.remove(hash);
    });
  }

  /** A change that writes loads. Where it fails, nothing of it stays. */
  async #change(what: string, work: (loading: Loading) => Promise<LoadOutcome[]>): Promise<LoadOutcome[]> {
    return this.versions.change(what, async (change) => {
      await this.register.purge();
      const loading: Loading = { change, next: change.firstLoad, replaced: new Set(), outcomes: [], archived: [] };
      try {
        return await work(loading);
      } catch (error) {
        for (const hash of loading.archived) await this.archive.remove(hash);
        // Where even this fails (a full disk), the next change or the next start clears up: nothing of it can be seen.
        await this.register.purge().catch(() => {});
        throw error;
      }
    });
  }

  /** Shows what was loaded, in the place of what it replaces, by one act. */
  async #publish(
    { change, next, replaced, outcomes, archived }: Loading,
    cause: 'load' | 'reload',
    onProgress: LoadProgress,
  ): Promise<LoadOutcome[]> {
    const loaded = outcomes.flatMap(({ loadId }) => (loadId === null ? [] : [loadId]));
    if (loaded.length === 0) return outcomes;
    onProgress({ file: outcomes[0]?.file ?? '', phase: 'publishing' });
    const version = await this.versions.current();
    const standIns = await writeStandIns(this.engine, version.suppressed, loaded, next, change);
    // What is replaced stays on the disk until a later change, for questions that still read the version before.
    const rest = withoutLoads(version, [...change.abandonedLoads, ...replaced]);
    // From here on it may be in force, whatever is answered: its files stay.
    archived.length = 0;
    await this.versions.publish(
      {
        highestLoad: Math.max(...loaded, ...standIns.map(({ standIn }) => standIn)),
        hiddenLoads: rest.hiddenLoads,
        standIns: [...rest.standIns, ...standIns],
      },
      `${cause} ${loaded.join(', ')}`,
    );
    return outcomes;
  }

  async #loadOne(asked: LoadedFile, loading: Loading, whole: LoadRequest, onProgress: LoadProgress): Promise<void> {
    const { change, replaced, outcomes, next: loadId } = loading;
    const { path, trade, said: { asProposed = [], ...said } = {} } = asked;
    const request = { ...whole, ...said, set: [...(whole.set ?? []), ...(said.set ?? [])] };
    onProgress({ file: path, phase: 'reading', bytes: 0 });
    const raw = await readJoinedRows(this.engine, this.folder, asked, request.mapping, request.form, (bytes) =>
      onProgress({ file: path, phase: 'reading', bytes }),
    );
    try {
      const { country, mapping: given, form, set, accept = false, dryRun = false } = request;
      const file = nameOf(raw.given[0] ?? { path, member: null });
      const version = await this.versions.current();
      const sources = sourceCountriesWith(version.addedCountries);
      const whose = { file, mapping: given, form, sources, describe: dryRun };
      const there = await this.register.list();
      const learned = await learnedMappings(there, this.register, raw.header);
      const choose = (more: Said) => chooseMapping(this.engine, raw, { ...whose, learned, ...more });
      const known = { country, trade, set };
      const chosen = await choose(known);
      const ratesVersion = request.ratesVersion ?? version.ratesVersion;
      const open = chosen.questions.filter(({ text, mustBeAnswered }) => mustBeAnswered || !asProposed.includes(text));
      if (open.length > 0 && !(accept && mayBeAccepted(chosen))) {
        const asking = { ...chosen, questions: open };
        throw new UnclearFile(
          asked,
          chosen,
          request.foresee
            ? await foresee(this.engine, raw, asking, known, { ratesVersion, sources }, choose)
            : undefined,
        );
      }
      const mapping = usableMapping(chosen);
      const understood = dryRun ? chosen : null;
      const target = targetOf(request, trade ?? mapping.trade, mapping, { loadId, ratesVersion, sources });
      const hash = identityOf(raw.given);
      const before = there.filter(
        (load) => load.hash === hash && load.source === target.source && load.tradeType === target.trade,
      );
      const same = before.find(
        (load) =>
          load.mappingHash === mappingHash(mapping) &&
          load.ratesVersion === target.ratesVersion &&
          load.country === (target.country ?? ''),
      );
      if (same && !replaced.has(same.loadId)) {
        const { loadId: sameAs, report } = same;
        outcomes.push({
          ...{ file, form: raw.form, loadId: null, sameAs, overlaps: [] },
          ...{ mapping: mapping.name, understood, report, rejections: [] },
        });
        return;
      }
      // The same file under another mapping, country or newer rates is the same load done better: it takes the old one's place.
      for (const load of before) replaced.add(load.loadId);
      onProgress({ file: path, phase: 'writing' });
      await change.begins(loadId);
      const archived = this.archive.keeps && !dryRun;
      const [report] = await together(
        () => {
          const assumed = request.assumed ?? chosen.unclear;
          const origin = {
            name: file,
            demo: request.demo ?? false,
            archived,
            assumed,
            learned: request.learn ?? false,
          };
          return writeLoad(this.engine, raw, mapping, target, origin, figuresToCompare(there, replaced));
        },
        async (signal) => {
          for (const given of archived ? raw.given : []) {
            if (await this.archive.keep(given.path, given.hash, signal)) loading.archived.push(given.hash);
          }
        },
      );
      const rejections = report.rowsRejected === 0 ? [] : await rejectionsOf(this.engine, loadId, SHOWN_REJECTIONS);
      if (report.rowsLoaded === 0) throw nothingLoaded(path, mapping, rejections);
      if (report.doubts.length > 0 && !accept && !dryRun) throw looksWrong(asked, report.doubts);
      const overlaps = await this.register.overlaps(loadId, replaced);
      if (overlaps.length > 0 && !dryRun)
        throw new OperatorError(`${file} holds records that are loaded already.`, overlaps);
      outcomes.push({
        ...{ file, form: raw.form, loadId, sameAs: null, overlaps },
        ...{ mapping: mapping.name, understood, report, rejections },
      });
      loading.next += 1;
    } finally {
      await raw.drop();
    }
  }
}

/** What is loaded and stays: generated records tell nothing of real ones. */
function figuresToCompare(loads: readonly LoadSummary[], replaced: ReadonlySet<number>): KnownFigures[] {
  return loads.flatMap(({ loadId, demo, country, tradeType, report: { figures } }) =>
    demo || replaced.has(loadId) || figures === null ? [] : [{ country, tradeType, figures }],
  );
}

/** What was read adds up, and says what cannot be. */
function looksWrong(asked: LoadedFile, doubts: readonly string[]): OperatorError {
  return new OperatorError(`${asked.path} was read, and looks wrong. Nothing is published.`, [
    ...doubts,
    `to see it: ${commandOf(asked)} --dry-run`,
    `to publish it as it is: ${commandOf(asked)} --accept`,
  ]);
}

/** A file of which nothing is accepted is a wrong mapping or a wrong file, not a load. */
function nothingLoaded(path: string, mapping: LoadMapping, rejections: readonly Rejection[]): OperatorError {
  if (rejections.length === 0) return new OperatorError(`${path} holds no rows below its header.`);
  return new OperatorError(
    `No row of ${path} could be loaded. Does the mapping ${mapping.name} fit it?`,
    rejections.map(
      ({ line, column, reason, cell }) => `line ${line}: ${column ? `${column}: ` : ''}${reason} (${cell})`,
    ),
  );
}
