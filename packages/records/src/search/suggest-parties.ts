import { z } from 'zod';
import { partyText } from '../normalise.js';
import { PARTY_ROLES } from '../parties.js';
import { Bindings, containsText, TEXT_SETTINGS } from './bindings.js';
import { CERTAIN, FOUND, rollUpScope } from './roll-up-scope.js';
import { CANDIDATES, confirmed, type Suggested, type Suggesting } from './suggesting.js';

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
  const { engine, version, query, scope } = asked;
  const bindings = new Bindings();
  const within = rollUpScope(query.tradeType, scope, version);
  const rows = await engine.query({
    name: 'suggestion.parties',
    sql: `SELECT name_key, sum(found) AS shipments, argMax(name, (certain, found, name)), max(certain) FROM (
        SELECT name_key, name, sum(${FOUND}) AS found, max(${CERTAIN}) AS certain FROM party_names
        WHERE ${within.sql} AND role = {role:String} AND name_key IN (
          SELECT name_key FROM party_names
          WHERE ${within.sql} AND role = {role:String}
            AND ${containsText('name_text', query.searchValue, partyText, bindings)}
          GROUP BY name_key HAVING sum(${FOUND}) > 0 ORDER BY sum(${FOUND}) DESC, name_key LIMIT ${LOOKED_AT}
        )
        GROUP BY name_key, name HAVING found > 0
      )
      GROUP BY name_key ORDER BY shipments DESC, name_key LIMIT ${CANDIDATES}`,
    parameters: { ...within.parameters, ...bindings.parameters, role },
    row: z.tuple([z.string(), z.coerce.number(), z.string(), z.coerce.boolean()]),
    settings: TEXT_SETTINGS,
    lane: 'short',
  });
  const column = PARTY_ROLES[role];
  return confirmed(
    asked,
    rows.map(([key, shipments, value, certain]) => ({ id: key, key, value, shipments, certain })),
    `${column}_key IN arrayMap(key -> toUInt64(key), {uncertain:Array(String)})`,
    `[(toString(${column}_key), ${column})]`,
  );
}
