import { Button, Drawer } from '@mantine/core';
import type { RangeName, SearchQuery } from '@tidewaiter/contract';
import { type FormEvent, useState } from 'react';
import { AlertDialog } from '../../../ui/alert-dialog.js';
import { type SearchLink, withoutFilters } from '../link.js';
import { AdvanceCountries } from './advance-countries.js';
import { advancePart, advanceProblem, asksOtherCountries } from './advance-draft.js';
import classes from './advance-search.module.css';
import { FacetSelects } from './facet-selects.js';
import { FilterCountries } from './filter-countries.js';
import { pillsOf } from './pills.js';
import { ProductTexts } from './product-texts.js';
import { RangeFields } from './range-fields.js';
import { useAdvanceDraft } from './use-advance-draft.js';

interface AdvanceSearchProps {
  opened: boolean;
  query: SearchQuery;
  /** The range to begin at. */
  range: RangeName | null;
  onClose: () => void;
  onSearch: (part: Partial<SearchLink>) => void;
}

/** The Advance Search panel (SPEC 2 and 5): all filters of a search, sent up together. */
export function AdvanceSearch({ opened, query, range, onClose, onSearch }: AdvanceSearchProps) {
  const { draft, change, reset } = useAdvanceDraft(opened, query);
  const [problem, setProblem] = useState<{ title: string; message: string } | null>(null);
  /** The countries as they were before they were opened; null while they are closed. */
  const [countriesBefore, setCountriesBefore] = useState<string[] | null>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = advanceProblem(draft, query);
    setProblem(found);
    if (found) return;
    onClose();
    onSearch(advancePart(draft));
  }

  /** SPEC 4: clears all lists and ranges; those of the search too, at once. */
  function clear() {
    reset();
    if (pillsOf(query).length > 0) onSearch(withoutFilters({}));
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
        classNames={{ content: classes.panel ?? '' }}
      >
        <Drawer.Overlay />
        <Drawer.Content>
          <div className={classes.head}>
            <Drawer.Title className={classes.title}>Advance Search</Drawer.Title>
            <Drawer.CloseButton aria-label="Close" />
          </div>
          <form className={classes.form} onSubmit={submit} noValidate aria-label="Advance Search">
            <Drawer.Body className={classes.body}>
              <FacetSelects query={query} draft={draft} onChange={change} />
              <RangeFields draft={draft} first={range} onChange={change} />
              <ProductTexts draft={draft} onChange={change} />
              <AdvanceCountries
                chosen={draft.countryCode}
                asksOthers={asksOtherCountries(draft, query)}
                onOpen={() => setCountriesBefore(draft.countryCode)}
              />
            </Drawer.Body>
            <div className={classes.foot}>
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
