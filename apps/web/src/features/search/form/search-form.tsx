import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type Country, MESSAGES } from '@tidewaiter/contract';
import { type FormEvent, useRef, useState } from 'react';
import { Notice } from '../../../ui/notice.js';
import { dateBounds } from '../date-bounds.js';
import type { SearchDraft } from '../draft.js';
import { draftErrors, standingErrors } from '../draft-rules.js';
import type { useSearchDraft } from '../use-search-draft.js';
import { CountrySelect } from './country-select.js';
import { DateFields } from './date-fields.js';
import { FoldedForm } from './folded-form.js';
import { MatchTypeSelect } from './match-type-select.js';
import { SearchBySelect } from './search-by-select.js';
import classes from './search-form.module.css';
import { SearchValues } from './search-values.js';
import { TradeTypeSelect } from './trade-type-select.js';

interface SearchFormProps {
  form: ReturnType<typeof useSearchDraft>;
  countries: { list: readonly Country[]; loading: boolean; error: string | null };
  /** No searches are left: a changed form says so (SPEC 6). What was asked today is free, so it can still be sent. */
  exhausted: boolean;
  /** True when results stand below: a phone then folds the form to one line. */
  foldable: boolean;
  onSearch: (draft: SearchDraft) => void;
  onReset: () => void;
}

/** The search form (SPEC 2 and 5): a draft of the search that the address holds. Submitting it writes the address. */
export function SearchForm({ form, countries, exhausted, foldable, onSearch, onReset }: SearchFormProps) {
  const { draft } = form;
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const [open, setOpen] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const errors = tried ? draftErrors(draft) : standingErrors(draft);
  const byCode = new Map(countries.list.map((country) => [country.shortcode, country]));
  const chosenOf = (codes: string[]) => codes.flatMap((code) => byCode.get(code) ?? []);
  const boundsOf = (codes: string[]) => (draft.tradeType ? dateBounds(chosenOf(codes), draft.tradeType) : null);
  const bounds = boundsOf(draft.countryCode);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (Object.keys(draftErrors(draft)).length > 0) {
      setOpen(true);
      // After the messages have been drawn, to the first field that has one.
      requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    setTried(false);
    setOpen(false);
    onSearch(draft);
  }

  function reset() {
    setTried(false);
    setTyped('');
    form.reset();
    onReset();
  }

  return (
    <search>
      <form ref={element} className={classes.bar} onSubmit={submit} noValidate aria-label="Search">
        {foldable && <FoldedForm draft={draft} open={open} onToggle={() => setOpen(!open)} />}
        <div className={classes.fields} data-folded={(foldable && !open) || undefined}>
          <div className={classes.what}>
            <div>
              <TradeTypeSelect value={draft.tradeType} onChange={form.changeTradeType} error={errors.tradeType} />
            </div>
            <div>
              <CountrySelect
                value={draft.countryCode}
                tradeType={draft.tradeType}
                countries={countries}
                onChange={(codes) => form.changeCountries(codes, chosenOf(codes), boundsOf(codes))}
                error={errors.countryCode}
              />
            </div>
            <div>
              <SearchBySelect
                draft={draft}
                chosen={chosenOf(draft.countryCode)}
                onChange={form.changeSearchBy}
                error={errors.searchBy}
              />
            </div>
            <div>
              <MatchTypeSelect
                searchBy={draft.searchBy}
                value={draft.matchType}
                onChange={(matchType) => form.change({ matchType })}
                error={errors.matchType}
              />
            </div>
            <div>
              <SearchValues
                searchBy={draft.searchBy}
                value={draft.searchValue}
                typed={typed}
                onType={setTyped}
                onChange={(searchValue) => form.change({ searchValue })}
                error={errors.searchValue}
              />
            </div>
          </div>
          <div className={classes.when}>
            <DateFields
              draft={draft}
              bounds={bounds}
              onRange={(range) => form.changeDateRange(range, bounds)}
              onDates={(dates) => form.change({ ...dates, dateRange: '6' })}
              errors={errors}
            />
            <div className={classes.actions}>
              <Button variant="subtle" color="gray" className={classes.reset} onClick={reset}>
                Reset
              </Button>
              {/* Typed text becomes a value when it is left, which is too late to enable the button for the same click. */}
              <Button
                type="submit"
                leftSection={<IconSearch size={16} stroke={2} aria-hidden />}
                disabled={!form.changed && typed.trim() === ''}
              >
                Search
              </Button>
            </div>
          </div>
        </div>
        {exhausted && form.changed && (
          <div className={classes.exhausted}>
            <Notice kind="wrong">{MESSAGES.searchLimitExhausted}</Notice>
          </div>
        )}
      </form>
    </search>
  );
}
