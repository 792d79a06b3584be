import {
  type Country,
  type DataAccessWindow,
  LIMITS,
  matchTypesFor,
  type Relation,
  type SearchBy,
  type Suggestion,
} from '@tidewaiter/contract';
import { type DateBounds, dateBounds, presetDates } from './date-bounds.js';
import {
  awaitsDates,
  type ConditionPlace,
  cleanValues,
  conditionsOf,
  DATE_RANGES,
  type DateRange,
  type DraftCondition,
  EMPTY_ROW,
  type SearchDraft,
  USUAL_RANGE,
} from './draft.js';
import { searchByOptions } from './draft-rules.js';
import { CHAPTER, readingsOf } from './readings.js';

/** A form needs this data of the portal: the countries of its trade type, and the days that the subscription shows. */
export interface Searchable {
  countries: readonly Country[];
  access: DataAccessWindow;
}

export function chosenCountries(countryCode: readonly string[], countries: readonly Country[]): Country[] {
  const byCode = new Map(countries.map((country) => [country.shortcode, country]));
  return countryCode.flatMap((code) => byCode.get(code) ?? []);
}

/** Finds the days that a draft's countries can be searched on; null while there are none. */
export function draftBounds(
  { tradeType, countryCode }: Pick<SearchDraft, 'tradeType' | 'countryCode'>,
  { countries, access }: Searchable,
): DateBounds | null {
  return tradeType && dateBounds(chosenCountries(countryCode, countries), tradeType, { access });
}

/** Reckons the dates of a preset, which waits for them while there are no bounds; dates of one's own have none. */
function datesFor(dateRange: DateRange | null, bounds: DateBounds | null) {
  const months = DATE_RANGES.find((range) => range.value === dateRange)?.months;
  if (!months || !bounds) return { dateRange: months ? dateRange : null, fromDate: null, toDate: null };
  return { dateRange, ...presetDates(months, bounds) };
}

/**
 * Sets dates anew within other countries' bounds. Of dates of one's own stands what lies within them; where no day does, the usual range
 * takes their place, and without a country they wait as they are.
 */
function datesWithin({ dateRange, fromDate, toDate }: SearchDraft, bounds: DateBounds | null) {
  if (dateRange !== '6') return { ...datesFor(dateRange, bounds), movedFrom: undefined };
  if (!bounds) return { dateRange, fromDate, toDate, movedFrom: undefined };
  const from = fromDate && fromDate < bounds.from ? bounds.from : fromDate;
  const to = toDate && toDate > bounds.to ? bounds.to : toDate;
  const movedFrom = from === fromDate && to === toDate ? undefined : { fromDate, toDate };
  const [first, last] = [from ?? bounds.from, to ?? bounds.to];
  if (first > bounds.to || last < bounds.from) {
    return { ...datesFor(USUAL_RANGE, bounds), movedFrom: { fromDate, toDate } };
  }
  return { dateRange, fromDate: from, toDate: to, movedFrom };
}

/** A party that the chosen countries' records do not name stops being searched by. */
function withNamedParties(draft: SearchDraft, chosen: readonly Country[]): SearchDraft {
  const offered = searchByOptions(draft.tradeType, chosen).map(({ value }) => value);
  const unnamed = conditionsOf(draft).filter(
    ([, { searchBy }]) => (searchBy === 'IMPORTER' || searchBy === 'EXPORTER') && !offered.includes(searchBy),
  );
  return unnamed.reduce(
    (changed, [place]) => withCondition(changed, place, () => ({ searchBy: null, matchType: null, pickedValue: [] })),
    draft,
  );
}

/** SPEC 4: another trade type clears countries and dates. All of its countries are filled in once they are known, and the preset's days. */
export function withTradeType(draft: SearchDraft, tradeType: SearchDraft['tradeType']): SearchDraft {
  const dateRange = draft.dateRange === '6' ? USUAL_RANGE : (draft.dateRange ?? USUAL_RANGE);
  const dates = { dateRange, fromDate: null, toDate: null, movedFrom: undefined };
  return withNamedParties({ ...draft, tradeType, countryCode: [], awaitsCountries: tradeType !== null, ...dates }, []);
}

/** SPEC 4: other countries reset the dates. A preset is worked out anew for them; dates of one's own are kept as far as they have such days. */
export function withCountries(draft: SearchDraft, countryCode: string[], searchable: Searchable): SearchDraft {
  const changed = { ...draft, countryCode, awaitsCountries: undefined };
  const dates = datesWithin(draft, draftBounds(changed, searchable));
  return withNamedParties({ ...changed, ...dates }, chosenCountries(countryCode, searchable.countries));
}

/**
 * Names the range of a link's dates: a link says days alone, and those of a preset are that preset until somebody edits them.
 *
 * @param linked the draft that the link makes
 */
export function namedRange(draft: SearchDraft, linked: SearchDraft, searchable: Searchable): DateRange | null {
  const { dateRange, fromDate, toDate } = draft;
  const edited = fromDate !== linked.fromDate || toDate !== linked.toDate || linked.dateRange !== '6';
  const bounds = dateRange === '6' && !edited ? draftBounds(draft, searchable) : null;
  const preset =
    bounds &&
    DATE_RANGES.find(({ months }) => {
      const dates = months && presetDates(months, bounds);
      return dates && dates.fromDate === fromDate && dates.toDate === toDate;
    });
  return preset?.value ?? dateRange;
}

export function withDateRange(draft: SearchDraft, dateRange: DateRange, searchable: Searchable): SearchDraft {
  return dateRange === '6'
    ? { ...draft, dateRange, movedFrom: undefined }
    : { ...draft, ...datesFor(dateRange, draftBounds(draft, searchable)), movedFrom: undefined };
}

/** SPEC 4: editing a date makes the range custom. */
export function withDates(draft: SearchDraft, dates: Partial<Pick<SearchDraft, 'fromDate' | 'toDate'>>): SearchDraft {
  return { ...draft, ...dates, dateRange: '6', movedFrom: undefined };
}

/** Countries that can be searched: those with records on days that the subscription shows. */
export function searchableCountries({ countries }: Searchable, tradeType: SearchDraft['tradeType']): string[] {
  return countries
    .filter(({ records, importFrom, exportFrom }) => records > 0 && (tradeType === 'EXPORT' ? exportFrom : importFrom))
    .map(({ shortcode }) => shortcode);
}

/**
 * Fills in what waited for the countries to load: themselves, and the days of a preset; any other draft stays what it is. A day that
 * somebody wrote meanwhile stands: nobody chose other countries.
 */
export function withAwaited(draft: SearchDraft, searchable: Searchable): SearchDraft {
  if (draft.awaitsCountries && searchable.countries.length > 0) {
    const { dateRange, fromDate, toDate } = draft;
    const asBegun = { ...draft, dateRange: dateRange === '6' ? USUAL_RANGE : dateRange };
    const filled = withCountries(asBegun, searchableCountries(searchable, draft.tradeType), searchable);
    if (dateRange !== '6') return filled;
    return { ...filled, dateRange, fromDate: fromDate ?? filled.fromDate, toDate: toDate ?? filled.toDate };
  }
  return draft.dateRange !== null && awaitsDates(draft) ? withDateRange(draft, draft.dateRange, searchable) : draft;
}

export function withCondition(
  draft: SearchDraft,
  place: ConditionPlace,
  change: (condition: DraftCondition) => Partial<DraftCondition>,
): SearchDraft {
  if (place === 'form') return { ...draft, ...change(draft) };
  const queryBuilder = draft.queryBuilder.map((row, index) => (index === place ? { ...row, ...change(row) } : row));
  return { ...draft, queryBuilder };
}

/** Makes values of the texts that are still being typed, where there is room. */
export function withTypedTaken(draft: SearchDraft, searchable: Searchable): SearchDraft {
  return conditionsOf(draft).reduce((taken, [place]) => withTaken(taken, place, searchable), draft);
}

/** Makes a value of the text that is being typed; where nobody said what is searched by, it is what the text is likeliest to mean. */
export function withTaken(draft: SearchDraft, place: ConditionPlace, searchable: Searchable): SearchDraft {
  return withCondition(draft, place, (condition) => {
    if (condition.searchBy !== null || condition.typed.trim() === '') return typedTaken(condition);
    const [likeliest] = readingsIn(draft, condition.typed, searchable);
    if (likeliest === undefined) return typedTaken(condition);
    const read = { ...searchedBy(condition, likeliest), read: true };
    return { ...read, ...typedTaken({ ...condition, ...read }) };
  });
}

/** What a text may ask for in a draft, the likeliest first. */
function readingsIn({ tradeType, countryCode }: SearchDraft, text: string, { countries }: Searchable): SearchBy[] {
  const offered = searchByOptions(tradeType, chosenCountries(countryCode, countries)).map(({ value }) => value);
  return readingsOf(text.trim(), tradeType ?? 'IMPORT', offered);
}

export function withRow(draft: SearchDraft): SearchDraft {
  return { ...draft, queryBuilder: [...draft.queryBuilder, EMPTY_ROW] };
}

export function withoutRow(draft: SearchDraft, removed: number): SearchDraft {
  return { ...draft, queryBuilder: draft.queryBuilder.filter((_, index) => index !== removed) };
}

export function withRelation(draft: SearchDraft, changed: number, relation: Relation): SearchDraft {
  const queryBuilder = draft.queryBuilder.map((row, index) => (index === changed ? { ...row, relation } : row));
  return { ...draft, queryBuilder };
}

/** A change sets these fields of a condition. */
type Changed = Partial<DraftCondition>;

/**
 * Changes the field that is searched by (SPEC 5: the match type starts as that field's default). Each field has values of its own: a code
 * is no word of a product. Those of the field before come back with it.
 */
export function searchedBy(condition: DraftCondition, searchBy: SearchBy): Changed {
  const { searchBy: before, searchValue, pickedValue, read } = condition;
  const matchType = matchTypesFor(searchBy)[0] ?? null;
  if (before === searchBy) return { matchType, read: undefined };
  // What was given before anybody chose a field is meant for the first that is chosen.
  if (before === null || read) {
    const values = cleanValues(searchBy, searchValue);
    return { searchBy, matchType, searchValue: values, pickedValue: [], read: undefined };
  }
  // Two digits are no code but a chapter: they go along.
  const isMeant = (value: string) => before === 'HS_CODE' && searchBy === 'HS_CODE_2' && CHAPTER.test(value);
  const left = { searchValue: searchValue.filter((value) => !isMeant(value)), pickedValue };
  const setAside = { ...condition.setAside, [before]: left };
  const { searchValue: own = [], pickedValue: picked = [] } = setAside[searchBy] ?? {};
  const values = cleanValues(searchBy, [...own, ...searchValue.filter(isMeant)]);
  return { searchBy, matchType, searchValue: values, pickedValue: picked, setAside };
}

/** Removes one of its values; a pick goes with its value. */
export function without({ searchValue, pickedValue }: DraftCondition, removed: string): Changed {
  const kept = (values: string[]) => values.filter((value) => value !== removed);
  return { searchValue: kept(searchValue), pickedValue: kept(pickedValue) };
}

/** Adds values as far as there is room (SPEC 5), and counts those for which there is none. */
export function added({ searchBy, searchValue }: DraftCondition, values: readonly string[]) {
  const all = cleanValues(searchBy, [...searchValue, ...values]);
  const room = all.slice(0, LIMITS.searchValues);
  return { searchValue: room, leftOut: all.length - room.length };
}

/** Makes a value of the typed text. Where there is no room for it, it stays typed. */
export function typedTaken(condition: DraftCondition): Changed {
  const { searchValue, leftOut } = added(condition, [condition.typed]);
  return leftOut > 0 ? {} : { searchValue, typed: '' };
}

/**
 * Takes a suggestion in place of the typed text; one of a party means the party.
 *
 * @param by its field, which is searched by where none was chosen
 */
export function picked(
  before: DraftCondition,
  { value, key }: Pick<Suggestion, 'value' | 'key'>,
  by: SearchBy | null = before.searchBy,
): Changed {
  const field = before.searchBy === null && by !== null ? searchedBy(before, by) : {};
  const condition = { ...before, ...field };
  const { searchValue, leftOut } = added(condition, [value]);
  if (leftOut > 0) return {};
  const pickedValue = key === undefined ? condition.pickedValue : [...new Set([...condition.pickedValue, value])];
  return { ...field, searchValue, pickedValue, typed: '' };
}

/**
 * Cuts a pasted text of several lines or cells into values; null for one that is a single value, which is pasted as it is, commas and all.
 */
export function pastedValues(text: string): string[] | null {
  const lines = text.split(/[\r\n\t]+/).filter((line) => line.trim() !== '');
  return lines.length > 1 ? lines : null;
}
