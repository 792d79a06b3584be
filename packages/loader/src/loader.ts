import { OperatorError, type SourceCountry, sourceCountriesWith } from '@tidewaiter/contract';
import type { Records } from '@tidewaiter/records';
import type { Change, DataVersion, LoadReport, LoadSummary, Rejection } from '@tidewaiter/records/loading';
import { emptiedColumns } from './checks/emptied-columns.js';
import type { KnownFigures } from './checks/sanity-checks.js';
import type { Target } from './compile/transform.js';
import { firstRecords } from './first-records.js';
import { readJoinedRows } from './joined-rows.js';
import { type LoadMapping, mappingHash } from './layout/mapping.js';
import { writeLoad } from './load-file.js';
import {
  type LoadedFile,
  type LoadOutcome,
  type LoadProgress,
  type LoadRequest,
  resolveTarget,
} from './load-request.js';
import { currencySaidBefore, findMappings, learnedMappings, unpacked } from './past-loads.js';
import { preview } from './preview.js';
import { knownLayouts, sectionOf } from './reading/form/file-layout.js';
import { hashOfFiles, nameOfFile } from './reading/given-file.js';
import type { RawRows } from './reading/raw-rows.js';
import {
  chooseMapping,
  type UnderstoodFile,
  usableMapping,
  valueWithoutCurrency,
} from './understand/choose-mapping.js';
import type { OperatorAnswers } from './understand/proposal/answers.js';
import { chooseAsSaved, savedForFile } from './understand/saved-mappings.js';
import { commandOf, mayBeAccepted, UnresolvedMapping } from './understand/unresolved-mapping.js';

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

/** A file whose columns, country and trade type are known. */
interface Understood {
  /** The name under which it is told. */
  file: string;
  chosen: UnderstoodFile;
  mapping: LoadMapping;
  /** What its records are, under a load's number. */
  targetAs(loadId: number): Target;
}

/** Makes records of files. All of it is invisible until one data version is published. */
export class Loader {
  constructor(private readonly records: Records) {}

  /**
   * Loads files, all of them or none.
   *
   * @throws OperatorError when a file, a mapping or the request is wrong; the records are as before
   */
  async load(request: LoadRequest, onProgress: LoadProgress = () => {}): Promise<LoadOutcome[]> {
    return this.#change('A load', async (loading) => {
      if (request.replace !== undefined) {
        await this.records.loads.mustBeVisible(request.replace);
        loading.replaced.add(request.replace);
      }
      for (const file of request.files) await this.#loadOne(file, loading, request, onProgress);
      if (!request.dryRun) return this.#publish(loading, 'load', onProgress);
      await this.records.loads.purge();
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
          ? await this.records.loads.list()
          : await Promise.all(loadIds.map((loadId) => this.records.loads.mustBeKnown(loadId)));
      const mappings = await findMappings(loads, this.records.loads, this.records.archive);
      for (const { loadId } of loads) loading.replaced.add(loadId);
      for (const load of loads) {
        const mapping = mappings.get(load.loadId);
        onProgress({ file: load.file, phase: 'unpacking' });
        await unpacked(load, this.records.archive, this.records.staging.folder, (file) => {
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

  /** A change that writes loads. Where it fails, nothing of it stays. */
  async #change(what: string, work: (loading: Loading) => Promise<LoadOutcome[]>): Promise<LoadOutcome[]> {
    return this.records.versions.change(what, async (change) => {
      await this.records.loads.purge();
      const loading: Loading = { change, next: change.firstLoad, replaced: new Set(), outcomes: [], archived: [] };
      try {
        return await work(loading);
      } catch (error) {
        for (const hash of loading.archived) await this.records.archive.remove(hash);
        // Where even this fails (a full disk), the next change or the next start clears up: nothing of it can be seen.
        await this.records.loads.purge().catch(() => {});
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
    await this.records.publication.publish(change, { loads: loaded, replaced, next }, cause, () => {
      // Its files stay from here on.
      archived.length = 0;
    });
    return outcomes;
  }

  /** One file: read, understood, held against what is loaded, written, and looked at once more. */
  async #loadOne(
    loadedFile: LoadedFile,
    loading: Loading,
    whole: LoadRequest,
    onProgress: LoadProgress,
  ): Promise<void> {
    const { answers: { asProposed = [], ...answers } = {} } = loadedFile;
    const form = { ...whole.form, ...answers.form };
    const request = { ...whole, ...answers, form, set: [...(whole.set ?? []), ...(answers.set ?? [])] };
    onProgress({ file: loadedFile.path, phase: 'reading', bytes: 0 });
    const raw = await this.#read(loadedFile, request, onProgress);
    const [layout] = raw.layouts;
    if (layout && raw.layouts.length === 1) request.form = { ...sectionOf(layout), ...form };
    try {
      const version = await this.records.versions.current();
      const there = await this.records.loads.list();
      const understood = await this.#understand(raw, loadedFile, request, asProposed, version, there);
      const { before, same } = loadsOfTheSame(raw, understood, there);
      if (same && !loading.replaced.has(same.loadId)) {
        loading.outcomes.push(alreadyLoaded(same, raw, understood, request));
        return;
      }
      // The same file under another mapping, country or newer rates is the same load done better: it takes the old one's place.
      for (const load of before) loading.replaced.add(load.loadId);
      onProgress({ file: loadedFile.path, phase: 'writing' });
      const report = await this.#write(raw, understood, request, loading, there);
      loading.outcomes.push(await this.#checked(loadedFile, raw, understood, request, report, loading));
      loading.next += 1;
    } finally {
      await raw.drop();
    }
  }

  async #read(
    toLoad: LoadedFile,
    { mapping, form, layouts = [] }: LoadRequest,
    onProgress: LoadProgress,
  ): Promise<RawRows> {
    // A mapping says what the columns are.
    const known = mapping ? [] : [...(await knownLayouts()), ...layouts];
    const { engine, folder } = this.records.staging;
    return readJoinedRows(engine, folder, toLoad, mapping, form, known, (bytes) =>
      onProgress({ file: toLoad.path, phase: 'reading', bytes }),
    );
  }

  /**
   * What the file is, and what its records become under the next load's number.
   *
   * @param asProposed questions that the operator has answered by taking what is proposed
   * @throws UnresolvedMapping where something is open that nobody has answered
   */
  async #understand(
    raw: RawRows,
    toLoad: LoadedFile,
    request: LoadRequest,
    asProposed: readonly string[],
    version: DataVersion,
    there: readonly LoadSummary[],
  ): Promise<Understood> {
    const { country, mapping: given, form, set, accept = false, dryRun = false } = request;
    const { engine } = this.records.staging;
    const file = nameOfFile(raw.given[0] ?? { path: toLoad.path, member: null });
    const sources: readonly SourceCountry[] = sourceCountriesWith(version.addedCountries);
    const saved = savedForFile(request.mappings ?? [], raw.header);
    const learned = [...saved.fitting, ...(await learnedMappings(there, this.records.loads, raw.header))];
    const whose = { file, mapping: given, form, sources, describe: dryRun, learned };
    const chooseBy = (more: OperatorAnswers) => chooseMapping(engine, raw, { ...whose, ...more });
    const choose = (more: OperatorAnswers) => chooseAsSaved(chooseBy, more, saved, raw.header);
    const first = { country, trade: toLoad.trade, set };
    const { answers: allAnswers, chosen } = await this.#asBefore(first, await choose(first), there, choose);
    const ratesVersion = request.ratesVersion ?? version.ratesVersion;
    if (request.name !== undefined && chosen.origin === 'understood') chosen.mapping.name = request.name;
    const by = { ratesVersion, sources };
    if (request.preview) chosen.first = await firstRecords(engine, raw, chosen, allAnswers, by);
    const open = chosen.questions.filter(({ text, mustBeAnswered }) => mustBeAnswered || !asProposed.includes(text));
    if (open.length > 0 && !(accept && mayBeAccepted(chosen))) {
      const asking = { ...chosen, questions: open };
      throw new UnresolvedMapping(
        toLoad,
        chosen,
        request.preview ? await preview(engine, raw, asking, allAnswers, by, choose) : undefined,
      );
    }
    const mapping = usableMapping(chosen);
    return {
      file,
      chosen,
      mapping,
      targetAs: (loadId) => resolveTarget(request, toLoad.trade ?? mapping.trade, mapping, { ...by, loadId }),
    };
  }

  /** A currency that nothing in a file names is asked once of its source: what was said of an earlier file holds for the next, and is told. */
  async #asBefore(
    allAnswers: OperatorAnswers,
    chosen: UnderstoodFile,
    there: readonly LoadSummary[],
    choose: (more: OperatorAnswers) => Promise<UnderstoodFile>,
  ): Promise<{ answers: OperatorAnswers; chosen: UnderstoodFile }> {
    const { origin, questions, mapping } = chosen;
    const column = origin === 'understood' ? valueWithoutCurrency(questions, mapping) : undefined;
    if (origin !== 'understood' || column === undefined) return { answers: allAnswers, chosen };
    const { country, trade } = mapping;
    const before = await currencySaidBefore(there, this.records.loads, { country, trade, column });
    if (before === undefined) return { answers: allAnswers, chosen };
    const more = { ...allAnswers, set: [...(allAnswers.set ?? []), `currency=${before.currency}`] };
    const again = await choose(more);
    const reason = `"${column}" is in ${before.currency}, as in load ${before.loadId}`;
    return { answers: more, chosen: { ...again, unclear: [...again.unclear, reason] } };
  }

  /** Writes the load under the next number, and puts its files into the archive meanwhile. */
  async #write(
    raw: RawRows,
    { file, chosen, mapping, targetAs }: Understood,
    request: LoadRequest,
    loading: Loading,
    there: readonly LoadSummary[],
  ): Promise<LoadReport> {
    await loading.change.begins(loading.next);
    const { archive } = this.records;
    const published = !request.dryRun;
    const archived = archive.keeps && published;
    const [report] = await together(
      () => {
        const assumed = request.assumed ?? chosen.unclear;
        const { demo = false, learn: learned = false } = request;
        const origin = {
          name: file,
          demo,
          archived,
          published,
          assumed,
          learned,
          doubted: chosen.doubts ?? [],
          subtotals: chosen.subtotals ?? [],
        };
        return writeLoad(
          this.records,
          raw,
          mapping,
          targetAs(loading.next),
          origin,
          figuresToCompare(there, loading.replaced),
        );
      },
      async (signal) => {
        for (const given of archived ? raw.given : []) {
          if (await archive.keep(given.path, given.hash, signal)) loading.archived.push(given.hash);
        }
      },
    );
    return report;
  }

  /** @throws OperatorError where what was written is nothing, looks wrong, or is loaded already in another file */
  async #checked(
    toLoad: LoadedFile,
    raw: RawRows,
    { file, chosen, mapping }: Understood,
    { accept = false, dryRun = false }: LoadRequest,
    report: LoadReport,
    { next: loadId, replaced }: Loading,
  ): Promise<LoadOutcome> {
    const { loads } = this.records;
    const rejections = report.rowsRejected === 0 ? [] : await loads.rejections(loadId, SHOWN_REJECTIONS);
    if (report.rowsLoaded === 0) throw nothingLoaded(toLoad.path, mapping, rejections);
    report.doubts.push(...(await emptiedColumns(this.records.staging.engine, loadId, replaced)));
    if (report.doubts.length > 0 && !accept && !dryRun) throw looksWrong(toLoad, report.doubts);
    const overlaps = await loads.overlaps(loadId, replaced);
    if (overlaps.length > 0 && !dryRun)
      throw new OperatorError(`${file} holds records that are loaded already.`, overlaps);
    const understood = dryRun ? chosen : null;
    return {
      file,
      form: raw.form,
      loadId,
      sameAs: null,
      overlaps,
      mapping: mapping.name,
      understood,
      report,
      rejections,
    };
  }
}

/** Which loads were made of these very files, and which of them as they are read now. */
function loadsOfTheSame(raw: RawRows, { mapping, targetAs }: Understood, there: readonly LoadSummary[]) {
  const { source, trade, ratesVersion, country = '' } = targetAs(0);
  const hash = hashOfFiles(raw.given);
  const before = there.filter((load) => load.hash === hash && load.source === source && load.tradeType === trade);
  const same = before.find(
    (load) =>
      load.mappingHash === mappingHash(mapping) && load.ratesVersion === ratesVersion && load.country === country,
  );
  return { before, same };
}

/** Nothing is done twice. */
function alreadyLoaded(
  { loadId: sameAs, report }: LoadSummary,
  { form }: RawRows,
  { file, chosen, mapping }: Understood,
  { dryRun }: LoadRequest,
): LoadOutcome {
  const understood = dryRun ? chosen : null;
  return { file, form, loadId: null, sameAs, overlaps: [], mapping: mapping.name, understood, report, rejections: [] };
}

/** What is loaded and stays: generated records tell nothing of real ones. */
function figuresToCompare(loads: readonly LoadSummary[], replaced: ReadonlySet<number>): KnownFigures[] {
  return loads.flatMap(({ loadId, demo, country, tradeType, report: { figures } }) =>
    demo || replaced.has(loadId) || figures === null ? [] : [{ country, tradeType, figures }],
  );
}

/** What was read adds up, and says what cannot be. */
function looksWrong(file: LoadedFile, doubts: readonly string[]): OperatorError {
  return new OperatorError(`${file.path} was read, and looks wrong. Nothing is published.`, [
    ...doubts,
    `to see it: ${commandOf(file)} --dry-run`,
    `to publish it as it is: ${commandOf(file)} --accept`,
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
