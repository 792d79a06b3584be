/**
 * Customs files are of a month: a group of a month lies in one load. The copies are of all months, so their groups are put together
 * in the roll-up by month, as such files would have left them; but for the months themselves, against which each load's records are held.
 */
import { MONTH_GROUPS, SINGLE_SERVER } from '../harness/beneath.mjs';
import { say } from '../harness/measure.mjs';
import { askEngine, runEngine } from '../harness/records.mjs';

const SETTINGS = { max_bytes_before_external_group_by: 2_000_000_000, max_threads: 2 };

export async function putGroupsTogether(records) {
  const [[rows]] = await askEngine(records, `SELECT count() FROM ${MONTH_GROUPS.name}`);
  const started = performance.now();
  const together = { ...MONTH_GROUPS, name: 'bench_month_groups' };
  await runEngine(records, `DROP TABLE IF EXISTS ${together.name} SYNC`);
  for (const sql of SINGLE_SERVER.create(together)) await runEngine(records, sql);
  await runEngine(
    records,
    `INSERT INTO ${together.name}
     SELECT min(g.load_id), trade_type, dimension, country, month, party, name, unit, sum(g.records), sum(g.valued), sum(g.quantity), sum(g.value_usd)
     FROM ${MONTH_GROUPS.name} AS g GROUP BY if(dimension = 'months', g.load_id, 0), trade_type, dimension, country, month, party, name, unit`,
    SETTINGS,
  );
  await runEngine(records, `EXCHANGE TABLES ${MONTH_GROUPS.name} AND ${together.name}`);
  await runEngine(records, `DROP TABLE ${together.name} SYNC`);
  await runEngine(records, `OPTIMIZE TABLE ${MONTH_GROUPS.name} FINAL`);
  say('groups of months put together', Number(rows), started);
}
