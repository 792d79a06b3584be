import { Button } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { type DataAccessWindow, displayDate, LIMITS, MESSAGES } from '@tidewaiter/contract';
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { focusFirstError } from '../../../ui/focus-first-error.js';
import { Notice } from '../../../ui/notice.js';
import { OopsDialog } from '../../../ui/oops-dialog.js';
import { type DraftCondition, EMPTY_DRAFT, type SearchDraft } from '../draft.js';
import { awaitsDates, chosenCountries, draftBounds, withDateRange, withTypedTaken } from '../draft-changes.js';
import { conditionError, draftErrors, searchByOptions, standingErrors } from '../draft-rules.js';
import type { SearchDraftState } from '../use-search-draft.js';
import { ConditionFields } from './condition-fields.js';
import { ConditionRow } from './condition-row.js';
import { type CountryList, CountrySelect } from './country-select.js';
import { DateFields } from './date-fields.js';
import { FoldedForm } from './folded-form.js';
import classes from './search-form.module.css';
import { TradeTypeSelect } from './trade-type-select.js';
import { useFormChanges } from './use-form-changes.js';
import { useSearchLimit } from './use-search-limit.js';

interface SearchFormProps {
  form: SearchDraftState;
  countries: CountryList;
  /** The days that the subscription shows. */
  access: DataAccessWindow;
  /** No searches are left: a changed form says so (SPEC 6). What was asked today is free, so it can still be sent. */
  exhausted: boolean;
  /** True when results stand below: a phone then folds the form to one line. */
  foldable: boolean;
  /** False when opened from a workspace (SPEC 2). */
  resettable: boolean;
  onSearch: (draft: SearchDraft) => void;
  onReset: () => void;
}

/** The search form (SPEC 2 and 5): a draft of the search that the address holds. Submitting it writes the address. */
export function SearchForm(props: SearchFormProps) {
  const { form, countries, access, exhausted, foldable, resettable, onSearch, onReset } = props;
  const { draft, linked, change } = form;
  const [tried, setTried] = useState(false);
  const [open, setOpen] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const adding = useRef<HTMLButtonElement>(null);
  const limit = useSearchLimit(exhausted, linked);
  const searchable = useMemo(() => ({ countries: countries.list, access }), [countries.list, access]);
  const changes = useFormChanges({ change, searchable, limit });
  const errors = tried ? draftErrors(draft) : standingErrors(draft);

  const { tradeType, countryCode, fromDate, toDate } = draft;
  const scope = useMemo(
    () => ({ tradeType, countryCode, fromDate, toDate }),
    [tradeType, countryCode, fromDate, toDate],
  );
  const options = useMemo(
    () => searchByOptions(tradeType, chosenCountries(countryCode, countries.list)),
    [tradeType, countryCode, countries.list],
  );
  const bounds = useMemo(
    () => draftBounds({ tradeType, countryCode }, searchable),
    [tradeType, countryCode, searchable],
  );
  const dataDays = useMemo(
    () => bounds && `Data from ${displayDate(bounds.from)} to ${displayDate(bounds.to)}`,
    [bounds],
  );
  const { searchBy, matchType, searchValue, pickedValue, typed } = draft;
  const ownCondition: DraftCondition = useMemo(
    () => ({ searchBy, matchType, searchValue, pickedValue, typed }),
    [searchBy, matchType, searchValue, pickedValue, typed],
  );
  // A preset that was chosen before its countries had loaded gets its dates now.
  useEffect(() => {
    change((before) =>
      before.dateRange && awaitsDates(before) ? withDateRange(before, before.dateRange, searchable) : before,
    );
  }, [change, searchable]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const asked = withTypedTaken(draft);
    change(asked);
    const whole = Object.keys(draftErrors(asked)).length === 0;
    setTried(!whole);
    setOpen(!whole);
    if (!whole) {
      focusFirstError(element.current);
      return;
    }
    limit.startOver();
    onSearch(asked);
  }

  function reset() {
    setTried(false);
    change(EMPTY_DRAFT);
    limit.startOver();
    onReset();
  }

  function addRow() {
    changes.addRow();
    const controls = `[data-row="${draft.queryBuilder.length}"] input:enabled:not([type="hidden"])`;
    // Past the relation, which offers no choice, to what is searched by.
    requestAnimationFrame(() => element.current?.querySelectorAll<HTMLElement>(controls)[1]?.focus());
  }

  const removeRow = useCallback(
    (row: number) => {
      changes.removeRow(row);
      requestAnimationFrame(() => adding.current?.focus());
    },
    [changes],
  );

  return (
    <search>
      <form ref={element} className={classes.bar} onSubmit={submit} noValidate aria-label="Search">
        {foldable && <FoldedForm draft={draft} open={open} onToggle={() => setOpen(!open)} />}
        <div className={classes.fields} data-folded={(foldable && !open) || undefined}>
          <div className={classes.what}>
            <div>
              <TradeTypeSelect value={tradeType} onChange={changes.tradeType} error={errors.tradeType} />
            </div>
            <div>
              <CountrySelect
                value={countryCode}
                tradeType={tradeType}
                countries={countries}
                onChange={changes.countries}
                error={errors.countryCode}
              />
            </div>
            <ConditionFields
              place="form"
              condition={ownCondition}
              options={options}
              scope={scope}
              changes={changes}
              searchByError={errors.searchBy}
              matchTypeError={errors.matchType}
              searchValueError={errors.searchValue}
            />
          </div>
          {draft.queryBuilder.map((row, index) => (
            <ConditionRow
              // A row has nothing to be known by but its place.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={index}
              row={index}
              condition={row}
              options={options}
              scope={scope}
              changes={changes}
              onRemove={removeRow}
              searchByError={conditionError(errors, index, 'searchBy')}
              matchTypeError={conditionError(errors, index, 'matchType')}
              searchValueError={conditionError(errors, index, 'searchValue')}
            />
          ))}
          <div className={classes.when}>
            <DateFields
              dateRange={draft.dateRange}
              fromDate={fromDate}
              toDate={toDate}
              bounds={bounds}
              hasCountries={countryCode.length > 0}
              changes={changes}
              dateRangeError={errors.dateRange}
              fromDateError={errors.fromDate}
              toDateError={errors.toDate}
            />
            <div>
              <p className={classes.bounds}>{dataDays}</p>
              <div className={classes.actions}>
                {draft.queryBuilder.length < LIMITS.queryBuilderRows && (
                  <Button
                    ref={adding}
                    variant="subtle"
                    className={classes.add}
                    leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
                    onClick={addRow}
                  >
                    Add a condition
                  </Button>
                )}
                {resettable && (
                  <Button variant="subtle" color="gray" className={classes.reset} onClick={reset}>
                    Reset
                  </Button>
                )}
                <Button
                  type="submit"
                  leftSection={<IconSearch size={16} stroke={2} aria-hidden />}
                  disabled={!form.changed}
                >
                  Search
                </Button>
              </div>
            </div>
          </div>
        </div>
        {exhausted && form.changed && (
          <div className={classes.exhausted}>
            <Notice kind="mind">{MESSAGES.searchesSpent}</Notice>
          </div>
        )}
        {/* What goes wrong while the form is filled in; once it was sent, the focus goes to what is wrong. */}
        <p role="status" className={classes.spoken}>
          {!tried && Object.values(errors)[0]}
        </p>
        <OopsDialog message={limit.message} onClose={limit.dismiss} />
      </form>
    </search>
  );
}
