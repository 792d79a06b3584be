import { z } from 'zod';
import { quote, type RecordEngine } from '../engine/engine.js';
import type { DataVersions } from '../versions/data-version.js';

/** What a data version that brings the demo's rates says of itself, before their number. */
const DEMO_CAUSE = 'demo rates';

export interface RatesReport {
  ratesVersion: number;
  currencies: number;
  rates: number;
  firstMonth: string;
  lastMonth: string;
}

/** Monthly exchange rates, in local currency per USD. A loaded file replaces the set that was in force. */
export class ExchangeRates {
  constructor(
    private readonly engine: RecordEngine,
    private readonly versions: DataVersions,
  ) {}

  /**
   * Puts rates in the place of those in force. Records that are loaded already keep their values until their file is loaded
   * again. Only inside a change.
   *
   * @param rows a statement that answers with currency, first day of the month and local currency per USD
   * @param demo whether they belong to the generated records, and go with them
   */
  async publish(rows: string, { demo = false } = {}): Promise<RatesReport> {
    const ratesVersion = await this.#nextVersion();
    await this.engine.run({
      name: 'rates.insert',
      sql: `INSERT INTO exchange_rates SELECT ${ratesVersion}, * FROM (${rows})`,
    });
    await this.versions.publish({ ratesVersion }, `${demo ? DEMO_CAUSE : 'rates'} ${ratesVersion}`);
    return this.#report(ratesVersion);
  }

  /** Takes the demo's rates out of force, unless an operator's have taken their place. */
  async removeDemo(): Promise<void> {
    await this.versions.change('A removal of rates', async () => {
      const { ratesVersion } = await this.versions.current();
      const [published] = await this.engine.query({
        name: 'rates.of-demo',
        sql: `SELECT count() FROM data_versions WHERE cause = ${quote(`${DEMO_CAUSE} ${ratesVersion}`)}`,
        row: z.tuple([z.coerce.number()]),
      });
      if (published?.[0]) await this.versions.publish({ ratesVersion: 0 }, `${DEMO_CAUSE} removed`);
    });
  }

  /** Neither a number that was published nor one under which a killed load has left rates. */
  async #nextVersion(): Promise<number> {
    const [row] = await this.engine.query({
      name: 'rates.next',
      sql: 'SELECT max(rates_version) FROM exchange_rates',
      row: z.tuple([z.coerce.number()]),
    });
    return Math.max(row?.[0] ?? 0, (await this.versions.current()).ratesVersion) + 1;
  }

  async #report(ratesVersion: number): Promise<RatesReport> {
    const [row] = await this.engine.query({
      name: 'rates.report',
      sql: `SELECT uniqExact(currency), count(), toString(min(month)), toString(max(month)) FROM exchange_rates
        WHERE rates_version = ${ratesVersion}`,
      row: z.tuple([z.coerce.number(), z.coerce.number(), z.string(), z.string()]),
    });
    const [currencies, rates, firstMonth, lastMonth] = row ?? [0, 0, '', ''];
    return { ratesVersion, currencies, rates, firstMonth, lastMonth };
  }
}
