import { z } from 'zod';
import { partyText } from '../normalise.js';
import { PARTY_ROLES } from '../parties.js';
import { Bindings, containsText, TEXT_SETTINGS } from './bindings.js';
import { AT_MOST, IN_WHOLE_MONTHS, rollUpScope } from './roll-up-scope.js';
import { CANDIDATES, counted, type Suggested, type Suggesting } from './suggesting.js';

/**
 * Parties that are looked at, by the shipments under the spellings that match: some have more under others, as all that
 * contain "te" have under LTD what others have under LIMITED.
 */
const LOOKED_AT = 200;

/**
 * Parties whose name contains the text in any of their spellings. A party is one entry, under the spelling that is commonest
 * within what was asked, and counts with all of them.
 */
export async function suggestParties(asked: Suggesting, role: 'IMPORTER' | 'EXPORTER'): Promise<Suggested[]> {
  const { typed, snapshot } = asked;
  const bindings = new Bindings();
  const within = rollUpScope(typed.tradeType, typed.scope, snapshot.version);
  const rows = await snapshot.query({
    name: 'suggestion.parties',
    sql: `SELECT name_key, sum(in_whole_months), argMax(name, (in_whole_months, name)) FROM (
        SELECT name_key, name, sum(${AT_MOST}) AS at_most, sum(${IN_WHOLE_MONTHS}) AS in_whole_months FROM party_names
        WHERE ${within.sql} AND role = {role:String} AND name_key IN (
          SELECT name_key FROM party_names
          WHERE ${within.sql} AND role = {role:String}
            AND ${containsText('name_text', typed.searchValue, partyText, bindings)}
          GROUP BY name_key HAVING sum(${AT_MOST}) > 0 ORDER BY sum(${AT_MOST}) DESC, name_key LIMIT ${LOOKED_AT}
        )
        GROUP BY name_key, name HAVING at_most > 0
      )
      GROUP BY name_key ORDER BY sum(at_most) DESC, name_key LIMIT ${CANDIDATES}`,
    parameters: { ...within.parameters, ...bindings.parameters, role },
    row: z.tuple([z.string(), z.coerce.number(), z.string()]),
    settings: TEXT_SETTINGS,
    lane: 'short',
  });
  const column = PARTY_ROLES[role];
  return counted(
    asked,
    rows.map(([key, shipments, value]) => ({ id: key, key, value, shipments })),
    `${column}_key IN arrayMap(key -> toUInt64(key), {candidates:Array(String)})`,
    `[(toString(${column}_key), ${column})]`,
  );
}
