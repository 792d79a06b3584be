import { displayDate } from '@tidewaiter/contract';
import { formatCount } from '../../format/count.js';
import classes from './coverage.module.css';
import type { Source } from './sources.js';

/** All sources in four figures. */
export function CoverageFigures({ sources }: { sources: readonly Source[] }) {
  const records = sources.reduce((sum, source) => sum + source.records, 0);
  const countries = new Set(sources.map(({ shortcode }) => shortcode)).size;
  const first = sources.map(({ firstDay }) => firstDay).sort()[0] ?? '';
  const last =
    sources
      .map(({ lastDay }) => lastDay)
      .sort()
      .at(-1) ?? '';
  return (
    <dl className={classes.figures} aria-label="Summary">
      <Figure term="Records">{formatCount(records)}</Figure>
      <Figure term="Countries with records">{formatCount(countries)}</Figure>
      <Figure term="First record">{displayDate(first)}</Figure>
      <Figure term="Latest record">{displayDate(last)}</Figure>
    </dl>
  );
}

function Figure({ term, children }: { term: string; children: string }) {
  return (
    <div className={classes.figure}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
