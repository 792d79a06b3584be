import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { COVERAGE_SHARES, displayDate, sharePercent } from '@tidewaiter/contract';
import { useId } from 'react';
import { formatCount } from '../../format/numbers.js';
import { PublishedBy } from '../../search/notes/source-notes.js';
import { Flag } from '../../ui/flag.js';
import classes from './coverage.module.css';
import { MonthStrip, MonthTable } from './months.js';
import { behindToday, type Source } from './sources.js';

/** Older than a quarter is stale: customs publish by month, some weeks later. */
const STALE_DAYS = 92;

const COLUMNS = 5 + COVERAGE_SHARES.length;

interface SourceRowsProps {
  source: Source;
  /** All months of the time line. */
  months: readonly string[];
}

/** A country's imports or exports; opened, also its months in figures. */
export function SourceRows({ source, months }: SourceRowsProps) {
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
            <PublishedBy publishedBy={source.publishedBy} />
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
