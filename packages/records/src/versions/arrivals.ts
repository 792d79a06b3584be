/**
 * With which load each record came first: with its own, unless that took the place of others which had it already. So a file that is loaded
 * anew is news only in what it has more than before.
 */
import { z } from 'zod';
import type { Bindings } from '../engine/bindings.js';
import type { RecordEngine } from '../engine/engine.js';
import { FILL_SETTINGS } from '../schema/roll-ups.js';

/** Where a load of others' place has its records from, as a table expression: a record is in one of the loads that are replaced at most. */
const FIRST_LOADS = `(
  SELECT max(written) AS load_id, if(max(earlier) = 0, load_id, max(earlier)) AS came_with, id
  FROM (
    SELECT id, load_id AS written, toUInt32(0) AS earlier FROM records WHERE has({loads:Array(UInt32)}, load_id)
    UNION ALL
    SELECT id, toUInt32(0), transform(load_id, {known:Array(UInt32)}, {origins:Array(UInt32)}, load_id)
    FROM records WHERE has({replaced:Array(UInt32)}, load_id)
    UNION ALL
    SELECT id, toUInt32(0), came_with FROM arrivals WHERE has({replaced:Array(UInt32)}, load_id)
  )
  GROUP BY id HAVING load_id > 0
)`;

const number = z.coerce.number().int();

/**
 * Notes with which loads the records of new loads came first. Only inside the change that wrote them, before it is published: until then
 * it means nothing.
 */
export async function noteArrivals(
  engine: RecordEngine,
  loads: readonly number[],
  replaced: readonly number[],
): Promise<void> {
  if (replaced.length === 0) return;
  const origins = await engine.query({
    name: 'arrivals.origins',
    sql: 'SELECT load_id, origin FROM load_origins WHERE has({replaced:Array(UInt32)}, load_id)',
    parameters: { replaced },
    row: z.tuple([number, number]),
    lane: 'load',
  });
  const parameters = {
    loads,
    replaced,
    known: origins.map(([load]) => load),
    origins: origins.map(([, first]) => first),
  };
  const spans = await engine.query({
    name: 'arrivals.spans',
    sql: `SELECT load_id, min(came_with), max(came_with) FROM ${FIRST_LOADS} GROUP BY load_id`,
    parameters,
    settings: FILL_SETTINGS,
    row: z.tuple([number, number, number]),
    lane: 'load',
  });
  const older = spans.filter(([load, first]) => first < load);
  if (older.length === 0) return;
  const first = { of: older.map(([load]) => load), first: older.map(([, origin]) => origin) };
  await engine.run({
    name: 'load.load_origins',
    sql: `INSERT INTO load_origins (load_id, origin)
      SELECT pair.1, pair.2 FROM (SELECT arrayJoin(arrayZip({of:Array(UInt32)}, {first:Array(UInt32)})) AS pair)`,
    parameters: first,
  });
  // Nearly always a load has what the one before had, and nothing else.
  if (older.every(([, origin, latest]) => origin === latest)) return;
  await engine.run({
    name: 'load.arrivals',
    sql: `INSERT INTO arrivals (load_id, came_with, id)
      SELECT load_id, came_with, id FROM ${FIRST_LOADS}
      WHERE came_with > transform(load_id, {of:Array(UInt32)}, {first:Array(UInt32)}, load_id)`,
    parameters: { ...parameters, ...first },
    settings: FILL_SETTINGS,
  });
}

/**
 * Whether a record came after a data version, as a condition over `load_id` and `id`: no load that was loaded by then had it, nor what
 * its own has taken the place of. After a version that there is not, none came; before the first one there was nothing.
 */
export function cameSince(version: number, bindings: Bindings): string {
  if (version === 0) return 'true';
  const seen = `(SELECT highest_load FROM data_versions WHERE version = ${bindings.key(String(version))} LIMIT 1)`;
  return `(load_id > ${seen} AND (load_id NOT IN (SELECT load_id FROM load_origins WHERE origin <= ${seen})
    OR (load_id, id) IN (SELECT load_id, id FROM arrivals WHERE load_id > ${seen} AND came_with > ${seen})))`;
}
