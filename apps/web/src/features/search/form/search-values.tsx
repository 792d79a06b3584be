import { Combobox, Pill, PillsInput, useCombobox } from '@mantine/core';
import { MESSAGES } from '@tidewaiter/contract';
import { type ClipboardEvent, type KeyboardEvent, memo, useDeferredValue, useState } from 'react';
import { formatCount } from '../../../format/count.js';
import type { DraftCondition, Place } from '../draft.js';
import { added } from '../draft-condition.js';
import { pastedValues } from './pasted-values.js';
import { SuggestionList } from './suggestion-list.js';
import suggestionClasses from './suggestion-list.module.css';
import { moveAmongTags, PICKED_MEANS, spoken, Tag } from './tag.js';
import classes from './tags.module.css';
import { useActiveOption } from './use-active-option.js';
import type { FormChanges } from './use-form-changes.js';
import { type SuggestionScope, useSuggestions } from './use-suggestions.js';

interface SearchValuesProps {
  place: Place;
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
    } else if (event.key === 'Enter' && active !== undefined) pick(active);
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
        <Combobox.Dropdown hidden={!opened} className={suggestionClasses.dropdown ?? ''}>
          <SuggestionList
            id={listId}
            suggested={suggested}
            searchBy={searchBy}
            active={active}
            idOf={idOf}
            onPick={pick}
          />
        </Combobox.Dropdown>
      </Combobox>
      <p role="status" className={leftOut > 0 ? classes.note : classes.spoken}>
        {opened ? `${suggested.length} ${suggested.length === 1 ? 'suggestion' : 'suggestions'}` : said}
        {leftOut > 0 && `, ${formatCount(leftOut)} left out: ${MESSAGES.tooManyValues.toLowerCase()}`}
      </p>
    </>
  );
});
