import { Combobox, Pill, PillsInput, useCombobox } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { MESSAGES, type SearchBy } from '@tidewaiter/contract';
import { type ClipboardEvent, type KeyboardEvent, memo, useDeferredValue, useState } from 'react';
import { formatCount } from '../../format/numbers.js';
import type { ConditionPlace, DraftCondition } from '../model/draft.js';
import { added, pastedValues } from '../model/draft-changes.js';
import type { SearchByOptions } from '../model/draft-rules.js';
import { CHAPTER, readingsOf } from '../model/readings.js';
import classes from './combobox.module.css';
import type { FormChanges } from './form-changes.js';
import { fieldOfList, useActiveOption } from './list-option.js';
import { Readings } from './readings.js';
import { companyNamed, SuggestionList, type SuggestionScope, useOffers } from './suggestions.js';
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
function readingSays(searchBy: SearchBy | null, likeliest: SearchBy | undefined) {
  if (likeliest === undefined) return null;
  return searchBy === null ? { text: 'Enter searches by', by: likeliest } : { text: 'Searches by', by: searchBy };
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
  const offers = useDeferredValue(useOffers(scope, condition, readings, asking, place === 'form'));
  const opened = offers.length > 0;
  const named = searchBy === null ? companyNamed(offers, typed) : undefined;
  const { listId, active, activeId, idOf, move, clear } = useActiveOption(offers.map(({ id }) => id));
  const combobox = useCombobox({ opened, onOpenedChange: setAsking });
  const navigate = useNavigate();
  const openCompany = (name: string) => void navigate({ to: '/company', search: { name } });
  const ofId = (id: string | undefined) => offers.find((one) => one.id === id);
  const placeholder =
    searchBy === 'HS_CODE'
      ? MESSAGES.placeholderHs
      : searchBy === null
        ? 'Goods, HS code, company or saved search'
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
    if (named) return pick(named.id);
    if (typed.trim() !== '') {
      changes.takeTyped(place);
      if (added(condition, [typed]).leftOut === 0) say(`${typed.trim()} added`);
    }
    setAsking(false);
  }

  function pick(id: string | undefined) {
    const chosen = ofId(id);
    if (!chosen) return;
    if ('saved' in chosen) return void navigate({ to: '/list1', search: { saved: chosen.saved.id } });
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
    const chosen = ofId(active);
    const company = chosen && 'suggestion' in chosen ? chosen.suggestion : undefined;
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

  const likeliest = named?.by ?? readings[0];
  const readAs = (
    <Readings
      says={readingSays(searchBy, likeliest)}
      others={readings.filter((by) => by !== (searchBy ?? likeliest))}
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
            <Pill.Group className="gap-4" onKeyDown={moveAmongTags}>
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
                {...fieldOfList({ listId, activeId }, opened)}
                aria-required
              />
            </Pill.Group>
          </PillsInput>
        </Combobox.DropdownTarget>
        <Combobox.Dropdown hidden={!opened} className={classes.dropdown ?? ''}>
          {opened && readAs}
          <SuggestionList
            id={listId}
            offers={offers}
            isNamed={searchBy === null}
            active={active}
            idOf={idOf}
            onPick={pick}
            onOpenCompany={openCompany}
          />
        </Combobox.Dropdown>
      </Combobox>
      <p role="status" className={leftOut > 0 ? classes.note : 'visually-hidden'}>
        {opened ? `${offers.length} ${offers.length === 1 ? 'suggestion' : 'suggestions'}` : said}
        {leftOut > 0 && `, ${formatCount(leftOut)} left out: ${MESSAGES.tooManyValues.toLowerCase()}`}
      </p>
      {!opened && readAs}
    </>
  );
});

/** What a text is read as where nobody has said what it is searched by, the likeliest first; or what else one that was read may be. */
function readingsFor(
  { searchBy, searchValue, typed, read }: DraftCondition,
  { tradeType }: SuggestionScope,
  options: SearchByOptions,
): SearchBy[] {
  const text = typed.trim() || searchValue.at(-1) || '';
  const isChapter = searchBy === 'HS_CODE' && CHAPTER.test(text);
  const isOpen = (searchBy === null && typed.trim() !== '') || read === true || isChapter;
  return isOpen
    ? readingsOf(
        text,
        tradeType ?? 'IMPORT',
        options.map(({ value }) => value),
      )
    : NO_READINGS;
}

const NO_READINGS: SearchBy[] = [];
