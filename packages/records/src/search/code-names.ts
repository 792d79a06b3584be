import { isTypedAsDigits } from '@tidewaiter/contract';
import { z } from 'zod';
import { descriptionText } from '../columns/normalise.js';
import { Bindings, containsText } from '../engine/bindings.js';
import type { NarrowedQuery } from './entitlement.js';
import type { AnswerKind } from './kept-answers.js';
import { rollUpScope, WHOLE } from './roll-up-scope.js';
import type { Snapshot } from './snapshot.js';

type Asked = Pick<NarrowedQuery, 'tradeType' | 'scope'>;

/** What HS codes are called, by the nomenclature and, where that tells too little, by the sources that a question may see. */
export async function codeNamesOf(
  codes: readonly string[],
  { tradeType, scope }: Asked,
  snapshot: Snapshot,
): Promise<(code: string) => string | undefined> {
  const edition = await snapshot.edition();
  const untold = [...new Set(codes)].filter((code) => edition.needsWords(code)).sort();
  if (untold.length === 0 || scope === null) return (code) => edition.describe(code);
  const own = new Map(await snapshot.kept(OWN_WORDS, { tradeType, scope, codes: untold }));
  return (code) => edition.describe(code, own.get(code));
}

/** What sources call some codes, of records in whole months of a scope: so nothing is told of those that may not be seen. */
const OWN_WORDS: AnswerKind<Asked & { codes: readonly string[] }, readonly (readonly [string, string])[]> = {
  name: 'code-words',
  async find({ tradeType, scope, codes }, snapshot) {
    if (scope === null) return [];
    const within = rollUpScope(tradeType, scope, snapshot.version);
    return snapshot.query({
      name: 'code-words',
      sql: `SELECT hs_code, max(hs_description) FROM hs_months
        WHERE ${within.sql} AND hs_code IN {codes:Array(String)} AND ${WHOLE} AND hs_description != ''
        GROUP BY hs_code`,
      parameters: { ...within.parameters, codes },
      row: z.tuple([z.string(), z.string()]),
      lane: 'short',
    });
  },
};

/** More codes than one text names. */
const CALLED_MAX = 2000;

/** Codes that are called by a text because their sources call them so: what {@link codeNamesOf} says of them, looked up. */
export async function codesCalledBySources(
  text: string,
  { tradeType, scope }: Asked,
  snapshot: Snapshot,
): Promise<string[]> {
  if (scope === null || text === '' || isTypedAsDigits(text)) return [];
  const edition = await snapshot.edition();
  const found = await snapshot.kept(CALLED, { tradeType, scope, text });
  return found.filter(([code, own]) => edition.describe(code, own) === own).map(([code]) => code);
}

const CALLED: AnswerKind<Asked & { text: string }, readonly (readonly [string, string])[]> = {
  name: 'code-words-containing',
  async find({ tradeType, scope, text }, snapshot) {
    if (scope === null) return [];
    const within = rollUpScope(tradeType, scope, snapshot.version);
    const bindings = new Bindings('w');
    const contained = containsText('said', text, descriptionText, bindings);
    return snapshot.query({
      name: 'code-words-containing',
      sql: `SELECT hs_code, own FROM (
          SELECT hs_code, max(hs_description) AS own, ${descriptionText('own')} AS said FROM hs_months
          WHERE ${within.sql} AND ${WHOLE} AND hs_description != ''
          GROUP BY hs_code
        )
        WHERE ${contained} ORDER BY hs_code LIMIT ${CALLED_MAX}`,
      parameters: { ...within.parameters, ...bindings.parameters },
      row: z.tuple([z.string(), z.string()]),
      lane: 'short',
    });
  },
};
