/** What loads keep beside their records: written by a load, made anew by the migration, gone with the load. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type DemoRecords, loadDemoRecords } from '../testing/demo-records.js';
import { EVERYTHING } from '../testing/records.js';
import { ROLL_UPS } from './roll-ups.js';

let demo: DemoRecords;
beforeAll(async () => {
  demo = await loadDemoRecords();
});
afterAll(() => demo.test.close());

const ask = (sql: string) =>
  demo.test.records.engine.query({ name: 'test.roll-ups', sql, row: z.array(z.coerce.string()) });

/** Every row of the roll-ups, in an order of its own. */
const everything = async () =>
  JSON.stringify(
    await Promise.all([
      ask(
        `SELECT load_id, trade_type, role, country, name_key, name, name_text, records, arraySort(arrayZip(months, month_records)) AS per_month
         FROM party_names ORDER BY ALL`,
      ),
      ask('SELECT * FROM hs_months ORDER BY ALL'),
      ask(
        `SELECT load_id, trade_type, country, word, records, arraySort(arrayZip(months, month_records)) AS per_month
         FROM product_words ORDER BY ALL`,
      ),
    ]),
  );

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
      await ask(`SELECT sum(records), sum(arraySum(month_records)) FROM product_words WHERE word = 'cotton'`),
    ).toEqual(await ask(`SELECT count(), count() FROM records WHERE hasToken(product_description_text, 'cotton')`));
  });

  it('are made anew by their migration, also after it was broken off', async () => {
    const before = await everything();
    await demo.test.records.engine.run({
      name: 'test.undo',
      sql: 'ALTER TABLE schema_migrations DELETE WHERE number = 7',
      settings: { mutations_sync: 2 },
    });
    await demo.test.records.engine.run({ name: 'test.half', sql: 'INSERT INTO hs_months SELECT * FROM hs_months' });
    await demo.test.records.engine.run({ name: 'test.half', sql: 'DROP TABLE product_words SYNC' });
    await demo.test.reopen();
    expect(await everything()).toBe(before);
  });

  it('say the days and shares of a folder from before they were counted', async () => {
    const { coverage, engine } = demo.test.records;
    const before = await coverage.months(EVERYTHING);
    expect(before.months.length).toBeGreaterThan(100);
    for (const sql of [
      'ALTER TABLE coverage DROP COLUMN first_day, DROP COLUMN last_day, DROP COLUMN shares',
      'ALTER TABLE schema_migrations DELETE WHERE number = 13',
    ]) {
      await engine.run({ name: 'test.undo', sql, settings: { mutations_sync: 2 } });
    }
    await demo.test.reopen();
    expect(await demo.test.records.coverage.months(EVERYTHING)).toEqual(before);
  });

  it('go with their load, once nobody reads the version before', async () => {
    const { loads, loader } = demo.test.records;
    await loader.unloadAll((await loads.list()).map(({ loadId }) => loadId));
    await demo.test.reopen();
    for (const { table } of ROLL_UPS) expect(await ask(`SELECT count() FROM ${table.name}`)).toEqual([['0']]);
  });
});
