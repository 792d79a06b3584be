/** The parts that companies play in records: importer, exporter or notify party, in imports or exports. */
import { COMPANY_ROLES, type CompanyRole, TRADE_TYPES, type TradeType } from '@tidewaiter/contract';
import { z } from 'zod';
import { PARTY_ROLES } from '../columns/parties.js';
import type { Parameter } from '../engine/engine.js';
import { compileScope } from '../query/compile.js';
import type { Scope } from '../query/entitlement.js';
import { cachedQuery } from '../query/snapshot.js';
import { type DataVersion, visibleSums } from '../versions/data-version.js';
import { isOfParty, joinedParameters } from '../versions/joined-parties.js';

/** A part that a company plays in records of a trade type. */
export interface Played {
  tradeType: TradeType;
  role: CompanyRole;
}

/** Every part that anybody may play. */
export const EVERY_PART: readonly Played[] = TRADE_TYPES.flatMap((tradeType) =>
  COMPANY_ROLES.map((role) => ({ tradeType, role })),
);

/** Whether a record is of the company that the statement's `party` is the key of, in a role. */
export const isTheirs = (role: CompanyRole, version: DataVersion) =>
  isOfParty(`${PARTY_ROLES[role]}_key`, 'toUInt64({party:String})', version);

/**
 * Where a party may be found at all, from what each load kept: a part of most others, and the index of a part in which it is not
 * takes as long to look through as one in which it is.
 */
export const partsPlayed = cachedQuery<{ party: string }, readonly Played[]>(
  'parts-played',
  async ({ party }, snapshot) => {
    const visible = visibleSums(snapshot.version);
    const rows = await snapshot.query({
      name: 'company.parts-played',
      sql: `SELECT DISTINCT trade_type, role FROM party_names
        WHERE trade_type IN {trades:Array(String)} AND role IN {roles:Array(String)} AND ${isOfParty('name_key', 'toUInt64({party:String})', snapshot.version)}
          AND ${visible.sql}
        ORDER BY trade_type, role`,
      parameters: {
        ...visible.parameters,
        ...joinedParameters(snapshot.version),
        party,
        trades: TRADE_TYPES,
        roles: COMPANY_ROLES,
      },
      row: z.tuple([z.enum(TRADE_TYPES), z.enum(COMPANY_ROLES)]),
      lane: 'short',
    });
    return rows.map(([tradeType, role]) => ({ tradeType, role }));
  },
);

/**
 * What some statement reads of a company's records, each of them once whatever parts the company plays in it: a scan for each trade type.
 *
 * @param read a scan, by its trade type, the roles that the company plays in it, and where it reads: `FROM records WHERE …`
 * @returns all scans together, without parentheses; `party` is not among its parameters
 */
export function scansOfParts(
  parts: readonly Played[],
  scope: Scope,
  version: DataVersion,
  read: (tradeType: TradeType, roles: readonly CompanyRole[], from: string) => string,
) {
  const scans = TRADE_TYPES.flatMap((tradeType) => {
    const roles = parts.filter((part) => part.tradeType === tradeType).map(({ role }) => role);
    if (roles.length === 0) return [];
    const { sql, parameters } = compileScope(tradeType, scope, version);
    const isAnyones = roles.map((role) => isTheirs(role, version)).join(' OR ');
    return [{ sql: read(tradeType, roles, `FROM records WHERE ${sql} AND (${isAnyones})`), parameters }];
  });
  const parameters: Record<string, Parameter> = Object.assign({}, ...scans.map((scan) => scan.parameters));
  return { sql: scans.map(({ sql }) => sql).join(' UNION ALL '), parameters };
}
