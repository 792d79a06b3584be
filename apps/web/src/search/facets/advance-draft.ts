import type { SearchAddress } from '@tidewaiter/contract';
import {
  FILTER_LISTS,
  type FilterList,
  LIMITS,
  MESSAGES,
  RANGE_NAMES,
  type RangeName,
  rangeProblems,
  type SearchQuery,
} from '@tidewaiter/contract';
import { useState } from 'react';
import { listPart } from '../model/pills.js';

type RangeField = `${RangeName}${'Start' | 'End'}`;

const RANGE_FIELDS: RangeField[] = RANGE_NAMES.flatMap((name) => [`${name}Start`, `${name}End`] as const);

/** The filters stand in the Advance Search panel like this. A bound that is not given is absent. */
export type AdvanceDraft = Pick<
  SearchQuery,
  FilterList | RangeField | 'productDesc' | 'conditionProductDesc' | 'countryCode'
>;

/** The panel starts from the current search (SPEC 4). */
export function advanceDraftOf(query: SearchQuery): AdvanceDraft {
  const fields = [...FILTER_LISTS, ...RANGE_FIELDS, 'productDesc', 'conditionProductDesc', 'countryCode'] as const;
  return Object.fromEntries(fields.map((field) => [field, query[field]])) as AdvanceDraft;
}

/** Empties all lists and ranges (SPEC 4 "Reset"); the countries are none of them. */
export function resetDraft({ countryCode }: AdvanceDraft): AdvanceDraft {
  const empty = FILTER_LISTS.map((field): [FilterList, string[]] => [field, []]);
  const lists = Object.fromEntries(empty) as Record<FilterList, string[]>;
  return { ...lists, productDesc: [], conditionProductDesc: 'C', countryCode };
}

/** Takes nothing, or a positive whole number without a zero before it (SPEC 5). */
const isBound = (text: string) => /^(?:[1-9]\d*)?$/.test(text) && text.length <= LIMITS.amountDigits;

/** A range field holds a text, and knows what was typed after it that it may not hold. */
export interface TypedBound {
  text: string;
  refused: string;
}

/** Types into a range field. A link's decimal gives way to any editing. */
export function typeBound({ text, refused }: TypedBound, typed: string): TypedBound {
  const added = typed.startsWith(text) ? typed.slice(text.length) : null;
  // The digits after a decimal sign go with it: a price of 2.5 must not become one of 25.
  if (/^[.,]/.test(refused) && added) return { text, refused: refused + added };
  if (isBound(typed)) return { text: typed, refused: '' };
  return { text: isBound(text) ? text : '', refused: added ?? typed };
}

/** Says why the panel cannot search yet, as the title and the text of a dialog; null where it can. */
export function advanceProblem(draft: AdvanceDraft, query: SearchQuery): { title: string; message: string } | null {
  const [range] = rangeProblems(draft);
  if (range) return { title: MESSAGES.validationError, message: range.message };
  const listed = [...FILTER_LISTS, 'productDesc' as const].some((field) => draft[field].length > 0);
  const ranged = RANGE_FIELDS.some((field) => draft[field] !== undefined);
  if (listed || ranged || asksOtherCountries(draft, query)) return null;
  return { title: MESSAGES.selectTitle, message: MESSAGES.selectFilter };
}

/** Other countries are another question. */
export function asksOtherCountries(draft: AdvanceDraft, query: SearchQuery): boolean {
  return draft.countryCode.toSorted().join() !== query.countryCode.toSorted().join();
}

/** Writes the filters as a link holds them, with given bounds only: what stands in for the others is filled in where a range is read. */
export function advancePart(draft: AdvanceDraft): Partial<SearchAddress> {
  const lists = [...FILTER_LISTS, 'productDesc' as const].map((field) => listPart(field, draft[field]));
  const denied = draft.productDesc.length > 0 && draft.conditionProductDesc === 'D';
  return {
    ...Object.assign({}, ...lists),
    ...Object.fromEntries(RANGE_FIELDS.map((field) => [field, draft[field]])),
    conditionProductDesc: denied ? 'D' : undefined,
    country: draft.countryCode,
  };
}

/** Holds the panel's draft: it is taken from the search whenever the panel opens, and is the person's own until it is sent. */
export function useAdvanceDraft(opened: boolean, query: SearchQuery) {
  const [draft, setDraft] = useState(() => advanceDraftOf(query));
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setDraft(advanceDraftOf(query));
  }
  return {
    draft,
    change: (part: Partial<AdvanceDraft>) => setDraft((before) => ({ ...before, ...part })),
    reset: () => setDraft(resetDraft),
  };
}
