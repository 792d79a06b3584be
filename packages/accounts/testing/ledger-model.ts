import type { LedgerCause } from '@tidewaiter/contract';

/** The balances of an account with one sub-user. */
export const POTS = ['searches', 'workspaces', 'downloads', 'subUsers'] as const;
export type Pot = (typeof POTS)[number];

export const CAUSES: Record<Pot, LedgerCause> = {
  searches: 'SEARCH',
  workspaces: 'WORKSPACE',
  downloads: 'DOWNLOAD',
  subUsers: 'DOWNLOAD',
};

/** Something that happens to an account. */
export type Act =
  | { act: 'charge'; pot: Pot; key: string; points: number }
  | { act: 'release'; pot: Pot; key: string }
  | { act: 'grant'; pot: Pot; points: number }
  | { act: 'limit'; points: number }
  | { act: 'period' };

export const MODEL_PLAN = { searches: 100, downloads: 120, workspaces: 50 };

const EXHAUSTED: Record<Pot, string> = {
  searches: 'SEARCH_LIMIT_EXHAUSTED',
  workspaces: 'WORKSPACE_LIMIT_EXHAUSTED',
  downloads: 'DOWNLOAD_LIMIT_EXHAUSTED',
  subUsers: 'DOWNLOAD_LIMIT_EXHAUSTED',
};

/** What the ledger must say, in the plainest terms: numbers, and what stands charged. */
export class Model {
  readonly balances: Record<Pot, number> = { ...MODEL_PLAN, subUsers: 0 };
  readonly #charged = new Map<string, number>();
  #limit = 0;

  /** @returns the error code that the act must fail with, or 'no error' */
  apply(step: Act): string {
    if (step.act === 'charge') return this.#charge(step.pot, step.key, step.points);
    if (step.act === 'grant') return this.#add(step.pot, step.points);
    if (step.act === 'limit') return this.#setLimit(step.points);
    if (step.act === 'release') {
      const name = `${step.pot} ${step.key}`;
      this.balances[step.pot] += this.#charged.get(name) ?? 0;
      this.#charged.delete(name);
    } else {
      this.balances.searches = MODEL_PLAN.searches;
      this.balances.subUsers = Math.min(this.#limit, MODEL_PLAN.downloads);
      this.balances.downloads = MODEL_PLAN.downloads - this.balances.subUsers;
    }
    return 'no error';
  }

  #charge(pot: Pot, key: string, points: number): string {
    const name = `${pot} ${key}`;
    if (this.#charged.has(name)) return 'no error';
    const outcome = this.#add(pot, -points);
    if (outcome === 'no error') this.#charged.set(name, points);
    return outcome;
  }

  #setLimit(points: number): string {
    const outcome = this.#add('downloads', this.balances.subUsers - points);
    if (outcome === 'no error') {
      this.balances.subUsers = points;
      this.#limit = points;
    }
    return outcome;
  }

  #add(pot: Pot, points: number): string {
    if (points < 0 && this.balances[pot] + points < 0) return EXHAUSTED[pot];
    this.balances[pot] += points;
    return 'no error';
  }
}
