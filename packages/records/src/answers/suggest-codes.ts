import { z } from 'zod';
import { Bindings, containsText, TEXT_SETTINGS } from '../engine/bindings.js';
import { compileScope } from '../query/compile.js';
import { rollUpScope, WHOLE } from '../query/roll-up-scope.js';
import { descriptionText } from '../text/normalise.js';
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
  /** Whether a code is one of them, as an expression over `code`. */
  condition: string;
  parameters: Record<string, string | readonly string[]>;
  /** Which records have any of them, by `hs_code`, so that few are read. */
  records: string;
}

/** Codes of the records, by shipments. */
async function codesOf(suggesting: Suggesting, sought: Sought): Promise<Suggested[]> {
  const { typed, snapshot, edition } = suggesting;
  const within = rollUpScope(typed.tradeType, typed.scope, snapshot.version);
  const shortest = typed.searchBy === 'HS_CODE_2' ? 2 : 4;
  const lengths = sought.lengths.map((length) => `left(hs_code, ${length})`).join(', ');
  const codes = `arrayFilter(code -> length(code) >= ${shortest} AND ${sought.condition}, arrayDistinct([${lengths}]))`;
  const ownWords = new Map<string, string>();
  const inWholeMonths = async () => {
    const rows = await snapshot.query({
      name: 'suggestion.codes',
      sql: `SELECT code, sum(records), maxIf(hs_description, hs_code = code) FROM hs_months ARRAY JOIN ${codes} AS code
        WHERE ${within.sql} AND ${WHOLE} AND ${sought.records} GROUP BY code ORDER BY sum(records) DESC, code LIMIT ${CANDIDATES}`,
      parameters: { ...within.parameters, ...sought.parameters },
      row: z.tuple([z.string(), z.coerce.number(), z.string()]),
      lane: 'short',
    });
    for (const [code, , own] of rows) ownWords.set(code, own);
    return rows.map(([code, shipments]) => ({ id: code, value: code, shipments }));
  };
  const found = await counted(suggesting, inWholeMonths(), {
    records: sought.records,
    pairs: `arrayMap(code -> (code, code), ${codes})`,
    parameters: sought.parameters,
  });
  return found.map(({ value, shipments }) => {
    const description = edition.describe(value, ownWords.get(value) ?? '');
    return { value, shipments, ...(description !== undefined && { description }) };
  });
}

/** HS codes that start with the digits. */
export function suggestCodes(suggesting: Suggesting): Promise<Suggested[]> {
  const { typed } = suggesting;
  return codesOf(suggesting, {
    lengths: lengths(typed),
    condition: 'startsWith(code, {digits:String})',
    parameters: { digits: typed.searchValue },
    records: 'startsWith(hs_code, {digits:String})',
  });
}

/**
 * HS codes of what the typed words name: headings and subheadings, the likeliest headings before the others; or chapters for an
 * analysis.
 */
export async function suggestDescribedCodes(suggesting: Suggesting): Promise<Suggested[]> {
  const { typed, edition } = suggesting;
  const lengths = typed.searchBy === 'HS_CODE_2' ? [2] : [4, 6];
  const called = edition.codesOf(typed.searchValue).filter((code) => lengths.includes(code.length));
  const likeliest = lengths.includes(4) ? edition.headingsOf(typed.searchValue).slice(0, LIKELIEST) : [];
  const described = [...new Set([...likeliest, ...called, ...(await codesOfGoods(suggesting, lengths))])];
  if (described.length === 0) return [];
  const codes = await codesOf(suggesting, {
    lengths,
    condition: 'has({described:Array(String)}, code)',
    parameters: { described },
    records: `(${lengths.map((length) => `left(hs_code, ${length}) IN {described:Array(String)}`).join(' OR ')})`,
  });
  return codes.map((code) => {
    const place = likeliest.indexOf(code.value);
    return place < 0 ? code : { ...code, place };
  });
}

/** Headings that stand before all others, however many shipments those have: an iron ore is no more a flat-iron for being traded more. */
const LIKELIEST = 3;

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
