// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
import { COVERAGE_SHARES, displayDate, sharePercent } from '@tidewaiter/contract';
import { formatCount } from '../../format/count.js';
import { monthLabel, monthsBetween } from '../../format/month.js';
import classes from './coverage.module.css';
import type { Source } from './sources.js';

/** A source's months in figures, the latest first; a month without records among them is said to have none. */
export function MonthTable({ source, label }: { source: Source; label: string }) {
  const found = new Map(source.months.map((month) => [month.month, month]));
  const months = monthsBetween(source.months[0]?.month ?? '', source.months.at(-1)?.month ?? '').reverse();
  return (
    <>
      <p className={`${classes.soft} ${classes.periodBelow}`}>
        {displayDate(source.firstDay)} – {displayDate(source.lastDay)}
      </p>
      <section className={classes.monthBox} aria-label={label} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col" data-number>
                Records
              </th>
              {COVERAGE_SHARES.map((share) => (
                <th key={share} scope="col" data-number className={classes.share}>
                  {share}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Figures name="All" counted={source} isAll />
            {months.map((month) => (
              <Figures key={month} name={monthLabel(month)} counted={found.get(month)} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

interface FiguresProps {
  name: string;
  counted: Pick<Source, 'records' | 'saying'> | undefined;
  isAll?: boolean;
}

function Figures({ name, counted, isAll }: FiguresProps) {
  return (
    <tr data-all={isAll}>
      <th scope="row">{name}</th>
      <td data-number>{counted ? formatCount(counted.records) : 'none'}</td>
      {COVERAGE_SHARES.map((share) => {
        const percent = counted ? sharePercent(counted.saying[share], counted.records) : null;
        return (
          <td key={share} data-number>
            {percent === null ? '–' : `${percent}%`}
          </td>
        );
      })}
    </tr>
  );
}
