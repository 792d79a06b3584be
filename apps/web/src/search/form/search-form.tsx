import { Button, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconPlus, IconSearch } from '@tabler/icons-react';
import { type DataAccessWindow, displayDate, LIMITS } from '@tidewaiter/contract';
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { later, whenAnswered } from '../../session/client.js';
import { OopsDialog } from '../../ui/alert-dialog.js';
import { Held } from '../../ui/awaiting.js';
import { focusFirstError } from '../../ui/focus-first-error.js';
import type { DateBounds } from '../model/date-bounds.js';
import type { DraftCondition, SearchDraft } from '../model/draft.js';
import { namedRange, withAwaited, withTypedTaken } from '../model/draft-changes.js';
import { draftErrors, standingErrors } from '../model/draft-rules.js';
import type { SearchDraftState } from '../model/kept-draft.js';
import { SearchesSpent } from '../notes/searches-spent.js';
import bar from '../question-bar.module.css';
import type { CountryList } from './country-select.js';
import { useFormChanges, useSearchable, useSearchLimit } from './form-changes.js';
import { SearchCost } from './search-cost.js';
import classes from './search-form.module.css';

/** The query line, which stands in the place of the form's fields where it is chosen. */
export interface LineSwitch {
  shown: boolean;
  show: (shown: boolean) => void;
  keys: string | undefined;
  editor: ReactNode;
}

interface SearchFormProps {
  form: SearchDraftState;
  /** What it begins with, and what Reset brings back. */
  beginning: SearchDraft;
  countries: CountryList;
  /** The days that the subscription shows. */
  access: DataAccessWindow;
  /** No searches are left: a changed form says so (SPEC 6). What was complete today is free, so it can still be sent. */
  exhausted: boolean;
  /** The question in words, when results stand below: the form is folded to it, and opened by it. */
  question: ReactNode;
  /** Whether it is unfolded all the same. */
  open: boolean;
  onOpen: (open: boolean) => void;
  /** Null until it is known where and when is searched. */
  line: LineSwitch | null;
  onSearch: (draft: SearchDraft) => void;
  /** Null when opened from a workspace (SPEC 2). */
  onReset: (() => void) | null;
}

/** The form's own condition: the same object until something of it changes. */
function useOwnCondition(draft: SearchDraft): DraftCondition {
  const { searchBy, matchType, searchValue, pickedValue, typed, read } = draft;
  return useMemo(
    () => ({ searchBy, matchType, searchValue, pickedValue, typed, read }),
    [searchBy, matchType, searchValue, pickedValue, typed, read],
  );
}

/** The search form (SPEC 2 and 5): a draft of the search that the address holds. Submitting it writes the address. */
export function SearchForm(props: SearchFormProps) {
  const { form, beginning, countries, access, exhausted, question, open, onOpen, line, onSearch, onReset } = props;
  const { draft, linked, change } = form;
  const [tried, setTried] = useState(false);
  const folded = question !== null && !open;
  const [unfolded, setUnfolded] = useState(!folded);
  if (!folded && !unfolded) setUnfolded(true);
  const element = useRef<HTMLFormElement>(null);
  const adding = useRef<HTMLButtonElement>(null);
  const limit = useSearchLimit(exhausted, linked);
  const { searchable, bounds, options, scope } = useSearchable(draft, countries, access);
  const changes = useFormChanges({ change, searchable, limit });
  const ownCondition = useOwnCondition(draft);
  const errors = tried ? draftErrors(draft) : standingErrors(draft);
  const rows = draft.queryBuilder.length;

  const { tradeType } = draft;
  useEffect(
    () => change((before) => (before.tradeType === tradeType ? withAwaited(before, searchable) : before)),
    [change, tradeType, searchable],
  );

  // Who is quicker than the countries has asked for all of them: the question waits, and is sent with them.
  const awaits = draft.awaitsCountries === true && (countries.loading || searchable.countries.length > 0);
  const [sent, setSent] = useState(false);
  useEffect(() => {
    if (!sent || awaits) return;
    setSent(false);
    element.current?.requestSubmit();
  }, [sent, awaits]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const complete = withTypedTaken(draft, searchable);
    if (awaits) {
      change(complete);
      setSent(true);
      return;
    }
    const whole = Object.keys(draftErrors(complete)).length === 0;
    change(complete);
    setTried(!whole);
    onOpen(!whole);
    if (!whole) {
      focusFirstError(element.current);
      return;
    }
    limit.startOver();
    onSearch(complete);
  }

  const { startOver } = limit;
  const reset = useCallback(() => {
    setTried(false);
    setSent(false);
    change(beginning);
    startOver();
    onReset?.();
  }, [change, beginning, startOver, onReset]);

  /** The row that was added last, which takes the focus as soon as it is there: its fields may still be on their way. */
  const [added, setAdded] = useState<number | null>(null);
  const addRow = useCallback(() => {
    changes.addRow();
    setAdded(rows);
  }, [changes, rows]);

  const removeRow = useCallback(
    (row: number) => {
      changes.removeRow(row);
      setAdded(null);
      requestAnimationFrame(() => adding.current?.focus());
    },
    [changes],
  );

  return (
    <search className={classes.bar} data-folded={folded || undefined}>
      {question && <FoldedForm question={question} whole={rows > 0} open={open} onToggle={() => onOpen(!open)} />}
      {line?.shown && !folded && (
        <div className={`grid gap-8 ${classes.fields}`}>
          {line.editor}
          <LineButton line={line} />
        </div>
      )}
      <form
        ref={element}
        className={`grid gap-12 ${classes.fields}`}
        data-folded={folded || line?.shown || undefined}
        onSubmit={submit}
        noValidate
        aria-label="Search"
      >
        {unfolded && (
          <Suspense fallback={<FieldsToCome />}>
            <FormFields
              {...{ draft, countries, options, scope, changes, errors, added }}
              condition={ownCondition}
              onRemoveRow={removeRow}
            />
          </Suspense>
        )}
        <div className={classes.when}>
          {unfolded && (
            <Suspense fallback={<DateFieldsToCome />}>
              <DateFields
                dateRange={namedRange(draft, linked, searchable)}
                fromDate={draft.fromDate}
                toDate={draft.toDate}
                movedFrom={draft.movedFrom}
                bounds={bounds}
                hasCountries={draft.awaitsCountries === true || draft.countryCode.length > 0}
                changes={changes}
                dateRangeError={errors.dateRange}
                fromDateError={errors.fromDate}
                toDateError={errors.toDate}
              />
            </Suspense>
          )}
          <FormActions
            bounds={bounds}
            onAdd={rows < LIMITS.queryBuilderRows ? addRow : null}
            adding={adding}
            lineButton={line && <LineButton line={line} />}
            onReset={onReset && reset}
            changed={form.changed}
            sent={sent}
            cost={form.changed && <SearchCost draft={draft} />}
          />
        </div>
        {exhausted && form.changed && <SearchesSpent />}
        {/* Names the first error while the form is filled in; once it was sent, the focus goes to the field. */}
        <p role="status" className="visually-hidden">
          {!tried && Object.values(errors)[0]}
        </p>
        <OopsDialog message={limit.message} onClose={limit.dismiss} />
      </form>
    </search>
  );
}

/** Switches between the fields and the line: both ask the same. */
function LineButton({ line }: { line: LineSwitch }) {
  return (
    <Button
      variant={line.shown ? 'light' : 'subtle'}
      className="self-start"
      aria-pressed={line.shown}
      aria-keyshortcuts={line.keys}
      onClick={() => line.show(!line.shown)}
    >
      Write it as a line
    </Button>
  );
}

/** The fields are heavy, the calendar first, and a folded form shows none: they come with the first look at them. */
const loadDateFields = whenAnswered(() => import('./date-fields.js'));
const loadFormFields = whenAnswered(() => import('./form-fields.js'));
const DateFields = later(loadDateFields, 'DateFields');
const FormFields = later(loadFormFields, 'FormFields');

function loadFields(): void {
  void loadFormFields();
  void loadDateFields();
}

function FieldsToCome() {
  return (
    <div className={classes.what}>
      {['trade', 'countries', 'by', 'match', 'values'].map((field) => (
        <Held key={field} height={60} />
      ))}
    </div>
  );
}

function DateFieldsToCome() {
  return ['range', 'from', 'to'].map((field) => <Held key={field} height={60} />);
}

interface FormActionsProps {
  bounds: DateBounds | null;
  /** Adds a query-builder row; null when there is no room for another. */
  onAdd: (() => void) | null;
  adding: RefObject<HTMLButtonElement | null>;
  lineButton: ReactNode;
  /** Null when opened from a workspace (SPEC 2). */
  onReset: (() => void) | null;
  changed: boolean;
  /** Search was pressed, and waits. */
  sent: boolean;
  /** What Search costs. */
  cost: ReactNode;
}

/** The buttons of the form; above them, on the line of the labels, the days that have data. */
function FormActions(props: FormActionsProps) {
  const { bounds, onAdd, adding, lineButton, onReset, changed, sent, cost } = props;
  return (
    <div>
      <p className={classes.bounds}>{bounds && `Data from ${displayDate(bounds.from)} to ${displayDate(bounds.to)}`}</p>
      <div className={`row justify-end gap-8 ${classes.actions}`}>
        {onAdd && (
          <Button
            ref={adding}
            variant="subtle"
            leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
            onClick={onAdd}
          >
            Add a condition
          </Button>
        )}
        {lineButton}
        <span className="push-end" />
        {onReset && (
          <Button variant="subtle" color="gray" className="soft" onClick={onReset}>
            Reset
          </Button>
        )}
        {cost}
        <Button
          type="submit"
          leftSection={<IconSearch size={16} stroke={2} aria-hidden />}
          disabled={!changed}
          loading={sent}
        >
          Search
        </Button>
      </div>
    </div>
  );
}

interface FoldedFormProps {
  question: ReactNode;
  /** Whether it is shown on as many lines as it takes: rows of conditions, unlike filters, stand nowhere else while it is folded. */
  whole: boolean;
  open: boolean;
  onToggle: () => void;
}

/** The question as one line, and the way to change it. */
function FoldedForm({ question, whole, open, onToggle }: FoldedFormProps) {
  return (
    <UnstyledButton
      className={`${bar.line} ${classes.folded}`}
      aria-expanded={open}
      onPointerEnter={loadFields}
      onFocus={loadFields}
      onClick={onToggle}
    >
      <span className={bar.text} data-whole={whole || undefined}>
        {question}
      </span>
      <span className="flex-none accent medium undecorated not-printed">{open ? 'Close' : 'Change'}</span>
      <IconChevronDown size={16} stroke={1.6} aria-hidden />
    </UnstyledButton>
  );
}
