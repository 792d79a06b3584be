import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FilterList, MESSAGES, type SearchQuery } from '@tidewaiter/contract';
import { useState } from 'react';
import { groupBy } from '../../format/group-by.js';
import { type ColumnUnit, columnUnit, formatCount, formatDecimal } from '../../format/numbers.js';
import { valueInWords } from '../../format/quantities.js';
import { tellingFirst } from '../../format/telling-first.js';
import { Awaiting } from '../../ui/awaiting.js';
import { usePresence } from '../../ui/use-presence.js';
import { facetList } from '../api/list-calls.js';
import { CompanyLink } from '../company-link.js';
import { type Facet, type ListedValue, SHOWN, type ShownValue, shownValues } from '../model/facets.js';
import classes from './facets.module.css';

interface FacetValuesProps {
  facet: Facet;
  /** The values of this question are offered. */
  offered: SearchQuery;
  ticked: string[];
  onTick: (field: FilterList, value: string, on: boolean) => void;
  onShowAll: (column: string) => void;
}

/** So many values are shown of what was looked for. */
const FOUND = 30;
const TYPING_MS = 250;

/** Shows an open facet's values, ticked ones first; a text looks for others in the whole list. */
export function FacetValues({ facet, offered, ticked, onTick, onShowAll }: FacetValuesProps) {
  const [text, setText] = useState('');
  const [sought] = useDebouncedValue(text.trim(), TYPING_MS);
  const top = useQuery(facetList(facet, offered));
  const found = useQuery({ ...facetList(facet, offered, { nameContains: sought }), enabled: sought !== '' });
  const { first, holding } = useStandingOrder(ticked);
  const { field } = facet;
  const list = top.data;
  if (top.error) return <FacetFailure error={top.error} onRetry={top.refetch} />;
  if (!list) return <Awaiting className="px-12" shapes={[['lines', SHOWN, 392 / SHOWN]]} />;
  const listed = sought === '' ? shownValues(list.values, first, ticked) : (found.data?.values.slice(0, FOUND) ?? []);
  const total = sought === '' ? list.distinctCount : (found.data?.distinctCount ?? 0);
  // Where no record states a value, values and shares of it would look like a fault: how many records there are leads.
  const isWorth = listed.some(({ value_usd, valued }) => value_usd !== undefined && valued !== 0);
  const shown: readonly ShownValue[] = isWorth
    ? listed
    : listed.map(({ value_usd: _, share: __, ...counted }) => counted);
  const families = facet.described ? codeFamilies(shown) : [{ shown }];
  const unit = columnUnit(shown.flatMap(({ value_usd }) => value_usd ?? []));
  const longest = Math.max(...shown.map(lengthOf), Number.MIN_VALUE);

  function toggle(value: string) {
    onTick(field, value, !ticked.includes(value));
  }

  return (
    <div className={classes.body} data-loading={top.isPlaceholderData || found.isFetching || undefined} {...holding}>
      {(list.distinctCount > SHOWN || isWorth) && (
        <div className="row justify-end gap-8 px-12" style={{ minHeight: 20, paddingBottom: 4 }}>
          {list.distinctCount > SHOWN && (
            <input
              type="search"
              className={classes.search}
              placeholder="Find"
              aria-label={`Find in ${facet.title}`}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
          {isWorth && <span className="flex-none soft small">{unit.of('USD')}</span>}
        </div>
      )}
      {sought !== '' && found.data?.distinctCount === 0 && <p className={classes.failed}>{MESSAGES.noRecords}</p>}
      {sought !== '' && found.error && <FacetFailure error={found.error} onRetry={found.refetch} />}
      <ul className={classes.values} data-described={facet.described}>
        {families.map((family) => {
          const values = family.shown.map((one) => (
            <FacetValue
              key={one.value}
              shown={one}
              family={family.text}
              unit={unit}
              bar={lengthOf(one) / longest}
              ticked={ticked.includes(one.value)}
              isParty={facet.isParty}
              onToggle={toggle}
            />
          ));
          if (!family.heading) return values;
          return (
            <li key={family.heading}>
              <p className={classes.family}>
                <code>{family.heading}</code> {family.text}
              </p>
              <ul className="plainList" data-family aria-label={`${family.heading} ${family.text}`}>
                {values}
              </ul>
            </li>
          );
        })}
      </ul>
      {total > shown.length && (
        <button type="button" className="linkButton min-h-28 px-12 small" onClick={() => onShowAll(facet.column)}>
          Show all {formatCount(list.distinctCount)}
        </button>
      )}
    </div>
  );
}

/** Ticked values come first, but not from under the pointer or the focus: there the order stands until they leave. */
function useStandingOrder(ticked: string[]) {
  const { staying, within } = usePresence();
  const [held, setHeld] = useState<string[] | null>(null);
  if (staying !== (held !== null)) setHeld(staying ? ticked : null);
  return { first: held ?? ticked, holding: within };
}

/** A bar is as long as the share of the value, or where a list says none, as the number of records. */
const lengthOf = ({ share, records = 0 }: Partial<ListedValue>) => (share === undefined ? records : Number(share));

interface CodeFamily {
  /** The heading of several codes, and what it is called. */
  heading?: string;
  text?: string;
  shown: readonly ShownValue[];
}

/** So many digits of an HS code are its heading. */
const HEADING_DIGITS = 4;

/** Puts codes of one heading together, whose own text stands once above them: each says what it is beside that. */
function codeFamilies(shown: readonly ShownValue[]): CodeFamily[] {
  const byHeading = groupBy(shown, ({ value }) =>
    value.length > HEADING_DIGITS ? value.slice(0, HEADING_DIGITS) : value,
  );
  const textOf = tellingFirst(shown.map(({ value, description }) => ({ code: value, text: description })));
  return [...byHeading].map(([heading, codes]) => {
    const text = codes.length > 1 ? codes[0]?.heading : undefined;
    if (text === undefined) return { shown: codes.map((one) => ({ ...one, description: textOf(one.value) })) };
    const own = ({ value, description = '' }: ShownValue) =>
      description.startsWith(text) ? description.slice(text.length).replace(/^[;:,\s]+/, '') : textOf(value);
    return { heading, text, shown: codes.map((one) => ({ ...one, description: own(one) || undefined })) };
  });
}

interface FacetValueProps {
  /** The unit of what all values are worth. */
  unit: ColumnUnit;
  /** A ticked value that the list has no more is a value alone. */
  shown: ShownValue;
  /** This stands above it and others: those who listen hear it with each. */
  family: string | undefined;
  /** It is as long as this part of the longest bar. */
  bar: number;
  ticked: boolean;
  isParty: boolean;
  onToggle: (value: string) => void;
}

/**
 * Shows a value with how many records have it, as 'name (count)' (SPEC 7), and what they are worth, on a quiet bar; a code with what it is.
 */
function FacetValue({ shown, family, unit, bar, ticked, isParty, onToggle }: FacetValueProps) {
  const { value, records, description, valued = records, value_usd, share } = shown;
  return (
    <li className={classes.value} style={{ '--share': `${bar * 100}%` }}>
      <label className={`row flex-1 min-w-0 min-h-28 ${classes.label}`}>
        <input type="checkbox" checked={ticked} onChange={() => onToggle(value)} />
        <span className="cut" title={value}>
          {value}
        </span>
        {records !== undefined && <span className={classes.records}> ({formatCount(records)})</span>}
        {family && <span className="visually-hidden"> {family}</span>}
        <CodeLabel text={description} />
      </label>
      {value_usd !== undefined && share !== undefined && (
        <span
          className={classes.worth}
          title={`${valueInWords(value_usd, { valued: valued ?? 0, shipments: records ?? 0 })}; ${share}% of the value`}
        >
          {valued === 0 ? '–' : unit.write(value_usd)}
          <span className="visually-hidden"> {unit.of('USD')}</span> · {formatDecimal(share, 0)}%
        </span>
      )}
      {isParty && <CompanyLink name={value} />}
    </li>
  );
}

/** Stands for a facet's list that did not come: the others still are here. */
export function FacetFailure({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  return (
    <p className={classes.failed} title={error.message}>
      The list did not arrive.{' '}
      <button type="button" className="linkButton" onClick={() => void onRetry()}>
        Retry
      </button>
    </p>
  );
}

/** Describes an HS code, after the code: as far as there is room, and whole on hover. */
export function CodeLabel({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <span className={classes.text} title={text}>
      {' '}
      {text}
    </span>
  );
}
