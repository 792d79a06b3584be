import { join } from 'node:path';
import type { DataAccess, PortalError, SearchQuery } from '@tidewaiter/contract';
import { bySource, type SourceCoverage } from './answers/coverage.js';
import { withSeenJoins } from './answers/known-parties.js';
import type { SourceNews } from './answers/news.js';
import { AnswerCache, type AnswersState } from './cache/answer-cache.js';
import { CacheWarming } from './cache/cache-warming.js';
import { partyNameDictionaries } from './cache/party-name-dictionary.js';
import { tokenDictionaries } from './cache/token-dictionary.js';
import { RecordCopies, RestoredRecords } from './copies/record-copies.js';
import { openChdb } from './engine/chdb.js';
import { type ClickHouseLocation, openClickHouse } from './engine/clickhouse.js';
import { type AskedEngine, type Call, engineFor, PORTAL, WARMING } from './engine/engine.js';
import type { LaneState } from './engine/scheduler.js';
import { type WatchStatement, watched } from './engine/statement-log.js';
import { ExportedRecords } from './export/exported-records.js';
import { NameIndexes } from './matching/name-indexes.js';
import { EVERYTHING } from './operator.js';
import { EVERYTHING_LOADED, type NarrowedQuery, narrowQuery, type RequestedScope } from './query/entitlement.js';
import { lookForWords } from './query/expression.js';
import { ListedParties, type NamedList } from './query/listed.js';
import type { Owner } from './query/owned.js';
import { Snapshot } from './query/snapshot.js';
import { Question } from './question.js';
import { Nomenclature } from './reference/nomenclature.js';
import { ExchangeRates } from './reference/rates.js';
import { AnotherChange } from './schema/change-claims.js';
import { clusterLayout, SINGLE_SERVER } from './schema/layout.js';
import { migrate } from './schema/migrate.js';
import { CharacterFolding } from './text/character-folding.js';
import { Archive } from './versions/archive.js';
import { type CheckedParts, checkParts } from './versions/checked-parts.js';
import { DataVersions } from './versions/data-version.js';
import { HeldRecords, type MissingRecords } from './versions/held-records.js';
import { LoadRegister } from './versions/load-register.js';
import { PartyJoins } from './versions/party-joins.js';
import { renewPartyKeys } from './versions/party-keys.js';
import { PartyProposals } from './versions/party-proposals.js';
import { Publication } from './versions/publication.js';
import { type RenewalProgress, renewRollUps } from './versions/renewed-roll-ups.js';
import { explainDamage } from './versions/shortage.js';
import { SourceCountries } from './versions/source-countries.js';
import { clearStagingFolder, clearStagingTables, type Staging } from './versions/staging.js';
import { type KnownRecords, mustBeKnown, RecordStore } from './versions/store-identity.js';
import { Suppressions } from './versions/suppressions.js';
import { type CameBetween, newOfMany } from './watching/new-of-many.js';

/** What cached answers may weigh together, unless the operator says otherwise. */
const ANSWER_BYTES = 128 * 1024 * 1024;

/** What of an account's own a question is about: what it has exported, where it asks for what is new to it, and lists that its line names. */
interface AccountsOwn {
  owned?: Owner;
  lists?: readonly NamedList[];
}

/** A question of a watch, within what its account may see. */
export interface WatchedQuestion {
  query: SearchQuery;
  access: DataAccess;
  lists: readonly NamedList[];
}

/** The shipment records of one portal: everything that can be asked of them and done to them. */
export interface Records {
  /**
   * Opens a question: what a call asks, within what its account may see, at the data version of this moment.
   *
   * @throws PortalError RECORDS_MISSING where the engine has lost some of what is asked for
   * @param call whose statements stop when its signal is aborted, and wait for their turn by its asker
   */
  ask<Query extends RequestedScope>(
    query: Query,
    access: DataAccess,
    call: Call & AccountsOwn,
  ): Promise<Question<Query>>;
  /**
   * How many records came to each of many questions between data versions, each within what its account may see: one pass over what is new.
   * Days are as they are asked for.
   */
  newOfMany(questions: readonly WatchedQuestion[], between: CameBetween, call: Call): Promise<(number | PortalError)[]>;
  /** What has been loaded since a moment, as everybody is told: countries and months, whoever may see their records. */
  publicNews(since: Date, call: Call): Promise<readonly SourceNews[]>;
  /** What is loaded of each country, whoever may see it: for those who keep the portal running. */
  sources(today: string): Promise<readonly SourceCoverage[]>;
  /** What the engine has lost of what is loaded: a question that asks for any of it is refused. */
  missing(): Promise<readonly MissingRecords[]>;
  /** Reads what the engine has on the disk, for so many milliseconds at most, and names what is damaged. */
  checkParts(milliseconds: number): Promise<CheckedParts>;
  loads: LoadRegister;
  publication: Publication;
  archive: Archive;
  suppressions: Suppressions;
  parties: PartyJoins;
  /** Parties that are likely one, for an operator to decide. */
  proposals: PartyProposals;
  countries: SourceCountries;
  /** These records as files, for backups and moves. */
  copies: RecordCopies;
  /** What accounts own of the records. */
  exported: ExportedRecords;
  /** These records as one of the two stores of a portal. */
  store: RecordStore;
  rates: ExchangeRates;
  nomenclature: Nomenclature;
  versions: DataVersions;
  /** Where the loader reads files, before their rows are records. */
  staging: Staging;
  /** The engine as calls ask it: tests watch their statements here. */
  askedEngine: AskedEngine;
  /** From now on the caches of each data version are warmed, for a portal that serves: a command ends too soon. */
  keepWarm(): void;
  /** What this process does with them just now. */
  state(): { lanes: Record<string, LaneState>; answers: AnswersState };
  close(): Promise<void>;
}

interface RecordsOptions {
  server?: ClickHouseLocation | undefined;
  answerBytes?: number;
  archive?: boolean;
  known?: KnownRecords | undefined;
  watchStatement?: WatchStatement | undefined;
  onRenewal?: RenewalProgress | undefined;
  beforeMigration?: (() => Promise<void>) | undefined;
}

const layoutOf = (server?: ClickHouseLocation) =>
  server?.cluster === undefined ? SINGLE_SERVER : clusterLayout(server.cluster);

/**
 * Opens the records, brings their tables up to date and clears away what an interrupted load has left. The caller holds
 * the data folder's lock.
 *
 * @param options.server where the records are; without one, the embedded engine keeps them in the data folder
 * @param options.answerBytes what cached answers may weigh together
 * @param options.archive whether the files that are loaded are kept, in the data folder
 * @param options.known the records that these must be
 * @param options.watchStatement is told of each statement of the engine
 * @param options.beforeMigration is asked before tables that an earlier version made are changed, and may refuse it
 * @param options.onRenewal hears how far loads of an earlier build have been summed up anew
 */
export async function openRecords(dataFolder: string, options: RecordsOptions = {}): Promise<Records> {
  const { server, answerBytes = ANSWER_BYTES, archive = true, known, watchStatement, onRenewal = () => {} } = options;
  const opened = server ? openClickHouse(server) : await openChdb(join(dataFolder, 'records'));
  const askedEngine = watchStatement ? watched(opened, watchStatement) : opened;
  const engine = engineFor(askedEngine, PORTAL);
  try {
    const layout = layoutOf(server);
    if (known) await mustBeKnown(engine, known);
    await migrate(engine, layout, { beforeChange: options.beforeMigration });
    const versions = await DataVersions.open(engine);
    const staging = { engine, folder: join(dataFolder, 'incoming') };
    const loads = new LoadRegister(engine, versions, layout);
    const files = new Archive(join(dataFolder, 'archive'), archive);
    await clearAway(staging, versions, loads, files);
    await renewPartyKeys(engine, versions, layout);
    await renewRollUps(engine, versions, layout, onRenewal);
    const nomenclature = new Nomenclature(engine, versions);
    await nomenclature.keepShipped();
    const held = new HeldRecords(engine, loads);
    await held.at(await versions.current());
    const answers = new AnswerCache(answerBytes);
    const warmer = engineFor(askedEngine, WARMING);
    const [partyNames, tokens] = [partyNameDictionaries(warmer), tokenDictionaries(warmer)];
    const nameIndexes = new NameIndexes();
    const folding = new CharacterFolding();
    const listedParties = new ListedParties();
    const dictionaries = { partyNames, tokens, nameIndexes, listedParties };
    const sources = { engine: askedEngine, answers, nomenclature, folding, ...dictionaries };
    const parties = new PartyJoins(engine, versions);
    const warming = new CacheWarming(async (version, signal) => {
      await held.at(version);
      for (const one of [tokens, partyNames]) if (!signal.aborted) await one.makeAll(version);
    });
    const ask: Records['ask'] = async (query, access, { owned, lists = [], ...call }) => {
      const version = await versions.current();
      const snapshot = await withSeenJoins(access, new Snapshot(sources, version, call));
      const members = await snapshot.listed(lists);
      await lookForWords(query, snapshot);
      return new Question(query, { access, owned, lists: members }, snapshot, await held.at(version));
    };
    const many: Records['newOfMany'] = async (questions, between, call) => {
      const snapshot = new Snapshot(sources, await versions.current(), call);
      const some: { narrowed: () => NarrowedQuery; at: Snapshot }[] = [];
      for (const { query, access, lists: named } of questions) {
        await lookForWords(query, snapshot);
        const [at, lists] = [await withSeenJoins(access, snapshot), await snapshot.listed(named)];
        some.push({ narrowed: () => narrowQuery(query, { access, lists }), at });
      }
      return newOfMany(some, between, snapshot);
    };
    return {
      ask,
      newOfMany: many,
      publicNews: async (since, call) => (await ask(EVERYTHING_LOADED, EVERYTHING, call)).news(since),
      sources: async (today) =>
        bySource(await (await ask(EVERYTHING_LOADED, EVERYTHING, { asker: PORTAL })).months(), today),
      missing: async () => held.at(await versions.current()),
      checkParts: (milliseconds) => checkParts(engine, milliseconds),
      loads,
      publication: new Publication(versions, loads, files),
      archive: files,
      copies: new RecordCopies(engine, versions),
      exported: new ExportedRecords(askedEngine, layout),
      store: new RecordStore(engine, layout),
      suppressions: new Suppressions(engine, versions, loads),
      parties,
      proposals: new PartyProposals(engine, versions, parties),
      countries: new SourceCountries(engine, versions, loads),
      rates: new ExchangeRates(engine, versions),
      nomenclature,
      versions,
      staging,
      askedEngine,
      keepWarm: () => versions.followedBy(warming.begin),
      state: () => ({ lanes: opened.lanes(), answers: answers.state }),
      close: async () => {
        held.close();
        await Promise.all([warming.close(), partyNames.close(), tokens.close(), nameIndexes.close()]);
        await engine.close();
      },
    };
  } catch (error) {
    await engine.close().catch(() => {});
    throw explainDamage(error, dataFolder);
  }
}

/**
 * Opens a place that records are brought back to. The caller holds the data folder's lock.
 *
 * @param migration the highest one that the copied tables had seen: the next start brings them up to date
 */
export async function openRestoredRecords(
  dataFolder: string,
  migration: number,
  server?: ClickHouseLocation,
): Promise<RestoredRecords> {
  const engine = engineFor(server ? openClickHouse(server) : await openChdb(join(dataFolder, 'records')), PORTAL);
  try {
    return await RestoredRecords.in(engine, layoutOf(server), migration);
  } catch (error) {
    await engine.close().catch(() => {});
    throw error;
  }
}

/** Clears away what an interrupted load has left. Nothing of it was ever visible. */
async function clearAway(
  staging: Staging,
  versions: DataVersions,
  loads: LoadRegister,
  archive: Archive,
): Promise<void> {
  await clearStagingFolder(staging);
  await archive.clear();
  try {
    await versions.change('Clearing up', async () => {
      await clearStagingTables(staging);
      await loads.purge(true);
    });
  } catch (error) {
    // Another portal is at it: what lies there is its work, and what is not, the next change clears away.
    if (!(error instanceof AnotherChange)) throw error;
  }
}
