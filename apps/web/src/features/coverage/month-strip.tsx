import { formatCount } from '../../format/count.js';
import { monthLabel, monthsBetween } from '../../format/month.js';
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
        className={classes.strip}
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
      <span className={classes.heard}>{gapsInWords(source)}</span>
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
