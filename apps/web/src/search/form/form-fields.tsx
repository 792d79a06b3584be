import { Select } from '@mantine/core';
import type { TradeType } from '@tidewaiter/contract';
import { memo } from 'react';
import type { DraftCondition, SearchDraft } from '../model/draft.js';
import { conditionError, type DraftErrors, type SearchByOptions } from '../model/draft-rules.js';
import { TRADE_OPTIONS } from '../model/trade-options.js';
import { ConditionFields, ConditionRow } from './condition-fields.js';
import { type CountryList, CountrySelect } from './country-select.js';
import type { FormChanges } from './form-changes.js';
import classes from './search-form.module.css';
import type { SuggestionScope } from './suggestions.js';

interface FormFieldsProps {
  draft: SearchDraft;
  /** The form's own: the same object until something of it changes. */
  condition: DraftCondition;
  countries: CountryList;
  options: SearchByOptions;
  scope: SuggestionScope;
  changes: FormChanges;
  errors: DraftErrors;
  /** The row that was added last. */
  added: number | null;
  onRemoveRow: (row: number) => void;
}

/** Where is looked and for what: the trade, the countries and the conditions. */
export function FormFields(props: FormFieldsProps) {
  const { draft, condition, countries, options, scope, changes, errors, added, onRemoveRow } = props;
  return (
    <>
      <div className={classes.what}>
        <div>
          <TradeTypeSelect value={draft.tradeType} onChange={changes.tradeType} error={errors.tradeType} />
        </div>
        <div>
          <CountrySelect
            value={draft.countryCode}
            tradeType={draft.tradeType}
            countries={countries}
            onChange={changes.countries}
            error={errors.countryCode}
          />
        </div>
        <ConditionFields
          place="form"
          condition={condition}
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
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing to be known by but its place
          key={index}
          row={index}
          condition={row}
          options={options}
          scope={scope}
          changes={changes}
          added={added === index}
          onRemove={onRemoveRow}
          searchByError={conditionError(errors, index, 'searchBy')}
          matchTypeError={conditionError(errors, index, 'matchType')}
          searchValueError={conditionError(errors, index, 'searchValue')}
        />
      ))}
    </>
  );
}

interface TradeTypeSelectProps {
  value: TradeType | null;
  onChange: (value: TradeType | null) => void;
  error: string | undefined;
}

const TradeTypeSelect = memo(function TradeTypeSelect({ value, onChange, error }: TradeTypeSelectProps) {
  return (
    <Select
      label="Trade type"
      placeholder="Select"
      data={TRADE_OPTIONS}
      value={value}
      onChange={onChange}
      error={error}
      allowDeselect={false}
      aria-required
    />
  );
});
