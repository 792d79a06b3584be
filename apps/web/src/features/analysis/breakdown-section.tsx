import type { SearchAddress, SearchQuery } from '@tidewaiter/contract';
import { LIMITS } from '@tidewaiter/contract';
import { lazy, memo, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { tellingFirst } from '../../format/telling-first.js';
import { barOption, pieOption } from '../../search/chart-options.js';
import { CompanyLink } from '../../search/company-link.js';
import { listPart } from '../../search/model/pills.js';
import { AddToReport } from '../../search/reports/add-to-report.js';
import { type ChartTheme, chartTip } from '../../ui/chart.js';
import { defaultPaint, restPaint, shades } from '../../ui/colours.js';
import type { Breakdown } from './breakdown-calls.js';
import { type BreakdownRow, breakdownRows } from './breakdown-rows.js';
import { BreakdownTable, figureColumns, ItemName, ListLink, NAME } from './breakdown-table.js';
import { focusAnalysis } from './focus-analysis.js';
import { AwaitedSection, ChartTabs, EmptySection, SectionFrame } from './section-frame.js';
import type { Section } from './sections.js';
import { usePanel } from './use-panel.js';

const Details = lazy(async () => ({ default: (await import('./details.js')).Details }));

/** So few parts of a whole read well as slices; more of them are ranked, which bars show. */
const FEW_SLICES = 3;

/** Ten, the others, what is not stated, and all. */
const ROWS = 13;

interface BreakdownSectionProps {
  section: Section;
  query: SearchQuery;
  address: SearchAddress;
  /** The unit that quantities are shown in. */
  unit: string;
  onNarrow: (part: Partial<SearchAddress>) => void;
}

/** One breakdown of what a question finds; nothing where no record says anything of it. */
export function BreakdownSection(props: BreakdownSectionProps) {
  const { section, query, address, unit, onNarrow } = props;
  const { shown, stale, error, retry } = usePanel(section.list, query, address);
  if (error) return <EmptySection title={section.title} onRetry={retry} />;
  if (shown?.breakdown.distinctCount === 0) return null;
  return (
    <SectionFrame title={section.title} stale={stale || !shown}>
      {shown ? (
        <Shown {...shown} section={section} unit={unit} onNarrow={onNarrow} />
      ) : (
        <AwaitedSection rows={ROWS} height={46} />
      )}
    </SectionFrame>
  );
}

/** It is drawn anew only when what it shows changes: a screen of them at once would hold up who pressed. */
const Shown = memo(function Shown({
  section,
  query,
  address,
  unit,
  onNarrow,
  breakdown,
}: BreakdownSectionProps & { breakdown: Breakdown }) {
  const rows = useMemo(() => breakdownRows(breakdown), [breakdown]);
  const [details, setDetails] = useState({ needed: false, opened: false });
  const textOf = tellingFirst(
    rows.map((row) => ({ code: row.name, text: row.kind === 'item' ? row.description : undefined })),
  );
  const charted = useMemo(() => rows.filter(({ kind }) => kind !== 'total'), [rows]);
  const largest = Math.max(0, ...charted.map(({ share }) => Number(share)));
  const others = useRef<HTMLButtonElement>(null);
  const openDetails = () => setDetails({ needed: true, opened: true });
  const closeDetails = () => {
    setDetails({ needed: true, opened: false });
    others.current?.focus();
  };
  const narrowTo = (name: string) => onNarrow(listPart(section.field, [name]));

  const option = useCallback(
    (kind: 'pie' | 'bar', theme: ChartTheme) => {
      // One hue: bars are told apart by their names, slices by its shades.
      const shadesOf = kind === 'pie' ? shades(charted.length, theme.dark) : [];
      const paints = charted.map((row, rank) =>
        row.kind === 'item' ? (shadesOf[rank] ?? defaultPaint(theme.dark)) : restPaint(theme.dark),
      );
      const drawn = { data: charted, paints, tip: chartTip };
      return kind === 'pie' ? pieOption(drawn, theme) : barOption(drawn, theme);
    },
    [charted],
  );

  function press(row: BreakdownRow | undefined) {
    if (row?.kind === 'item') narrowTo(row.name);
    else if (row?.kind === 'others') openDetails();
  }

  return (
    <>
      <ChartTabs
        title={section.title}
        kinds={['pie', 'bar']}
        chosen={charted.length <= FEW_SLICES ? 'pie' : 'bar'}
        data={charted}
        option={option}
        onPick={(index) => press(charted[index])}
      />
      <div className="stack gap-8">
        <BreakdownTable
          label={`Table of ${section.title}`}
          rows={rows}
          keyOf={({ kind, name }) => `${kind} ${name}`}
          kindOf={({ kind }) => kind}
          columns={[
            {
              ...{ name: section.item, isHead: true },
              cell: (row) =>
                row.kind === 'item' ? (
                  <ItemName
                    item={{ ...row, description: textOf(row.name) }}
                    act={`Narrow to ${row.name}`}
                    onPress={() => narrowTo(row.name)}
                  />
                ) : row.kind === 'others' ? (
                  <button ref={others} type="button" className={NAME} aria-haspopup="dialog" onClick={openDetails}>
                    {row.name}
                  </button>
                ) : (
                  row.name
                ),
            },
            ...figureColumns(unit, breakdown.total.valued > 0, largest),
            {
              ...{ name: 'Records', isHeard: true },
              cell: ({ kind, name }) =>
                kind === 'item' ? (
                  <>
                    {section.isParty && <CompanyLink name={name} />}
                    <ListLink address={{ ...address, ...listPart(section.field, [name]) }} of={name} />
                  </>
                ) : (
                  kind === 'total' && <ListLink address={address} of="all" />
                ),
            },
          ]}
        />
        <AddToReport
          figures={{
            ...{ title: section.title, question: query, chart: 'BARS' },
            asks: { pivot: { rows: section.list, unit, topRows: LIMITS.topItems } },
          }}
        />
      </div>
      {details.needed && (
        <Suspense>
          <Details
            section={section}
            query={query}
            address={address}
            unit={unit}
            opened={details.opened}
            onClose={closeDetails}
            onNarrow={(name) => {
              narrowTo(name);
              focusAnalysis();
            }}
          />
        </Suspense>
      )}
    </>
  );
});
