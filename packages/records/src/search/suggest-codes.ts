import type { SuggestionQuery } from '@tidewaiter/contract';
import { z } from 'zod';
import { rollUpScope, TOUCHED, WHOLE } from './roll-up-scope.js';
import { CANDIDATES, confirmed, type Suggested, type Suggesting } from './suggesting.js';

/**
 * Lengths of the codes that continue some digits: headings, then subheadings, then the countries' own codes, and the heading
 * or subheading itself once it is typed. An analysis asks for chapters.
 */
function lengths({ searchBy, searchValue }: SuggestionQuery): number[] {
  if (searchBy === 'HS_CODE_2') return [2];
  const typed = searchValue.length;
  if (typed < 4) return [4];
  if (typed === 4) return [4, 6];
  return typed < 6 ? [6] : [...(typed === 6 ? [6] : []), 12];
}

/** HS codes that start with the digits, each with what the records say of exactly that code. */
export async function suggestCodes(asked: Suggesting): Promise<Suggested[]> {
  const { engine, version, query, scope } = asked;
  const within = rollUpScope(query.tradeType, scope, version);
  const codes = `arrayDistinct([${lengths(query)
    .map((length) => `left(hs_code, ${length})`)
    .join(', ')}])`;
  const shortest = query.searchBy === 'HS_CODE_2' ? 2 : 4;
  const rows = await engine.query({
    name: 'suggestion.codes',
    sql: `SELECT code, sum(records) AS shipments, max(${WHOLE}), maxIf(hs_description, hs_code = code)
      FROM hs_months ARRAY JOIN ${codes} AS code
      WHERE ${within.sql} AND startsWith(hs_code, {digits:String}) AND ${TOUCHED} AND length(code) >= ${shortest}
      GROUP BY code ORDER BY shipments DESC, code LIMIT ${CANDIDATES}`,
    parameters: { ...within.parameters, digits: query.searchValue },
    row: z.tuple([z.string(), z.coerce.number(), z.coerce.boolean(), z.string()]),
    lane: 'short',
  });
  return confirmed(
    asked,
    rows.map(([code, shipments, certain, description]) => ({
      id: code,
      value: code,
      shipments,
      certain,
      ...(description !== '' && { description }),
    })),
    'startsWith(hs_code, {typed:String})',
    `arrayMap(code -> (code, code), ${codes})`,
  );
}
