import { z } from 'zod';
import { descriptionText } from '../columns/normalise.js';
import { Bindings, containsText, TEXT_SETTINGS } from '../engine/bindings.js';
import { compileScope } from './compile.js';
import { rollUpScope, TOUCHED, WHOLE } from './roll-up-scope.js';
import { CANDIDATES, counted, orNothing, type Suggested, type Suggesting, type Typed } from './suggesting.js';

/**
 * Lengths of the codes that continue some digits: headings, then subheadings, then the countries' own codes, and the heading
 * or subheading itself once it is typed. An analysis asks for chapters.
 */
function lengths({ searchBy, searchValue }: Typed): number[] {
  if (searchBy === 'HS_CODE_2') return [2];
  const typed = searchValue.length;
  if (typed < 4) return [4];
  if (typed === 4) return [4, 6];
  return typed < 6 ? [6] : [...(typed === 6 ? [6] : []), 12];
}

/** Which codes are looked for among those of the records. */
interface Sought {
  lengths: readonly number[];
  /** Whether a code is one of them, as an expression over `code` and `hs_code`. */
  condition: string;
  parameters: Record<string, string | readonly string[]>;
  /** Which records name one of `{candidates:Array(String)}`, so that few are read. */
  records: string;
}

/** Codes of the records, by shipments. */
async function codesOf(asked: Suggesting, sought: Sought): Promise<Suggested[]> {
  const { typed, snapshot, edition } = asked;
  const within = rollUpScope(typed.tradeType, typed.scope, snapshot.version);
  const codes = `arrayDistinct([${sought.lengths.map((length) => `left(hs_code, ${length})`).join(', ')}])`;
  const shortest = typed.searchBy === 'HS_CODE_2' ? 2 : 4;
  const rows = await snapshot.query({
    name: 'suggestion.codes',
    sql: `SELECT code, sumIf(records, ${WHOLE}), maxIf(hs_description, hs_code = code AND ${WHOLE})
      FROM hs_months ARRAY JOIN ${codes} AS code
      WHERE ${within.sql} AND ${sought.condition} AND ${TOUCHED} AND length(code) >= ${shortest}
      GROUP BY code ORDER BY sum(records) DESC, code LIMIT ${CANDIDATES}`,
    parameters: { ...within.parameters, ...sought.parameters },
    row: z.tuple([z.string(), z.coerce.number(), z.string()]),
    lane: 'short',
  });
  return counted(
    asked,
    rows.map(([code, shipments, own]) => {
      const description = edition.describe(code, own);
      return { id: code, value: code, shipments, ...(description !== undefined && { description }) };
    }),
    sought.records,
    `arrayMap(code -> (code, code), ${codes})`,
  );
}

/** HS codes that start with the digits. */
export function suggestCodes(asked: Suggesting): Promise<Suggested[]> {
  const { typed } = asked;
  return codesOf(asked, {
    lengths: lengths(typed),
    condition: 'startsWith(hs_code, {digits:String})',
    parameters: { digits: typed.searchValue },
    records: 'startsWith(hs_code, {typed:String})',
  });
}

/** HS codes of what the typed words name: headings and subheadings, or chapters for an analysis. */
export async function suggestDescribedCodes(asked: Suggesting): Promise<Suggested[]> {
  const { typed, edition } = asked;
  const lengths = typed.searchBy === 'HS_CODE_2' ? [2] : [4, 6];
  const called = edition.codesOf(typed.searchValue).filter((code) => lengths.includes(code.length));
  const described = [...new Set([...called, ...(await codesOfGoods(asked, lengths))])];
  if (described.length === 0) return [];
  return codesOf(asked, {
    lengths,
    condition: 'code IN {described:Array(String)}',
    parameters: { described },
    records: `(${lengths.map((length) => `left(hs_code, ${length}) IN {candidates:Array(String)}`).join(' OR ')})`,
  });
}

/** Records that are asked what they are of, at most; in seconds, how long. */
const GOODS_SAMPLE = 20_000;
const GOODS_TIME = 1;

/** The part of the goods that a code must have, for the words to name it. */
const SHARE_OF_GOODS = 0.1;

/**
 * The codes under which most goods are declared that the typed words describe: "phone" is in no text of the nomenclature, and in half a
 * million declarations.
 */
async function codesOfGoods({ typed, snapshot }: Suggesting, lengths: readonly number[]): Promise<string[]> {
  if (typed.searchValue.trim().length < LEAST_WORD) return [];
  const within = compileScope(typed.tradeType, typed.scope, snapshot.version);
  const bindings = new Bindings('g');
  const says = containsText('product_description_text', typed.searchValue.trim(), descriptionText, bindings);
  const rows = await orNothing(
    snapshot.query({
      name: 'suggestion.goods',
      sql: `SELECT code, count() AS found FROM (
          SELECT hs_code, count() OVER () AS said
          FROM (SELECT hs_code FROM records WHERE ${within.sql} AND ${says} LIMIT ${GOODS_SAMPLE})
        ) ARRAY JOIN arrayDistinct([${lengths.map((length) => `left(hs_code, ${length})`).join(', ')}]) AS code
        WHERE length(code) IN (${lengths.join(', ')})
        GROUP BY code HAVING found >= ${SHARE_OF_GOODS} * any(said) ORDER BY found DESC, code LIMIT ${CANDIDATES}`,
      parameters: { ...within.parameters, ...bindings.parameters },
      settings: { ...TEXT_SETTINGS, max_execution_time: GOODS_TIME, timeout_overflow_mode: 'break' },
      row: z.tuple([z.string(), z.coerce.number()]),
    }),
  );
  return rows.map(([code]) => code);
}

/** Letters below which a text begins a word, and names nothing yet. */
const LEAST_WORD = 3;
