import { displayDate } from '@tidewaiter/contract';
import { formatCount } from '../../format/count.js';
import { monthLabel, monthsBetween } from '../../format/month.js';
import classes from './coverage.module.css';
import { percentOf, SHARES, type Source } from './sources.js';

/** A source's months in figures, the latest first; a month without records among them is said to be missing. */
export function MonthTable({ source, label }: { source: Source; label: string }) {
  const found = new Map(source.months.map((month) => [month.month, month]));
  const months = monthsBetween(source.months[0]?.month ?? '', source.months.at(-1)?.month ?? '').reverse();
  return (
    <>
      <p className={classes.soft}>
        {displayDate(source.firstDay)} – {displayDate(source.lastDay)}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes.monthBox} aria-label={label} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col" data-number>
                Records
              </th>
              {SHARES.map((share) => (
                <th key={share} scope="col" data-number className={classes.share}>
                  {share}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map((month) => {
              const { records = 0, saying } = found.get(month) ?? {};
              return (
                <tr key={month}>
                  <th scope="row">{monthLabel(month)}</th>
                  <td data-number>{records === 0 ? 'none' : formatCount(records)}</td>
                  {SHARES.map((share) => {
                    const percent = percentOf(saying?.[share] ?? 0, records);
                    return (
                      <td key={share} data-number>
                        {percent === null ? '–' : `${percent}%`}
                      </td>
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </>
  );
}
