/**
 * Roll-ups that were made by another rule than the one in force: a build that lists by another dimension, or sums up otherwise. They are
 * made anew at the start, before the first question. Each step may be repeated, so that a start that is killed is finished by the next.
 */
import { z } from 'zod';
import type { RecordEngine } from '../engine/engine.js';
import type { Layout } from '../schema/layout.js';
import { fillRollUps, ROLL_UP_RULE, ROLL_UPS } from '../schema/roll-ups.js';
import { type DataVersion, type DataVersions, visibleLoads } from './data-version.js';
import { hiddenRecords } from './suppressed.js';

/** Hears how many loads have been summed up anew, of how many. */
export type RenewalProgress = (done: number, total: number) => void;

/** Sums every load up by the rule in force, and publishes it as a data version. */
export async function renewRollUps(
  engine: RecordEngine,
  versions: DataVersions,
  layout: Layout,
  onProgress: RenewalProgress,
): Promise<void> {
  if ((await versions.current()).rollUpRule === ROLL_UP_RULE) return;
  await versions.change('The summing up of loads', async () => {
    const version = await versions.current();
    await sumUpAnew(engine, layout, version, onProgress);
    await versions.publish({ rollUpRule: ROLL_UP_RULE }, 'roll-ups');
  });
}

/** Replaces the roll-ups of all loads that a version shows, and of what stands in for them. Only inside a change. */
export async function sumUpAnew(
  engine: RecordEngine,
  layout: Layout,
  version: DataVersion,
  onProgress: RenewalProgress = () => {},
): Promise<void> {
  const loads = await loadsOf(engine, version);
  await forgetSums(engine, layout, [...loads, ...version.replacementRollUps.map(({ replacement }) => replacement)]);
  const hidden = hiddenRecords(version.suppressed);
  const replacementRollUps = hidden === null ? [] : version.replacementRollUps;
  const total = loads.length + replacementRollUps.length;
  for (const [done, load] of loads.entries()) {
    onProgress(done, total);
    await fillRollUps(engine, { load });
  }
  for (const [done, { load, replacement }] of replacementRollUps.entries()) {
    onProgress(loads.length + done, total);
    if (hidden !== null) await fillRollUps(engine, { load, replacement: { number: replacement, hidden } });
  }
  onProgress(total, total);
}

async function loadsOf(engine: RecordEngine, version: DataVersion): Promise<number[]> {
  const visible = visibleLoads(version);
  const rows = await engine.query({
    name: 'roll-ups.loads',
    sql: `SELECT load_id FROM loads WHERE ${visible.sql} ORDER BY load_id`,
    parameters: visible.parameters,
    row: z.tuple([z.coerce.number()]),
    lane: 'load',
  });
  return rows.map(([load]) => load);
}

async function forgetSums(engine: RecordEngine, layout: Layout, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return;
  for (const { table } of ROLL_UPS)
    await engine.run({
      name: 'roll-ups.forget',
      sql: layout.remove(table, `load_id IN (${numbers.join(', ')})`),
      settings: { mutations_sync: 2 },
    });
}
