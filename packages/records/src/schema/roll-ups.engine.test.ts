/** What loads keep beside their records: written by a load, gone with the load. */

import { type DemoRecords, loadDemoRecords } from '@tidewaiter/testing/demo-records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ROLL_UPS } from './roll-ups.js';

let demo: DemoRecords;
beforeAll(async () => {
  demo = await loadDemoRecords();
});
afterAll(() => demo.test.close());

const ask = (sql: string) =>
  demo.test.records.staging.engine.query({ name: 'test.roll-ups', sql, row: z.array(z.coerce.string()) });

describe('the roll-ups', () => {
  it('hold what a count of the records gives', async () => {
    expect(
      await ask(`SELECT toString(trade_type) AS trade, country, importer_name_key, importer_name, count(), toStartOfMonth(min(record_date))
        FROM records WHERE importer_name_key != 0 GROUP BY ALL ORDER BY ALL`),
    ).toEqual(
      await ask(`SELECT trade_type, country, name_key, name, sum(records), min(arrayMin(months)) FROM party_names
        WHERE role = 'IMPORTER' GROUP BY ALL ORDER BY ALL`),
    );
    expect(
      await ask(`SELECT toString(trade_type) AS trade, hs_code, toStartOfMonth(record_date) AS month, count()
        FROM records GROUP BY ALL ORDER BY ALL`),
    ).toEqual(
      await ask(`SELECT trade_type, hs_code, month, sum(records) FROM hs_months
        GROUP BY ALL ORDER BY ALL`),
    );
    expect(
      await ask(`SELECT toString(trade_type), country, importer_name_key, count(), toStartOfMonth(min(record_date)) FROM records
        WHERE importer_name_key != 0 AND extras['iec'] != '' GROUP BY ALL ORDER BY ALL`),
    ).toEqual(
      await ask(`SELECT trade_type, country, name_key, sum(records), min(arrayMin(months)) FROM detail_parties
        WHERE detail = 'IEC' GROUP BY ALL ORDER BY ALL`),
    );
    expect(
      await ask(`SELECT sum(records), sum(arraySum(month_records)) FROM product_words WHERE word = 'cotton'`),
    ).toEqual(await ask(`SELECT count(), count() FROM records WHERE hasToken(product_description_text, 'cotton')`));
  });

  it('go with their load, once nobody reads the version before', async () => {
    const { loads, publication } = demo.test.records;
    await publication.unload((await loads.list()).map(({ loadId }) => loadId));
    await demo.test.reopen();
    for (const { table } of ROLL_UPS) expect(await ask(`SELECT count() FROM ${table.name}`)).toEqual([['0']]);
  });
});
