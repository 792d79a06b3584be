import {
  type Clause,
  describeCondition,
  matchTypesFor,
  type SearchBy,
  type SearchCondition,
  type SearchQuery,
  searchValueProblem,
  wholeWords,
} from '@tidewaiter/contract';
import { z } from 'zod';
import { type Entitlement, narrow, type Scope } from '../query/entitlement.js';
import { IN_WHOLE_MONTHS, rollUpScope } from '../query/roll-up-scope.js';
import { cachedQuery, type Snapshot } from '../query/snapshot.js';
import { plainWord } from '../text/plain-text.js';
import { wordForms } from '../text/word-forms.js';
import { orNothing } from './suggesting.js';

/** What could be asked in place of the form's condition. */
export interface Proposed {
  clause: Clause;
  label: string;
  query: SearchQuery;
}

/** Headings that are looked at; values of a question for which others are looked for; words of a value that are left out, one at a time. */
const HEADINGS = 5;
const VALUES = 3;
const LEFT_OUT = 4;

/** Words of another spelling, for each that nothing is found by. */
const SPELLINGS = 2;

/** In seconds. Nobody asked for it. */
const SPELLING_TIME = 1;

/**
 * What else to ask where a question's words find nothing: the same words of another field, words that the records have, spelt nearly so or
 * fewer of them, and the HS codes of what the words name. Which of them find anything is for the caller to count.
 */
export async function proposedQueries(
  query: SearchQuery,
  { access }: Entitlement,
  snapshot: Snapshot,
): Promise<{ readings: Proposed[]; words: Proposed[]; codes: Proposed[] }> {
  const scope = narrow(query, access);
  const readings = query.matchType === 'D' ? [] : otherReadings(query);
  if (query.searchBy !== 'PRODUCT' || query.matchType === 'D' || scope === null)
    return { readings, words: [], codes: [] };
  const values = query.searchValue.slice(0, VALUES);
  const [edition, wordings] = await Promise.all([
    snapshot.edition(),
    Promise.all(values.map((value) => otherWordings(value, query, scope, snapshot))),
  ]);
  const headings = [...new Set(values.flatMap((value) => edition.headingsOf(value).slice(0, HEADINGS)))];
  return {
    readings,
    words: [...new Set(wordings.flat())]
      .filter((value) => searchValueProblem('PRODUCT', value, 'W') === undefined)
      .map((value) => instead(query, { searchBy: 'PRODUCT', matchType: 'W', searchValue: [value] })),
    codes: headings.map((code) => {
      const condition = { searchBy: 'HS_CODE' as const, matchType: 'L' as const, searchValue: [code] };
      return { ...instead(query, condition), label: `HS code ${code}: ${edition.describe(code)}` };
    }),
  };
}

/** Texts may be any of these. */
const READ_AS: readonly SearchBy[] = ['IMPORTER', 'EXPORTER', 'PRODUCT'];

/**
 * The same values, searched by what else they may be: what is no goods may be a company. A company is asked for by what its name contains,
 * and by its key, which knows it where its legal form is written otherwise.
 */
function otherReadings(query: SearchQuery): Proposed[] {
  const { searchBy: field, searchValue } = query;
  if (!READ_AS.includes(field) || searchValue.length === 0) return [];
  return READ_AS.filter((by) => by !== field).flatMap((searchBy) => {
    const matchType = matchTypesFor(searchBy)[0] ?? 'L';
    if (searchValue.some((value) => searchValueProblem(searchBy, value, matchType) !== undefined)) return [];
    const contains = instead(query, { searchBy, matchType, searchValue });
    return searchBy === 'PRODUCT'
      ? [contains]
      : [contains, instead(query, { searchBy, matchType, searchValue, pickedValue: searchValue })];
  });
}

function instead({ pickedValue: _, ...query }: SearchQuery, condition: SearchCondition): Proposed {
  return {
    clause: { part: 'instead', ...condition },
    label: describeCondition(condition),
    query: { ...query, ...condition },
  };
}

/** Other wordings of a value, of words that are there, the nearest first. */
async function otherWordings(
  value: string,
  { tradeType, matchType }: SearchQuery,
  scope: Scope,
  snapshot: Snapshot,
): Promise<string[]> {
  const words = wholeWords(value);
  // Signs alone are no words.
  if (words.length === 0) return [];
  const present = await orNothing(wordsThere({ tradeType, scope, words: words.map(soughtWord) }, snapshot));
  const spelt = (place: number) => present.flatMap((one) => (one.place === place ? [one] : []));
  const isThere = (place: number) => spelt(place).some(({ distance }) => distance === 0);
  const nearest = words.map((word, place) => (isThere(place) ? word : spelt(place)[0]?.word));
  const joined = (some: readonly (string | undefined)[]) => some.filter((word) => word !== undefined).join(' ');
  // Of one word alone that is not there, the next nearest too.
  const others = words.flatMap((_, place) =>
    isThere(place) ? [] : spelt(place).map(({ word }) => joined(nearest.with(place, word))),
  );
  const all = joined(nearest);
  const fewer =
    nearest.length < 2 ? [] : nearest.slice(0, LEFT_OUT).map((_, place) => joined(nearest.toSpliced(place, 1)));
  const phrase = matchType === 'W' ? words.join(' ') : undefined;
  return [all, ...others, ...fewer].filter((wording) => wording !== '' && wording !== phrase);
}

/** A word that is looked for among those of the records. */
interface SoughtWord {
  word: string;
  /** Words of it that are no other. */
  forms: readonly string[];
  /** Letters that a near spelling differs in at most: none of a short word, which is near to too many. */
  differs: number;
}

function soughtWord(word: string): SoughtWord {
  const plain = plainWord(word);
  if (plain === undefined) return { word: word.toLowerCase(), forms: [word.toLowerCase()], differs: 0 };
  const differs = plain.length < 4 || /\d/.test(plain) ? 0 : plain.length < 9 ? 1 : 2;
  return { word: plain, forms: wordForms(plain), differs };
}

/** A word of the records: the one that was sought by its place, and in how many letters it differs. */
interface WordThere {
  place: number;
  word: string;
  distance: number;
}

/**
 * The words of the records that may be seen that are sought ones, or spelt nearly so, with the same first letter: most begin a word rightly.
 * From the roll-up of words and not from the dictionary, which knows those of records that may not be seen, too.
 */
const wordsThere = cachedQuery<{ tradeType: SearchQuery['tradeType']; scope: Scope; words: SoughtWord[] }, WordThere[]>(
  'words-there',
  async ({ tradeType, scope, words }, snapshot) => {
    const within = rollUpScope(tradeType, scope, snapshot.version);
    const parameters: Record<string, string | number | readonly string[]> = {};
    const each = words.map(({ word, forms, differs }, place) => {
      Object.assign(parameters, { [`w${place}`]: word, [`f${place}`]: forms, [`a${place}`]: word.slice(0, 1) });
      const distance = `if(has({f${place}:Array(String)}, word), 0, damerauLevenshteinDistance(word, {w${place}:String}))`;
      return `SELECT ${place} AS place, word, ${distance} AS distance, sum(${IN_WHOLE_MONTHS}) AS found FROM product_words
        WHERE ${within.sql} AND startsWith(word, {a${place}:String}) AND length(word) BETWEEN ${[...word].length - differs - 2} AND ${word.length + differs + 2}
          AND distance <= ${differs}
        GROUP BY word HAVING found > 0 ORDER BY distance, found DESC, word LIMIT ${SPELLINGS}`;
    });
    const rows = await snapshot.query({
      name: 'search.words-there',
      sql: `SELECT place, word, distance FROM (${each.map((sql) => `SELECT * FROM (${sql})`).join(' UNION ALL ')}) ORDER BY place, distance, found DESC, word`,
      parameters: { ...within.parameters, ...parameters },
      settings: { max_execution_time: SPELLING_TIME },
      row: z.tuple([z.number(), z.string(), z.coerce.number()]),
      lane: 'short',
    });
    return rows.map(([place, word, distance]) => ({ place, word, distance }));
  },
);
