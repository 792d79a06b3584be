import {
  addDays,
  type DataAccess,
  EVERY_COUNTRY,
  FIRST_DAY,
  filtersOf,
  firstOfMonth,
  LAST_DAY,
  type SearchQuery,
} from '@tidewaiter/contract';
import { conditionAsked } from './expression.js';
import type { ListMembers } from './listed.js';
import type { Owner } from './owned.js';

/** What decides beside a question what it finds. */
export interface Entitlement {
  /** What the account may see. */
  access: DataAccess;
  /** What the account has exported; none where nobody asks for what is new to it. */
  owned?: Owner | undefined;
  /** The lists of the account that its line names. */
  lists?: readonly ListMembers[] | undefined;
}

/** Where and when records are asked for. */
export type RequestedScope = Pick<SearchQuery, 'countryCode' | 'fromDate' | 'toDate'>;

/** Asks for everything that is loaded. */
export const EVERYTHING_LOADED: RequestedScope = {
  countryCode: EVERY_COUNTRY.map(({ shortcode }) => shortcode),
  fromDate: FIRST_DAY,
  toDate: LAST_DAY,
};

/**
 * The countries and days that are asked for and may be seen. Only {@link narrow} makes one, and only a scope compiles to SQL.
 */
export class Scope {
  /** Keeps the compiler from taking an object of the same shape, or a widened copy, for a scope. */
  protected declare readonly isNarrowed: true;

  private constructor(
    readonly countryCode: string[],
    readonly fromDate: string,
    readonly toDate: string,
  ) {}

  static narrow(requested: RequestedScope, { countries, ...window }: DataAccess): Scope | null {
    const countryCode =
      countries === 'ALL'
        ? [...requested.countryCode]
        : requested.countryCode.filter((code) => countries.includes(code));
    const later = (a: string, b: string | null) => (b !== null && b > a ? b : a);
    const earlier = (a: string, b: string | null) => (b !== null && b < a ? b : a);
    const fromDate = later(requested.fromDate, window.fromDate);
    const toDate = earlier(requested.toDate, window.toDate);
    return countryCode.length > 0 && fromDate <= toDate ? new Scope(countryCode, fromDate, toDate) : null;
  }
}

/** Narrows the countries and dates that are asked for to what may be seen; null when nothing of it may. */
export const narrow = Scope.narrow;

/** All that may be seen, of whole months where days are not counted: these are summed up. */
export const allSeen = (access: DataAccess) =>
  narrow({ ...EVERYTHING_LOADED, toDate: addDays(firstOfMonth(LAST_DAY), -1) }, access);

/**
 * What decides which records a question finds: its direction, its conditions and filters, and of its countries and days those that
 * may be seen. How its answer is ordered and cut into pages is no part of it, so that all answers about the same records agree.
 */
export type NarrowedQuery = ReturnType<typeof narrowQuery>;

/** A question within an entitlement. This is the one place in which the two meet; nothing behind it knows an entitlement. */
export function narrowQuery(query: SearchQuery, { access, owned, lists = [] }: Entitlement) {
  return {
    tradeType: query.tradeType,
    condition: conditionAsked(query),
    filters: filtersOf(query),
    newSince: query.newSince,
    newUntil: query.newUntil,
    // What the account owns decides the answer where it is asked for, and is part of what the answer is cached by.
    without: query.onlyNew ? (owned ?? null) : null,
    lists,
    scope: narrow(query, access),
    seen: allSeen(access),
  };
}

/** Records of one direction that may be seen, whatever is asked of them: in these, parties and codes have one name, in every answer of an account. */
export const inAllSeen = ({ tradeType, seen }: Pick<NarrowedQuery, 'tradeType' | 'seen'>) => ({
  tradeType,
  scope: seen,
});

/** A question without its condition: what its scope and filters leave, whatever it asks of a record's goods, codes and parties. */
export type Unconditional = Omit<NarrowedQuery, 'condition'>;

export const unconditional = ({ condition: _, ...rest }: NarrowedQuery): Unconditional => rest;
