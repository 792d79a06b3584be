import type { TradeType } from '@tidewaiter/contract';
import { z } from 'zod';
import { type DataVersions, visibleLoads } from './data-version.js';
import type { RecordEngine } from './engine/engine.js';

/** What is loaded of one country and trade type. */
export interface CountryCoverage {
  country: string;
  tradeType: TradeType;
  /** First day of the first month and last day of the last month with records. */
  from: string;
  upto: string;
  records: number;
  namesImporters: boolean;
  namesExporters: boolean;
}

/** What is loaded, from the figures that each load kept: never by a scan of the records. */
export class Coverage {
  constructor(
    private readonly engine: RecordEngine,
    private readonly versions: DataVersions,
  ) {}

  async countries(signal?: AbortSignal): Promise<CountryCoverage[]> {
    const visible = visibleLoads(await this.versions.current());
    const rows = await this.engine.query({
      name: 'coverage.countries',
      sql: `SELECT country, trade_type, toString(min(month)), toString(toLastDayOfMonth(max(month))), sum(records),
          sum(filled['importer_name']) > 0, sum(filled['exporter_name']) > 0
        FROM coverage WHERE ${visible.sql} GROUP BY country, trade_type ORDER BY country, trade_type`,
      parameters: visible.parameters,
      row: z.tuple([
        z.string(),
        z.enum(['IMPORT', 'EXPORT']),
        z.string(),
        z.string(),
        z.coerce.number(),
        z.coerce.boolean(),
        z.coerce.boolean(),
      ]),
      lane: 'short',
      signal,
    });
    return rows.map(([country, tradeType, from, upto, records, namesImporters, namesExporters]) => ({
      country,
      tradeType,
      from,
      upto,
      records,
      namesImporters,
      namesExporters,
    }));
  }
}
