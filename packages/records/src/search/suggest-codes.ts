import { z } from 'zod';
import { rollUpScope, TOUCHED, WHOLE } from './roll-up-scope.js';
import { CANDIDATES, counted, type Suggested, type Suggesting, type Typed } from './suggesting.js';

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
  /** What a code is shown to be, of what the records say of exactly that code (or `''`) and what the nomenclature does. */
  describe(own: string, official: string | undefined): string | undefined;
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
      const description = sought.describe(own, edition.describe(code));
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
    describe: (own, official) => own || official,
  });
}

/** HS codes that the nomenclature describes by the typed words: headings and subheadings, or chapters for an analysis. */
export async function suggestDescribedCodes(asked: Suggesting): Promise<Suggested[]> {
  const { typed, edition } = asked;
  const lengths = typed.searchBy === 'HS_CODE_2' ? [2] : [4, 6];
  const described = edition.codesOf(typed.searchValue).filter((code) => lengths.includes(code.length));
  if (described.length === 0) return [];
  return codesOf(asked, {
    lengths,
    condition: 'code IN {described:Array(String)}',
    parameters: { described },
    records: `(${lengths.map((length) => `left(hs_code, ${length}) IN {candidates:Array(String)}`).join(' OR ')})`,
    // The words that were typed stand in it.
    describe: (_, official) => official,
  });
}
