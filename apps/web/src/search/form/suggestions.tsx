import { Combobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuilding } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import {
  LIMITS,
  matchTypesFor,
  type SavedSearch,
  type SearchBy,
  type Suggestion,
  suggestionQuery,
} from '@tidewaiter/contract';
import { type MouseEvent, useMemo } from 'react';
import { groupBy } from '../../format/group-by.js';
import { formatCount, formatShipments } from '../../format/numbers.js';
import { tellingFirst } from '../../format/telling-first.js';
import { useSession } from '../../session/store.js';
import { suggestions } from '../api/calls.js';
import { savedNamed } from '../api/saved-search.js';
import { COMPANY_PAGE_COSTS } from '../model/company-address.js';
import type { DraftCondition, SearchDraft } from '../model/draft.js';
import classes from './combobox.module.css';
import { chosenOption, ListOption } from './list-option.js';
import { PICKED_MEANS } from './tag.js';

interface SuggestionListProps {
  id: string;
  offers: readonly Offer[];
  /** They are of several fields, which are named. */
  isNamed: boolean;
  active: string | undefined;
  idOf: (id: string) => string | undefined;
  onPick: (id: string | undefined) => void;
  onOpenCompany: (name: string) => void;
}

/** The shipments of a phrase are counted in a part of the records only. */
export function shipmentsOf({
  by,
  suggestion: { value, shipment_count },
}: Pick<Suggested, 'by' | 'suggestion'>): string {
  const phrase = by === 'PRODUCT' && /\s/.test(value);
  return phrase ? `at least ${formatCount(shipment_count)}` : formatShipments(shipment_count);
}

/** What suggestions of a field are called above them. */
const GROUPS: Record<Suggested['by'], string> = {
  PRODUCT: 'Goods',
  HS_CODE: 'HS codes',
  HS_CODE_2: 'HS codes',
  IMPORTER: 'Importers',
  EXPORTER: 'Exporters',
};

/** The suggestions, each with the number of its shipments, and saved searches, each with its workspace. */
export function SuggestionList({ id, offers, isNamed, active, idOf, onPick, onOpenCompany }: SuggestionListProps) {
  const told = offers.flatMap((offer) => ('saved' in offer ? [] : [offer.suggestion]));
  const textOf = tellingFirst(told.map(({ value, description }) => ({ code: value, text: description })));
  function press(event: MouseEvent) {
    const { company } = (event.target as Element).closest<HTMLElement>('[data-company]')?.dataset ?? {};
    if (company === undefined) onPick(chosenOption(event));
    else onOpenCompany(company);
  }

  const option = (offer: Offer) => (
    <ListOption
      key={offer.id}
      id={idOf(offer.id)}
      value={offer.id}
      active={offer.id === active}
      selected={offer.id === active}
      className={classes.suggestion}
    >
      {'saved' in offer ? (
        <>
          <span className="min-w-0 anywhere">{offer.saved.name}</span>
          <span className="soft small figures" style={{ gridArea: '1 / 2' }}>
            {offer.saved.workspaceName}
          </span>
        </>
      ) : (
        <SuggestionText suggested={offer} text={textOf(offer.suggestion.value)} />
      )}
    </ListOption>
  );
  const groupOf = (offer: Offer) => ('saved' in offer ? 'Saved searches' : GROUPS[offer.by]);
  return (
    <Combobox.Options id={id} aria-label="Suggestions" className="scrolls-y" mah="min(26rem, 50dvh)" onClick={press}>
      {isNamed
        ? [...groupBy(offers, groupOf)].map(([name, ofField]) => (
            <Combobox.Group key={name} label={name}>
              {ofField.map(option)}
            </Combobox.Group>
          ))
        : offers.map(option)}
    </Combobox.Options>
  );
}

function SuggestionText({ suggested, text }: { suggested: Suggested; text: string | undefined }) {
  const { value, key, description } = suggested.suggestion;
  return (
    <>
      <span className="min-w-0 anywhere" title={key && PICKED_MEANS}>
        {key !== undefined && <IconBuilding size={14} stroke={1.6} className={classes.icon} aria-hidden />}
        {value}
      </span>
      {description && (
        <span className="cut all-columns soft small" title={description}>
          {text}
        </span>
      )}
      <span className="soft small figures" style={{ gridArea: '1 / 2' }}>
        {shipmentsOf(suggested)}
      </span>
      {key !== undefined && (
        <span
          className={classes.company}
          data-company={value}
          title={`${COMPANY_PAGE_COSTS} (Alt Enter)`}
          aria-hidden="true"
        >
          Page
        </span>
      )}
    </>
  );
}

/** Typing rests this long before it is asked about. */
const REST_MS = 150;

/** Where a typed text would be searched. */
export type SuggestionScope = Pick<SearchDraft, 'tradeType' | 'countryCode' | 'fromDate' | 'toDate'>;

/** A suggestion that can be picked, known among those of other fields by its id. */
export interface Suggested {
  id: string;
  by: SearchBy;
  suggestion: Suggestion;
}

/** What a field offers while somebody types: a suggestion of a field, or a saved search that is called so. */
export type Offer = Suggested | { id: string; saved: SavedSearch };

/** Where a text of no chosen field is looked for: what it may be read as, and codes, which are found by what they are called. */
function fieldsFor([likeliest, ...others]: readonly SearchBy[]): SearchBy[] {
  return likeliest === undefined ? [] : [...new Set<SearchBy>([likeliest, 'HS_CODE', ...others])];
}

/** Of each field, where it is not said which: a list is read at a glance. */
const EACH = 4;

const NONE: Suggested[] = [];

/**
 * The suggestions for the text that is being typed: of its field, or of all that it may be where none was chosen, together, since what
 * came later would push the rest from under the pointer. None while it is too short, while the form does not say yet where to look, and
 * when the call fails.
 */
function useSuggestions(
  scope: SuggestionScope,
  { searchBy, matchType }: Pick<DraftCondition, 'searchBy' | 'matchType'>,
  rested: string,
  readings: readonly SearchBy[],
  asking: boolean,
): Suggested[] {
  const { tradeType, countryCode, fromDate, toDate } = scope;
  const fields = searchBy === null ? fieldsFor(readings).join(' ') : searchBy;
  const queries = useMemo(
    () =>
      (fields === '' ? [] : (fields.split(' ') as SearchBy[])).map((by) => ({
        by,
        query:
          suggestionQuery.safeParse({
            ...{ tradeType, countryCode, fromDate, toDate, searchBy: by, searchValue: rested },
            matchType: searchBy === null ? matchTypesFor(by)[0] : matchType,
          }).data ?? null,
      })),
    [tradeType, countryCode, fromDate, toDate, fields, searchBy, matchType, rested],
  );
  return useQueries({
    queries: queries.map(({ query }) => ({ ...suggestions(query), enabled: asking && query !== null })),
    combine: (answers) => {
      const isWhole = answers.every(({ isLoading }) => !isLoading);
      if (!asking || !isWhole) return NONE;
      return queries.flatMap(({ by, query }, at) =>
        ((query && answers[at]?.data) || [])
          .slice(0, searchBy === null ? EACH : undefined)
          .map((suggestion) => ({ id: `${by} ${suggestion.value}`, by, suggestion })),
      );
    },
  });
}

/**
 * What a field offers: the suggestions, and behind them, where no field was chosen, the saved searches whose names hold the text.
 *
 * @param whole whether a whole question may come of it, or but one more condition
 */
export function useOffers(
  scope: SuggestionScope,
  condition: Pick<DraftCondition, 'searchBy' | 'matchType' | 'typed'>,
  readings: readonly SearchBy[],
  asking: boolean,
  whole = true,
): Offer[] {
  const [rested] = useDebouncedValue(condition.typed, REST_MS);
  const suggested = useSuggestions(scope, condition, rested, readings, asking);
  const userId = useSession().user?.userid ?? 0;
  const text = rested.trim();
  const isAsked = asking && whole && condition.searchBy === null;
  const enabled = isAsked && rested === condition.typed && text.length >= LIMITS.textMinLength;
  const { data } = useQuery({ ...savedNamed(userId, text), enabled });
  const saved = (enabled && data) || NO_SAVED;
  return useMemo(
    () => [...suggested, ...saved.map((one) => ({ id: `saved ${one.id}`, saved: one }))],
    [suggested, saved],
  );
}

const NO_SAVED: SavedSearch[] = [];

const LETTERS = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

/** The company whose whole name was typed, where no goods are called so: it is what Enter takes. */
export function companyNamed(offers: readonly Offer[], typed: string): Suggested | undefined {
  const suggested = offers.flatMap((offer) => ('saved' in offer ? [] : [offer]));
  const isNamed = ({ suggestion: { key, value } }: Suggested) => key !== undefined && LETTERS(value) === LETTERS(typed);
  return suggested.some(({ by }) => by === 'PRODUCT') ? undefined : suggested.find(isNamed);
}
