import {
  addDays,
  type BreakdownQuery,
  type CompanyRole,
  type CompanyShipments,
  type Dimension,
  type DistinctValuesQuery,
  type DropHint,
  describeQuestion,
  FIRST_DAY,
  LAST_DAY,
  LIMITS,
  type ListedDimension,
  type RangeName,
  type SearchQuery,
  type SourceCountry,
  type SuggestionQuery,
  sourceCountriesWith,
  type TradeType,
} from '@tidewaiter/contract';
import { type AmountSpread, amountSpreadOf } from './analysis/amount-spread.js';
import { type Units, unitsOf } from './analysis/amounts.js';
import { type CompanyIdentity, companyIdentity, NOBODY_KNOWN } from './analysis/company-identity.js';
import {
  type CompanyPage,
  companyPageOf,
  NO_COMPANY,
  type PartChoice,
  relatedToCompany,
  type SimilarToCompany,
  similarToCompany,
} from './analysis/company-page.js';
import { type Comparison, type ComparisonLayout, comparisonOf } from './analysis/comparison.js';
import { type Concentration, concentrationOf } from './analysis/concentration.js';
import { flowsOf, type TradeFlows } from './analysis/flows.js';
import { type MarketParties, marketPartiesOf, type PartiesLayout } from './analysis/market-parties.js';
import { type Pivot, type PivotLayout, pivotOf } from './analysis/pivot.js';
import type { RelatedCompanies } from './analysis/related-companies.js';
import { type UnitPrices, unitPricesOf } from './analysis/unit-prices.js';
import { unusualPricesOf } from './analysis/unusual-prices.js';
import { type Breakdown, breakdownOf, totalOf } from './answers/breakdowns.js';
import { companyShipmentsOf } from './answers/company-shipments.js';
import {
  type CountryCoverage,
  columnsOffered,
  countriesCovered,
  loadedCountries,
  loadedSources,
  type MonthCoverage,
  monthsCovered,
} from './answers/coverage.js';
import { daysOfRecords } from './answers/days.js';
import { type DistinctValues, distinctValuesOf } from './answers/distinct-values.js';
import { type InPart, type KnownParty, knownParties } from './answers/known-parties.js';
import { type ListedValue, listedCodes, listedCompanies, listedRecords } from './answers/listed-values.js';
import { matchNames } from './answers/match-names.js';
import { type NewsSince, newsSince, type SourceNews } from './answers/news.js';
import { type Cut, type FoundRow, idsFrom, recordsFrom, recordsPage, type SourcedRow } from './answers/page.js';
import { relaxationsOf } from './answers/relaxations.js';
import type { Suggested } from './answers/suggesting.js';
import { suggestionsOf } from './answers/suggestions.js';
import { type ExportedFile, type ExportRequest, exportFile } from './export/export-file.js';
import { type ExportChoice, type ExportPlan, keepExport, planExport } from './export/plan.js';
import type { ListedName, MatchedName } from './matching/matched-name.js';
import { compileSearch } from './query/compile.js';
import {
  allSeen,
  type Entitlement,
  type NarrowedQuery,
  narrow,
  narrowQuery,
  type RequestedScope,
  type Scope,
} from './query/entitlement.js';
import { lookForWords } from './query/expression.js';
import type { ListMembers } from './query/listed.js';
import { isSelective } from './query/selectivity.js';
import type { Snapshot } from './query/snapshot.js';
import { keysOfNames } from './text/keys-of-names.js';
import { NOBODY } from './text/party-name-keys.js';
import { type MissingRecords, missingWithin, mustHold } from './versions/held-records.js';
import { namedLeadKeyOf } from './versions/joined-parties.js';
import { highestSuppression } from './versions/suppressed.js';
import { sourceEnds } from './watching/ends.js';
import { type FoundInRecords, findingsSince, hasMoreSince, type WatchTelling } from './watching/findings.js';
import { hiddenSince, type KeptAnswer } from './watching/hidden-since.js';

/**
 * What one call asks of the records, opened once: what is asked, narrowed to what may be seen, at one data version. All parts of the
 * call's answer come from it, so that they agree. Its entitlement ends here: each method hands on a narrowed question.
 */
export class Question<Query extends RequestedScope = SearchQuery> {
  /** What is searched after the entitlement narrowed it; null when nothing is left. */
  readonly scope: Scope | null;

  private inner: NarrowedQuery | undefined;

  constructor(
    private readonly query: Query,
    private readonly entitlement: Entitlement,
    private readonly snapshot: Snapshot,
    private readonly missing: readonly MissingRecords[] = [],
  ) {
    this.scope = narrow(query, entitlement.access);
    if ('tradeType' in query) mustHold(missing, this.scope, query.tradeType as SearchQuery['tradeType']);
  }

  /** The published state of the records that answers. */
  get dataVersion(): number {
    return this.snapshot.version.version;
  }

  /** The countries whose records the portal takes, with or without any that are loaded. */
  get sourceCountries(): readonly SourceCountry[] {
    return sourceCountriesWith(this.snapshot.version.addedCountries);
  }

  /** The lists of the account that its line names. */
  get lists(): readonly ListMembers[] {
    return this.entitlement.lists ?? [];
  }

  /** The number of the latest suppression that holds in its answers. */
  get highestSuppression(): number {
    return highestSuppression(this.snapshot.version);
  }

  /** What else one call asks: within the same entitlement, at the same data version. */
  async another<Other extends RequestedScope>(query: Other): Promise<Question<Other>> {
    await lookForWords(query, this.snapshot);
    return this.ofSameLine(query);
  }

  private ofSameLine<Other extends RequestedScope>(query: Other): Question<Other> {
    return new Question(query, this.entitlement, this.snapshot, this.missing);
  }

  /** @throws PortalError VALIDATION where its line names a list that is not there, or that it cannot look in */
  mustBeAnswerable(this: Question): void {
    compileSearch(this.narrowed(), this.snapshot);
  }

  inWords(this: Question): string {
    return describeQuestion(this.query);
  }

  /** One page of records, each with what matched in it and what its source wrote. */
  page(this: Question): Promise<readonly FoundRow[]> {
    return recordsPage(this.narrowed(), this.query, this.snapshot);
  }

  /** Records from wherever on in the order of its pages, for who reads them all. */
  recordsFrom(this: Question, cut: Cut): Promise<readonly SourcedRow[]> {
    return recordsFrom(this.narrowed(), this.query, cut, this.snapshot);
  }

  /** The ids of the same. */
  idsFrom(this: Question, cut: Cut): Promise<readonly string[]> {
    return idsFrom(this.narrowed(), this.query, cut, this.snapshot);
  }

  /** What an export of its records would hold. */
  exportPlan(this: Question, choice: ExportChoice): Promise<ExportPlan> {
    return planExport(this.narrowed(), this.query, choice, this.snapshot);
  }

  /** Keeps what an export holds under a number; it is nobody's until the accounts say so. */
  keepExport(this: Question, choice: ExportChoice, number: number): Promise<void> {
    return keepExport(this.narrowed(), this.query, choice, number, this.snapshot);
  }

  /** Writes the records of an export into a file, in the order of the screen. */
  exportFile(this: Question, request: ExportRequest, path: string): Promise<ExportedFile> {
    return exportFile(this.narrowed(), this.query, request, this.snapshot, path);
  }

  /** The same with its last day at the last one of its records that may be seen, as far as a search may span. */
  async upToDate(this: Question): Promise<Question> {
    const { fromDate, toDate } = this.query;
    const last = await this.lastDay(fromDate, addDays(fromDate, LIMITS.dateSpanDays));
    return this.ofSameLine({ ...this.query, toDate: last > toDate ? last : toDate });
  }

  /** The same of those records only that came after a data version, and not after another. */
  since(this: Question, newSince: number, newUntil?: number): Question {
    return this.ofSameLine({ ...this.query, newSince, newUntil });
  }

  /** The same of as many days as one search spans, up to the last one of its records that may be seen; null where there are none. */
  async ofLatestDays(this: Question): Promise<Question | null> {
    const toDate = await this.lastDay(FIRST_DAY, LAST_DAY);
    if (toDate === '') return null;
    return this.ofSameLine({ ...this.query, fromDate: addDays(toDate, -LIMITS.dateSpanDays), toDate });
  }

  /** The last day between two on which there is a record of its countries that may be seen; empty where there is none. */
  private async lastDay(this: Question, fromDate: string, toDate: string): Promise<string> {
    const { tradeType, countryCode } = this.query;
    const scope = narrow({ countryCode, fromDate, toDate }, this.entitlement.access);
    const months = await monthsCovered(scope, this.snapshot);
    return months.reduce((last, one) => (one.tradeType === tradeType && one.lastDay > last ? one.lastDay : last), '');
  }

  /** Of which of the asked countries no record of a direction was published since a data version. */
  async silentSources(tradeType: TradeType, since: number): Promise<string[]> {
    const { scope } = this;
    const ends = scope === null ? [] : await sourceEnds({ tradeType, scope, since }, this.snapshot);
    return ends.filter(({ records }) => records === 0).map(({ country }) => country);
  }

  /** Whether a watch finds more since a data version than records that came. */
  hasMoreSince(this: Question, since: number): Promise<boolean> {
    return hasMoreSince(this.narrowed(), since, this.snapshot);
  }

  /** What a watch tells of what came to it since a data version. */
  findings(this: Question, since: number, telling: WatchTelling): Promise<FoundInRecords[]> {
    return findingsSince(this.narrowed(), since, telling, this.snapshot);
  }

  /** How many records there are: exact, not capped. */
  async count(this: Question): Promise<number> {
    const query = this.narrowed();
    // Whoever asks for the count mostly asks for the lists as well; of few records these cost no more, and then nothing else is asked.
    if (await isSelective(query, this.snapshot)) return (await totalOf(query, this.snapshot)).shipments;
    return (await daysOfRecords(query, this.snapshot)).total;
  }

  /** The page that the query asks for of one list of its records, with the sums around it. */
  list(this: Question<BreakdownQuery>, dimension: ListedDimension): Promise<Breakdown> {
    return breakdownOf(this.narrowed(), dimension, this.query, this.snapshot);
  }

  /** The largest so many of one list of its records, with the sums around them. */
  top(this: Question, dimension: ListedDimension, numberOfRecords: number): Promise<Breakdown> {
    return breakdownOf(this.narrowed(), dimension, { nameContains: '', pageNumber: 0, numberOfRecords }, this.snapshot);
  }

  /** The standard units that its quantities are in, each with its exact sums, the largest value first. */
  units(this: Question): Promise<Units> {
    return unitsOf(this.narrowed(), this.snapshot);
  }

  /** How an amount lies among its records. */
  amountSpread(this: Question, amount: RangeName): Promise<AmountSpread> {
    return amountSpreadOf({ query: this.narrowed(), amount }, this.snapshot);
  }

  /** Its records grouped by one dimension or two, with subtotals. */
  pivot(this: Question, layout: PivotLayout): Promise<Pivot> {
    return pivotOf({ query: this.narrowed(), layout }, this.snapshot);
  }

  /** What changed in it from one period to another, which may lie outside of its own days. */
  comparison(this: Question, layout: ComparisonLayout): Promise<Comparison> {
    const { fromDate, toDate } = this.query;
    const { before, after } = layout;
    const days = {
      fromDate: before.from < fromDate ? before.from : fromDate,
      toDate: after.to > toDate ? after.to : toDate,
    };
    const query = this.ofSameLine({ ...this.query, ...days }).narrowed();
    return comparisonOf({ query, layout }, this.snapshot);
  }

  /** What a unit costs in it; an empty unit is the one with the largest value. */
  unitPrices(this: Question, unit: string): Promise<UnitPrices> {
    return unitPricesOf({ query: this.narrowed(), unit }, this.snapshot);
  }

  /** Its records whose price lies far from those of the same code, country, month and unit. */
  unusualPrices(this: Question, unit: string, top: number) {
    return unusualPricesOf({ query: this.narrowed(), unit, top }, this.snapshot);
  }

  /** How the shares of a dimension's groups lie in it, span by span. */
  concentration(this: Question, by: Dimension, over: Dimension): Promise<Concentration> {
    return concentrationOf({ query: this.narrowed(), by, over }, this.snapshot);
  }

  /** What flows in it between the largest groups of two or three dimensions. */
  flows(this: Question, steps: readonly Dimension[], top: number): Promise<TradeFlows> {
    return flowsOf({ query: this.narrowed(), steps, top }, this.snapshot);
  }

  /** The buyers or suppliers in it: how much each trades, since when, with whom and at what price. */
  async parties(this: Question, layout: PartiesLayout): Promise<MarketParties> {
    const { fromDate, toDate } = this.query;
    const lastDay = await this.lastDay(fromDate, toDate);
    // As far back as a company's page looks: so who is new here is new there.
    const days = { fromDate: addDays(lastDay || toDate, -LIMITS.dateSpanDays), toDate: addDays(fromDate, -1) };
    const before = this.ofSameLine({ ...this.query, ...days }).narrowed();
    return marketPartiesOf(this.narrowed(), { lastDay, before }, layout, this.snapshot);
  }

  /** The page that the query asks for of the values of the column that it names. */
  distinctValues(this: Question<DistinctValuesQuery>): Promise<DistinctValues> {
    const { columnName, nameContains, pageNumber, numberOfRecords } = this.query;
    const part = { query: this.narrowed(), columnName, nameContains, pageNumber, numberOfRecords };
    return distinctValuesOf(part, this.snapshot);
  }

  /** The columns to offer, by wire key: those with a value in what may be seen of the asked countries, on whatever day. */
  offeredColumns(this: Question): Promise<string[]> {
    const { tradeType, countryCode } = this.query;
    const visible = narrow({ countryCode, fromDate: FIRST_DAY, toDate: LAST_DAY }, this.entitlement.access);
    return columnsOffered({ tradeType, countryCode }, visible, this.snapshot);
  }

  /** Where nothing is found: what to leave out, most records first. */
  relaxations(this: Question): Promise<DropHint[]> {
    return relaxationsOf(this.query, this.entitlement, this.snapshot);
  }

  /** What codes of a list are by the nomenclature and the records that may be seen, in their order. */
  listedCodes(values: readonly string[]): Promise<ListedValue[]> {
    return listedCodes(values, this.scope, this.snapshot);
  }

  /** Those of some parties, by their keys, that records which may be seen name: in a part and direction, or in any. */
  knownParties(keys: readonly string[], part?: InPart): Promise<ReadonlyMap<string, KnownParty>> {
    return knownParties(keys, this.scope, this.snapshot, part);
  }

  /** Of what was found before, whether records that it tells of are hidden now. */
  hiddenSince(answers: readonly KeptAnswer[]): Promise<boolean[]> {
    return hiddenSince(answers, this.entitlement.access, this.snapshot);
  }

  /** Which companies that a list stands for may be told of, by their names and in their order, as they are written now. */
  listedCompanies(values: readonly string[]): Promise<ListedValue[]> {
    return listedCompanies(values, this.scope, this.snapshot);
  }

  /** Which records of a list of ids may be seen, in their order. */
  listedRecords(values: readonly string[]): Promise<ListedValue[]> {
    return listedRecords(values, this.scope, this.snapshot);
  }

  /** What the text that is being typed may become. */
  suggestions(this: Question<SuggestionQuery>): Promise<readonly Suggested[]> {
    return suggestionsOf(this.query, this.entitlement, this.snapshot);
  }

  /**
   * Which parties the names and numbers of a list are of: those that records of the asked countries and days name, in whatever part and direction. One
   * call is one batch: of up to 2,000 names, say.
   */
  async matchNames(names: readonly ListedName[]): Promise<readonly MatchedName[]> {
    mustHold(this.missing, this.scope);
    return matchNames(names, this.scope, this.snapshot);
  }

  /**
   * The records of a company, in each part that it plays: of the asked countries, and of as many days as one search spans, up to the
   * last of which there is a record. So each count is what a search for it finds.
   */
  async companyShipments(company: string): Promise<CompanyShipments[]> {
    return companyShipmentsOf(await this.partyKey(company), await this.oneSearchsScope(), this.snapshot);
  }

  /** The key of a party by any spelling of any of its names that records have which may be seen, in decimal digits; `0` where nothing of a name is left, or one is joined to others and no such record has it. */
  async partyKey(name: string): Promise<string> {
    const keyOf = await keysOfNames([name], this.snapshot);
    return namedLeadKeyOf(keyOf(name), this.snapshot.version);
  }

  /**
   * All that is told of a company, of the asked countries and as many days as one search spans: so each of its figures is what a search
   * for it finds.
   *
   * @param party its key, of {@link partyKey}
   */
  async company(party: string, choice: PartChoice): Promise<CompanyPage & { searched: Scope | null }> {
    const searched = await this.oneSearchsScope();
    if (searched === null || party === NOBODY) return { ...NO_COMPANY, searched };
    return { ...(await companyPageOf(party, choice, this.within(searched), this.snapshot)), searched };
  }

  /** Who trades the same goods in the same lanes as a company in one of its parts; null where there is no record of it. */
  async similarCompanies(party: string, choice: PartChoice): Promise<SimilarToCompany | null> {
    const searched = await this.oneSearchsScope();
    return searched && party !== NOBODY ? similarToCompany(party, choice, this.within(searched), this.snapshot) : null;
  }

  /** Whose records state the same addresses and numbers as a company's; null where there is no record of it. */
  async relatedCompanies(party: string): Promise<RelatedCompanies | null> {
    const searched = await this.oneSearchsScope();
    return searched && party !== NOBODY ? relatedToCompany(party, this.within(searched), this.snapshot) : null;
  }

  /** Who some parties are by the records that may be seen of the asked countries and days, each in one role. */
  async identities(this: Question, role: CompanyRole, names: readonly string[]): Promise<readonly CompanyIdentity[]> {
    const { scope } = this;
    const { tradeType } = this.query;
    return Promise.all(
      names.map(async (name) => {
        const party = await this.partyKey(name);
        if (scope === null || party === NOBODY) return NOBODY_KNOWN;
        return companyIdentity({ party, parts: [{ tradeType, role }], scope }, this.snapshot);
      }),
    );
  }

  private within(scope: Scope) {
    return { scope, seen: allSeen(this.entitlement.access) };
  }

  /** What is asked within what may be seen. */
  private narrowed(this: Question): NarrowedQuery {
    this.inner ??= narrowQuery(this.query, this.entitlement);
    return this.inner;
  }

  /** The asked countries and the last of the asked days on which there is any record, as many as one search spans. */
  private async oneSearchsScope(): Promise<Scope | null> {
    const { countryCode, fromDate, toDate } = this.query;
    // Of all days, whatever is asked: found once for an account, and without a count of months that are cut.
    const visible = narrow({ countryCode, fromDate: FIRST_DAY, toDate: LAST_DAY }, this.entitlement.access);
    const months = await monthsCovered(visible, this.snapshot);
    const latest = months.reduce((last, { lastDay }) => (lastDay > last ? lastDay : last), '');
    if (latest === '') return null;
    const last = latest < toDate ? latest : toDate;
    const first = addDays(last, -LIMITS.dateSpanDays);
    const scope = narrow(
      { countryCode, fromDate: first > fromDate ? first : fromDate, toDate: last },
      this.entitlement.access,
    );
    mustHold(this.missing, scope);
    return scope;
  }

  /** What is loaded of the asked countries and days, month by month. */
  async months(): Promise<readonly MonthCoverage[]> {
    const months = await monthsCovered(this.scope, this.snapshot);
    // Of those that have lost some, no figure is right, and nothing can be asked.
    return months.filter(({ country, month, tradeType }) => {
      const scope = { countryCode: [country], fromDate: month, toDate: month };
      return missingWithin(this.missing, scope, tradeType).length === 0;
    });
  }

  /** What is loaded of the asked countries and days, by country and trade type. */
  async countries(): Promise<CountryCoverage[]> {
    return countriesCovered(await this.months(), this.scope);
  }

  /** What has been loaded of the asked countries and days since a moment, or after the highest load that could be seen then. */
  news(since: NewsSince): Promise<readonly SourceNews[]> {
    return newsSince(since, this.scope, this.snapshot);
  }

  /** The countries of which anything is loaded, also those that may not be seen. */
  loadedCountries(): Promise<readonly string[]> {
    return loadedCountries({}, this.snapshot);
  }

  /** The sources by which anything of a trade type was loaded, also what may not be seen. */
  loadedSources(): Promise<readonly { tradeType: TradeType; source: string }[]> {
    return loadedSources({}, this.snapshot);
  }
}
