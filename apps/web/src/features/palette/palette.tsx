import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { LIMITS } from '@tidewaiter/contract';
import { type KeyboardEvent, useState } from 'react';
import { chosenOption, ListOption, useActiveOption } from '../../search/form/list-option.js';
import { keepDraft, useBeginning } from '../../search/model/kept-draft.js';
import classes from './palette.module.css';
import { type Aim, type Screen, useFound } from './use-found.js';

interface PaletteProps {
  opened: boolean;
  /** Where the navigation leads. */
  screens: readonly Screen[];
  onClose: () => void;
}

/** Typing rests this long before it is asked about. */
const REST_MS = 150;

/** One field that leads anywhere: to screens, saved searches, contacts, goods, HS codes and companies. */
export function Palette({ opened, screens, onClose }: PaletteProps) {
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={640}
      yOffset="12dvh"
      centered={false}
      classNames={{ content: classes.content ?? '' }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Go anywhere">
        <Modal.Body className="column min-h-0 p-0">
          <PaletteField screens={screens} onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function PaletteField({ screens, onClose }: Omit<PaletteProps, 'opened'>) {
  const [typed, setTyped] = useState('');
  const [rested] = useDebouncedValue(typed.trim(), REST_MS);
  const { groups, looking, problems } = useFound(screens, typed.trim(), rested);
  const options = groups.flatMap(({ found }) => found);
  const active = useActiveOption(
    options.map(({ id }) => id),
    true,
  );
  const go = useGo(onClose);
  const choose = (id: string | undefined) => {
    const chosen = options.find((option) => option.id === id);
    if (chosen) go(chosen.aim);
  };

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') active.move(1);
    else if (event.key === 'ArrowUp') active.move(-1);
    else if (event.key === 'Enter') choose(active.active);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <div className={`row gap-12 line-below soft px-12 ${classes.field}`}>
        <IconSearch size={18} stroke={1.6} aria-hidden />
        <input
          className="flex-1 min-w-0 no-border ink"
          role="combobox"
          aria-label="Go to a screen, a saved search, a contact, goods, an HS code or a company"
          placeholder="Screen, saved search, contact, goods, HS code or company"
          aria-expanded={options.length > 0}
          aria-controls={active.listId}
          aria-activedescendant={active.activeId}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          data-autofocus
          maxLength={LIMITS.searchValueMaxLength}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            active.clear();
          }}
          onKeyDown={press}
        />
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys choose */}
      <div
        id={active.listId}
        role="listbox"
        aria-label="Where it leads"
        className="min-h-0 scrolls-y px-8"
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => choose(chosenOption(event))}
      >
        {groups.map(({ name, found }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
          <div key={name} role="group" aria-label={name}>
            <div className="soft small p-8-12" aria-hidden="true">
              {name}
            </div>
            {found.map(({ id, label, hint }) => (
              <ListOption
                key={id}
                id={active.idOf(id)}
                value={id}
                active={active.active === id}
                selected={active.active === id}
                className="spread items-baseline gap-16"
              >
                <span className="cut min-w-0" dir="auto">
                  {label}
                </span>
                {hint && <span className={`cut flex-none soft small figures ${classes.hint}`}>{hint}</span>}
              </ListOption>
            ))}
          </div>
        ))}
      </div>
      <p className="grid gap-4 line-above soft small p-8-12" role="status">
        {said(typed.trim(), options.length, looking)}
        {problems.map((problem) => (
          <span key={problem}>{problem}</span>
        ))}
      </p>
    </>
  );
}

function said(typed: string, found: number, looking: boolean): string {
  if (looking) return 'Looking …';
  if (typed.length < LIMITS.textMinLength)
    return 'Type two characters or more to find companies, goods and HS codes, too.';
  return found === 0
    ? 'Nothing by that name.'
    : `${found} found. Enter opens one: companies and goods are filled into the search form, a company page costs one search.`;
}

/** Goes where something leads. A question that was put together stands in the form, and is not asked. */
function useGo(onClose: () => void) {
  const navigate = useNavigate();
  const [beginning] = useBeginning();
  return (aim: Aim) => {
    onClose();
    if (aim.kind === 'screen') return void navigate({ to: aim.to });
    if (aim.kind === 'saved search') return void navigate({ to: '/list1', search: { saved: aim.id } });
    if (aim.kind === 'company') return void navigate({ to: '/company', search: { name: aim.name } });
    if (aim.kind === 'contact') return void navigate({ to: '/savecontact', search: { text: aim.name } });
    // Kept for a form that is yet to be opened, handed over to one that is open.
    keepDraft(aim.draft, beginning);
    void navigate({ to: '/list1', search: {}, state: { draft: aim.draft } });
  };
}
