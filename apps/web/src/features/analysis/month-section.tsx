import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SearchAddress } from '@tidewaiter/contract';
import { monthOf, monthsBetween, REPORT_LIMITS, type SearchQuery } from '@tidewaiter/contract';
import { memo, useCallback, useMemo, useState } from 'react';
import { monthLabel } from '../../format/months.js';
import { formatShipments } from '../../format/numbers.js';
import { countriesByTrade } from '../../search/api/calls.js';
import { monthOption } from '../../search/chart-options.js';
import { cutMonths } from '../../search/model/cut-months.js';
import { monthsOf, searchableSpan } from '../../search/model/month-span.js';
import { AddToReport } from '../../search/reports/add-to-report.js';
import { type ChartTheme, chartTip } from '../../ui/chart.js';
import type { Breakdown, BreakdownItem } from './breakdown-calls.js';
import { BreakdownTable, figureColumns, ItemName, ListLink } from './breakdown-table.js';
import { AwaitedSection, ChartTabs, EmptySection, SectionFrame } from './section-frame.js';
import { usePanel } from './use-panel.js';

const TITLE = 'Month Wise Analysis';

interface MonthSectionProps {
  query: SearchQuery;
  address: SearchAddress;
  /** The unit that quantities are shown in. */
  unit: string;
  onNarrow: (part: Partial<SearchAddress>) => void;
}

/** What a question finds by month (SPEC 2). */
export function MonthSection(props: MonthSectionProps) {
  const { query, address, unit, onNarrow } = props;
  const { shown, stale, error, retry } = usePanel('months', query, address);
  if (error) return <EmptySection title={TITLE} onRetry={retry} />;
  if (shown?.breakdown.distinctCount === 0) return null;
  return (
    <SectionFrame title={TITLE} stale={stale || !shown} table="1fr">
      {shown ? (
        <Months {...shown} unit={unit} onNarrow={onNarrow} />
      ) : (
        <AwaitedSection rows={monthsOfQuery(query) + 1} height={30} />
      )}
    </SectionFrame>
  );
}

/** All months of the question, which may be more than have records. */
const monthsOfQuery = ({ fromDate, toDate }: SearchQuery) => monthsBetween(monthOf(fromDate), monthOf(toDate)).length;

/** Every month from the first that has records to the last: one without any is nothing, not left out. */
function filledMonths(items: readonly BreakdownItem[]): BreakdownItem[] {
  const found = new Map(items.map((item) => [item.name, item]));
  const [first, last] = [items[0]?.name ?? '', items.at(-1)?.name ?? ''];
  return monthsBetween(first, last).map(
    (name) => found.get(name) ?? { name, quantities: [], shipments: 0, valued: 0, valueUsd: '0', share: '0.00' },
  );
}

const Months = memo(function Months({
  query,
  address,
  unit,
  onNarrow,
  breakdown,
}: MonthSectionProps & { breakdown: Breakdown }) {
  const months = useMemo(() => filledMonths(breakdown.items), [breakdown.items]);
  const { data: countries } = useQuery(countriesByTrade(query.tradeType));
  const cut = useMemo(() => cutMonths(query, countries), [query, countries]);
  const data = useMemo(
    () =>
      months.map(({ share: _, ...month }) => ({ ...month, name: monthLabel(month.name), cut: cut.get(month.name) })),
    [months, cut],
  );
  const [picked, setPicked] = useState<BreakdownItem | null>(null);
  const option = useCallback(
    (kind: 'bar' | 'line', theme: ChartTheme) => monthOption(kind, { data, tip: chartTip }, theme),
    [data],
  );
  return (
    <>
      <ChartTabs
        title={TITLE}
        kinds={['bar', 'line']}
        data={data}
        option={option}
        onPick={(index) => setPicked(months[index] ?? null)}
      />
      <div className="stack gap-8">
        <BreakdownTable
          label={`Table of ${TITLE}`}
          rows={[...months, { ...breakdown.total, name: 'TOTAL' }]}
          keyOf={({ name }) => name}
          kindOf={({ name }) => (name === 'TOTAL' ? 'total' : undefined)}
          isCurrent={({ name }) => name === picked?.name}
          columns={[
            {
              ...{ name: 'Month', isHead: true, look: () => ({ style: { minWidth: 84 } }) },
              cell: (month) =>
                month.name === 'TOTAL' ? (
                  month.name
                ) : (
                  <ItemName
                    item={{ name: `${monthLabel(month.name)}${cut.has(month.name) ? '*' : ''}` }}
                    act={`Choose ${monthLabel(month.name)}`}
                    onPress={() => setPicked(month)}
                  />
                ),
            },
            ...figureColumns(unit, breakdown.total.valued > 0).filter(({ by }) => by !== 'share'),
          ]}
        />
        <NotWhole cut={cut} />
        <AddToReport
          figures={{
            title: TITLE,
            question: query,
            chart: 'BARS',
            asks: { pivot: { rows: 'months', unit, topRows: REPORT_LIMITS.reportRows } },
          }}
        />
        <PickedMonth query={query} address={address} month={picked} onNarrow={onNarrow} />
      </div>
    </>
  );
});

/** Why some months look smaller than they are. */
function NotWhole({ cut }: { cut: ReadonlyMap<string, string> }) {
  if (cut.size === 0) return null;
  const each = [...cut].map(([month, why]) => `${monthLabel(month)} (${why})`);
  return <p className="soft small">* Hatched, since incomplete: {new Intl.ListFormat('en').format(each)}.</p>;
}

interface PickedMonthProps extends Omit<MonthSectionProps, 'unit'> {
  month: BreakdownItem | null;
}

/** The month that was pressed, and what can be done with it: fewer days lie within the question that was paid for. */
function PickedMonth({ query, address, month, onNarrow }: PickedMonthProps) {
  const months = monthsOf(query);
  const at = month ? months.indexOf(month.name) : -1;
  if (!month || at < 0) return <p role="status" className="row wrap gap-4-16 min-h-24 soft small not-printed" />;
  if (months.length < 2)
    return (
      <p role="status" className="row wrap gap-4-16 min-h-24 soft small not-printed">
        {monthLabel(month.name)} is all of it.
      </p>
    );
  const span = searchableSpan(query, months, { first: at, last: at });
  const label = [...new Set([span.first, span.last])].map((index) => monthLabel(months[index] ?? '')).join(' – ');
  const days = { from: span.from, to: span.to };
  return (
    <div className="row wrap gap-4-16 min-h-24 soft small not-printed">
      <p role="status">
        {monthLabel(month.name)}: {formatShipments(month.shipments)}
      </p>
      <Button size="compact-xs" onClick={() => onNarrow(days)}>
        Analyse {label} (free)
      </Button>
      <ListLink address={{ ...address, ...days }} of={`${label} (free)`} />
    </div>
  );
}
