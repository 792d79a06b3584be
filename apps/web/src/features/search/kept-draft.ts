import { MATCH_TYPES, RELATIONS, SEARCH_BY, TRADE_TYPES } from '@tidewaiter/contract';
import { z } from 'zod';
import { sessionStore } from '../../session/store.js';
import { forgetUnfinished, keepUnfinished, unfinishedBy } from '../../session/unfinished.js';
import { asksTheSame, DATE_RANGES, isChanged, type SearchDraft } from './draft.js';

const condition = {
  searchBy: z.enum(SEARCH_BY).nullable(),
  matchType: z.enum(MATCH_TYPES).nullable(),
  searchValue: z.array(z.string()),
  pickedValue: z.array(z.string()),
  typed: z.string(),
};

const draftShape: z.ZodType<SearchDraft> = z.object({
  tradeType: z.enum(TRADE_TYPES).nullable(),
  countryCode: z.array(z.string()),
  dateRange: z.enum(DATE_RANGES.map(({ value }) => value)).nullable(),
  fromDate: z.string().nullable(),
  toDate: z.string().nullable(),
  ...condition,
  queryBuilder: z.array(z.object({ relation: z.enum(RELATIONS), ...condition })),
});

/** A draft, and the one that the address held when it was begun. */
const keptShape = z.object({ draft: draftShape, begunFrom: draftShape });

/**
 * Keeps a draft in this tab as long as it differs from what its address holds: a session that ends in the middle loses
 * nothing that was typed. While nobody is signed in, what was kept stays as it is.
 */
export function keepDraft(draft: SearchDraft, linked: SearchDraft): void {
  const { user } = sessionStore.state();
  if (!user) return;
  if (isChanged(draft, linked)) keepUnfinished(user.userid, { draft, begunFrom: linked });
  else forgetUnfinished();
}

/** The draft that this person left unfinished at the same address, or null. */
export function keptDraft(linked: SearchDraft): SearchDraft | null {
  const { user } = sessionStore.state();
  const kept = user && keptShape.safeParse(unfinishedBy(user.userid)).data;
  return kept && asksTheSame(kept.begunFrom, linked) ? kept.draft : null;
}
