import { z } from 'zod';
import type { Change, StandIn } from '../data-version.js';
import type { RecordEngine } from '../engine/engine.js';
import { fillRollUps } from '../schema/fill-roll-ups.js';
import { hiddenRecords, type Subject } from './suppressed.js';

/** The loads among some that hold any of some subjects' records. */
export async function loadsHolding(
  engine: RecordEngine,
  subjects: readonly Subject[],
  loads: readonly number[],
): Promise<number[]> {
  const hidden = hiddenRecords(subjects);
  if (hidden === null || loads.length === 0) return [];
  const rows = await engine.query({
    name: 'suppression.loads',
    sql: `SELECT load_id FROM records WHERE has({loads:Array(UInt32)}, load_id) AND ${hidden.sql} GROUP BY load_id ORDER BY load_id`,
    parameters: { ...hidden.parameters, loads },
    row: z.tuple([z.coerce.number()]),
    lane: 'load',
  });
  return rows.map(([load]) => load);
}

/**
 * Writes what stands in for loads of which something is hidden: their roll-ups without it, under numbers that no version shows
 * yet. The loads' own stay, for the day on which it is lifted.
 *
 * @param firstNumber the first number that is free; stand-ins count on from it
 */
export async function writeStandIns(
  engine: RecordEngine,
  subjects: readonly Subject[],
  loads: readonly number[],
  firstNumber: number,
  change: Change,
): Promise<StandIn[]> {
  const hidden = hiddenRecords(subjects);
  if (hidden === null) return [];
  const affected = await loadsHolding(engine, subjects, loads);
  const standIns = affected.map((load, index) => ({ load, standIn: firstNumber + index }));
  for (const { load, standIn } of standIns) {
    await change.begins(standIn);
    await fillRollUps(engine, { load, standIn: { number: standIn, hidden } });
  }
  return standIns;
}
