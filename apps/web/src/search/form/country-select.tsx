import { Combobox, Pill, PillsInput, useCombobox } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { type Country, countryByCode } from '@tidewaiter/contract';
import { type KeyboardEvent, memo, useMemo, useState } from 'react';
import { formatCount } from '../../format/numbers.js';
import { Flag } from '../../ui/flag.js';
import type { SearchDraft } from '../model/draft.js';
import classes from './combobox.module.css';
import {
  areAll,
  type Continent,
  type CountryChoice,
  chosenOf,
  continentsOf,
  findCountries,
  optionsOf,
  toggleContinent,
  toggleCountry,
} from './continents.js';
import { chosenOption, fieldOfList, ListOption, useActiveOption } from './list-option.js';
import { moveAmongTags, spoken, Tag } from './tag.js';

/** Countries as the portal lists them for a trade type. */
export interface CountryList {
  list: readonly Country[];
  loading: boolean;
  error: string | null;
  onRetry: () => void;
}

interface CountrySelectProps {
  value: string[];
  tradeType: SearchDraft['tradeType'];
  countries: CountryList;
  onChange: (codes: string[]) => void;
  error: string | undefined;
}

/** Room for a long name and its count, even under a narrow field. */
const DROPDOWN_WIDTH = 360;

/** So many countries are shown by name; of more, so many by code and the rest counted: the form keeps its height. */
const BY_NAME = 2;
const BY_CODE = 3;

const NONE: string[] = [];

/** Says why there is no list, and asks for it again. */
function NoList({ of: { error, onRetry } }: { of: CountryList }) {
  return (
    <>
      {error}{' '}
      <button type="button" className="linkButton" onClick={onRetry}>
        Retry
      </button>
    </>
  );
}

export const CountrySelect = memo(function CountrySelect(props: CountrySelectProps) {
  const { value, tradeType, countries, onChange, error } = props;
  const [opened, setOpened] = useState(false);
  const [sought, setSought] = useState('');
  const continents = useMemo(() => continentsOf(countries.list, tradeType), [countries.list, tradeType]);
  const isAll = areAll(continents, value, BY_NAME);
  // All of them are nobody's choice: the first that is picked takes their place.
  const picked = isAll ? NONE : value;
  const found = useMemo(() => findCountries(continents, sought), [continents, sought]);
  const options = useMemo(() => optionsOf(found), [found]);
  const { listId, active, activeId, idOf, move, clear } = useActiveOption(opened ? options : [], sought !== '');
  const combobox = useCombobox({ opened, onOpenedChange: setOpened });

  function seek(text: string) {
    setSought(text);
    setOpened(true);
    clear();
  }

  function close() {
    setOpened(false);
    setSought('');
    clear();
  }

  function choose(option: string) {
    const continent = continents.find((one) => one.option === option);
    onChange(continent ? toggleContinent(continent, picked) : toggleCountry(option, picked));
    setSought('');
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      setOpened(true);
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && active !== undefined) choose(active);
    else if (event.key === 'Escape' && opened) close();
    else if (event.key === 'Backspace' && sought === '' && value.length > 0) onChange(picked.slice(0, -1));
    else return;
    event.preventDefault();
  }

  // A link's countries are named at once, before the list is here and even if it lacks them.
  const countryName = (code: string) => countryByCode(code)?.name ?? code;
  const byName = picked.length <= BY_NAME;
  const shown = picked.length > BY_CODE + 1 ? picked.slice(0, BY_CODE) : picked;
  const empty = tradeType === null ? 'Choose a trade type first' : (countries.error ?? 'No country by that name');
  return (
    <Combobox store={combobox} width={DROPDOWN_WIDTH} position="bottom-start" withinPortal={false} keepMounted={false}>
      <Combobox.DropdownTarget>
        <PillsInput
          label="Countries"
          labelProps={{ id: `${listId}-label` }}
          {...spoken(value.length > 0 ? `Chosen: ${value.map(countryName).join(', ')}` : undefined)}
          error={error ?? (countries.error === null ? null : <NoList of={countries} />)}
          loading={countries.loading}
          rightSection={<Combobox.Chevron />}
          rightSectionPointerEvents="none"
          onClick={() => setOpened(true)}
        >
          <Pill.Group className={classes.countryTags ?? ''} onKeyDown={moveAmongTags}>
            {isAll && <Tag name={`All ${value.length} countries`} onRemove={() => onChange([])} />}
            {shown.map((code) => (
              <Tag key={code} name={countryName(code)} onRemove={() => onChange(toggleCountry(code, value))}>
                {byName && <Flag iso2={countryByCode(code)?.iso2} />}
                {byName ? countryName(code) : code}
              </Tag>
            ))}
            {shown.length < picked.length && (
              <span className="soft small">and {picked.length - shown.length} more</span>
            )}
            <PillsInput.Field
              value={sought}
              placeholder={value.length === 0 ? 'Select' : ''}
              onChange={(event) => seek(event.currentTarget.value)}
              onKeyDown={onKeyDown}
              onBlur={close}
              {...fieldOfList({ listId, activeId }, opened)}
              aria-required
            />
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        {isAll && <Combobox.Header>All are searched. Pick one to search it alone.</Combobox.Header>}
        {found.length > 0 ? (
          <CountryOptions
            id={listId}
            labelledBy={`${listId}-label`}
            continents={found}
            chosen={picked}
            active={active}
            idOf={idOf}
            onChoose={choose}
          />
        ) : (
          <Combobox.Empty role="status">{countries.loading ? 'Loading countries' : empty}</Combobox.Empty>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
});

interface CountryOptionsProps {
  id: string;
  labelledBy: string;
  continents: readonly Continent[];
  chosen: readonly string[];
  active: string | undefined;
  idOf: (option: string) => string | undefined;
  onChoose: (option: string) => void;
}

/** Countries under their continents, each with its flag and how many records there are of it. */
function CountryOptions(props: CountryOptionsProps) {
  const { id, labelledBy, continents, chosen, active, idOf, onChoose } = props;
  return (
    <Combobox.Options
      id={id}
      labelledBy={labelledBy}
      aria-multiselectable
      className="scrolls-y"
      mah="20rem"
      onClick={(event) => {
        const option = chosenOption(event);
        if (option !== undefined) onChoose(option);
      }}
    >
      {continents.map((continent) => (
        <Combobox.Group key={continent.name} label={continent.name}>
          {continent.option !== null && (
            <WholeContinent
              continent={continent}
              option={continent.option}
              id={idOf(continent.option)}
              active={continent.option === active}
              chosen={chosen}
            />
          )}
          {continent.countries.map((country) => (
            <CountryOption
              key={country.code}
              id={idOf(country.code)}
              country={country}
              chosen={chosen.includes(country.code)}
              active={country.code === active}
            />
          ))}
        </Combobox.Group>
      ))}
    </Combobox.Options>
  );
}

interface WholeContinentProps {
  continent: Continent;
  option: string;
  id: string | undefined;
  active: boolean;
  chosen: readonly string[];
}

function WholeContinent({ continent, option, id, active, chosen }: WholeContinentProps) {
  const { of, chosen: have } = chosenOf(continent, chosen);
  const all = have === of;
  return (
    <ListOption id={id} value={option} active={active} selected={all} className="row gap-8">
      <span className="flex flex-none accent" style={{ width: 14 }}>
        {all && <IconCheck size={14} stroke={2} aria-hidden />}
        {!all && have > 0 && <IconMinus size={14} stroke={2} aria-hidden />}
      </span>
      <span className="flex-1 min-w-0">All of {continent.name}</span>
      <span className="soft small figures">{`${have} of ${of} chosen`}</span>
    </ListOption>
  );
}

interface CountryOptionProps {
  country: CountryChoice;
  id: string | undefined;
  chosen: boolean;
  active: boolean;
}

const CountryOption = memo(function CountryOption({ country, id, chosen, active }: CountryOptionProps) {
  const { code, name, iso2, records, unavailable } = country;
  return (
    <ListOption
      id={id}
      value={code}
      active={active}
      selected={chosen}
      disabled={unavailable !== null}
      className="row gap-8"
    >
      <span className="flex flex-none accent" style={{ width: 14 }}>
        {chosen && <IconCheck size={14} stroke={2} aria-hidden />}
      </span>
      <Flag iso2={iso2} />
      <span className="flex-1 min-w-0">{name}</span>
      <span className="soft small figures">{unavailable ?? formatCount(records)}</span>
    </ListOption>
  );
});
