/** Which parties of the records the names of a list are of. Decision 0078. */
import { PARTY_WORD_REWRITINGS, TRADE_TYPES } from '@tidewaiter/contract';
import { PARTY_ROLES } from '../columns/parties.js';
import type { ListedName, MatchedName } from '../matching/matched-name.js';
import { compileScope } from '../query/compile.js';
import type { Scope } from '../query/entitlement.js';
import { cutsMonths, IN_CUT_MONTHS, IN_WHOLE_MONTHS, monthsOf } from '../query/roll-up-scope.js';
import type { Snapshot } from '../query/snapshot.js';
import { fold } from '../text/normalise.js';
import { rewritten } from '../text/party-name-keys.js';
import { visibleSums } from '../versions/data-version.js';

/** Parties that names are compared with, those first that most records name: of more, the thread's memory would be more than a portal has. */
const MOST_PARTIES = 4_000_000;

/** Groups of many names are put aside on the disk. */
const SETTINGS = { max_bytes_before_external_group_by: 300_000_000 } as const;

const oneLine = (text: string) => `replaceRegexpAll(${text}, '[\\\\t\\\\n\\\\r]+', ' ')`;

/** The parties of a scope in any role, as lines: key, records, name, and its words as its key is made of them; the fewest records first. */
function partiesOf(scope: Scope, { version }: Snapshot) {
  const visible = visibleSums(version);
  const months = monthsOf(scope);
  const inWholeMonths = `SELECT name_key, name, sum(${IN_WHOLE_MONTHS}) AS found FROM party_names
    WHERE country IN {countries:Array(String)} AND ${visible.sql} GROUP BY name_key, name HAVING found > 0`;
  const records = TRADE_TYPES.map((trade) => compileScope(trade, scope, version));
  const named = Object.values(PARTY_ROLES).map((column) => `(${column}_key, ${column})`);
  // What loads keep says nothing of days.
  const inCutMonths = records.map(
    ({ sql }) => `SELECT party.1 AS name_key, party.2 AS name, count() AS found FROM records
      ARRAY JOIN [${named.join(', ')}] AS party WHERE ${sql} AND ${IN_CUT_MONTHS} AND name_key != 0 GROUP BY name_key, name`,
  );
  const sources = [inWholeMonths, ...(cutsMonths(scope) ? inCutMonths : [])];
  return {
    name: 'matching.parties',
    sql: `SELECT concat(toString(name_key), '\\t', toString(total), '\\t', said_name, '\\t', ${rewritten(fold('said_name'), PARTY_WORD_REWRITINGS)}, '\\n')
      FROM (
        SELECT name_key, sum(named) AS total, ${oneLine('argMax(name, (named, name))')} AS said_name
        FROM (SELECT name_key, name, sum(found) AS named FROM (${sources.join(' UNION ALL ')}) GROUP BY name_key, name)
        GROUP BY name_key ORDER BY total DESC, name_key LIMIT ${MOST_PARTIES}
      ) ORDER BY total, name_key DESC`,
    parameters: {
      ...Object.assign({}, ...records.map(({ parameters }) => parameters)),
      ...visible.parameters,
      ...{ countries: scope.countryCode, whole_from: months.wholeFrom, whole_upto: months.wholeUpto },
    },
    settings: SETTINGS,
  };
}

/**
 * Matches names with the parties of the records that may be seen, in whatever role: with nothing else, so that no other party, nor how
 * many there are, changes an answer. Equal names are matched once.
 */
export async function matchNames(
  names: readonly ListedName[],
  scope: Scope | null,
  snapshot: Snapshot,
): Promise<MatchedName[]> {
  if (scope === null) return names.map(({ row }) => ({ row, sureness: 'NONE', candidates: [] }));
  if (names.length === 0) return [];
  const about = JSON.stringify([snapshot.version.version, scope]);
  const joined = snapshot.version.joinedParties.map(({ party, lead }) => [party, lead] as const);
  const fill = (add: (piece: Uint8Array) => Promise<void>, signal: AbortSignal) =>
    snapshot.waitedForUntil(signal).bytes(partiesOf(scope, snapshot), 'RawBLOB', add);
  return snapshot.nameIndexes.match(names, { about, joined, fill }, snapshot.call.signal);
}
