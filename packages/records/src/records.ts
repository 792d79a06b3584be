import { join } from 'node:path';
import { Breakdowns } from './breakdown/breakdowns.js';
import { Coverage } from './coverage.js';
import { DataVersions } from './data-version.js';
import { openChdb } from './engine/chdb.js';
import { type ClickHouseLocation, openClickHouse } from './engine/clickhouse.js';
import type { RecordEngine } from './engine/engine.js';
import { Archive } from './load/archive.js';
import { LoadRegister } from './load/load-register.js';
import { Loader } from './load/loader.js';
import { Nomenclature } from './nomenclature/nomenclature.js';
import { ExchangeRates } from './rates/rates.js';
import { clusterLayout, SINGLE_SERVER } from './schema/layout.js';
import { migrate } from './schema/migrate.js';
import { Days } from './search/days.js';
import { ColumnValues } from './search/distinct-values.js';
import { DropHints } from './search/drop-hints.js';
import { Search } from './search/search.js';
import { Suggestions } from './search/suggestions.js';
import { WhyMatched } from './search/why-matched.js';
import { SharedAnswers } from './shared-answers.js';
import { Suppressions } from './suppressions/suppressions.js';

/** What kept answers may weigh together, unless the operator says otherwise. */
const ANSWER_BYTES = 128 * 1024 * 1024;

/** The shipment records of one portal: everything that can be asked of them and done to them. */
export interface Records {
  search: Search;
  breakdowns: Breakdowns;
  columnValues: ColumnValues;
  dropHints: DropHints;
  suggestions: Suggestions;
  whyMatched: WhyMatched;
  coverage: Coverage;
  loads: LoadRegister;
  loader: Loader;
  archive: Archive;
  suppressions: Suppressions;
  rates: ExchangeRates;
  nomenclature: Nomenclature;
  versions: DataVersions;
  /** For tests and scripts that look beneath. */
  engine: RecordEngine;
  close(): Promise<void>;
}

interface RecordsOptions {
  server?: ClickHouseLocation | undefined;
  answerBytes?: number;
  archive?: boolean;
}

/**
 * Opens the records, brings their tables up to date and clears away what an interrupted load has left. The caller holds
 * the data folder's lock.
 *
 * @param options.server where the records are; without one, the embedded engine keeps them in the data folder
 * @param options.answerBytes what kept answers may weigh together
 * @param options.archive whether the files that are loaded are kept, in the data folder
 */
export async function openRecords(
  dataFolder: string,
  { server, answerBytes = ANSWER_BYTES, archive = true }: RecordsOptions = {},
): Promise<Records> {
  const engine = server ? openClickHouse(server) : openChdb(join(dataFolder, 'records'));
  try {
    const layout = server?.cluster === undefined ? SINGLE_SERVER : clusterLayout(server.cluster);
    await migrate(engine, layout);
    const versions = await DataVersions.open(engine);
    const incoming = join(dataFolder, 'incoming');
    const loads = new LoadRegister(engine, versions, layout);
    const files = new Archive(join(dataFolder, 'archive'), archive);
    const loader = new Loader(engine, versions, loads, files, incoming);
    await loader.recover();
    const nomenclature = new Nomenclature(engine, versions, incoming);
    await nomenclature.keepShipped();
    const answers = new SharedAnswers(answerBytes);
    const days = new Days(engine, answers);
    return {
      search: new Search(engine, versions, answers, days, nomenclature),
      breakdowns: new Breakdowns(engine, versions, answers, days, nomenclature),
      columnValues: new ColumnValues(engine, versions, answers, nomenclature),
      dropHints: new DropHints(engine, versions, answers),
      suggestions: new Suggestions(engine, versions, answers, nomenclature),
      whyMatched: new WhyMatched(engine),
      coverage: new Coverage(engine, versions, answers),
      loads,
      loader,
      archive: files,
      suppressions: new Suppressions(engine, versions, loads),
      rates: new ExchangeRates(engine, versions, incoming),
      nomenclature,
      versions,
      engine,
      close: () => engine.close(),
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}
