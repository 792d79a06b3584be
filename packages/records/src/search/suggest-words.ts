import { z } from 'zod';
import { descriptionText } from '../normalise.js';
import { Bindings } from './bindings.js';
import { compileScope } from './compile.js';
import { orNothing } from './or-nothing.js';
import { AT_MOST, IN_WHOLE_MONTHS, rollUpScope } from './roll-up-scope.js';
import { CANDIDATES, counted, type Suggested, type Suggesting } from './suggesting.js';

/** Words of descriptions that begin with the text. */
export async function suggestWords(asked: Suggesting): Promise<Suggested[]> {
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
export async function suggestPhrases({ typed, snapshot }: Suggesting): Promise<Suggested[]> {
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
