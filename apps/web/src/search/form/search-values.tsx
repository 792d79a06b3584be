import { Combobox, Pill, PillsInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuilding } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { MESSAGES, matchTypesFor, type SearchBy, type Suggestion, suggestionQuery } from '@tidewaiter/contract';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  useDeferredValue,
  useMemo,
  useState,
} from 'react';
import { groupBy } from '../../format/group-by.js';
import { formatCount, formatShipments } from '../../format/numbers.js';
import { tellingFirst } from '../../format/telling-first.js';
import { suggestions } from '../api/calls.js';
import { COMPANY_PAGE_COSTS } from '../model/company-address.js';
import type { ConditionPlace, DraftCondition, SearchDraft } from '../model/draft.js';
import { added, pastedValues } from '../model/draft-changes.js';
import type { SearchByOptions } from '../model/draft-rules.js';
import { readingsOf } from '../model/readings.js';
import classes from './combobox.module.css';
import type { FormChanges } from './form-changes.js';
import { chosenOption, ListOption, useActiveOption } from './list-option.js';
import { Readings } from './readings.js';
import { moveAmongTags, PICKED_MEANS, spoken, Tag } from './tag.js';

interface SearchValuesProps {
  place: ConditionPlace;
  condition: DraftCondition;
  /** What can be searched by, which a text is read as where nobody has said it. */
  options: SearchByOptions;
  scope: SuggestionScope;
  changes: FormChanges;
  error: string | undefined;
}

function spokenValues({ searchValue, pickedValue }: DraftCondition): string | undefined {
  const values = searchValue.map((value) => (pickedValue.includes(value) ? `${value} (${PICKED_MEANS})` : value));
  return values.length > 0 ? `Holds ${values.join('; ')}` : undefined;
}

/** What Enter will do, or what was read. */
function readingSays({ searchBy, read }: DraftCondition, [likeliest]: readonly SearchBy[]) {
  if (searchBy === null && likeliest !== undefined) return { text: 'Enter searches by', by: likeliest };
  return read && searchBy !== null ? { text: 'Searches by', by: searchBy } : null;
}

/**
 * Search values as tags. What is typed becomes one on blur, Enter or Tab, only if it is not empty (SPEC 5); or what it may
 * become is picked from the suggestions.
 */
export const SearchValues = memo(function SearchValues(props: SearchValuesProps) {
  const { place, condition, options, scope, changes, error } = props;
  const { searchBy, searchValue, pickedValue, typed } = condition;
  const [asking, setAsking] = useState(false);
  const [said, setSaid] = useState('');
  const [leftOut, setLeftOut] = useState(0);
  // Drawn behind the typing, never in its way.
  const readings = readingsFor(condition, scope, options);
  const suggested = useDeferredValue(useSuggestions(scope, condition, readings, asking));
  const opened = suggested.length > 0;
  const { listId, active, activeId, idOf, move, clear } = useActiveOption(suggested.map(({ id }) => id));
  const combobox = useCombobox({ opened, onOpenedChange: setAsking });
  const navigate = useNavigate();
  const openCompany = (name: string) => void navigate({ to: '/company', search: { name } });
  const ofId = (id: string | undefined) => suggested.find((one) => one.id === id);
  const placeholder =
    searchBy === 'HS_CODE'
      ? MESSAGES.placeholderHs
      : searchBy === null
        ? 'Goods, HS code or company'
        : MESSAGES.placeholderText;

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

  function pick(id: string | undefined) {
    const chosen = ofId(id);
    if (!chosen) return;
    changes.pick(place, chosen.suggestion, chosen.by);
    say(`${chosen.suggestion.value} added`);
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
    const company = ofId(active)?.suggestion;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      setAsking(true);
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && event.altKey && company?.key !== undefined) openCompany(company.value);
    else if (event.key === 'Enter' && active !== undefined) pick(active);
    else if (event.key === 'Enter' && typed.trim() !== '') take();
    else if (event.key === 'Escape' && opened) setAsking(false);
    else if (event.key === 'Backspace' && typed === '' && last !== undefined) remove(last);
    else return;
    event.preventDefault();
  }

  const readAs = (
    <Readings
      says={readingSays(condition, readings)}
      others={condition.read ? readings.filter((by) => by !== searchBy) : readings.slice(1)}
      labelOf={(by) => labelOf(by, options)}
      onChoose={(by) => {
        changes.searchBy(place, by);
        changes.takeTyped(place);
      }}
    />
  );
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
          {opened && readAs}
          <SuggestionList
            id={listId}
            suggested={suggested}
            isNamed={searchBy === null}
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
      {!opened && readAs}
    </>
  );
});

interface SuggestionListProps {
  id: string;
  suggested: readonly Suggested[];
  /** They are of several fields, which are named. */
  isNamed: boolean;
  active: string | undefined;
  idOf: (id: string) => string | undefined;
  onPick: (id: string | undefined) => void;
  onOpenCompany: (name: string) => void;
}

/** The shipments of a phrase are counted in a part of the records only. */
function shipmentsOf({ by, suggestion: { value, shipment_count } }: Suggested): string {
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

/** The suggestions, each with the number of its shipments. */
function SuggestionList({ id, suggested, isNamed, active, idOf, onPick, onOpenCompany }: SuggestionListProps) {
  const told = suggested.map(({ suggestion: { value, description } }) => ({ code: value, text: description }));
  const textOf = tellingFirst(told);
  function press(event: MouseEvent) {
    const { company } = (event.target as Element).closest<HTMLElement>('[data-company]')?.dataset ?? {};
    if (company === undefined) onPick(chosenOption(event));
    else onOpenCompany(company);
  }

  const option = (one: Suggested) => (
    <ListOption
      key={one.id}
      id={idOf(one.id)}
      value={one.id}
      active={one.id === active}
      selected={one.id === active}
      className={classes.suggestion}
    >
      <SuggestionText suggested={one} text={textOf(one.suggestion.value)} />
    </ListOption>
  );
  return (
    <Combobox.Options id={id} aria-label="Suggestions" className={classes.list ?? ''} onClick={press}>
      {isNamed
        ? [...groupBy(suggested, ({ by }) => GROUPS[by])].map(([name, ofField]) => (
            <Combobox.Group key={name} label={name}>
              {ofField.map(option)}
            </Combobox.Group>
          ))
        : suggested.map(option)}
    </Combobox.Options>
  );
}

function SuggestionText({ suggested, text }: { suggested: Suggested; text: string | undefined }) {
  const { value, key, description } = suggested.suggestion;
  return (
    <>
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
          {text}
        </span>
      )}
      <span className={classes.shipments}>{shipmentsOf(suggested)}</span>
    </>
  );
}

/** What a text is read as where nobody has said what it is searched by, the likeliest first; or what else one that was read may be. */
function readingsFor(
  { searchBy, searchValue, typed, read }: DraftCondition,
  { tradeType }: SuggestionScope,
  options: SearchByOptions,
): SearchBy[] {
  const text = typed.trim() || searchValue.at(-1) || '';
  const isOpen = (searchBy === null && typed.trim() !== '') || read === true;
  return isOpen
    ? readingsOf(
        text,
        tradeType ?? 'IMPORT',
        options.map(({ value }) => value),
      )
    : NO_READINGS;
}

const NO_READINGS: SearchBy[] = [];

const labelOf = (by: SearchBy, options: SearchByOptions) => options.find(({ value }) => value === by)?.label ?? by;

/** Typing rests this long before it is asked about. */
const REST_MS = 150;

/** Where a typed text would be searched. */
export type SuggestionScope = Pick<SearchDraft, 'tradeType' | 'countryCode' | 'fromDate' | 'toDate'>;

/** A suggestion that can be picked, known among those of other fields by its id. */
interface Suggested {
  id: string;
  by: SearchBy;
  suggestion: Suggestion;
}

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
  { searchBy, matchType, typed }: DraftCondition,
  readings: readonly SearchBy[],
  asking: boolean,
): Suggested[] {
  const [rested] = useDebouncedValue(typed, REST_MS);
  const fields = searchBy === null ? fieldsFor(readings).join(' ') : searchBy;
  const queries = useMemo(
    () =>
      (fields === '' ? [] : (fields.split(' ') as SearchBy[])).map((by) => ({
        by,
        query:
          suggestionQuery.safeParse({
            ...{ ...scope, searchBy: by, searchValue: rested },
            matchType: searchBy === null ? matchTypesFor(by)[0] : matchType,
          }).data ?? null,
      })),
    [scope, fields, searchBy, matchType, rested],
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
