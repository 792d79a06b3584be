import '@mantine/dates/styles.layer.css';
import { Select } from '@mantine/core';
import { isIsoDate, type LoggedSearch } from '@tidewaiter/contract';
import { TRADE_OPTIONS } from '../../search/model/trade-options.js';
import { DayInput } from '../../ui/day-input.js';
import { SoughtText } from '../../ui/sought-text.js';
import type { LogAddress } from './log-address.js';
import classes from './search-log.module.css';

interface LogFiltersProps {
  address: LogAddress;
  /** Whose searches can be asked for. */
  people: readonly Pick<LoggedSearch, 'userId' | 'userName'>[];
  onChange: (part: LogAddress) => void;
}

/** What the history is narrowed by: a text of the question, who asked it, its trade type, and the days on which it was asked. */
export function LogFilters({ address, people, onChange }: LogFiltersProps) {
  const { text = '', person = null, trade = null, from, to } = address;
  return (
    <search className={classes.filters}>
      <SoughtText label="Find a question" text={text} onLook={(sought) => onChange({ text: sought || undefined })} />
      {people.length > 1 && (
        <Select
          label="Person"
          placeholder="Everybody"
          data={people.map(({ userId, userName }) => ({ value: String(userId), label: userName }))}
          clearable
          clearButtonProps={{ 'aria-label': 'Everybody' }}
          openOnFocus={false}
          value={person}
          onChange={(picked) => onChange({ person: picked ?? undefined })}
        />
      )}
      <Select
        label="Trade type"
        placeholder="Both"
        data={TRADE_OPTIONS}
        clearable
        clearButtonProps={{ 'aria-label': 'Both trade types' }}
        openOnFocus={false}
        value={trade}
        onChange={(picked) => onChange({ trade: picked ?? undefined })}
      />
      <Day label="Asked from" value={from} max={to} onChange={(day) => onChange({ from: day })} />
      <Day label="Asked until" value={to} min={from} onChange={(day) => onChange({ to: day })} />
    </search>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string | undefined) => void;
}

/** A day as the search form takes and writes it. The browser's own field asked for each year on the way to one that was typed. */
function Day({ label, value, min, max, onChange }: DayProps) {
  return (
    <DayInput
      label={label}
      value={value !== undefined && isIsoDate(value) ? value : null}
      {...(min !== undefined && { minDate: min })}
      {...(max !== undefined && { maxDate: max })}
      clearable
      clearButtonProps={{ 'aria-label': `No day in ${label}` }}
      onChange={(day) => onChange(day ?? undefined)}
    />
  );
}
