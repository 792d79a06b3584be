import { COVERAGE_SHARES, displayDate, monthsBetween, sharePercent } from '@tidewaiter/contract';
import { monthLabel } from '../../format/months.js';
import { formatCount } from '../../format/numbers.js';
import { ColumnTable } from '../../ui/column-table.js';
import classes from './coverage.module.css';
import type { Source } from './sources.js';

/** The bars fill a box of this height; one month is one wide. */
const HEIGHT = 100;
/** Few are still more than none. */
const LEAST_BAR = 12;
const GAP = 0.1;

/** A source's months as bars on the time line that all sources share; what they say stands there for those who listen. */
export function MonthStrip({ source, months }: { source: Source; months: readonly string[] }) {
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
export function MonthTable({ source, label }: { source: Source; label: string }) {
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
