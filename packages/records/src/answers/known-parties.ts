/** Parties that were found before, told of again: only as records name them that may be seen now. */
import { type DataAccess, TRADE_TYPES, type TradeType } from '@tidewaiter/contract';
import { z } from 'zod';
import { PARTY_ROLES, type PartyRole } from '../columns/parties.js';
import type { Parameter } from '../engine/engine.js';
import { compileScope } from '../query/compile.js';
import { EVERYTHING_LOADED, narrow, type Scope } from '../query/entitlement.js';
import { cutsMonths, IN_CUT_MONTHS, IN_WHOLE_MONTHS, monthsOf } from '../query/roll-up-scope.js';
import { cachedQuery, type Snapshot } from '../query/snapshot.js';
import { type DataVersion, visibleSums } from '../versions/data-version.js';
import { keysOfNamed, leadOf, namedLeadKeyOf } from '../versions/joined-parties.js';
import { commonest } from './party-spellings.js';

/** In which records a party is looked for: in all, unless something is said. */
export interface InPart {
  tradeType?: TradeType;
  role?: PartyRole;
}

/** A party as it may be told of. */
export interface KnownParty {
  /** As the records that may be seen mostly write it. */
  name: string;
  /** Those that name it, once for each part in which they do. */
  records: number;
}

/**
 * The names of parties in the records of a scope, as a table of `name_key`, `name` and `found`.
 *
 * @param keys of parties, as a subquery of `key`; of all where none is given
 */
export function namesInScope(
  scope: Scope,
  version: DataVersion,
  { keys, tradeType, role }: InPart & { keys?: string } = {},
): { sql: string; parameters: Record<string, Parameter> } {
  const visible = visibleSums(version);
  const months = monthsOf(scope);
  const trades = tradeType === undefined ? TRADE_TYPES : [tradeType];
  const roles = role === undefined ? (Object.keys(PARTY_ROLES) as PartyRole[]) : [role];
  const columns = roles.map((one) => PARTY_ROLES[one]);
  const ofKeys = (column: string) => (keys === undefined ? `${column} != 0` : `${column} IN ${keys}`);
  const inWholeMonths = `SELECT name_key, name, sum(${IN_WHOLE_MONTHS}) AS found FROM party_names
    WHERE trade_type IN {trades:Array(String)} AND role IN {roles:Array(String)} AND ${ofKeys('name_key')}
      AND country IN {countries:Array(String)} AND ${visible.sql} GROUP BY name_key, name HAVING found > 0`;
  const records = trades.map((trade) => compileScope(trade, scope, version));
  // What loads keep says nothing of days.
  const inCutMonths = records.map(
    ({ sql }) => `SELECT party.1 AS name_key, party.2 AS name, count() AS found FROM records
      ARRAY JOIN [${columns.map((column) => `(${column}_key, ${column})`).join(', ')}] AS party
      WHERE ${sql} AND ${IN_CUT_MONTHS} AND (${columns.map((column) => ofKeys(`${column}_key`)).join(' OR ')})
        AND ${ofKeys('name_key')} GROUP BY name_key, name`,
  );
  return {
    sql: `(${[inWholeMonths, ...(cutsMonths(scope) ? inCutMonths : [])].join(' UNION ALL ')})`,
    parameters: {
      ...Object.assign({}, ...records.map(({ parameters }) => parameters)),
      ...visible.parameters,
      ...{ trades: [...trades], roles, countries: scope.countryCode },
      ...{ whole_from: months.wholeFrom, whole_upto: months.wholeUpto },
    },
  };
}

/**
 * Those of some parties that records of a scope name, by the keys that were given: of others there is nothing to tell. Parties that are
 * one are told of as one.
 *
 * @param keys in decimal digits
 */
export async function knownParties(
  keys: readonly string[],
  scope: Scope | null,
  snapshot: Snapshot,
  part: InPart = {},
): Promise<ReadonlyMap<string, KnownParty>> {
  if (scope === null || keys.length === 0) return new Map();
  const { version } = snapshot;
  const keysSql = keysOfNamed('(SELECT toUInt64(arrayJoin({keys:Array(String)})) AS key)', version);
  const named = namesInScope(scope, version, { ...part, keys: keysSql });
  const rows = await snapshot.query({
    name: 'parties.known',
    sql: `SELECT toString(party), spelt, records FROM (
        SELECT ${leadOf('name_key', version)} AS party, ${commonest(version)} AS spelt, sum(found) AS records
        FROM (SELECT name_key, name, sum(found) AS found FROM ${named.sql} GROUP BY name_key, name) GROUP BY party
      )`,
    parameters: { ...named.parameters, keys: [...new Set(keys)] },
    row: z.tuple([z.string(), z.string(), z.coerce.number()]),
    lane: 'short',
  });
  const known = new Map(rows.map(([party, name, records]) => [party, { name, records }]));
  return new Map(
    keys.flatMap((key) => {
      const found = known.get(namedLeadKeyOf(key, version));
      return found ? [[key, found] as const] : [];
    }),
  );
}

/** Parties that are joined, and their leads, of which no record of a scope has the name. */
const unseenParties = cachedQuery<{ scope: Scope | null }, { keys: readonly string[] }>(
  'joined-parties.unseen',
  async ({ scope }, snapshot) => {
    const { version } = snapshot;
    const keys = [...new Set(version.joinedParties.flatMap(({ party, lead }) => [party, lead]))];
    if (scope === null) return { keys };
    const named = namesInScope(scope, version, { keys: '(SELECT toUInt64(arrayJoin({keys:Array(String)})) AS key)' });
    const rows = await snapshot.query({
      name: 'joined-parties.seen',
      sql: `SELECT DISTINCT toString(name_key) FROM ${named.sql}`,
      parameters: { ...named.parameters, keys },
      row: z.tuple([z.string()]),
      lane: 'short',
    });
    const seen = new Set(rows.map(([key]) => key));
    return { keys: keys.filter((key) => !seen.has(key)) };
  },
);

/**
 * The same records for whoever may see some of them: a name that operators have joined to another finds that one only where a record that
 * may be seen has it.
 */
export async function withSeenJoins(access: DataAccess, snapshot: Snapshot): Promise<Snapshot> {
  if (snapshot.version.joinedParties.length === 0) return snapshot;
  const { keys } = await unseenParties({ scope: narrow(EVERYTHING_LOADED, access) }, snapshot);
  return keys.length === 0 ? snapshot : snapshot.withUnseen(keys);
}
