import { Button, Drawer, Select, TagsInput, TextInput } from '@mantine/core';
import type { SearchAddress } from '@tidewaiter/contract';
import {
  describeCountries,
  LIMITS,
  MESSAGES,
  OPEN_BOUNDS,
  RANGE_NAMES,
  RANGES,
  type RangeName,
  rangeOf,
  type SearchQuery,
} from '@tidewaiter/contract';
import { type FormEvent, useState } from 'react';
import { AlertDialog } from '../../ui/alert-dialog.js';
import { DrawerHead } from '../../ui/titled-modal.js';
import { NO_FILTERS } from '../model/address.js';
import { pillsOf } from '../model/pills.js';
import {
  type AdvanceDraft,
  advancePart,
  advanceProblem,
  asksOtherCountries,
  typeBound,
  useAdvanceDraft,
} from './advance-draft.js';
import classes from './advance-search.module.css';
import { FilterCountries } from './country-filters.js';
import { FacetSelects } from './facet-selects.js';

interface AdvanceSearchProps {
  opened: boolean;
  query: SearchQuery;
  /** The panel begins at it. */
  range: RangeName | null;
  onClose: () => void;
  onSearch: (part: Partial<SearchAddress>) => void;
}

/** Shows the Advance Search panel (SPEC 2 and 5): all filters of a search are sent up together. */
export function AdvanceSearch({ opened, query, range, onClose, onSearch }: AdvanceSearchProps) {
  const { draft, change, reset } = useAdvanceDraft(opened, query);
  const [problem, setProblem] = useState<{ title: string; message: string } | null>(null);
  /** The countries as they were before they were opened; null while they are closed. */
  const [countriesBefore, setCountriesBefore] = useState<string[] | null>(null);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // What was refused is not asked without it: 2.5 is not 2.
    const refused = event.currentTarget.querySelector<HTMLElement>('[data-refused]');
    if (refused) return refused.focus();
    const found = advanceProblem(draft, query);
    setProblem(found);
    if (found) return;
    onClose();
    onSearch(advancePart(draft));
  }

  /** SPEC 4: clears all lists and ranges; those of the search too, at once. */
  function clear() {
    reset();
    if (pillsOf(query).length > 0) onSearch(NO_FILTERS);
  }

  return (
    <>
      <Drawer.Root
        opened={opened}
        onClose={onClose}
        // A dialog over the panel takes Escape for itself.
        closeOnEscape={problem === null && countriesBefore === null}
        position="right"
        size="min(480px, 100%)"
        classNames={{ content: 'column' }}
      >
        <Drawer.Overlay />
        <Drawer.Content>
          <DrawerHead title="Advance Search" />
          <form className="column flex-1 min-h-0" onSubmit={submit} noValidate aria-label="Advance Search">
            <Drawer.Body className="stack content-start gap-12 flex-1 p-16 scrolls-y">
              <FacetSelects query={query} draft={draft} onChange={change} />
              <RangeFields draft={draft} first={range} onChange={change} />
              <ProductTexts draft={draft} onChange={change} />
              <AdvanceCountries
                chosen={draft.countryCode}
                asksFewer={asksOtherCountries(draft, query)}
                onOpen={() => setCountriesBefore(draft.countryCode)}
              />
            </Drawer.Body>
            <div className="flex justify-end gap-8 p-12-16 line-above">
              <Button variant="default" onClick={clear}>
                Reset
              </Button>
              <Button type="submit">Search</Button>
            </div>
          </form>
        </Drawer.Content>
      </Drawer.Root>
      <FilterCountries
        opened={countriesBefore !== null}
        countries={query.countryCode}
        chosen={draft.countryCode}
        onChange={(countryCode) => change({ countryCode })}
        onApply={() => setCountriesBefore(null)}
        onClose={() => {
          change({ countryCode: countriesBefore ?? draft.countryCode });
          setCountriesBefore(null);
        }}
      />
      <AlertDialog title={problem?.title ?? ''} message={problem?.message ?? null} onClose={() => setProblem(null)} />
    </>
  );
}

interface RangeFieldsProps {
  draft: AdvanceDraft;
  /** This range takes the focus when the panel opens. */
  first: RangeName | null;
  onChange: (part: Partial<AdvanceDraft>) => void;
}

const UNITS: Record<RangeName, string> = {
  rangeQuantity: '',
  rangeValueUsd: ' (USD)',
  rangeUnitPriceUsd: ' (USD)',
};

/** Takes the least and the most of each amount. A bound that is left empty shows what will stand in for it (SPEC 5). */
function RangeFields({ draft, first, onChange }: RangeFieldsProps) {
  const bound = (name: RangeName, end: 'Start' | 'End') => (
    <BoundField
      name={name}
      end={end}
      bound={draft[`${name}${end}`]}
      standIn={rangeOf({ ...draft, [`${name}${end}`]: undefined }, name)?.[end === 'Start' ? 'from' : 'to']}
      onChange={(text) => onChange({ [`${name}${end}`]: text })}
      isFirst={name === first && end === 'Start'}
    />
  );
  return RANGE_NAMES.map((name) => (
    <fieldset key={name} className={`grid gap-8-12 halves ${classes.range}`}>
      <legend>
        {RANGES[name].label}
        {UNITS[name]}
      </legend>
      {bound(name, 'Start')}
      {bound(name, 'End')}
    </fieldset>
  ));
}

interface BoundFieldProps {
  name: RangeName;
  end: 'Start' | 'End';
  bound: string | undefined;
  /** It stands in for a bound that is not given; undefined where the range has no other bound either. */
  standIn: string | undefined;
  onChange: (bound: string | undefined) => void;
  /** Takes the focus when the panel opens. */
  isFirst: boolean;
}

/** Takes one bound of a range, a whole number, and says what it has refused. */
function BoundField({ name, end, bound, standIn, onChange, isFirst }: BoundFieldProps) {
  const { label, least, most } = RANGES[name];
  const [which, filledIn, open] =
    end === 'Start' ? ['Minimum', least, OPEN_BOUNDS.least] : ['Maximum', most, OPEN_BOUNDS.most];
  const isOpen = bound === open;
  const text = isOpen ? '' : (bound ?? '');
  const [refused, setRefused] = useState('');

  function type(typed: string) {
    const after = typeBound({ text, refused }, typed);
    setRefused(after.refused);
    // What is refused changes nothing: an open bound stays open.
    if (after.text !== text) onChange(after.text || undefined);
  }

  return (
    <TextInput
      label={`${which} ${label}`}
      placeholder={isOpen || standIn === open ? `No ${which.toLowerCase()}` : (standIn ?? filledIn)}
      inputMode="numeric"
      value={text}
      data-refused={refused || undefined}
      error={refused && `“${refused}” was left out: whole numbers only. ${label} beside the results takes decimals.`}
      onChange={(event) => type(event.currentTarget.value)}
      {...(isFirst && { 'data-autofocus': true })}
    />
  );
}

interface ProductTextsProps {
  draft: AdvanceDraft;
  onChange: (part: Partial<AdvanceDraft>) => void;
}

const CONDITIONS = [
  { value: 'C' as const, label: 'Contains' },
  { value: 'D' as const, label: 'Does not contain' },
];

/** Takes texts that the product description contains, or does not. */
function ProductTexts({ draft, onChange }: ProductTextsProps) {
  const [full, setFull] = useState(false);
  return (
    <div className={classes.product}>
      <TagsInput
        label="Product description"
        value={draft.productDesc}
        onChange={(texts) => {
          setFull(false);
          onChange({ productDesc: [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))] });
        }}
        maxTags={LIMITS.searchValues}
        onMaxTags={() => setFull(true)}
        error={full ? MESSAGES.tooManyValues : undefined}
        splitChars={[]}
        comboboxProps={{ disabled: true }}
      />
      <Select
        label="Product description mode"
        data={CONDITIONS}
        value={draft.conditionProductDesc}
        onChange={(conditionProductDesc) => conditionProductDesc && onChange({ conditionProductDesc })}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
      />
    </div>
  );
}

interface AdvanceCountriesProps {
  chosen: readonly string[];
  /** Fewer countries than the search's. */
  asksFewer: boolean;
  onOpen: () => void;
}

/** Shows the countries that the panel would search, and the way to fewer of them. */
function AdvanceCountries({ chosen, asksFewer, onOpen }: AdvanceCountriesProps) {
  return (
    <div className={`row spread gap-12 small ${classes.countries}`}>
      <p>
        Countries: {describeCountries(chosen)}
        {asksFewer && <span className="block soft small">Fewer countries lie within this search: they are free.</span>}
      </p>
      <Button variant="default" size="xs" aria-haspopup="dialog" onClick={onOpen}>
        Filter Countries
      </Button>
    </div>
  );
}
