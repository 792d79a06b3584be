import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { LIMITS, matchTypesFor, type SearchBy, type Suggestion, suggestionQuery } from '@tidewaiter/contract';
import { useMemo } from 'react';
import { tellingFirst } from '../../format/telling-first.js';
import { countriesByTrade, suggestions } from '../../search/api/calls.js';
import { savedNamed } from '../../search/api/saved-search.js';
import { shipmentsOf } from '../../search/form/suggestions.js';
import { accessOf } from '../../search/model/date-bounds.js';
import { awaitsDates, beginningWith, EMPTY_DRAFT, type SearchDraft } from '../../search/model/draft.js';
import { withAwaited } from '../../search/model/draft-changes.js';
import { client } from '../../session/client.js';
import { useSession } from '../../session/store.js';

export interface Screen {
  label: string;
  to: NonNullable<LinkProps['to']>;
}

/** Where something that was found leads. */
export type Aim =
  | { kind: 'screen'; to: Screen['to'] }
  | { kind: 'saved search'; id: string }
  | { kind: 'contact'; name: string }
  | { kind: 'company'; name: string }
  | { kind: 'question'; draft: SearchDraft };

export interface Found {
  id: string;
  label: string;
  hint?: string;
  aim: Aim;
}

/** Of each kind: a list is read at a glance. */
const EACH = 5;

/** For how long what was found is taken for what there is. */
const FRESH_MS = 60_000;

const contains = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

/**
 * What a text finds, by kind. Screens are found at once; everything else from two characters on, once typing rests, and together: what
 * came later would push the rest from under the pointer. What was found of another text is not shown.
 */
export function useFound(screens: readonly Screen[], typed: string, rested: string) {
  const userId = useSession().user?.userid ?? 0;
  const queryClient = useQueryClient();
  const text = rested === typed ? rested : '';
  const enabled = text.length >= LIMITS.textMinLength;
  const saved = useQuery({ ...savedNamed(userId, text), enabled });
  const contacts = useQuery({ ...contactsOf(userId, text), enabled });
  const scope = useQuery({
    queryKey: ['palette-scope', userId],
    queryFn: ({ signal }) => scopeOf(signal, (trade) => queryClient.fetchQuery(countriesByTrade(trade))),
    staleTime: FRESH_MS,
    enabled,
  });
  const within = enabled ? (scope.data ?? null) : null;
  const goods = useSuggested(within, 'PRODUCT', text);
  const codes = useSuggested(within, 'HS_CODE', text);
  const importers = useSuggested(within, 'IMPORTER', text);
  const exporters = useSuggested(within, 'EXPORTER', text);

  const asked = [saved, contacts, scope, goods, codes, importers, exporters];
  const arrived = enabled && !asked.some(({ isLoading }) => isLoading);

  const shown = arrived ? within : null;
  const goodsFound = [
    { name: 'HS codes', found: questions(shown, 'HS_CODE', codes.data) },
    { name: 'Goods', found: questions(shown, 'PRODUCT', goods.data) },
  ];
  const parties = [
    {
      name: 'Companies',
      found: [...questions(shown, 'IMPORTER', importers.data), ...questions(shown, 'EXPORTER', exporters.data)],
    },
    { name: 'Company pages', found: shown === null ? [] : companies(importers.data, exporters.data) },
  ];
  // Who types a company's name means the company, not a code whose description has such a word.
  const isName = [...(importers.data ?? []), ...(exporters.data ?? [])].some(({ value }) =>
    value.toLowerCase().startsWith(text.toLowerCase()),
  );
  const all: { name: string; found: Found[] }[] = [
    {
      name: 'Screens',
      found: screens
        .filter(({ label }) => contains(label, typed))
        .map(({ label, to }) => ({ id: `screen ${to}`, label, aim: { kind: 'screen', to } })),
    },
    {
      name: 'Saved searches',
      found: ((arrived && saved.data) || []).map(({ id, name, workspaceName }) => ({
        ...{ id: `saved ${id}`, label: name, hint: workspaceName },
        aim: { kind: 'saved search', id },
      })),
    },
    {
      name: 'Contacts',
      found: ((arrived && contacts.data) || []).map(({ id, companyName, tags }) => ({
        ...{ id: `contact ${id}`, label: companyName, hint: tags.join(', ') },
        aim: { kind: 'contact', name: companyName },
      })),
    },
    ...(isName ? [...parties, ...goodsFound] : [...goodsFound, ...parties]),
  ];
  const asking = { 'Saved searches': saved, Contacts: contacts, Suggestions: scope };
  return {
    groups: all.filter(({ found }) => found.length > 0),
    looking: rested !== typed || asked.some(({ isFetching }) => isFetching),
    problems: Object.entries(asking).flatMap(([name, { error }]) => (error ? [`${name}: ${error.message}`] : [])),
  };
}

/** Where codes and companies are looked for: as the person asked last, or else in a year of all imports that they may see. */
type Scope = Pick<SearchDraft, 'tradeType' | 'countryCode' | 'dateRange' | 'fromDate' | 'toDate'>;

async function scopeOf(
  signal: AbortSignal,
  countriesOf: (trade: 'IMPORT') => Promise<Awaited<ReturnType<typeof client.countryListByTrade>>['countryList']>,
): Promise<Scope | null> {
  const [last] = (await client.topFiveQueries({}, { signal })).queryList;
  if (last) {
    const { tradeType, countryCode, fromDate, toDate } = last.userSearchQuery;
    return { tradeType, countryCode, dateRange: '6', fromDate, toDate };
  }
  const beginning = withAwaited(beginningWith('IMPORT'), {
    countries: await countriesOf('IMPORT'),
    access: accessOf(null),
  });
  return awaitsDates(beginning) ? null : beginning;
}

const contactsOf = (userId: number, text: string) =>
  queryOptions({
    queryKey: ['contacts', 'palette', userId, text],
    queryFn: async ({ signal }) =>
      (await client.contactList({ userId, contains: text, numberOfRecords: EACH }, { signal })).contactList,
    staleTime: FRESH_MS,
  });

/** Of one field, what a text may become. */
function useSuggested(scope: Scope | null, searchBy: SearchBy, text: string) {
  const query = useMemo(() => {
    const [matchType] = matchTypesFor(searchBy);
    const { tradeType, countryCode, fromDate, toDate } = scope ?? EMPTY_DRAFT;
    const asked = { tradeType, countryCode, fromDate, toDate, searchBy, matchType, searchValue: text };
    return suggestionQuery.safeParse(asked).data ?? null;
  }, [scope, searchBy, text]);
  // The list of a text before would be chosen from by whoever types on.
  const { placeholderData: _, ...asked } = suggestions(query);
  return useQuery(asked);
}

const ROLE: Partial<Record<SearchBy, string>> = { IMPORTER: 'importer', EXPORTER: 'exporter' };

/** Suggestions as questions that stand ready in the form. */
function questions(scope: Scope | null, searchBy: SearchBy, found: readonly Suggestion[] = []): Found[] {
  if (scope === null) return [];
  const shown = found.slice(0, EACH);
  const textOf = tellingFirst(shown.map(({ value, description }) => ({ code: value, text: description })));
  return shown.map((suggestion) => {
    const { value, description } = suggestion;
    const role = ROLE[searchBy];
    const draft: SearchDraft = {
      ...{ ...EMPTY_DRAFT, ...scope, searchBy, matchType: matchTypesFor(searchBy)[0] ?? null },
      ...{ searchValue: [value], pickedValue: role === undefined ? [] : [value] },
    };
    return {
      id: `${searchBy} ${value}`,
      label: description === undefined ? value : `${value} · ${textOf(value)}`,
      hint: [role, shipmentsOf({ by: searchBy, suggestion })].filter(Boolean).join(', '),
      aim: { kind: 'question', draft },
    };
  });
}

/** Suggested parties as pages of their own; one that imports and exports is one. */
function companies(...found: (readonly Suggestion[] | undefined)[]): Found[] {
  const names = new Set(found.flatMap((parties = []) => parties.map(({ value }) => value)));
  return [...names]
    .slice(0, EACH)
    .map((name) => ({ id: `company ${name}`, label: name, hint: 'one search', aim: { kind: 'company', name } }));
}
