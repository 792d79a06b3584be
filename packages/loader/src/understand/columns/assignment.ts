import type { Candidate } from './header-candidates.js';
import { CLEAR, CLOSE, OF_BLANK, PRIOR, SUREST } from './weights.js';

/** One cell of the table of evidence: how likely a column is a record column, and why. */
export interface Evidence extends Candidate {
  column: number;
  /** What the name alone scores, before the values were looked at; 0 where only values speak. */
  nameScore: number;
  reason: string;
  /** Whether its column holds nothing, or nothing but zeros: it yields to any that holds something. */
  blank?: boolean;
  /** Whether it is taken for want of the column that it stands for. */
  standsIn?: boolean;
}

export interface Assignment {
  /** The first of them is the column; more are further parts of one text. */
  chosen: ReadonlyMap<string, readonly Evidence[]>;
  /** What would have been as good: by the column that was chosen instead. */
  rivals: ReadonlyMap<string, readonly Evidence[]>;
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

const logOdds = (share: number) => Math.log(share / (1 - share));
const odds = (weight: number) => 1 / (1 + Math.exp(-weight));
const AGAINST_PRIOR = -logOdds(PRIOR);

const weigh = ({ score, blank }: Evidence) =>
  (logOdds(Math.min(Math.max(score, 0.001), 0.995)) + AGAINST_PRIOR) * (blank ? OF_BLANK : 1);

/**
 * One source column for each record column and one record column for each source column: of all ways the one in which the evidence weighs
 * most. What values alone suggest is as sure as it is ahead of the best way without it.
 */
export function assign(evidence: readonly Evidence[], isFilled: (guess: Evidence) => boolean = () => true): Assignment {
  const whole = evidence.filter(({ part }) => part === undefined);
  const best = heaviest(whole);
  const chosen = new Map<string, Evidence[]>();
  const instead = new Map<string, readonly Evidence[]>();
  for (const one of best.chosen) {
    const other = one.nameScore > 0 ? undefined : heaviest(whole.filter((each) => each !== one));
    const margin = other && odds(best.weight - other.weight - AGAINST_PRIOR);
    const winner = margin === undefined ? one : { ...one, score: Math.min(margin, SUREST.guessed) };
    if (other && !isFilled(winner)) continue;
    chosen.set(one.target, [winner]);
    instead.set(one.target, other?.chosen ?? []);
  }
  const taken = new Set([...chosen.values()].flat().map(({ column }) => column));
  const rivals = new Map<string, Evidence[]>();
  for (const won of best.chosen) {
    if (!chosen.has(won.target)) continue;
    const close = whole.filter(
      (each) =>
        each.target === won.target &&
        each.column !== won.column &&
        !each.blank &&
        (instead.get(won.target)?.includes(each) || (!taken.has(each.column) && isClose(won, each))),
    );
    if (close.length > 0) rivals.set(won.target, close);
  }
  standIn(chosen, rivals);
  joinParts(evidence, chosen, taken);
  return { chosen, rivals };
}

/** Of names the better one is meant; what values suggest is less exact. */
const isClose = (winner: Evidence, other: Evidence) =>
  winner.nameScore > 0 && other.nameScore > 0
    ? winner.score - other.score < CLOSE.names
    : weigh(winner) - weigh(other) < CLOSE.values;

/** Gives a place that nothing else fills to what stands for it; a value that is named goes before what values alone may make one. */
function standIn(chosen: Map<string, Evidence[]>, rivals: Map<string, Evidence[]>): void {
  const isSure = ({ nameScore, score }: Evidence) => nameScore > 0 || score >= CLEAR;
  for (const [has, needs] of STANDS_FOR) {
    const stand = chosen.get(has);
    const isThere = chosen.get(needs)?.some((each) => !each.blank && isSure(each)) ?? false;
    if (stand === undefined || isThere || (chosen.has(needs) && stand[0]?.blank)) continue;
    rivals.delete(needs);
    chosen.set(
      needs,
      stand.map((each) => ({ ...each, target: needs, standsIn: true })),
    );
    chosen.delete(has);
  }
}

/** `ADDRESS_2` continues what `ADDRESS_1` begins. */
function joinParts(evidence: readonly Evidence[], chosen: Map<string, Evidence[]>, taken: Set<number>): void {
  const parts = evidence.filter(({ part }) => part !== undefined);
  for (const each of parts.toSorted((a, b) => (a.part ?? 0) - (b.part ?? 0) || b.score - a.score)) {
    const before = chosen.get(each.target);
    if (taken.has(each.column) || before === undefined || before.some(({ part }) => part === each.part)) continue;
    before.push(each);
    taken.add(each.column);
  }
}

/** What no column may be, and what tells two equal ways apart: the column that stands first, and what was said of it first. */
const NEVER = 1e6;
const TIE = 1e-9;

/** The assignment that weighs most: each column may also stay without a record column, which weighs nothing. */
function heaviest(evidence: readonly Evidence[]): { chosen: Evidence[]; weight: number } {
  const columns = [...new Set(evidence.map(({ column }) => column))];
  const targets = [...new Set(evidence.map(({ target }) => target))];
  const [rowOf, placeOf] = [columns, targets].map((keys) => new Map<unknown, number>(keys.map((key, at) => [key, at])));
  const table = columns.map((_, row) => {
    const costs = new Float64Array(targets.length + columns.length).fill(NEVER);
    costs[targets.length + row] = 0;
    return { costs, by: new Map<number, Evidence>() };
  });
  for (const [order, each] of evidence.entries()) {
    const { costs, by } = table[rowOf?.get(each.column) ?? 0] ?? {};
    const place = placeOf?.get(each.target) ?? 0;
    const cost = TIE * (each.column + order / evidence.length) - weigh(each);
    if (costs === undefined || by === undefined || cost >= Math.min(0, costs[place] ?? 0)) continue;
    costs[place] = cost;
    by.set(place, each);
  }
  const places = leastCost(table.map(({ costs }) => costs));
  const chosen = places.flatMap((place, row) => table[row]?.by.get(place) ?? []);
  return { chosen, weight: chosen.reduce((sum, each) => sum + weigh(each), 0) };
}

/** The place of each row in the cheapest assignment of rows to places, of which there are at least as many (the Hungarian method). */
function leastCost(costs: readonly Float64Array[]): number[] {
  const width = costs[0]?.length ?? 0;
  const ofRow = new Float64Array(costs.length + 1);
  const ofPlace = new Float64Array(width + 1);
  const rowAt = new Int32Array(width + 1);
  for (let row = 1; row <= costs.length; row += 1) {
    const [least, before, seen] = [new Float64Array(width + 1).fill(Infinity), new Int32Array(width + 1), new Set([0])];
    rowAt[0] = row;
    let at = 0;
    while (rowAt[at] !== 0) {
      seen.add(at);
      const from = rowAt[at] ?? 0;
      let [delta, next] = [Infinity, 0];
      for (let place = 1; place <= width; place += 1) {
        if (seen.has(place)) continue;
        const reduced = (costs[from - 1]?.[place - 1] ?? 0) - (ofRow[from] ?? 0) - (ofPlace[place] ?? 0);
        if (reduced < (least[place] ?? 0)) {
          least[place] = reduced;
          before[place] = at;
        }
        if ((least[place] ?? 0) < delta) [delta, next] = [least[place] ?? 0, place];
      }
      for (let place = 0; place <= width; place += 1) {
        if (!seen.has(place)) least[place] = (least[place] ?? 0) - delta;
        else {
          const own = rowAt[place] ?? 0;
          ofRow[own] = (ofRow[own] ?? 0) + delta;
          ofPlace[place] = (ofPlace[place] ?? 0) - delta;
        }
      }
      at = next;
    }
    for (; at !== 0; at = before[at] ?? 0) rowAt[at] = rowAt[before[at] ?? 0] ?? 0;
  }
  const places = costs.map(() => -1);
  for (let place = 1; place <= width; place += 1) if (rowAt[place]) places[(rowAt[place] ?? 1) - 1] = place - 1;
  return places;
}
