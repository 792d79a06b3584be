import { OperatorError } from '@tidewaiter/contract';
import type { Records } from '@tidewaiter/records';
import type { RatesReport } from '@tidewaiter/records/loading';
import { quote, type RecordEngine } from '@tidewaiter/records/loading';
import { z } from 'zod';
import { hasAll } from './reading/form/header.js';
import { readRawRows } from './reading/raw-rows.js';

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

/**
 * Loads a file of monthly rates (`Date,Country,Exchange rate`, in local currency per USD), all or nothing. They take the place of
 * the rates in force.
 *
 * @param demo whether they belong to the generated records, and go with them
 * @throws OperatorError when the layout or any row is wrong; the rates are as before
 */
export function loadRates(
  { staging, versions, rates }: Records,
  path: string,
  options: { demo?: boolean } = {},
): Promise<RatesReport> {
  const { engine, folder } = staging;
  return versions.change('A load of rates', async () => {
    const raw = await readRawRows(engine, folder, path, { isHeader: hasAll(HEADER) });
    try {
      if (raw.header.join() !== HEADER.join()) {
        throw new OperatorError(`${path} is not a rate file.`, [
          `its columns are: ${raw.header.join(', ')}`,
          `a rate file's are: ${HEADER.join(', ')}`,
        ]);
      }
      if (raw.rows === 0) throw new OperatorError(`${path} holds no rates below its header.`);
      const list = (values: string[]) => `[${values.map(quote).join(', ')}]`;
      const currency = `transform(cells[2], ${list(Object.keys(CURRENCY_OF))}, ${list(Object.values(CURRENCY_OF))}, '')`;
      await mustBeRates(engine, path, raw.table, currency);
      const rows = `SELECT ${currency}, toStartOfMonth(toDate(cells[1])), toDecimal128(cells[3], 18) FROM ${raw.table}`;
      return await rates.publish(rows, options);
    } finally {
      await raw.drop();
    }
  });
}

/** @throws OperatorError that names the first wrong rows */
async function mustBeRates(engine: RecordEngine, path: string, table: string, currency: string): Promise<void> {
  const wrong = await engine.query({
    name: 'rates.check',
    sql: `SELECT line, problem FROM (SELECT line, multiIf(
          width != ${HEADER.length}, 'the row does not have 3 cells',
          NOT ifNull(toString(toDateOrNull(cells[1])) = cells[1], false), concat('not a date as 2026-01-31: ', cells[1]),
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
