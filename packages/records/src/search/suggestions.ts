import { isTypedAsDigits, LIMITS, type SuggestionQuery, searchValueProblem } from '@tidewaiter/contract';
import { z } from 'zod';
import { descriptionText, partyText } from '../columns/normalise.js';
import { PARTY_ROLES } from '../columns/parties.js';
import { Bindings, containsText, TEXT_SETTINGS } from '../engine/bindings.js';
import { keysOfParties, leadOf } from '../versions/joined-parties.js';
import { compileScope } from './compile.js';
import { type Entitlement, narrow } from './entitlement.js';
import type { AnswerKind } from './kept-answers.js';
import { AT_MOST, IN_WHOLE_MONTHS, rollUpScope } from './roll-up-scope.js';
import type { Snapshot } from './snapshot.js';
import { suggestCodes, suggestDescribedCodes } from './suggest-codes.js';
import { CANDIDATES, counted, orNothing, type Suggested, type Suggesting, type Typed } from './suggesting.js';

/**
 * Parties that are looked at, by the shipments under the spellings that match: some have more under others, as all that
 * contain "te" have under LTD what others have under LIMITED.
 */
const LOOKED_AT = 200;

/**
 * Parties whose name contains the text in any of their spellings. A party is one entry, under the spelling that is commonest
 * within what was asked, and counts with all of them.
 */
async function suggestParties(asked: Suggesting, role: 'IMPORTER' | 'EXPORTER'): Promise<Suggested[]> {
  const { typed, snapshot } = asked;
  const bindings = new Bindings();
  const within = rollUpScope(typed.tradeType, typed.scope, snapshot.version);
  const { version } = snapshot;
  const matches = containsText('name_text', typed.searchValue, partyText, bindings);
  const matching = `(SELECT name_key AS key FROM party_names WHERE ${within.sql} AND role = {role:String} AND ${matches}
    GROUP BY key HAVING sum(${AT_MOST}) > 0 ORDER BY sum(${AT_MOST}) DESC, key LIMIT ${LOOKED_AT})`;
  const isJoined = version.joinedParties.length > 0;
  // Of parties that are one, the name that was typed is what they are called here, the lead's before others.
  const [typedName, preferred] = isJoined
    ? [`, max(${matches}) AS matched`, `matched, ${leadOf('name_key', version)} = name_key, `]
    : ['', ''];
  const rows = await snapshot.query({
    name: 'suggestion.parties',
    sql: `SELECT ${leadOf('name_key', version)} AS party, sum(in_whole_months),
        argMax(name, (${preferred}in_whole_months, name))
      FROM (
        SELECT name_key, name, sum(${AT_MOST}) AS at_most, sum(${IN_WHOLE_MONTHS}) AS in_whole_months${typedName}
        FROM party_names
        WHERE ${within.sql} AND role = {role:String} AND name_key IN ${keysOfParties(matching, version)}
        GROUP BY name_key, name HAVING at_most > 0
      )
      GROUP BY party ORDER BY sum(at_most) DESC, party LIMIT ${CANDIDATES}`,
    parameters: { ...within.parameters, ...bindings.parameters, role },
    row: z.tuple([z.string(), z.coerce.number(), z.string()]),
    settings: TEXT_SETTINGS,
    lane: 'short',
  });
  const column = PARTY_ROLES[role];
  return counted(
    asked,
    rows.map(([key, shipments, value]) => ({ id: key, key, value, shipments })),
    `${column}_key IN ${keysOfParties('(SELECT toUInt64(arrayJoin({candidates:Array(String)})) AS key)', version)}`,
    `[(toString(${leadOf(`${column}_key`, version)}), ${column})]`,
  );
}

/** Words of descriptions that begin with the text. */
async function suggestWords(asked: Suggesting): Promise<Suggested[]> {
  const { typed, snapshot } = asked;
  const bindings = new Bindings();
  const within = rollUpScope(typed.tradeType, typed.scope, snapshot.version);
  const text = descriptionText(bindings.string(typed.searchValue));
  const rows = await snapshot.query({
    name: 'suggestion.words',
    sql: `SELECT word, sum(${IN_WHOLE_MONTHS}) FROM product_words
      WHERE ${within.sql} AND startsWith(word, ${text}) AND notEmpty(${text})
      GROUP BY word HAVING sum(${AT_MOST}) > 0 ORDER BY sum(${AT_MOST}) DESC, word LIMIT ${CANDIDATES}`,
    parameters: { ...within.parameters, ...bindings.parameters },
    row: z.tuple([z.string(), z.coerce.number()]),
    lane: 'short',
  });
  return counted(
    asked,
    rows.map(([word, shipments]) => ({ id: word, value: word, shipments })),
    'hasAnyTokens(product_description_text, {candidates:Array(String)})',
    'arrayMap(word -> (word, word), arrayDistinct(tokens(product_description_text)))',
  );
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

function suggest(asked: Suggesting): Promise<Suggested[]> {
  const { searchBy, searchValue } = asked.typed;
  switch (searchBy) {
    case 'HS_CODE':
    case 'HS_CODE_2':
      return isTypedAsDigits(searchValue) ? suggestCodes(asked) : suggestDescribedCodes(asked);
    case 'IMPORTER':
    case 'EXPORTER':
      return suggestParties(asked, searchBy);
    case 'PRODUCT':
      return BETWEEN_WORDS.test(searchValue) ? suggestPhrases(asked) : suggestWords(asked);
  }
}

/**
 * What a text that is being typed may become: at most ten, most shipments first; each has at least one record that may be seen,
 * within the asked countries and dates. From roll-ups (decision 0011).
 */
export async function suggestionsOf(
  { tradeType, searchBy, searchValue, ...asked }: SuggestionQuery,
  entitlement: Entitlement,
  snapshot: Snapshot,
): Promise<readonly Suggested[]> {
  const scope = narrow(asked, entitlement.access);
  return scope === null ? [] : snapshot.kept(SUGGESTIONS, { tradeType, searchBy, searchValue, scope });
}

const SUGGESTIONS: AnswerKind<Typed, readonly Suggested[]> = {
  name: 'suggestions',
  async find(typed, snapshot) {
    const found = await suggest({ typed, snapshot, edition: await snapshot.edition() });
    return found
      .filter(({ value }) => searchValueProblem(typed.searchBy, value) === undefined)
      .sort((a, b) => b.shipments - a.shipments || (a.value < b.value ? -1 : 1))
      .slice(0, LIMITS.suggestions);
  },
};
