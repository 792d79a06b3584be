import { join } from 'node:path';
import { Breakdowns } from './breakdown/breakdowns.js';
import { Coverage } from './coverage.js';
import { DataVersions } from './data-version.js';
import { openChdb } from './engine/chdb.js';
import { type ClickHouseLocation, openClickHouse } from './engine/clickhouse.js';
import type { RecordEngine } from './engine/engine.js';
import { LoadRegister } from './load/load-register.js';
import { Loader } from './load/loader.js';
import { ExchangeRates } from './rates/rates.js';
import { clusterLayout, SINGLE_SERVER } from './schema/layout.js';
import { migrate } from './schema/migrate.js';
import { Search } from './search/search.js';

/** The shipment records of one portal: everything that can be asked of them and done to them. */
export interface Records {
  search: Search;
  breakdowns: Breakdowns;
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
 * Opens the records, brings their tables up to date and clears away what an interrupted load has left. The caller holds
 * the data folder's lock.
 *
 * @param server where the records are; without one, the embedded engine keeps them in the data folder
 */
export async function openRecords(dataFolder: string, server?: ClickHouseLocation): Promise<Records> {
  const engine = server ? openClickHouse(server) : openChdb(join(dataFolder, 'records'));
  try {
    const layout = server?.cluster === undefined ? SINGLE_SERVER : clusterLayout(server.cluster);
    await migrate(engine, layout);
    const versions = await DataVersions.open(engine);
    const incoming = join(dataFolder, 'incoming');
    const loads = new LoadRegister(engine, versions, layout);
    const loader = new Loader(engine, versions, loads, incoming);
    await loader.recover();
    return {
      search: new Search(engine, versions),
      breakdowns: new Breakdowns(engine, versions),
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
