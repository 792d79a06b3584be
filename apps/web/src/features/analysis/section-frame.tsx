import { Tabs } from '@mantine/core';
import { type ReactNode, useCallback } from 'react';
import { type ChartKind, type Datum, unshowable } from '../../search/chart-options.js';
import { Awaiting } from '../../ui/awaiting.js';
import type { ChartTheme } from '../../ui/chart.js';
import { Chart } from '../../ui/chart.js';
import type { ChartOption } from '../../ui/echarts.js';
import classes from './section-frame.module.css';

interface SectionFrameProps {
  title: string;
  /** What stands now is of the question before. */
  stale?: boolean;
  /** How wide its table is beside the chart, which is one. */
  table?: string;
  children: ReactNode;
}

/** Frames a section of the analysis: its title, then a chart on the left and the table that says the same on the right. */
export function SectionFrame({ title, stale = false, table = '1.75fr', children }: SectionFrameProps) {
  return (
    <section className={classes.section} aria-label={title} aria-busy={stale} data-loading={stale || undefined}>
      <h2 className="text">{title}</h2>
      <div className="side-by-side items-start gap-24" style={{ '--second': table }}>
        {children}
      </div>
    </section>
  );
}

/**
 * Keeps the room of a section whose answer is on its way: a chart, and a table of so many rows beside it. The frame around it stays when the
 * answer comes: another one would be laid out at a guess first.
 */
export const AwaitedSection = ({ rows, height }: { rows: number; height: number }) => (
  <>
    <Awaiting shapes={[['chart', 12]]} />
    <Awaiting shapes={[['table', rows + 1, height]]} />
  </>
);

/** A section whose call failed stays empty (SPEC 8); whoever sees that can ask again. */
export function EmptySection({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <SectionFrame title={title}>
      <button type="button" className="linkButton" onClick={onRetry}>
        Retry
      </button>
    </SectionFrame>
  );
}

const LABELS: Record<ChartKind, string> = { pie: 'Pie', bar: 'Bar', line: 'Line' };

interface ChartTabsProps<Kind extends ChartKind> {
  title: string;
  /** These kinds of charts can be chosen. */
  kinds: readonly [Kind, ...Kind[]];
  /** It is shown at first: the first, where nothing else is said. */
  chosen?: Kind;
  data: readonly Datum[];
  option: (kind: Kind, theme: ChartTheme) => ChartOption;
  onPick: (index: number) => void;
}

/** Shows the charts of a section, one at a time. */
export function ChartTabs<Kind extends ChartKind>(props: ChartTabsProps<Kind>) {
  const { title, kinds, chosen = kinds[0], data, option, onPick } = props;
  return (
    <Tabs
      defaultValue={chosen}
      keepMounted={false}
      classNames={{ root: classes.charts ?? '', tab: 'small', panel: 'mt-8' }}
    >
      <Tabs.List className="not-printed" aria-label={`Charts of ${title}`}>
        {kinds.map((kind) => (
          <Tabs.Tab key={kind} value={kind}>
            {LABELS[kind]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {kinds.map((kind) => (
        <Tabs.Panel key={kind} value={kind}>
          <ChartPanel kind={kind} title={title} data={data} option={option} onPick={onPick} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function ChartPanel<Kind extends ChartKind>(props: Omit<ChartTabsProps<Kind>, 'kinds'> & { kind: Kind }) {
  const { kind, title, data, option, onPick } = props;
  const reason = unshowable(kind, data);
  const drawn = useCallback((theme: ChartTheme) => option(kind, theme), [option, kind]);
  if (reason !== null) return <p className="center p-24 soft min-h-240">{reason}</p>;
  return (
    <Chart
      option={drawn}
      label={`${title}, ${LABELS[kind].toLowerCase()} chart. Its table says the same.`}
      title={title}
      onPick={onPick}
    />
  );
}
