import { memo } from 'react';
import type { DraftCondition, Place } from '../draft.js';
import { MatchTypeSelect } from './match-type-select.js';
import { type SearchByOptions, SearchBySelect } from './search-by-select.js';
import { SearchValues } from './search-values.js';
import type { FormChanges } from './use-form-changes.js';
import type { SuggestionScope } from './use-suggestions.js';

interface ConditionFieldsProps {
  place: Place;
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
          scope={scope}
          changes={changes}
          error={props.searchValueError}
        />
      </div>
    </>
  );
});
