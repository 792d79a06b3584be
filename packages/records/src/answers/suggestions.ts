import { isTypedAsDigits, LIMITS, type SuggestionQuery, searchValueProblem } from '@tidewaiter/contract';
import { z } from 'zod';
import { PARTY_ROLES } from '../columns/parties.js';
import { Bindings, containsText, TEXT_SETTINGS } from '../engine/bindings.js';
import { compileScope } from '../query/compile.js';
import { type Entitlement, narrow } from '../query/entitlement.js';
import { cutsMonths, IN_CUT_MONTHS, IN_WHOLE_MONTHS, monthsOf, rollUpScope } from '../query/roll-up-scope.js';
import { cachedQuery, type Snapshot } from '../query/snapshot.js';
import { IS_KEPT_WORD } from '../schema/roll-ups.js';
import { descriptionText, partyText } from '../text/normalise.js';
import { keysOfParties, leadOf } from '../versions/joined-parties.js';
import { suggestCodes, suggestDescribedCodes } from './suggest-codes.js';
import {
  CANDIDATES,
  COUNT_TIME,
  counted,
  orNothing,
  type Suggested,
  type Suggesting,
  type Typed,
} from './suggesting.js';

/**
 * Parties that are looked at, by the shipments under the spellings that match: some have more under others, as all that
 * contain "te" have under LTD what others have under LIMITED.
 */
const LOOKED_AT = 200;

/**
 * Parties whose name contains the text in any of their spellings, of records that may be seen. A party is one entry, under the
 * spelling that is commonest within what was asked, and counts with all of them.
 */
async function suggestParties(suggesting: Suggesting, role: 'IMPORTER' | 'EXPORTER'): Promise<Suggested[]> {
  const { typed, snapshot } = suggesting;
  const { version } = snapshot;
  const column = PARTY_ROLES[role];
  const bindings = new Bindings();
  const within = rollUpScope(typed.tradeType, typed.scope, version);
  const matches = containsText('name_text', typed.searchValue, partyText, bindings);
  const inWholeMonths = `(SELECT name_key AS key FROM party_names WHERE ${within.sql} AND role = {role:String} AND ${matches}
    GROUP BY key HAVING sum(${IN_WHOLE_MONTHS}) > 0 ORDER BY sum(${IN_WHOLE_MONTHS}) DESC, key LIMIT ${LOOKED_AT})`;
  const inCutMonths = await partiesInCutMonths(suggesting, column);
  const keys = '(SELECT toUInt64(arrayJoin({keys:Array(String)})) AS key)';
  const matching =
    inCutMonths.length === 0 ? inWholeMonths : `(SELECT key FROM ${inWholeMonths} UNION ALL SELECT key FROM ${keys})`;
  const isJoined = version.joinedParties.length > 0;
  // Of parties that are one, the name that was typed is what they are called here, the lead's before others.
  const [typedName, preferred] = isJoined
    ? [`, max(${matches}) AS matched`, `matched, ${leadOf('name_key', version)} = name_key, `]
    : ['', ''];
  const parameters = { ...within.parameters, ...bindings.parameters, role, keys: inCutMonths };
  const wholeMonths = async () => {
    const rows = await snapshot.query({
      name: 'suggestion.parties',
      sql: `SELECT ${leadOf('name_key', version)} AS party, argMax(name, (${preferred}found, name)), sum(found) FROM (
          SELECT name_key, name, sum(${IN_WHOLE_MONTHS}) AS found${typedName} FROM party_names
          WHERE ${within.sql} AND role = {role:String} AND name_key IN ${keysOfParties(matching, version)}
          GROUP BY name_key, name HAVING found > 0
        )
        GROUP BY party ORDER BY sum(found) DESC, party LIMIT ${CANDIDATES}`,
      parameters,
      row: z.tuple([z.string(), z.string(), z.coerce.number()]),
      settings: TEXT_SETTINGS,
      lane: 'short',
    });
    return rows.map(([id, value, shipments]) => ({ id, value, shipments }));
  };
  const found = await counted(suggesting, wholeMonths(), {
    records: `${column}_key IN ${keysOfParties(matching, version)}`,
    pairs: `[(toString(${leadOf(`${column}_key`, version)}), ${column})]`,
    parameters,
  });
  return found.map(({ id, value, shipments }) => ({ key: id, value, shipments }));
}

/** The parties of which a spelling contains the text in months that the scope cuts; none where that takes too long. */
async function partiesInCutMonths(
  { typed, snapshot }: Suggesting,
  column: (typeof PARTY_ROLES)['IMPORTER' | 'EXPORTER'],
): Promise<readonly string[]> {
  const { tradeType, scope, searchValue } = typed;
  if (!cutsMonths(scope)) return [];
  const bindings = new Bindings();
  const within = compileScope(tradeType, scope, snapshot.version);
  const { wholeFrom, wholeUpto } = monthsOf(scope);
  const rows = await orNothing(
    snapshot.query({
      name: 'suggestion.parties-in-cut-months',
      sql: `SELECT toString(${column}_key) FROM records
        WHERE ${within.sql} AND ${IN_CUT_MONTHS} AND ${column}_key != 0
          AND ${containsText(`${column}_text`, searchValue, partyText, bindings)}
        GROUP BY ${column}_key ORDER BY count() DESC, ${column}_key LIMIT ${LOOKED_AT}`,
      parameters: { ...within.parameters, ...bindings.parameters, whole_from: wholeFrom, whole_upto: wholeUpto },
      settings: { ...TEXT_SETTINGS, max_execution_time: COUNT_TIME },
      row: z.tuple([z.string()]),
    }),
  );
  return rows.map(([key]) => key);
}

/** Words of descriptions that begin with the text. */
async function suggestWords(suggesting: Suggesting): Promise<Suggested[]> {
  const { typed, snapshot } = suggesting;
  const bindings = new Bindings();
  const within = rollUpScope(typed.tradeType, typed.scope, snapshot.version);
  const text = descriptionText(bindings.string(typed.searchValue));
  const begins = `startsWith(word, ${text}) AND notEmpty(${text})`;
  const wholeMonths = async () => {
    const rows = await snapshot.query({
      name: 'suggestion.words',
      sql: `SELECT word, sum(${IN_WHOLE_MONTHS}) AS found FROM product_words WHERE ${within.sql} AND ${begins}
        GROUP BY word HAVING found > 0 ORDER BY found DESC, word LIMIT ${CANDIDATES}`,
      parameters: { ...within.parameters, ...bindings.parameters },
      row: z.tuple([z.string(), z.coerce.number()]),
      lane: 'short',
    });
    return rows.map(([word, shipments]) => ({ id: word, value: word, shipments }));
  };
  const records = containsText('product_description_text', typed.searchValue, descriptionText, bindings);
  const found = await counted(suggesting, wholeMonths(), {
    records,
    pairs: `arrayMap(word -> (word, word), arrayFilter(word -> ${IS_KEPT_WORD} AND ${begins}, arrayDistinct(tokens(product_description_text))))`,
    parameters: bindings.parameters,
  });
  return found.map(({ value, shipments }) => ({ value, shipments }));
}

/** Records that hold the typed words, of which phrases are made; a phrase counts among them only. */
const SAMPLE = 20_000;

/** In seconds; what was found until then is what is suggested. */
const PHRASE_TIME = 1;

/**
 * Several words, completed: the last of them to its end, or where it has ended by the next one. No roll-up knows phrases, so
 * they are read from records that hold what was typed, at most so many of them: the text index leads there, by the words
 * that are complete.
 */
async function suggestPhrases({ typed, snapshot }: Suggesting): Promise<Suggested[]> {
  const within = compileScope(typed.tradeType, typed.scope, snapshot.version);
  const bindings = new Bindings();
  const text = descriptionText(bindings.string(typed.searchValue));
  const rows = await orNothing(
    snapshot.query({
      name: 'suggestion.phrases',
      sql: `SELECT concat(typed, continued) AS phrase, count() AS shipments FROM (
          SELECT concat(' ', product_description_text) AS description, ${text} AS typed,
            position(description, concat(' ', typed)) AS at,
            extract(substring(description, at + 1 + length(typed)), '^(?:[\\pL\\pN]+| [\\pL\\pN]+)') AS continued
          FROM records
          WHERE ${within.sql} AND hasAllTokens(product_description_text, arrayPopBack(tokens(${text})))
            AND at > 0 AND continued != ''
          LIMIT ${SAMPLE}
        )
        GROUP BY phrase ORDER BY shipments DESC, phrase LIMIT ${CANDIDATES}`,
      parameters: { ...within.parameters, ...bindings.parameters },
      settings: { max_execution_time: PHRASE_TIME, timeout_overflow_mode: 'break' },
      row: z.tuple([z.string(), z.coerce.number()]),
    }),
  );
  return rows.map(([value, shipments]) => ({ value, shipments }));
}

/** A text without any of these is one word, as the descriptions are split. */
const BETWEEN_WORDS = /[^\p{L}\p{N}\u0080-\u{10ffff}]/u;

function suggest(suggesting: Suggesting): Promise<Suggested[]> {
  const { searchBy, searchValue } = suggesting.typed;
  switch (searchBy) {
    case 'HS_CODE':
    case 'HS_CODE_2':
      return isTypedAsDigits(searchValue) ? suggestCodes(suggesting) : suggestDescribedCodes(suggesting);
    case 'IMPORTER':
    case 'EXPORTER':
      return suggestParties(suggesting, searchBy);
    case 'PRODUCT':
      return BETWEEN_WORDS.test(searchValue) ? suggestPhrases(suggesting) : suggestWords(suggesting);
  }
}

/**
 * What a text that is being typed may become: at most ten, most shipments first, but for the likeliest headings of goods; each has at least one record that may be seen,
 * within the asked countries and dates. From roll-ups (decision 0011).
 */
export async function suggestionsOf(
  { tradeType, searchBy, searchValue, ...narrowing }: SuggestionQuery,
  entitlement: Entitlement,
  snapshot: Snapshot,
): Promise<readonly Suggested[]> {
  const scope = narrow(narrowing, entitlement.access);
  return scope === null ? [] : suggestionsTyped({ tradeType, searchBy, searchValue, scope }, snapshot);
}

const placeOf = ({ place = Number.POSITIVE_INFINITY }: Suggested) => Math.min(place, LIMITS.suggestions);

const suggestionsTyped = cachedQuery<Typed, readonly Suggested[]>('suggestions', async (typed, snapshot) => {
  const found = await suggest({ typed, snapshot, edition: await snapshot.edition() });
  return found
    .filter(({ value }) => searchValueProblem(typed.searchBy, value) === undefined)
    .sort((a, b) => placeOf(a) - placeOf(b) || b.shipments - a.shipments || (a.value < b.value ? -1 : 1))
    .slice(0, LIMITS.suggestions)
    .map(({ place: _, ...suggested }) => suggested);
});
