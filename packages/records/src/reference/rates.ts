import { OperatorError } from '@tidewaiter/contract';
import { z } from 'zod';
import { quote, type RecordEngine } from '../engine/engine.js';
import { hasAll } from '../load/reading/header.js';
import { readRawRows } from '../load/reading/raw-rows.js';
import type { DataVersions } from '../versions/data-version.js';

/**
 * Which currency a country's column of the monthly rate file means, in the file's own country names. The euro countries'
 * columns end with their own currencies.
 */
const CURRENCY_OF: Readonly<Record<string, string>> = {
  Australia: 'AUD',
  Austria: 'ATS',
  Belgium: 'BEF',
  Brazil: 'BRL',
  Canada: 'CAD',
  China: 'CNY',
  Denmark: 'DKK',
  Euro: 'EUR',
  Finland: 'FIM',
  France: 'FRF',
  Germany: 'DEM',
  Greece: 'GRD',
  'Hong Kong': 'HKD',
  India: 'INR',
  Ireland: 'IEP',
  Italy: 'ITL',
  Japan: 'JPY',
  Malaysia: 'MYR',
  Mexico: 'MXN',
  Netherlands: 'NLG',
  'New Zealand': 'NZD',
  Norway: 'NOK',
  Portugal: 'PTE',
  Singapore: 'SGD',
  'South Africa': 'ZAR',
  'South Korea': 'KRW',
  Spain: 'ESP',
  'Sri Lanka': 'LKR',
  Sweden: 'SEK',
  Switzerland: 'CHF',
  Taiwan: 'TWD',
  Thailand: 'THB',
  'United Kingdom': 'GBP',
  Venezuela: 'VES',
};

const HEADER = ['Date', 'Country', 'Exchange rate'];

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
    private readonly folder: string,
  ) {}

  /**
   * Loads a rate file (`Date,Country,Exchange rate`), all or nothing. Records that are loaded already keep their values
   * until their file is loaded again.
   *
   * @param demo whether they belong to the generated records, and go with them
   * @throws OperatorError when the layout or any row is wrong; the rates are as before
   */
  async load(path: string, { demo = false } = {}): Promise<RatesReport> {
    return this.versions.change('A load of rates', () => this.#load(path, demo ? DEMO_CAUSE : 'rates'));
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

  async #load(path: string, cause: string): Promise<RatesReport> {
    const raw = await readRawRows(this.engine, this.folder, path, { isHeader: hasAll(HEADER) });
    try {
      if (raw.header.join() !== HEADER.join()) {
        throw new OperatorError(`${path} is not a rate file.`, [
          `its columns are: ${raw.header.join(', ')}`,
          `a rate file's are: ${HEADER.join(', ')}`,
        ]);
      }
      const ratesVersion = await this.#nextVersion();
      const list = (values: string[]) => `[${values.map(quote).join(', ')}]`;
      const currency = `transform(cells[2], ${list(Object.keys(CURRENCY_OF))}, ${list(Object.values(CURRENCY_OF))}, '')`;
      if (raw.rows === 0) throw new OperatorError(`${path} holds no rates below its header.`);
      await this.#check(path, raw.table, currency);
      await this.engine.run({
        name: 'rates.insert',
        sql: `INSERT INTO exchange_rates
          SELECT ${ratesVersion}, ${currency}, toStartOfMonth(toDate(cells[1])), toDecimal128(cells[3], 18) FROM ${raw.table}`,
      });
      await this.versions.publish({ ratesVersion }, `${cause} ${ratesVersion}`);
      return this.#report(ratesVersion);
    } finally {
      await raw.drop();
    }
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

  async #check(path: string, table: string, currency: string): Promise<void> {
    const wrong = await this.engine.query({
      name: 'rates.check',
      sql: `SELECT line, problem FROM (SELECT line, multiIf(
            width != ${HEADER.length}, 'the row does not have 3 cells',
            toString(toDateOrNull(cells[1])) != cells[1], concat('not a date: ', cells[1]),
            ${currency} = '', concat('no currency is known for: ', cells[2]),
            NOT match(cells[3], '^[0-9]{1,20}([.][0-9]{1,18})?$') OR toDecimal128OrNull(cells[3], 18) <= 0, concat('not a rate: ', cells[3]),
            count() OVER (PARTITION BY ${currency}, toStartOfMonth(toDateOrNull(cells[1]))) > 1, concat('two rates in one month for: ', cells[2]),
            '') AS problem
        FROM ${table}) WHERE problem != '' ORDER BY line LIMIT 10`,
      row: z.tuple([z.coerce.number(), z.string()]),
      lane: 'load',
    });
    if (wrong.length === 0) return;
    throw new OperatorError(
      `${path} was not loaded: some rows are wrong.`,
      wrong.map(([line, problem]) => `line ${line}: ${problem}`),
    );
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
