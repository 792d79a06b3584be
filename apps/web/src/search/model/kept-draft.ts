import { MATCH_TYPES, RELATIONS, SEARCH_BY, TRADE_TYPES, type TradeType } from '@tidewaiter/contract';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import { usePreference } from '../../session/preference.js';
import { sessionStore } from '../../session/store.js';
import { forgetUnfinished, keepUnfinished, unfinishedBy } from '../../session/unfinished.js';
import { asksTheSame, beginningWith, DATE_RANGES, isChanged, type SearchDraft } from './draft.js';

interface DraftSources {
  /** The draft of the link; of one that says nothing, what the form begins with. */
  linked: SearchDraft;
  /** What the form begins with, with what was filled in since. */
  filled: SearchDraft;
  /** The link says nothing. */
  begins: boolean;
  /** False for a link that was not understood whole: then what stands in the form has not been asked yet. */
  searched: boolean;
  /** A draft that a navigation brings to the screen while it stands, before the link or with it. */
  handed: SearchDraft | undefined;
}

/**
 * The form's draft of the search that the link holds. A link that asks something else (a submitted search, the back
 * button) replaces the draft; until then the draft is the person's own, and outlives the screen.
 */
export function useSearchDraft({ linked, filled, begins, searched, handed }: DraftSources) {
  const resting = begins ? filled : linked;
  const [basis, setBasis] = useState(linked);
  const [draft, setDraft] = useState(() => keptDraft(linked) ?? resting);
  if (!asksTheSame(basis, linked)) {
    setBasis(linked);
    // A draft that was just submitted already stands in the form, with the name of its date range.
    if (!asksTheSame(draft, resting)) setDraft(handed ?? resting);
  }
  const [taken, setTaken] = useState(handed);
  if (handed !== taken) {
    setTaken(handed);
    if (handed) setDraft(handed);
  }
  useEffect(() => keepDraft(draft, linked, resting), [draft, linked, resting]);
  useAbandoning(searched);

  return {
    draft,
    /** It is the draft of the address: the question of the results. */
    linked,
    changed: isChanged(draft, searched ? linked : filled),
    change: setDraft,
  };
}

/**
 * Forgets a draft when its screen is left for another one, where results stand below it: at the next opening of their link they would lie
 * grey under a question that nobody remembers. A reload and the end of a session leave it, and so does a screen without results.
 */
function useAbandoning(searched: boolean): void {
  const latest = useRef(searched);
  useLayoutEffect(() => {
    latest.current = searched;
  });
  useEffect(
    () => () => {
      if (latest.current && sessionStore.state().user) forgetUnfinished();
    },
    [],
  );
}

export type SearchDraftState = ReturnType<typeof useSearchDraft>;

const condition = {
  searchBy: z.enum(SEARCH_BY).nullable(),
  matchType: z.enum(MATCH_TYPES).nullable(),
  searchValue: z.array(z.string()),
  pickedValue: z.array(z.string()),
  typed: z.string(),
  read: z.boolean().optional(),
  setAside: z
    .partialRecord(z.enum(SEARCH_BY), z.object({ searchValue: z.array(z.string()), pickedValue: z.array(z.string()) }))
    .optional(),
};

const draftShape: z.ZodType<SearchDraft> = z.object({
  tradeType: z.enum(TRADE_TYPES).nullable(),
  countryCode: z.array(z.string()),
  awaitsCountries: z.boolean().optional(),
  dateRange: z.enum(DATE_RANGES.map(({ value }) => value)).nullable(),
  fromDate: z.string().nullable(),
  toDate: z.string().nullable(),
  ...condition,
  queryBuilder: z.array(z.object({ relation: z.enum(RELATIONS), ...condition })),
  line: z.string().optional(),
});

/** A draft is kept with the one that the address held when it was begun. */
const keptShape = z.object({ draft: draftShape, begunFrom: draftShape });

const readTrade = (stored: unknown): TradeType => (stored === 'EXPORT' ? 'EXPORT' : 'IMPORT');

/** What the form of a person begins with, of the trade that they searched last; and what notes that. */
export function useBeginning(): [SearchDraft, (tradeType: TradeType) => void] {
  const [trade, note] = usePreference('trade', readTrade);
  return [useMemo(() => beginningWith(trade), [trade]), note];
}

/**
 * Keeps a draft in this tab as long as it differs from what its address holds: a session that ends in the middle loses
 * nothing that was typed. While nobody is signed in, what was kept stays as it is.
 */
export function keepDraft(draft: SearchDraft, linked: SearchDraft, resting = linked): void {
  const { user } = sessionStore.state();
  if (!user) return;
  if (isChanged(draft, resting)) keepUnfinished(user.userid, { draft, begunFrom: linked });
  else forgetUnfinished();
}

/** Finds the draft that this person left unfinished at the same address, or null. */
export function keptDraft(linked: SearchDraft): SearchDraft | null {
  const { user } = sessionStore.state();
  const kept = user && keptShape.safeParse(unfinishedBy(user.userid)).data;
  return kept && asksTheSame(kept.begunFrom, linked) ? kept.draft : null;
}
