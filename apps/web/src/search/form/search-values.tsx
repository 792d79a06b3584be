import { Combobox, Pill, PillsInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuilding } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { MESSAGES, type SearchBy, type Suggestion, suggestionQuery } from '@tidewaiter/contract';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  useDeferredValue,
  useMemo,
  useState,
} from 'react';
import { formatCount, formatShipments } from '../../format/numbers.js';
import { tellingFirst } from '../../format/telling-first.js';
import { suggestions } from '../api/calls.js';
import { COMPANY_PAGE_COSTS } from '../model/company-address.js';
import type { ConditionPlace, DraftCondition, SearchDraft } from '../model/draft.js';
import { added, pastedValues } from '../model/draft-changes.js';
import classes from './combobox.module.css';
import type { FormChanges } from './form-changes.js';
import { chosenOption, ListOption, useActiveOption } from './list-option.js';
import { moveAmongTags, PICKED_MEANS, spoken, Tag } from './tag.js';

interface SearchValuesProps {
  place: ConditionPlace;
  condition: DraftCondition;
  scope: SuggestionScope;
  changes: FormChanges;
  error: string | undefined;
}

function spokenValues({ searchValue, pickedValue }: DraftCondition): string | undefined {
  const values = searchValue.map((value) => (pickedValue.includes(value) ? `${value} (${PICKED_MEANS})` : value));
  return values.length > 0 ? `Holds ${values.join('; ')}` : undefined;
}

/**
 * Search values as tags. What is typed becomes one on blur, Enter or Tab, only if it is not empty (SPEC 5); or what it may
 * become is picked from the suggestions.
 */
export const SearchValues = memo(function SearchValues({ place, condition, scope, changes, error }: SearchValuesProps) {
  const { searchBy, searchValue, pickedValue, typed } = condition;
  const [asking, setAsking] = useState(false);
  const [said, setSaid] = useState('');
  const [leftOut, setLeftOut] = useState(0);
  // Drawn behind the typing, never in its way.
  const suggested = useDeferredValue(useSuggestions(scope, condition, asking));
  const opened = suggested.length > 0;
  const { listId, active, activeId, idOf, move, clear } = useActiveOption(suggested.map(({ value }) => value));
  const combobox = useCombobox({ opened, onOpenedChange: setAsking });
  const navigate = useNavigate();
  const openCompany = (name: string) => void navigate({ to: '/company', search: { name } });
  const isParty = (value: string) => suggested.some((one) => one.value === value && one.key !== undefined);
  const placeholder = searchBy === 'HS_CODE' ? MESSAGES.placeholderHs : MESSAGES.placeholderText;

  function say(text: string) {
    setSaid(text);
    setLeftOut(0);
  }

  function type(text: string) {
    changes.type(place, text);
    setAsking(true);
    say('');
    clear();
  }

  function take() {
    if (typed.trim() !== '') {
      changes.takeTyped(place);
      if (added(condition, [typed]).leftOut === 0) say(`${typed.trim()} added`);
    }
    setAsking(false);
  }

  function pick(value: string | undefined) {
    const suggestion = suggested.find((one) => one.value === value);
    if (!suggestion) return;
    changes.pick(place, suggestion);
    say(`${suggestion.value} added`);
    setAsking(false);
  }

  function remove(value: string) {
    changes.removeValue(place, value);
    say(`${value} removed`);
  }

  function paste(event: ClipboardEvent) {
    const values = pastedValues(event.clipboardData.getData('text'));
    if (!values) return;
    event.preventDefault();
    const after = added(condition, values);
    changes.addValues(place, values);
    say(`${after.searchValue.length - searchValue.length} values added`);
    setLeftOut(after.leftOut);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const last = searchValue.at(-1);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      setAsking(true);
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && event.altKey && active !== undefined && isParty(active)) openCompany(active);
    else if (event.key === 'Enter' && active !== undefined) pick(active);
    else if (event.key === 'Enter' && typed.trim() !== '') take();
    else if (event.key === 'Escape' && opened) setAsking(false);
    else if (event.key === 'Backspace' && typed === '' && last !== undefined) remove(last);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <Combobox store={combobox} width="target" position="bottom-start" withinPortal={false} keepMounted={false}>
        <Combobox.DropdownTarget>
          <PillsInput label="Search values" {...spoken(spokenValues(condition))} error={error}>
            <Pill.Group className={classes.tags ?? ''} onKeyDown={moveAmongTags}>
              {searchValue.map((value) => (
                <Tag key={value} name={value} picked={pickedValue.includes(value)} onRemove={() => remove(value)} />
              ))}
              <PillsInput.Field
                value={typed}
                placeholder={searchValue.length === 0 ? placeholder : ''}
                onChange={(event) => type(event.currentTarget.value)}
                onKeyDown={onKeyDown}
                onPaste={paste}
                onBlur={take}
                role="combobox"
                aria-autocomplete="list"
                aria-haspopup="listbox"
                aria-expanded={opened}
                aria-controls={opened ? listId : undefined}
                aria-activedescendant={activeId}
                aria-required
                autoComplete="off"
                spellCheck={false}
              />
            </Pill.Group>
          </PillsInput>
        </Combobox.DropdownTarget>
        <Combobox.Dropdown hidden={!opened} className={classes.dropdown ?? ''}>
          <SuggestionList
            id={listId}
            suggested={suggested}
            searchBy={searchBy}
            active={active}
            idOf={idOf}
            onPick={pick}
            onOpenCompany={openCompany}
          />
        </Combobox.Dropdown>
      </Combobox>
      <p role="status" className={leftOut > 0 ? classes.note : 'visually-hidden'}>
        {opened ? `${suggested.length} ${suggested.length === 1 ? 'suggestion' : 'suggestions'}` : said}
        {leftOut > 0 && `, ${formatCount(leftOut)} left out: ${MESSAGES.tooManyValues.toLowerCase()}`}
      </p>
    </>
  );
});

interface SuggestionListProps {
  id: string;
  suggested: readonly Suggestion[];
  searchBy: SearchBy | null;
  active: string | undefined;
  idOf: (value: string) => string | undefined;
  onPick: (value: string | undefined) => void;
  onOpenCompany: (name: string) => void;
}

/** The shipments of a phrase are counted in a part of the records only. */
function shipmentsOf({ value, shipment_count }: Suggestion, searchBy: SearchBy | null): string {
  const phrase = searchBy === 'PRODUCT' && /\s/.test(value);
  return phrase ? `at least ${formatCount(shipment_count)}` : formatShipments(shipment_count);
}

/** The suggestions, each with the number of its shipments. */
function SuggestionList({ id, suggested, searchBy, active, idOf, onPick, onOpenCompany }: SuggestionListProps) {
  const textOf = tellingFirst(suggested.map(({ value, description }) => ({ code: value, text: description })));
  function press(event: MouseEvent) {
    const { company } = (event.target as Element).closest<HTMLElement>('[data-company]')?.dataset ?? {};
    if (company === undefined) onPick(chosenOption(event));
    else onOpenCompany(company);
  }

  return (
    <Combobox.Options id={id} aria-label="Suggestions" className={classes.list ?? ''} onClick={press}>
      {suggested.map((suggestion) => {
        const { value, key, description } = suggestion;
        return (
          <ListOption
            key={value}
            id={idOf(value)}
            value={value}
            active={value === active}
            selected={value === active}
            className={classes.suggestion}
          >
            <span className={classes.value} title={key && PICKED_MEANS}>
              {key !== undefined && <IconBuilding size={14} stroke={1.6} className={classes.icon} aria-hidden />}
              {value}
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
            </span>
            {description && (
              <span className={classes.description} title={description}>
                {textOf(value)}
              </span>
            )}
            <span className={classes.shipments}>{shipmentsOf(suggestion, searchBy)}</span>
          </ListOption>
        );
      })}
    </Combobox.Options>
  );
}

/** Typing rests this long before it is asked about. */
const REST_MS = 150;

/** Where a typed text would be searched. */
export type SuggestionScope = Pick<SearchDraft, 'tradeType' | 'countryCode' | 'fromDate' | 'toDate'>;

const NONE: Suggestion[] = [];

/**
 * The suggestions for the text that is being typed; none while it is too short, while the form does not say yet where to look,
 * and when the call fails.
 */
function useSuggestions(
  scope: SuggestionScope,
  { searchBy, matchType, typed }: DraftCondition,
  asking: boolean,
): Suggestion[] {
  const [rested] = useDebouncedValue(typed, REST_MS);
  const query = useMemo(
    () => suggestionQuery.safeParse({ ...scope, searchBy, matchType, searchValue: rested }).data ?? null,
    [scope, searchBy, matchType, rested],
  );
  const { data } = useQuery({ ...suggestions(query), enabled: asking && query !== null });
  return (asking && query && data) || NONE;
}
