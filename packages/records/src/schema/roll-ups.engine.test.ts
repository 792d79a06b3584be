/** What loads keep beside their records: written by a load, gone with the load. */

import { sharedDemo } from '@tidewaiter/testing/shared-records';
import { describe, expect, it } from 'vitest';
import { ROLL_UPS } from './roll-ups.js';

const demo = sharedDemo();

const SAME: Record<string, [ofRecords: string, ofRollUp: string]> = {
  'names of parties': [
    `toString(trade_type), country, importer_name_key, importer_name, count(), toStartOfMonth(min(record_date)) FROM records
      WHERE importer_name_key != 0`,
    "trade_type, country, name_key, name, sum(records), min(arrayMin(months)) FROM party_names WHERE role = 'IMPORTER'",
  ],
  'codes by month': [
    'toString(trade_type), hs_code, toStartOfMonth(record_date) AS month, count() FROM records',
    'trade_type, hs_code, month, sum(records) FROM hs_months',
  ],
  'details of parties': [
    `toString(trade_type), country, importer_name_key, count(), toStartOfMonth(min(record_date)) FROM records
      WHERE importer_name_key != 0 AND extras['iec'] != ''`,
    "trade_type, country, name_key, sum(records), min(arrayMin(months)) FROM detail_parties WHERE detail = 'NUMBER'",
  ],
  'words of goods': [
    "1, count(), count() FROM records WHERE hasToken(product_description_text, 'cotton')",
    "1, sum(records), sum(arraySum(month_records)) FROM product_words WHERE word = 'cotton'",
  ],
};

describe('the roll-ups', () => {
  it.each(Object.entries(SAME))('hold of %s what a count of the records gives', async (_, [ofRecords, ofRollUp]) => {
    const ask = (sql: string) => demo.test.rows(`SELECT ${sql} GROUP BY ALL ORDER BY ALL`);
    expect(await ask(ofRollUp)).toEqual(await ask(ofRecords));
  });

  it('go with their load, once nobody reads the version before', async () => {
    const { loads, publication } = demo.test.records;
    await publication.unload((await loads.list()).map(({ loadId }) => loadId));
    await demo.test.reopen();
    for (const { table } of ROLL_UPS)
      expect(await demo.test.rows(`SELECT count() FROM ${table.name}`)).toEqual([['0']]);
  });
});
