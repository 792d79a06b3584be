import { Button, Combobox, SegmentedControl, Select, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  addressOf,
  type Country,
  cleanSearchValue,
  MESSAGES,
  matchTypesFor,
  type SearchBy,
  searchValueProblem,
  type TradeType,
  unsaidMatchType,
} from '@tidewaiter/contract';
import { type FormEvent, type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { fieldOfList, useActiveOption } from '../../search/form/list-option.js';
import { Readings } from '../../search/form/readings.js';
import { companyNamed, SuggestionList, useOffers } from '../../search/form/suggestions.js';
import { accessOf } from '../../search/model/date-bounds.js';
import { beginningWith } from '../../search/model/draft.js';
import { picked, searchableCountries, withCountries } from '../../search/model/draft-changes.js';
import { searchByOptions } from '../../search/model/draft-rules.js';
import { keepDraft, useBeginning } from '../../search/model/kept-draft.js';
import { readingsOf } from '../../search/model/readings.js';
import { useSubscription } from '../../session/account.js';
import { focusFirstError } from '../../ui/focus-first-error.js';
import classes from './quick-search.module.css';
import { whereOf } from './where-of.js';

/** Where a quick search looks; no country means all that have records. */
export interface QuickScope {
  tradeType: TradeType;
  country: string | null;
}

interface QuickSearchProps {
  scope: QuickScope;
  countries: Record<TradeType, readonly Country[]>;
  /** While they are on their way. */
  loading: boolean;
  onScope: (scope: QuickScope) => void;
}

const TRADES = [
  { value: 'IMPORT', label: 'Imports' },
  { value: 'EXPORT', label: 'Exports' },
];

const PLACEHOLDERS: Record<string, string> = {
  HS_CODE: MESSAGES.placeholderHs,
};

interface Errors {
  searchBy?: string | undefined;
  value?: string | undefined;
}

/** What stands for all countries that have records: a single one is named, and before they are known, no number is said. */
const everyCountry = (countries: readonly Country[]) =>
  countries.length > 1 ? `All ${countries.length} countries` : namesOf(countries) || 'All countries';

const namesOf = (countries: readonly Country[]) => new Intl.ListFormat('en').format(countries.map(({ name }) => name));

/** The quick trade search (SPEC 2): one value over the last year of records. The search screen asks it, and asks on from there. */
export function QuickSearch({ scope, countries, loading, onScope }: QuickSearchProps) {
  const [searchBy, setSearchBy] = useState<SearchBy | null>(null);
  const [value, setValue] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  /** It was pressed before the countries were known, and is asked when they are. */
  const [sent, setSent] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { country } = scope;
  /** What was typed says where, unless that was chosen. */
  const where = country === null && searchBy === null ? whereOf(value.trim(), countries) : null;
  const { tradeType } = where ?? scope;
  const withRecords = countries[tradeType].filter(({ records }) => records > 0);
  const chosen = where?.countries ?? withRecords.filter(({ shortcode }) => country === null || shortcode === country);
  const fields = searchByOptions(tradeType, chosen);
  const field = fields.find((offered) => offered.value === searchBy)?.value ?? null;

  const typed = where?.goods ?? value.trim();
  const readings =
    field === null && typed !== ''
      ? readingsOf(
          typed,
          tradeType,
          fields.map((offered) => offered.value),
        )
      : [];

  const { data: subscription } = useSubscription();
  const [beginning] = useBeginning();
  const named = where?.countries.map(({ shortcode }) => shortcode).join(' ') ?? '';
  /** The question of a year of the chosen countries, but for what is asked for. */
  const within = useMemo(() => {
    const searchable = { countries: countries[tradeType], access: accessOf(subscription) };
    const codes = country === null ? searchableCountries(searchable, tradeType) : [country];
    return withCountries(beginningWith(tradeType), named === '' ? codes : named.split(' '), searchable);
  }, [countries, tradeType, country, named, subscription]);
  const [asking, setAsking] = useState(false);
  const sought = { searchBy: field, matchType: field && firstMatch(field), typed };
  const offers = useDeferredValue(useOffers(within, sought, readings, asking));
  const opened = offers.length > 0;
  const company = field === null ? companyNamed(offers, typed) : undefined;
  const entered = company?.by ?? readings[0];
  const { listId, active, activeId, idOf, move, clear } = useActiveOption(offers.map(({ id }) => id));
  const combobox = useCombobox({ opened, onOpenedChange: setAsking });

  useEffect(() => {
    if (!sent || loading) return;
    setSent(false);
    form.current?.requestSubmit();
  }, [sent, loading]);

  function search(by: SearchBy | null) {
    const found = quickErrors(by, typed);
    setErrors(found);
    if (found.searchBy || found.value || by === null) return focusFirstError(form.current);
    void navigate({
      to: '/list1',
      state: {
        tradeType,
        countryCode: chosen.map(({ shortcode }) => shortcode),
        searchType: by,
        ...(firstMatch(by) !== unsaidMatchType(by) && { matchType: firstMatch(by) }),
        searchValue: cleanSearchValue(by, typed),
      },
    });
  }

  function pick(id: string | undefined) {
    const one = offers.find((other) => other.id === id);
    if (!one) return;
    if ('saved' in one) return void navigate({ to: '/list1', search: { saved: one.saved.id } });
    const asked = { ...within, ...picked({ ...within, searchValue: [] }, one.suggestion, one.by) };
    void navigate({ to: '/list1', search: addressOf(asked) });
  }

  /** Who just types and presses Search is not asked what it is: it is taken for the likeliest, which is said before. */
  function submit(event: FormEvent) {
    event.preventDefault();
    if (loading) setSent(true);
    else if (company) pick(company.id);
    else search(by);
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      setAsking(true);
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && active !== undefined) pick(active);
    else if (event.key === 'Escape' && opened) setAsking(false);
    else return;
    event.preventDefault();
  }

  const by = field ?? entered ?? null;
  /** What was typed goes along to the form, where conditions, countries and dates are added. */
  const begun = {
    ...within,
    ...(by && { searchBy: by, matchType: firstMatch(by), searchValue: [cleanSearchValue(by, typed)] }),
  };
  const inWords = where && `${tradeType === 'EXPORT' ? 'exports' : 'imports'} of ${namesOf(where.countries)}`;
  const readAs = (
    <Readings
      says={entered === undefined ? null : { text: `Enter searches${where ? ` the ${inWords}` : ''} by`, by: entered }}
      others={readings.filter((by) => by !== entered)}
      onChoose={search}
    />
  );
  return (
    <form ref={form} className={classes.quick} onSubmit={submit} noValidate aria-label="Quick trade search">
      <Combobox store={combobox} width="target" position="bottom-start" withinPortal={false} keepMounted={false}>
        <Combobox.DropdownTarget>
          <TextInput
            type="search"
            size="lg"
            aria-label="Search value"
            placeholder={
              field === null
                ? 'Goods, HS code, company or saved search'
                : (PLACEHOLDERS[field] ?? MESSAGES.placeholderText)
            }
            value={value}
            error={errors.value}
            onChange={(event) => {
              setValue(event.currentTarget.value);
              setErrors({});
              setAsking(true);
              clear();
            }}
            onKeyDown={press}
            onBlur={() => setAsking(false)}
            {...fieldOfList({ listId, activeId }, opened)}
          />
        </Combobox.DropdownTarget>
        <Combobox.Dropdown hidden={!opened}>
          {opened && readAs}
          <SuggestionList
            id={listId}
            offers={offers}
            isNamed={field === null}
            active={active}
            idOf={idOf}
            onPick={pick}
            onOpenCompany={(name) => void navigate({ to: '/company', search: { name } })}
          />
        </Combobox.Dropdown>
      </Combobox>
      <Button type="submit" size="lg" loading={sent} leftSection={<IconSearch size={18} stroke={1.8} aria-hidden />}>
        Search
      </Button>
      <div className={classes.scope}>
        <SegmentedControl
          className={classes.trade ?? ''}
          aria-label="Trade type"
          data={TRADES}
          value={tradeType}
          onChange={(trade) => onScope({ tradeType: trade === 'EXPORT' ? 'EXPORT' : 'IMPORT', country: null })}
        />
        <Select
          aria-label="Country"
          data={[
            { value: EVERY, label: where ? namesOf(where.countries) : everyCountry(withRecords) },
            ...(withRecords.length > 1 ? withRecords : []).map(({ shortcode, name }) => ({
              value: shortcode,
              label: name,
            })),
          ]}
          searchable
          openOnFocus={false}
          allowDeselect={false}
          nothingFoundMessage={loading ? 'Loading countries' : 'No country by that name'}
          value={country ?? EVERY}
          onChange={(code) => onScope({ tradeType, country: code === EVERY ? null : code })}
        />
        <Select
          aria-label="Search type"
          placeholder="Search type"
          data={fields}
          openOnFocus={false}
          allowDeselect={false}
          value={field}
          error={errors.searchBy}
          onChange={(by) => {
            setSearchBy(fields.find((offered) => offered.value === by)?.value ?? null);
            setErrors({});
          }}
        />
        <div className={classes.readings}>{!opened && readAs}</div>
        <Link
          to="/list1"
          {...(typed !== '' && { state: { draft: begun }, onClick: () => keepDraft(begun, beginning) })}
          className="row accent small"
        >
          {subscription?.globalSearch ? 'Global Search' : 'More conditions'}
        </Link>
      </div>
    </form>
  );
}

/** Stands among the countries for all of them. */
const EVERY = 'all';

/** The match type with which the search form begins. */
const firstMatch = (searchBy: SearchBy) => matchTypesFor(searchBy)[0] ?? null;

/** The errors of a quick search by field (SPEC 5 "Dashboard quick search"). */
function quickErrors(searchBy: SearchBy | null, typed: string): Errors {
  const value = searchBy === null ? typed.trim() : cleanSearchValue(searchBy, typed);
  return {
    searchBy: searchBy === null ? MESSAGES.selectSearchType : undefined,
    value:
      value === ''
        ? MESSAGES.enterSearchValue
        : searchBy === null
          ? undefined
          : searchValueProblem(searchBy, value, firstMatch(searchBy)),
  };
}
