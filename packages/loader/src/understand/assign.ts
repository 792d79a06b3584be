import type { Candidate } from './meanings.js';

export interface Suggestion extends Candidate {
  column: number;
  /** What the name alone scores, before the values were looked at. */
  named: number;
  reason: string;
  /** Whether its column holds nothing, or nothing but zeros: it yields to any that holds something. */
  blank?: boolean;
}

/** Where only the first of a pair is there, it is the second: a file of CIF values has no other value. */
const STANDS_FOR: readonly (readonly [string, string])[] = [
  ['total_value_cif_usd', 'total_value_usd'],
  ['cif_value_usd', 'total_value_usd'],
  ['total_value_cif', 'total_value'],
  ['total_cif_value', 'total_value'],
  ['unit_value_cif_usd', 'unit_price_usd'],
  ['cif_unit_price', 'unit_price'],
  ['std_quantity', 'quantity'],
  ['std_unit', 'unit'],
];

/** The record column that a file's only column of a kind fills. */
export const whatItStandsFor = (target: string) => STANDS_FOR.find(([has]) => has === target)?.[1] ?? target;

/** Two columns that are this close to one another leave it open which is meant. */
const CLOSE = 0.005;

export interface Assignment {
  /** The first of them is the column; more are further parts of one text. */
  chosen: ReadonlyMap<string, readonly Suggestion[]>;
  /** What would have been as good: by the column that was chosen instead. */
  rivals: ReadonlyMap<string, readonly Suggestion[]>;
}

/**
 * One source column for each record column and one record column for each source column: those that hold something first, of
 * them the best score; of equals, the one further left.
 */
export function assign(suggestions: readonly Suggestion[]): Assignment {
  const chosen = new Map<string, Suggestion[]>();
  const rivals = new Map<string, Suggestion[]>();
  const taken = new Set<number>();
  const whole = suggestions.filter(({ part }) => part === undefined);
  for (const suggestion of [...whole].sort(bestFirst)) {
    if (taken.has(suggestion.column)) continue;
    const [winner] = chosen.get(suggestion.target) ?? [];
    if (winner === undefined) {
      chosen.set(suggestion.target, [suggestion]);
      taken.add(suggestion.column);
    } else if (winner.score - suggestion.score < CLOSE && !suggestion.blank) {
      rivals.set(suggestion.target, [...(rivals.get(suggestion.target) ?? []), suggestion]);
    }
  }
  for (const [has, needs] of STANDS_FOR) {
    const stand = chosen.get(has);
    const isThere = chosen.get(needs)?.some(({ blank }) => !blank) ?? false;
    if (stand === undefined || isThere || (chosen.has(needs) && stand[0]?.blank)) continue;
    chosen.set(
      needs,
      stand.map((suggestion) => ({ ...suggestion, target: needs })),
    );
    chosen.delete(has);
  }
  joinParts(suggestions, chosen, taken);
  return { chosen, rivals };
}

function bestFirst(a: Suggestion, b: Suggestion): number {
  return Number(a.blank ?? false) - Number(b.blank ?? false) || b.score - a.score || a.column - b.column;
}

/** `ADDRESS_2` continues what `ADDRESS_1` begins. */
function joinParts(suggestions: readonly Suggestion[], chosen: Map<string, Suggestion[]>, taken: Set<number>): void {
  const parts = suggestions.filter(({ part }) => part !== undefined);
  for (const suggestion of [...parts].sort((a, b) => (a.part ?? 0) - (b.part ?? 0) || b.score - a.score)) {
    const before = chosen.get(suggestion.target);
    if (taken.has(suggestion.column) || before === undefined) continue;
    if (before.some(({ part }) => part === suggestion.part)) continue;
    before.push(suggestion);
    taken.add(suggestion.column);
  }
}
