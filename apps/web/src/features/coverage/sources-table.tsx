import { TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSearch } from '@tabler/icons-react';
import { COVERAGE_SHARES, monthsBetween } from '@tidewaiter/contract';
import { useMemo, useState } from 'react';
import { monthLabel } from '../../format/months.js';
import { DataTable } from '../../ui/data-table.js';
import classes from './coverage.module.css';
import { SourceRows } from './source-rows.js';
import { type Order, type Source, shownSources } from './sources.js';

/** From how many sources on it is worth looking for one. */
const MANY = 8;

/** A row for each country and trade type, its months on one time line with all others. */
export function SourcesTable({ sources }: { sources: readonly Source[] }) {
  const [typed, setTyped] = useState('');
  const [order, setOrder] = useState<Order>('country');
  const months = useMemo(() => timeLine(sources), [sources]);
  const shown = shownSources(sources, typed, order);
  const ordered = { order, onOrder: setOrder };
  return (
    <section className={`stack gap-12 ${classes.sources}`} aria-label="Countries">
      {sources.length > MANY && (
        <TextInput
          maw={280}
          aria-label="Find a country"
          placeholder="Find a country"
          leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <p role="status" className="visually-hidden">
        {typed === '' ? '' : `${shown.length} of ${sources.length} rows`}
      </p>
      {shown.length === 0 ? (
        <p className="soft small">No country with records is called that.</p>
      ) : (
        <DataTable label="Coverage by country">
          <thead>
            <tr>
              <OrderHeader by="country" {...ordered}>
                Country
              </OrderHeader>
              <OrderHeader by="records" isNumber {...ordered}>
                Records
              </OrderHeader>
              <th scope="col" data-wide className={classes.period}>
                First and last record
              </th>
              <OrderHeader by="behind" isNumber {...ordered}>
                Behind today
              </OrderHeader>
              {COVERAGE_SHARES.map((share) => (
                <th key={share} scope="col" data-number data-wide className={classes.share}>
                  {share}
                </th>
              ))}
              <th scope="col" data-wide className={classes.months}>
                <span className="visually-hidden">Records by month</span>
                <span className="spread gap-8" aria-hidden="true">
                  <span>{monthLabel(months[0] ?? '')}</span>
                  <span>{monthLabel(months.at(-1) ?? '')}</span>
                </span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((source) => (
              <SourceRows key={`${source.shortcode} ${source.tradeType}`} source={source} months={months} />
            ))}
          </tbody>
        </DataTable>
      )}
      <p className="soft small">
        The shares say how many records name it. A value counts in any currency; the port is the reporting country’s
        own.
      </p>
    </section>
  );
}

/** All months from the first with records to the last. */
function timeLine(sources: readonly Source[]): string[] {
  const present = sources.flatMap(({ months }) => months.map(({ month }) => month)).sort();
  return monthsBetween(present[0] ?? '', present.at(-1) ?? '');
}

interface OrderHeaderProps {
  by: Order;
  order: Order;
  isNumber?: boolean;
  onOrder: (order: Order) => void;
  children: string;
}

/** How each order reads. */
const DIRECTION = { country: 'ascending', records: 'descending', behind: 'ascending' } as const;

/** The header of a column by which the rows can be ordered, each in the one direction that is asked for. */
function OrderHeader({ by, order, isNumber, onOrder, children }: OrderHeaderProps) {
  const isOrder = order === by;
  const Arrow = DIRECTION[by] === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <th scope="col" data-number={isNumber || undefined} aria-sort={isOrder ? DIRECTION[by] : 'none'}>
      <button type="button" className={`orderName ${classes.order}`} onClick={() => onOrder(by)}>
        {children}
        <Arrow size={12} stroke={2} className="not-printed" visibility={isOrder ? 'visible' : 'hidden'} aria-hidden />
      </button>
    </th>
  );
}
