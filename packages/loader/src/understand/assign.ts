import type { Candidate } from './meanings.js';

export interface Suggestion extends Candidate {
  column: number;
  /** What the name alone scores, before the values were looked at. */
  named: number;
  reason: string;
  /** Whether its column holds nothing, or nothing but zeros: it yields to any that holds something. */
  blank?: boolean;
  /** Whether it is taken for want of the column that it stands for. */
  standsIn?: boolean;
}

/** Two columns that are something together are likelier both: a quantity beside its unit, a value and what it is reckoned from. */
export interface Bond {
  ends: readonly [Meaning, Meaning];
  /** What it adds where both are chosen, as the logarithm of odds. */
  weight: number;
}

interface Meaning {
  column: number;
  target: string;
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

/** Two names that are this close to one another leave it open which is meant. */
const CLOSE = 0.005;
const CLOSE_WEIGHT = 1;

/** Totals that are in one country's money. */
const TOTAL_IN_MONEY = /^total_(fob_)?value_(?!cif|usd)[a-z]{3}$/;

/** What is reckoned as a value is one. */
export const PROVED = 0.78;

/** Most columns are no given record column. */
const PRIOR = 0.1;

const logOdds = (share: number) => Math.log(share / (1 - share));
const AGAINST_PRIOR = -logOdds(PRIOR);

/** How sure odds are, 0..1. */
const sureOf = (weight: number) => 1 / (1 + Math.exp(AGAINST_PRIOR - weight));

/** The whole assignments that are followed at once, and columns whose second best is looked for. */
const FOLLOWED = 24;

/** Blank columns take what is left. */
const OF_BLANK = 0.001;
const SUREST = 0.995;
const SUREST_GUESS = 0.9;

const weightOf = ({ score, blank }: Suggestion) =>
  (logOdds(Math.min(Math.max(score, 0.001), SUREST)) + AGAINST_PRIOR) * (blank ? OF_BLANK : 1);

export interface Assignment {
  /** The first of them is the column; more are further parts of one text. */
  chosen: ReadonlyMap<string, readonly Suggestion[]>;
  /** What would have been as good: by the column that was chosen instead. */
  rivals: ReadonlyMap<string, readonly Suggestion[]>;
}

/**
 * One source column for each record column and one record column for each source column: of all ways the one in which names,
 * values and what columns are to one another weigh most. What values alone suggest is as sure as it is ahead of the best way without it.
 */
export function assign(
  suggestions: readonly Suggestion[],
  bonds: readonly Bond[] = [],
  isFilled: (guess: Suggestion) => boolean = () => true,
): Assignment {
  const whole = suggestions.filter(({ part }) => part === undefined);
  const best = bestWay(whole, bonds);
  const chosen = new Map<string, Suggestion[]>();
  const rivals = new Map<string, Suggestion[]>();
  const instead = new Map<string, readonly Suggestion[]>();
  for (const suggestion of best.chosen) {
    const other = suggestion.named > 0 ? undefined : bestWay(without(whole, suggestion), bonds);
    const sure = other && { score: Math.min(sureOf(best.weight - other.weight), SUREST_GUESS) };
    const winner = { ...suggestion, ...sure };
    if (other && !isFilled(winner)) continue;
    chosen.set(suggestion.target, [winner]);
    instead.set(suggestion.target, other?.chosen ?? []);
  }
  const taken = new Set([...chosen.values()].flat().map(({ column }) => column));
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
  for (const [has, needs] of STANDS_FOR) {
    const stand = chosen.get(has);
    // A value that is named is one before what values alone may make one.
    const isThere =
      chosen.get(needs)?.some(({ blank, named, score }) => !blank && (named > 0 || score >= PROVED)) ?? false;
    if (stand === undefined || isThere || (chosen.has(needs) && stand[0]?.blank)) continue;
    // Values that prove another column the value leave this one what it is called.
    const [proved] = chosen.get(needs.replace('_usd', '')) ?? [];
    if (proved?.named === 0 && proved.score >= PROVED) continue;
    rivals.delete(needs);
    chosen.set(
      needs,
      stand.map((suggestion) => ({ ...suggestion, target: needs, standsIn: true })),
    );
    chosen.delete(has);
  }
  const [guess] = chosen.get('total_value') ?? [];
  const isTotalNamed = [...chosen].some(([target, [first]]) => TOTAL_IN_MONEY.test(target) && (first?.named ?? 0) > 0);
  if (guess?.named === 0 && guess.score < PROVED && isTotalNamed) chosen.delete('total_value');
  joinParts(suggestions, chosen, taken);
  return { chosen, rivals };
}

const without = (all: readonly Suggestion[], one: Suggestion) => all.filter((each) => each !== one);

/** Of names the better one is meant; what values suggest is less exact. */
const isClose = (winner: Suggestion, other: Suggestion) =>
  winner.named > 0 && other.named > 0
    ? winner.score - other.score < CLOSE
    : weightOf(winner) - weightOf(other) < CLOSE_WEIGHT;

interface Way {
  chosen: readonly Suggestion[];
  weight: number;
}

/** A way as far as it is followed: its last step, and the record columns that it has filled. */
interface Path {
  before: Path | undefined;
  step: Suggestion | undefined;
  filled: bigint;
  weight: number;
}

const keyOf = ({ column, target }: Meaning) => `${column} ${target}`;

/** Follows the best ways to give the first columns a meaning, the surest first, to the best for all of them. */
function bestWay(suggestions: readonly Suggestion[], bonds: readonly Bond[]): Way {
  const targets = [...new Set(suggestions.map(({ target }) => target))];
  const bits = new Map(targets.map((target, at) => [target, 1n << BigInt(at)]));
  const byColumn = new Map<number, { suggestion: Suggestion; weight: number; bit: bigint }[]>();
  for (const suggestion of suggestions) {
    const option = { suggestion, weight: weightOf(suggestion), bit: bits.get(suggestion.target) ?? 0n };
    byColumn.set(suggestion.column, [...(byColumn.get(suggestion.column) ?? []), option]);
  }
  const bonded = bondsByEnd(bonds);
  const columns = [...byColumn]
    .map(([column, options]) => ({ column, options, surest: Math.max(...options.map(({ weight }) => weight)) }))
    .sort((a, b) => b.surest - a.surest || a.column - b.column);
  let paths: Path[] = [{ before: undefined, step: undefined, filled: 0n, weight: 0 }];
  for (const { options } of columns) {
    const further = paths.flatMap((path) =>
      options.flatMap(({ suggestion, weight, bit }): Path[] => {
        if ((path.filled & bit) !== 0n) return [];
        const others = bonded.get(keyOf(suggestion));
        const added = others ? stepsOf(path).reduce((sum, step) => sum + (others.get(keyOf(step)) ?? 0), 0) : 0;
        return [{ before: path, step: suggestion, filled: path.filled | bit, weight: path.weight + weight + added }];
      }),
    );
    if (further.length > 0) paths = [...paths, ...further].sort((a, b) => b.weight - a.weight).slice(0, FOLLOWED);
  }
  const [best] = paths;
  return { chosen: best ? stepsOf(best) : [], weight: best?.weight ?? 0 };
}

function stepsOf(path: Path): Suggestion[] {
  const steps: Suggestion[] = [];
  for (let at: Path | undefined = path; at; at = at.before) if (at.step) steps.push(at.step);
  return steps.reverse();
}

function bondsByEnd(bonds: readonly Bond[]): Map<string, Map<string, number>> {
  const bonded = new Map<string, Map<string, number>>();
  for (const { ends, weight } of bonds) {
    const [a, b] = [keyOf(ends[0]), keyOf(ends[1])];
    bonded.set(a, (bonded.get(a) ?? new Map<string, number>()).set(b, weight));
    bonded.set(b, (bonded.get(b) ?? new Map<string, number>()).set(a, weight));
  }
  return bonded;
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
