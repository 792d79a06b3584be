import { MultiSelect, Select, TagsInput, TextInput } from '@mantine/core';
import { countryByCode, displayDate, MATCH_LABELS, MATCH_TYPES } from '@tidewaiter/contract';
import type { DraftCondition, SearchDraft } from '../../search/model/draft.js';
import { SEARCH_BY_LABELS } from '../../search/model/draft-rules.js';
import { TRADE_OPTIONS } from '../../search/model/trade-options.js';
import classes from './asked-question.module.css';

const SEARCHED_BY = Object.entries(SEARCH_BY_LABELS).map(([value, label]) => ({ value, label }));
const MATCHES = MATCH_TYPES.map((value) => ({ value, label: MATCH_LABELS[value] }));
const RELATIONS = ['AND', 'OR', 'NOT'];

/** Every control of the search form, to be read only (SPEC 2). */
export function Parameters({ draft }: { draft: SearchDraft }) {
  const countries = draft.countryCode.map((code) => ({ value: code, label: countryByCode(code)?.name ?? code }));
  return (
    <div className="grid gap-12 mt-8">
      <div className={classes.controls}>
        <Select label="Trade type" data={TRADE_OPTIONS} value={draft.tradeType} disabled />
        <MultiSelect label="Countries" data={countries} value={draft.countryCode} disabled />
        <ConditionFields condition={draft} />
      </div>
      {draft.queryBuilder.map((row, index) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing to be known by but its place
          key={index}
          className={classes.controls}
          aria-label={`Further condition ${index + 1}`}
        >
          <Select label="Relation" data={RELATIONS} value={row.relation} disabled />
          <ConditionFields condition={row} />
        </fieldset>
      ))}
      <div className={classes.controls}>
        <TextInput label="From date" value={draft.fromDate ? displayDate(draft.fromDate) : ''} disabled />
        <TextInput label="To date" value={draft.toDate ? displayDate(draft.toDate) : ''} disabled />
      </div>
    </div>
  );
}

function ConditionFields({ condition }: { condition: DraftCondition }) {
  const { searchBy, matchType, searchValue } = condition;
  return (
    <>
      <Select label="Search by" data={SEARCHED_BY} value={searchBy} disabled />
      <Select label="Match type" data={MATCHES} value={matchType} disabled />
      <TagsInput label="Search values" value={searchValue} disabled />
    </>
  );
}
