import {
  type BreakdownQuery,
  type DistinctValuesQuery,
  type DropHint,
  describeQuestion,
  FIRST_DAY,
  LAST_DAY,
  type ListedDimension,
  type SearchQuery,
  SOURCE_COUNTRIES,
  type SuggestionQuery,
} from '@tidewaiter/contract';
import {
  type CountryCoverage,
  countriesCovered,
  LOADED_COUNTRIES,
  type MonthCoverage,
  monthsCovered,
} from '../coverage.js';
import { type Breakdown, breakdownOf } from './breakdowns.js';
import { daysOf } from './days.js';
import { type DistinctValues, distinctValuesOf } from './distinct-values.js';
import { dropHintsOf } from './drop-hints.js';
import { type Asked, type Entitlement, narrow, narrowQuery, type Scope } from './entitlement.js';
import { type FoundRow, pageOf } from './page.js';
import type { Snapshot } from './snapshot.js';
import type { Suggested } from './suggesting.js';
import { suggestionsOf } from './suggestions.js';

/** Asks for everything that is loaded. */
export const EVERYTHING_LOADED: Asked = {
  countryCode: SOURCE_COUNTRIES.map(({ shortcode }) => shortcode),
  fromDate: FIRST_DAY,
  toDate: LAST_DAY,
};

/**
 * What one call asks of the records, opened once: what is asked, narrowed to what may be seen, at one data version. All parts of the
 * call's answer come from it, so that they agree. Its entitlement ends here: each method hands on a narrowed question.
 */
export class Question<Query extends Asked = SearchQuery> {
  /** What is searched after the entitlement narrowed it; null when nothing is left. */
  readonly scope: Scope | null;

  constructor(
    private readonly query: Query,
    private readonly entitlement: Entitlement,
    private readonly snapshot: Snapshot,
  ) {
    this.scope = narrow(query, entitlement);
  }

  /** The published state of the records that answers. */
  get dataVersion(): number {
    return this.snapshot.version.version;
  }

  inWords(this: Question): string {
    return describeQuestion(this.query);
  }

  /** One page of records, each with what matched in it and what its source wrote. */
  page(this: Question): Promise<readonly FoundRow[]> {
    return pageOf(narrowQuery(this.query, this.entitlement), this.query, this.snapshot);
  }

  /** How many records there are: exact, not capped. */
  async count(this: Question): Promise<number> {
    const { total } = await daysOf(narrowQuery(this.query, this.entitlement), this.snapshot);
    return total;
  }

  /** The page that the query asks for of one list of its records, with the sums around it. */
  list(this: Question<BreakdownQuery>, dimension: ListedDimension): Promise<Breakdown> {
    return breakdownOf(narrowQuery(this.query, this.entitlement), dimension, this.query, this.snapshot);
  }

  /** The page that the query asks for of the values of the column that it names. */
  distinctValues(this: Question<DistinctValuesQuery>): Promise<DistinctValues> {
    return distinctValuesOf(narrowQuery(this.query, this.entitlement), this.query, this.snapshot);
  }

  /** Where nothing is found: what to leave out, most records first. */
  dropHints(this: Question): Promise<DropHint[]> {
    return dropHintsOf(this.query, this.entitlement, this.snapshot);
  }

  /** What the text that is being typed may become. */
  suggestions(this: Question<SuggestionQuery>): Promise<readonly Suggested[]> {
    return suggestionsOf(this.query, this.entitlement, this.snapshot);
  }

  /** What is loaded of the asked countries and days, month by month. */
  months(): Promise<readonly MonthCoverage[]> {
    return monthsCovered(this.scope, this.snapshot);
  }

  /** What is loaded of the asked countries and days, by country and trade type. */
  async countries(): Promise<CountryCoverage[]> {
    return countriesCovered(await this.months(), this.scope);
  }

  /** The countries of which anything is loaded, also those that may not be seen. */
  loadedCountries(): Promise<readonly string[]> {
    return this.snapshot.kept(LOADED_COUNTRIES, {});
  }
}
