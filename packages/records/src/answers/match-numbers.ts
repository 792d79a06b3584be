/** Which parties state the official numbers of a list, in the records that may be seen: found by these before their names. Decision 0123. */
import { TRADE_TYPES } from '@tidewaiter/contract';
import { z } from 'zod';
import { PARTY_ROLES, type PartyRole } from '../columns/parties.js';
import { numberOfCompany, partyDetailSql } from '../columns/party-details.js';
import type { ListedName, MatchedName } from '../matching/matched-name.js';
import { compileScope } from '../query/compile.js';
import type { Scope } from '../query/entitlement.js';
import { cutsMonths, IN_CUT_MONTHS, IN_WHOLE_MONTHS, monthsOf } from '../query/roll-up-scope.js';
import type { Snapshot } from '../query/snapshot.js';
import { visibleSums } from '../versions/data-version.js';
import { keysOfParties, leadKeyOf } from '../versions/joined-parties.js';
import { numbersApart } from '../versions/party-numbers.js';
import { knownParties } from './known-parties.js';

/** Numbers with the parties that state them, each by its own key: of the whole months from what loads keep, else from the records. */
async function statedIn(
  scope: Scope,
  { numbers = [], keys = [] }: { numbers?: readonly string[]; keys?: readonly string[] },
  snapshot: Snapshot,
) {
  const { version } = snapshot;
  const visible = visibleSums(version);
  const months = monthsOf(scope);
  const ofParties = keysOfParties('(SELECT toUInt64(arrayJoin({keys:Array(String)})) AS key)', version);
  const condition = `(number IN {numbers:Array(String)} OR name_key IN ${ofParties})`;
  const inWholeMonths = `SELECT number, name_key FROM detail_parties WHERE number != '' AND country IN {countries:Array(String)}
    AND ${visible.sql} AND ${condition} AND ${IN_WHOLE_MONTHS} > 0`;
  const records = TRADE_TYPES.map((trade) => {
    const scoped = compileScope(trade, scope, version);
    const said = (Object.keys(PARTY_ROLES) as PartyRole[]).map(
      (role) => `(${numberOfCompany(partyDetailSql.NUMBER(role, trade))}, ${PARTY_ROLES[role]}_key)`,
    );
    const sql = `SELECT said.1 AS number, said.2 AS name_key FROM records ARRAY JOIN [${said.join(', ')}] AS said
      WHERE ${scoped.sql} AND ${IN_CUT_MONTHS} AND number != '' AND name_key != 0 AND ${condition}`;
    return { sql, parameters: scoped.parameters };
  });
  const inCutMonths = cutsMonths(scope) ? records.map(({ sql }) => sql) : [];
  return snapshot.query({
    name: 'matching.numbers',
    sql: `SELECT DISTINCT number, toString(name_key) FROM (${[inWholeMonths, ...inCutMonths].join(' UNION ALL ')})`,
    parameters: {
      ...Object.assign({}, ...records.map(({ parameters }) => parameters)),
      ...visible.parameters,
      ...{ whole_from: months.wholeFrom, whole_upto: months.wholeUpto, numbers: [...numbers], keys: [...keys] },
    },
    row: z.tuple([z.string(), z.string()]),
  });
}

/** Lists of the second of some pairs by their first. */
function grouped(pairs: readonly (readonly [string, string])[]): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, string[]>();
  for (const [of, one] of pairs) lists.set(of, [...(lists.get(of) ?? []), one]);
  return lists;
}

/**
 * What a list's names were found to be, and by their numbers: who states one of these is it, whatever the name. A party of that name that
 * states another number of the same scheme is no longer sure.
 */
export async function matchNumbers(
  names: readonly ListedName[],
  byName: readonly MatchedName[],
  scope: Scope,
  snapshot: Snapshot,
): Promise<readonly MatchedName[]> {
  const numbers = [...new Set(names.flatMap(({ numbers = [] }) => numbers))];
  if (numbers.length === 0) return byName;
  const { version } = snapshot;
  const stating = grouped(await statedIn(scope, { numbers }, snapshot));
  const known = await knownParties([...new Set([...stating.values()].flat())], scope, snapshot);
  const found = names.map(({ numbers = [] }): MatchedName['candidates'] => {
    const keys = numbers.flatMap((number) => stating.get(number) ?? []);
    const byLead = new Map(keys.map((key) => [leadKeyOf(key, version), known.get(key)]));
    return [...byLead]
      .flatMap(([key, party]) => (party ? [{ key, ...party, why: ['number'] as const, score: 1 }] : []))
      .toSorted((a, b) => b.records - a.records || (a.key < b.key ? -1 : 1));
  });
  const likely = byName.flatMap(({ candidates: [first] }, at) =>
    first && names[at]?.numbers?.length && found[at]?.length === 0 ? [first.key] : [],
  );
  const others = likely.length === 0 ? [] : await statedIn(scope, { keys: likely }, snapshot);
  const statedBy = grouped(others.map(([number, key]) => [leadKeyOf(key, version), number]));
  return byName.map((match, at) => {
    const [candidates = [], { numbers: own = [] } = { numbers: [] }] = [found[at], names[at]];
    if (candidates.length > 0)
      return { ...match, sureness: candidates.length === 1 ? 'SURE' : 'AMBIGUOUS', candidates };
    const [first, ...rest] = match.candidates;
    if (!first || own.length === 0 || !numbersApart(own, statedBy.get(first.key) ?? [])) return match;
    return {
      ...match,
      sureness: match.sureness === 'SURE' ? 'PROBABLE' : match.sureness,
      candidates: [{ ...first, why: [...first.why, 'otherNumber'] }, ...rest],
    };
  });
}
