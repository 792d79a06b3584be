import { OperatorError } from '@tidewaiter/contract';
import { z } from 'zod';
import { NARROW_LIMIT } from '../breakdown/sums.js';
import type { Parameter, RecordEngine } from '../engine/engine.js';
import { FILL_SETTINGS, MONTH_GROUPS, ROLL_UPS } from './roll-ups.js';

/** What is summed up: a load's records, or those of them that are not hidden, under a number of their own. */
interface Summed {
  load: number;
  standIn?: { number: number; hidden: { sql: string; parameters: Record<string, Parameter> } };
}

/**
 * Writes the roll-ups of a load's records, and holds their sums against the records.
 *
 * @throws OperatorError when they differ
 */
export async function fillRollUps(engine: RecordEngine, { load, standIn }: Summed): Promise<void> {
  const ofLoad = `load_id = ${load}`;
  const left = standIn ? `${ofLoad} AND NOT ${standIn.hidden.sql}` : ofLoad;
  const parameters = standIn?.hidden.parameters ?? {};
  // Within, so that the condition means the load's own number.
  const renumbered =
    standIn && `(SELECT * REPLACE (toUInt32(${standIn.number}) AS load_id) FROM (SELECT * FROM records WHERE ${left}))`;
  for (const { table, fill } of ROLL_UPS) {
    const sql = renumbered === undefined ? fill(left) : fill('true', renumbered);
    await engine.run({ name: `load.${table.name}`, sql, parameters, settings: FILL_SETTINGS });
  }
  await mustAddUp(engine, standIn?.number ?? load, left, parameters);
}

/** Every record has its month: the sums of all months are those of all records. Where 128 bits might overflow, nothing reads sums. */
async function mustAddUp(
  engine: RecordEngine,
  number: number,
  where: string,
  parameters: Record<string, Parameter>,
): Promise<void> {
  const exact = (column: string) => `sum(toDecimal256(ifNull(${column}, 0), 18))`;
  const [row] = await engine.query({
    name: 'load.roll-up-sums',
    sql: `SELECT
        (SELECT (count(), ${exact('quantity')}, ${exact('total_value_usd')}) FROM records WHERE ${where}),
        (SELECT (sum(records), ${exact('quantity')}, ${exact('value_usd')}) FROM ${MONTH_GROUPS.name}
          WHERE load_id = ${number} AND dimension = 'months'),
        (SELECT (sum(records), sum(magnitude) < ${NARROW_LIMIT}) FROM coverage WHERE load_id = ${number})`,
    parameters,
    row: z.tuple([
      z.array(z.coerce.string()),
      z.array(z.coerce.string()),
      z.tuple([z.coerce.string(), z.coerce.boolean()]),
    ]),
    lane: 'load',
  });
  if (!row) throw new Error('the engine answered a sum with no row');
  const [written, inMonths, [covered, narrow]] = row;
  const same = written[0] === covered && (narrow ? written.join() === inMonths.join() : written[0] === inMonths[0]);
  if (same) return;
  throw new OperatorError('What was summed up does not add up to the records.', [
    `records: ${written.join(', ')}`,
    `by month: ${inMonths.join(', ')}`,
    `coverage: ${covered}`,
  ]);
}
