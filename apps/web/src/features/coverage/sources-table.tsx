import { TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconChevronDown, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { COVERAGE_SHARES, displayDate, monthsBetween, publishersInWords, sharePercent } from '@tidewaiter/contract';
import { useId, useMemo, useState } from 'react';
import { monthLabel } from '../../format/months.js';
import { formatCount } from '../../format/numbers.js';
import { ColumnTable } from '../../ui/column-table.js';
import { DataTable } from '../../ui/data-table.js';
import { Flag } from '../../ui/flag.js';
import classes from './coverage.module.css';
import { behindToday, type Order, type Source, shownSources } from './sources.js';

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

/** Older than a quarter is stale: customs publish by month, some weeks later. */
const STALE_DAYS = 92;

const COLUMNS = 5 + COVERAGE_SHARES.length;

interface SourceRowsProps {
  source: Source;
  /** All months of the time line. */
  months: readonly string[];
}

/** A country's imports or exports; opened, also its months in figures. */
function SourceRows({ source, months }: SourceRowsProps) {
  const [opened, { toggle }] = useDisclosure(false);
  const details = useId();
  const { name, iso2code, tradeType, records, firstDay, lastDay, lagDays, saying } = source;
  const Chevron = opened ? IconChevronDown : IconChevronRight;
  const trade = tradeType === 'IMPORT' ? 'Imports' : 'Exports';
  return (
    <>
      <tr>
        <th scope="row">
          <button
            type="button"
            className="row bare gap-8 min-h-24 p-0 inherit start hovers-accent"
            aria-expanded={opened}
            aria-controls={opened ? details : undefined}
            onClick={toggle}
          >
            <Chevron size={14} stroke={2} className="soft not-printed" aria-hidden />
            <Flag iso2={iso2code} />
            <span>
              {name} <span className="soft">{trade}</span>
            </span>
          </button>
        </th>
        <td data-number>{formatCount(records)}</td>
        <td data-wide className={`soft one-line ${classes.period}`}>
          {displayDate(firstDay)} – {displayDate(lastDay)}
        </td>
        <td data-number>
          <span className={lagDays > STALE_DAYS ? 'mind' : ''}>{behindToday(lagDays)}</span>
        </td>
        {COVERAGE_SHARES.map((share) => (
          <ShareCell key={share} part={saying[share]} whole={records} />
        ))}
        <td data-wide className={classes.months}>
          <MonthStrip source={source} months={months} />
        </td>
      </tr>
      {opened && (
        <tr id={details}>
          <td colSpan={COLUMNS} className="on-surface">
            {publishersInWords(source.publishedBy).map((note) => (
              <p key={note} className="soft small">
                {note}
              </p>
            ))}
            {source.publishedBy.flatMap(({ title, totals }) =>
              totals.map(({ period, records, loaded }) => (
                <p key={`${title} ${period}`} className="soft small">
                  Of the {formatCount(records)} records that are published of {period}, {formatCount(loaded.records)}{' '}
                  are here ({sharePercent(loaded.records, records) ?? 0}%).
                </p>
              )),
            )}
            <MonthTable source={source} label={`${name}, ${trade.toLowerCase()} by month`} />
          </td>
        </tr>
      )}
    </>
  );
}

/** A share as a figure on a thin bar; a dash where no record says it. */
function ShareCell({ part, whole }: { part: number; whole: number }) {
  const percent = sharePercent(part, whole);
  return (
    <td data-number data-wide>
      {percent === null ? (
        <span className="soft small" title="No record says it">
          –
        </span>
      ) : (
        <span className={classes.bar} style={{ '--share': `${percent}%` }}>
          {percent}%
        </span>
      )}
    </td>
  );
}

/** The bars fill a box of this height; one month is one wide. */
const HEIGHT = 100;
/** Few are still more than none. */
const LEAST_BAR = 12;
const GAP = 0.1;

/** A source's months as bars on the time line that all sources share; what they say stands there for those who listen. */
function MonthStrip({ source, months }: { source: Source; months: readonly string[] }) {
  const records = new Map(source.months.map(({ month, records }) => [month, records]));
  const most = Math.max(...records.values());
  return (
    <>
      <svg
        className="series block w-full line-below"
        height={24}
        viewBox={`0 0 ${months.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {months.map((month, index) => {
          const count = records.get(month);
          if (count === undefined) return null;
          const height = LEAST_BAR + (count / most) * (HEIGHT - LEAST_BAR);
          return (
            <rect key={month} x={index + GAP} width={1 - 2 * GAP} y={HEIGHT - height} height={height}>
              <title>
                {monthLabel(month)}: {formatCount(count)}
              </title>
            </rect>
          );
        })}
      </svg>
      <span className="visually-hidden">{gapsInWords(source)}</span>
    </>
  );
}

/** Which months between the first and the last have no records. */
function gapsInWords({ months }: Source): string {
  const present = new Set(months.map(({ month }) => month));
  const [first, last] = [months[0]?.month ?? '', months.at(-1)?.month ?? ''];
  const missing = monthsBetween(first, last).filter((month) => !present.has(month));
  const span = `${monthLabel(first)} to ${monthLabel(last)}`;
  return missing.length === 0 ? `${span}, no month missing` : `${span} without ${missing.map(monthLabel).join(', ')}`;
}

/** A source's months in figures, the latest first; a month without records among them is said to have none. */
function MonthTable({ source, label }: { source: Source; label: string }) {
  const found = new Map(source.months.map((month) => [month.month, month]));
  const months = monthsBetween(source.months[0]?.month ?? '', source.months.at(-1)?.month ?? '').reverse();
  const rows: MonthRow[] = [
    { name: 'All', counted: source },
    ...months.map((month) => ({ name: monthLabel(month), counted: found.get(month) })),
  ];
  return (
    <>
      <p className="soft small">
        {displayDate(source.firstDay)} – {displayDate(source.lastDay)}
      </p>
      <div className={`dense ${classes.monthBox}`}>
        <ColumnTable
          label={label}
          rows={rows}
          keyOf={({ name }) => name}
          columns={[
            { name: 'Month', isHead: true, cell: ({ name }) => name },
            {
              ...{ name: 'Records', isNumber: true },
              cell: ({ counted }) => (counted ? formatCount(counted.records) : 'none'),
            },
            ...COVERAGE_SHARES.map((share) => ({
              ...{ id: share, name: share.slice(0, 1).toUpperCase() + share.slice(1), isNumber: true },
              cell: ({ counted }: MonthRow) => {
                const percent = counted ? sharePercent(counted.saying[share], counted.records) : null;
                return percent === null ? '–' : `${percent}%`;
              },
            })),
          ]}
        />
      </div>
    </>
  );
}

interface MonthRow {
  name: string;
  counted: Pick<Source, 'records' | 'saying'> | undefined;
}
