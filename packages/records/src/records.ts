import { join } from 'node:path';
import { Breakdowns } from './breakdown/breakdowns.js';
import { Coverage } from './coverage.js';
import { DataVersions } from './data-version.js';
import { openChdb } from './engine/chdb.js';
import type { RecordEngine } from './engine/engine.js';
import { LoadRegister } from './load/load-register.js';
import { Loader } from './load/loader.js';
import { ExchangeRates } from './rates/rates.js';
import { migrate } from './schema/migrate.js';
import { ColumnValues } from './search/distinct-values.js';
import { DropHints } from './search/drop-hints.js';
import { Search } from './search/search.js';
import { Suggestions } from './search/suggestions.js';
import { WhyMatched } from './search/why-matched.js';
import { SharedAnswers } from './shared-answers.js';

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
  rates: ExchangeRates;
  versions: DataVersions;
  /** For tests and scripts that look beneath. */
  engine: RecordEngine;
  close(): Promise<void>;
}

/**
 * Opens the records in a data folder, brings their tables up to date and clears away what an interrupted load has left.
 * The caller holds the folder's lock.
 */
export async function openRecords(dataFolder: string, options: { answerBytes?: number } = {}): Promise<Records> {
  const engine = openChdb(join(dataFolder, 'records'));
  try {
    await migrate(engine);
    const versions = await DataVersions.open(engine);
    const incoming = join(dataFolder, 'incoming');
    const loads = new LoadRegister(engine, versions);
    const loader = new Loader(engine, versions, loads, incoming);
    await loader.recover();
    const answers = new SharedAnswers(options.answerBytes ?? ANSWER_BYTES);
    return {
      search: new Search(engine, versions, answers),
      breakdowns: new Breakdowns(engine, versions, answers),
      columnValues: new ColumnValues(engine, versions),
      dropHints: new DropHints(engine, versions),
      suggestions: new Suggestions(engine, versions),
      whyMatched: new WhyMatched(engine),
      coverage: new Coverage(engine, versions),
      loads,
      loader,
      rates: new ExchangeRates(engine, versions, incoming),
      versions,
      engine,
      close: () => engine.close(),
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}
