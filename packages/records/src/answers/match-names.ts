/** Which parties of the records the names of a list are of. Decision 0078. */
import { PARTY_WORD_REWRITINGS } from '@tidewaiter/contract';
import type { ListedName, MatchedName } from '../matching/matched-name.js';
import type { Scope } from '../query/entitlement.js';
import type { Snapshot } from '../query/snapshot.js';
import { fold } from '../text/normalise.js';
import { rewritten } from '../text/party-name-keys.js';
import { namesInScope } from './known-parties.js';
import { matchNumbers } from './match-numbers.js';

/** Parties that names are compared with, those first that most records name: of more, the thread's memory would be more than a portal has. */
const MOST_PARTIES = 4_000_000;

/** Groups of many names are put aside on the disk. */
const SETTINGS = { max_bytes_before_external_group_by: 300_000_000 } as const;

const oneLine = (text: string) => `replaceRegexpAll(${text}, '[\\\\t\\\\n\\\\r]+', ' ')`;

/** The parties of a scope in any role, as lines: key, records, name, and its words as its key is made of them; the fewest records first. */
function partiesOf(scope: Scope, { version }: Snapshot) {
  const named = namesInScope(scope, version);
  return {
    name: 'matching.parties',
    sql: `SELECT concat(toString(name_key), '\\t', toString(total), '\\t', said_name, '\\t', ${rewritten(fold('said_name'), PARTY_WORD_REWRITINGS)}, '\\n')
      FROM (
        SELECT name_key, sum(named) AS total, ${oneLine('argMax(name, (named, name))')} AS said_name
        FROM (SELECT name_key, name, sum(found) AS named FROM ${named.sql} GROUP BY name_key, name)
        GROUP BY name_key ORDER BY total DESC, name_key LIMIT ${MOST_PARTIES}
      ) ORDER BY total, name_key DESC`,
    parameters: named.parameters,
    settings: SETTINGS,
  };
}

/**
 * Matches names, and the numbers beside them, with the parties of the records that may be seen, in whatever role: with nothing else, so that no other party, nor how
 * many there are, changes an answer. Equal names are matched once.
 */
export async function matchNames(
  names: readonly ListedName[],
  scope: Scope | null,
  snapshot: Snapshot,
): Promise<readonly MatchedName[]> {
  if (scope === null) return names.map(({ row }) => ({ row, sureness: 'NONE', candidates: [] }));
  if (names.length === 0) return [];
  const about = JSON.stringify([snapshot.version.version, scope]);
  const joined = snapshot.version.joinedParties.map(({ party, lead }) => [party, lead] as const);
  const fill = (add: (piece: Uint8Array) => Promise<void>, signal: AbortSignal) =>
    snapshot.waitedForUntil(signal).bytes(partiesOf(scope, snapshot), 'RawBLOB', add);
  const byName = await snapshot.nameIndexes.match(
    names.map(({ numbers: _, ...name }) => name),
    { about, joined, fill },
    snapshot.call.signal,
  );
  return matchNumbers(names, byName, scope, snapshot);
}
