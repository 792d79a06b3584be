/**
 * Another rule of party keys than the one that stored records were keyed by: their keys are made anew at the start, before the
 * first question. Each step may be repeated, so that a start that is killed is finished by the next.
 */
import { STORED_COLUMNS } from '@tidewaiter/contract';
import { z } from 'zod';
import type { RecordEngine } from '../engine/engine.js';
import type { Layout } from '../schema/layout.js';
import { ROLL_UP_RULE } from '../schema/roll-ups.js';
import { RECORDS } from '../schema/tables.js';
import { partyKeys } from '../text/normalise-columns.js';
import { PARTY_RULE, partyKey } from '../text/party-name-keys.js';
import type { DataVersion, DataVersions } from './data-version.js';
import { enterJoins } from './party-joins.js';
import { sumUpAnew } from './renewed-roll-ups.js';
import type { Suppressed } from './suppressed.js';

/** Gives every record the keys of the rule in force, and publishes it as a data version. */
export async function renewPartyKeys(engine: RecordEngine, versions: DataVersions, layout: Layout): Promise<void> {
  if ((await versions.current()).partyRule === PARTY_RULE) return;
  await versions.change('The keys of parties', async () => {
    const version = await versions.current();
    const suppressed = await underBothRules(engine, version);
    // First, so that whatever is hidden is so by the old key and the new one, wherever a start is broken off.
    if (suppressed.length > version.suppressed.length) await versions.publish({ suppressed }, 'party keys: suppressed');
    const joins = await joinedUnderTheNewRule(engine, version);
    const joinedParties = joins.map(({ party, lead }) => ({ party, lead }));
    if (joins.length > 0) {
      const { cause } = await enterJoins(engine, 'JOINED', joins, RENEWED);
      await versions.publish({ joinedParties: [...version.joinedParties, ...joinedParties] }, cause);
    }
    await engine.run({ name: 'party-keys.records', sql: keyedAnew(layout), settings: { mutations_sync: 2 } });
    await sumUpAnew(engine, layout, { ...version, suppressed });
    await versions.publish({ partyRule: PARTY_RULE, rollUpRule: ROLL_UP_RULE, joinedParties }, 'party keys');
  });
}

function keyedAnew(layout: Layout): string {
  const columns = STORED_COLUMNS.filter(({ normalised }) => normalised === 'party').map(({ name }) => name);
  const differs = columns.map((name) => `${name}_key != ${partyKeys(name)}`);
  return layout.update(
    RECORDS,
    columns.map((name) => `${name}_key = ${partyKeys(name)}`),
    differs.join(' OR '),
  );
}

/** What the list of joins says of those that a rule has made, out of names that were one before. */
const RENEWED = 'as before, under another rule of names';

/** What is joined, by the new keys of all names that the old ones held. */
async function joinedUnderTheNewRule(engine: RecordEngine, { joinedParties }: DataVersion) {
  if (joinedParties.length === 0) return [];
  const keys = [...new Set(joinedParties.flatMap(({ party, lead }) => [party, lead]))];
  const rows = await engine.query({
    name: 'party-keys.joined',
    // Whoever joined them meant the names that were noted.
    sql: `SELECT old, toString(${partyKey('name')}) AS new, argMin(name, (rank, name)) FROM (
        SELECT toString(name_key) AS old, name, 1 AS rank FROM party_names
        WHERE name_key IN (SELECT toUInt64(arrayJoin({keys:Array(String)})))
        UNION ALL SELECT party, name, 0 FROM party_joins WHERE party IN {keys:Array(String)}
        UNION ALL SELECT lead, lead_name, 0 FROM party_joins WHERE lead IN {keys:Array(String)}
      ) WHERE new != '0' GROUP BY old, new ORDER BY old, min(rank), new`,
    parameters: { keys },
    row: z.tuple([z.string(), z.string(), z.string()]),
    lane: 'load',
  });
  const done = await engine.query({
    name: 'party-keys.done',
    sql: `SELECT party, argMax(reason, number), toString(argMax(at, number)) FROM party_joins
      WHERE event = 'JOINED' AND party IN {keys:Array(String)} GROUP BY party`,
    parameters: { keys },
    row: z.tuple([z.string(), z.string(), z.string()]),
    lane: 'load',
  });
  const doneTo = new Map(done.map(([party, reason, at]) => [party, { reason, at }]));
  const renewed = (old: string) => rows.filter(([key]) => key === old).map(([, key, name]) => ({ key, name }));
  const joins = joinedParties.flatMap(({ party, lead }) => {
    const [top, ...others] = renewed(lead);
    if (top === undefined) return [];
    return [...others, ...renewed(party).map((one) => ({ ...one, done: doneTo.get(party) }))]
      .filter(({ key }) => key !== top.key)
      .map(({ key, ...said }) => ({ ...said, party: key, lead: top.key, leadName: top.name }));
  });
  return [...new Map(joins.map((join) => [join.party, join])).values()];
}

/** What is hidden, with the new keys of all names that the old ones held. */
async function underBothRules(engine: RecordEngine, version: DataVersion): Promise<Suppressed[]> {
  const parties = version.suppressed.filter(({ kind }) => kind === 'party');
  if (parties.length === 0) return [...version.suppressed];
  const rows = await engine.query({
    name: 'party-keys.suppressed',
    sql: `SELECT DISTINCT old, toString(${partyKey('name')}) FROM (
        SELECT toString(name_key) AS old, name FROM party_names WHERE name_key IN (SELECT toUInt64(arrayJoin({keys:Array(String)})))
        UNION ALL
        SELECT subject, name FROM suppressions WHERE kind = 'party' AND subject IN {keys:Array(String)}
      ) WHERE name != ''`,
    parameters: { keys: parties.map(({ subject }) => subject) },
    row: z.tuple([z.string(), z.string()]),
    lane: 'load',
  });
  const known = new Set(parties.map(({ subject }) => subject));
  const oldKeys = new Map(rows.map(([old, key]) => [key, old]));
  const numbers = new Map(parties.map(({ subject, number }) => [subject, number]));
  const added = [...oldKeys].flatMap(([subject, old]): Suppressed[] => {
    const number = numbers.get(old);
    return known.has(subject) || subject === '0' || number === undefined ? [] : [{ kind: 'party', subject, number }];
  });
  return [...version.suppressed, ...added];
}
