import { ActionIcon, Select, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import {
  MATCH_LABELS,
  type MatchType,
  matchTypesFor,
  RELATIONS,
  type Relation,
  type SearchBy,
} from '@tidewaiter/contract';
import { memo } from 'react';
import type { ConditionPlace, DraftCondition, DraftRow } from '../model/draft.js';
import { SEARCH_BY_LABELS, type SearchByOptions } from '../model/draft-rules.js';
import type { FormChanges } from './form-changes.js';
import classes from './search-form.module.css';
import { SearchValues } from './search-values.js';
import type { SuggestionScope } from './suggestions.js';

interface ConditionRowProps {
  row: number;
  condition: DraftRow;
  options: SearchByOptions;
  scope: SuggestionScope;
  changes: FormChanges;
  /** It was added just now, and takes the focus. */
  added: boolean;
  onRemove: (row: number) => void;
  searchByError: string | undefined;
  matchTypeError: string | undefined;
  searchValueError: string | undefined;
}

/** Past the relation, which offers no choice, to what is searched by. */
function focusInto(row: HTMLElement | null): void {
  row?.querySelectorAll<HTMLElement>('input:enabled:not([type="hidden"])')[1]?.focus();
}

/** A query-builder row: one more condition, and how it joins the ones above it. */
export const ConditionRow = memo(function ConditionRow({ row, added, onRemove, ...fields }: ConditionRowProps) {
  return (
    <fieldset ref={added ? focusInto : undefined} className={classes.row} aria-label={`Further condition ${row + 1}`}>
      <div className={classes.relation}>
        <RelationSelect row={row} value={fields.condition.relation} changes={fields.changes} />
      </div>
      <ConditionFields place={row} {...fields} />
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.remove}
        aria-label={`Remove condition ${row + 1}`}
        title="Remove this condition"
        onClick={() => onRemove(row)}
      >
        <IconX size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </fieldset>
  );
});

interface ConditionFieldsProps {
  place: ConditionPlace;
  condition: DraftCondition;
  options: SearchByOptions;
  scope: SuggestionScope;
  changes: FormChanges;
  searchByError: string | undefined;
  matchTypeError: string | undefined;
  searchValueError: string | undefined;
}

/** A condition's three controls, the form's own and a query-builder row's alike: field, match type and values. */
export const ConditionFields = memo(function ConditionFields(props: ConditionFieldsProps) {
  const { place, condition, options, scope, changes } = props;
  return (
    <>
      <div>
        <SearchBySelect
          place={place}
          options={options}
          value={condition.searchBy}
          changes={changes}
          error={props.searchByError}
        />
      </div>
      <div>
        <MatchTypeSelect
          place={place}
          searchBy={condition.searchBy}
          value={condition.matchType}
          changes={changes}
          error={props.matchTypeError}
        />
      </div>
      <div>
        <SearchValues
          place={place}
          condition={condition}
          options={options}
          scope={scope}
          changes={changes}
          error={props.searchValueError}
        />
      </div>
    </>
  );
});

interface RelationSelectProps {
  row: number;
  value: Relation;
  changes: FormChanges;
}

/** What each way of joining gives, in a trader's words. */
const GIVES: Record<Relation, string> = {
  AND: 'Only shipments that match this too',
  OR: 'Also shipments that match only this',
  NOT: 'Without shipments that match this',
};

/** How a row joins what stands above it (DESIGN 5 "Relations of the query builder"). */
const RelationSelect = memo(function RelationSelect({ row, value, changes }: RelationSelectProps) {
  return (
    <Select<Relation>
      label="Relation"
      data={[...RELATIONS]}
      renderOption={({ option }) => (
        <div>
          {option.value}
          <Text size="xs" c="dimmed">
            {GIVES[option.value as Relation]}
          </Text>
        </div>
      )}
      value={value}
      onChange={(relation) => relation && changes.relation(row, relation)}
      allowDeselect={false}
      comboboxProps={{ width: 280, position: 'bottom-start' }}
      aria-required
    />
  );
});

interface SearchBySelectProps {
  place: ConditionPlace;
  options: SearchByOptions;
  value: SearchBy | null;
  changes: FormChanges;
  error: string | undefined;
}

const SearchBySelect = memo(function SearchBySelect(props: SearchBySelectProps) {
  const { place, options, value, changes, error } = props;
  // Two digits are read as a chapter, which this form shows but does not list.
  const chapter = value === 'HS_CODE_2' ? [{ value, label: SEARCH_BY_LABELS[value] }] : [];
  return (
    <Select<SearchBy>
      label="Search by"
      placeholder="Select"
      data={[...options, ...chapter]}
      value={value}
      onChange={(searchBy) => searchBy && changes.searchBy(place, searchBy)}
      error={error}
      allowDeselect={false}
      aria-required
    />
  );
});

/** What each match type finds in a product, in a trader's words. */
const FINDS: Record<MatchType, string> = {
  W: 'Every word, one or many, in any order',
  C: 'Exactly this text, also within words',
  D: 'Shipments without the text',
  L: 'Every word, also within words',
};

interface MatchTypeSelectProps {
  place: ConditionPlace;
  searchBy: SearchBy | null;
  value: MatchType | null;
  changes: FormChanges;
  error: string | undefined;
}

/** Only a product offers a choice; for any other field the control says what holds. */
const MatchTypeSelect = memo(function MatchTypeSelect(props: MatchTypeSelectProps) {
  const { place, searchBy, value, changes, error } = props;
  const offered = searchBy ? matchTypesFor(searchBy, place !== 'form') : [];
  // Without a choice nothing is missing here, but in what it depends on.
  const disabled = offered.length < 2;
  return (
    <Select<MatchType>
      label="Match type"
      placeholder="–"
      data={offered.map((match) => ({ value: match, label: MATCH_LABELS[match] }))}
      renderOption={({ option }) => (
        <div>
          <span>{option.label}</span>
          <Text size="xs" c="dimmed">
            {FINDS[option.value as MatchType]}
          </Text>
        </div>
      )}
      comboboxProps={{ width: 300, position: 'bottom-start' }}
      maxDropdownHeight={280}
      value={value}
      onChange={(match) => match && changes.matchType(place, match)}
      error={disabled ? undefined : error}
      allowDeselect={false}
      disabled={disabled}
      aria-required={!disabled}
    />
  );
});
