import { isTypedAsDigits } from '@tidewaiter/contract';
import { z } from 'zod';
import { Bindings, containsText, prefixed } from '../engine/bindings.js';
import type { Where } from '../query/compile.js';
import type { NarrowedQuery } from '../query/entitlement.js';
import { rollUpScope, WHOLE } from '../query/roll-up-scope.js';
import { cachedQuery, type Snapshot } from '../query/snapshot.js';
import { descriptionText } from '../text/normalise.js';
import type { DataVersion } from '../versions/data-version.js';

type NamesQuery = Pick<NarrowedQuery, 'tradeType' | 'scope'>;

/** What HS codes are called, by the nomenclature and, where that tells too little, by the sources that a question may see. */
export async function codeNamesOf(
  codes: readonly string[],
  { tradeType, scope }: NamesQuery,
  snapshot: Snapshot,
): Promise<(code: string) => string | undefined> {
  const edition = await snapshot.edition();
  const untold = [...new Set(codes)]
    .filter((code) => code !== '' && (edition.needsWords(code) || edition.describe(code) === undefined))
    .sort();
  if (untold.length === 0 || scope === null) return (code) => edition.describe(code);
  const ofScope = await allWords({ tradeType, scope }, snapshot);
  const { words } = ofScope.areAll ? ofScope : await someWords({ tradeType, scope, codes: untold }, snapshot);
  return (code) => edition.describe(code, words.get(code));
}

type Words = ReadonlyMap<string, string>;

/** Codes of a scope whose words are cached together; they weigh a few MB. */
const MOST_CODES = 20_000;

const allWords = cachedQuery<NamesQuery, { words: Words; areAll: boolean }>('code-words', async (query, snapshot) => {
  const words = await sourceWords(query, { sql: 'true', parameters: {} }, snapshot);
  const areAll = words.size <= MOST_CODES;
  return { words: areAll ? words : new Map(), areAll };
});

/** Of some codes, where the scope has too many to keep. */
const someWords = cachedQuery<NamesQuery & { codes: readonly string[] }, { words: Words }>(
  'words-of-codes',
  async ({ codes, ...query }, snapshot) => {
    const among = { sql: 'hs_code IN {codes:Array(String)}', parameters: { codes } };
    return { words: await sourceWords(query, among, snapshot) };
  },
);

/** Codes, and the one name that sources have for each, of some rows of the roll-up. */
const wordsSql = (rows: string) =>
  `SELECT hs_code, max(hs_description) AS own FROM hs_months WHERE ${rows} AND ${WHOLE} AND hs_code != '' AND hs_description != '' GROUP BY hs_code`;

/** What sources call a record's code, as an expression over `hs_code`: what {@link codeNamesOf} goes by, for an order, groups and files. */
export function sourceWordsSql(
  { tradeType, seen }: Pick<NarrowedQuery, 'tradeType' | 'seen'>,
  version: DataVersion,
): Where {
  if (seen === null) return { sql: "''", parameters: {} };
  const within = rollUpScope(tradeType, seen, version);
  const all = (column: string) => `(SELECT groupArray(${column}) FROM (${wordsSql(within.sql)} ORDER BY hs_code))`;
  const sql = `transform(hs_code, ${all('hs_code')}, ${all('own')}, '')`;
  return prefixed({ sql, parameters: within.parameters }, 'said_');
}

/** What sources call codes, of records in whole months of a scope: so nothing is told of those that may not be seen. */
async function sourceWords({ tradeType, scope }: NamesQuery, among: Where, snapshot: Snapshot): Promise<Words> {
  if (scope === null) return new Map();
  const within = rollUpScope(tradeType, scope, snapshot.version);
  const rows = await snapshot.query({
    name: 'code-words',
    sql: `SELECT hs_code, own FROM (${wordsSql(`${within.sql} AND ${among.sql}`)}) LIMIT ${MOST_CODES + 1}`,
    parameters: { ...within.parameters, ...among.parameters },
    row: z.tuple([z.string(), z.string()]),
    lane: 'short',
  });
  return new Map(rows);
}

/** More codes than one text names. */
const CALLED_MAX = 2000;

/** Codes, or groups of them: an expression, and how many of a code's first digits it has. */
export interface CodesSql {
  sql: string;
  digits: number;
}

/**
 * Those of some codes that are called by the typed words, as a condition over them: by their own text, their heading's, or that of a code
 * which is of their group; or because sources call one so. None by the nomenclature where digits are typed.
 */
export async function calledCodes(
  { sql, digits }: CodesSql,
  typed: string,
  query: NamesQuery,
  snapshot: Snapshot,
  bindings: Bindings,
): Promise<string> {
  if (isTypedAsDigits(typed)) return 'false';
  const called = (await snapshot.edition()).codesOf(typed);
  const conditions = [4, 6].flatMap((length) => {
    const codes = called.filter((code) => code.length === length).map((code) => code.slice(0, digits));
    return codes.length === 0 ? [] : [`left(${sql}, ${length}) IN ${bindings.strings(codes)}`];
  });
  const own = (await codesCalledBySources(typed, query, snapshot)).map((code) => code.slice(0, digits));
  if (own.length > 0) conditions.push(`${sql} IN ${bindings.strings(own)}`);
  return conditions.length === 0 ? 'false' : `(${conditions.join(' OR ')})`;
}

/** Codes that are called by a text because their sources call them so: what {@link codeNamesOf} says of them, looked up. */
async function codesCalledBySources(
  text: string,
  { tradeType, scope }: NamesQuery,
  snapshot: Snapshot,
): Promise<string[]> {
  if (scope === null) return [];
  const edition = await snapshot.edition();
  const called = await calledBySources({ tradeType, scope, text }, snapshot);
  return called.filter(([code, own]) => edition.describe(code, own) === own).map(([code]) => code);
}

const calledBySources = cachedQuery<NamesQuery & { text: string }, readonly (readonly [string, string])[]>(
  'code-words-containing',
  async ({ tradeType, scope, text }, snapshot) => {
    if (scope === null) return [];
    const within = rollUpScope(tradeType, scope, snapshot.version);
    const bindings = new Bindings('w');
    const contained = containsText('said', text, descriptionText, bindings);
    return snapshot.query({
      name: 'code-words-containing',
      sql: `SELECT hs_code, own FROM (SELECT hs_code, own, ${descriptionText('own')} AS said FROM (${wordsSql(within.sql)}))
        WHERE ${contained} ORDER BY hs_code LIMIT ${CALLED_MAX}`,
      parameters: { ...within.parameters, ...bindings.parameters },
      row: z.tuple([z.string(), z.string()]),
      lane: 'short',
    });
  },
);
