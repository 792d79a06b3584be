import { useQuery } from '@tanstack/react-query';
import { DEFINITIONS, displayDate, type SearchQuery } from '@tidewaiter/contract';
import { useCallback } from 'react';
import { columnUnit, formatCount } from '../../format/numbers.js';
import { AddToReport } from '../../search/reports/add-to-report.js';
import { Chart, type ChartTheme } from '../../ui/chart.js';
import { ColumnTable } from '../../ui/column-table.js';
import { Figures } from '../../ui/figures.js';
import { TableDownload } from '../../ui/table-download.js';
import { Analysed, type ChoosingViewProps } from './analysed.js';
import { DimensionSelect, titleOf, ViewHead } from './controls.js';
import { type Answer, analysisOf } from './in-depth-calls.js';
import { concentrationFile } from './table-files.js';
import { concentrationOption } from './trend-options.js';
import { NotWhole, WhatThereIs } from './what-there-is.js';
import { marketCaveat } from './whole.js';

/** Above these, competition authorities call a market moderately and highly concentrated. */
const MODERATE = 1000;
const HIGH = 1800;

function wordOf(hhi: number): string {
  if (hhi > HIGH) return 'high';
  return hhi > MODERATE ? 'moderate' : 'low';
}

/** Shares of the largest and the Herfindahl-Hirschman index, over time. */
export function ConcentrationView({ query, ...chosen }: ChoosingViewProps) {
  const by = chosen.choice.rows;
  const caveat = marketCaveat(query, by);
  const answer = useQuery(analysisOf('concentration', query, { by }));
  return (
    <>
      <ViewHead
        how={`The index is the sum of the squared shares in percent: 10,000 is one alone; above ${formatCount(HIGH)} a market is highly concentrated, above ${formatCount(MODERATE)} moderately.`}
      >
        <DimensionSelect label="Among" query={query} {...chosen} />
      </ViewHead>
      <Analysed answer={answer} nothing={({ spans }) => whyNothing(spans, query, titleOf(by, query))}>
        {(found) => (
          <>
            {caveat && <p className="soft small readable">{caveat}</p>}
            <NotWhole query={query} days={{ from: query.fromDate, to: query.toDate }} />
            {found.whole && <Whole whole={found.whole} />}
            <Spans spans={found.spans} title={titleOf(by, query)} />
            <TableDownload of="concentration" file={() => concentrationFile(found, query, titleOf(by, query))}>
              <AddToReport
                figures={{
                  ...{ title: `Concentration among ${titleOf(by, query)}`, question: query, chart: 'NONE' },
                  asks: { concentration: { by } },
                }}
              />
            </TableDownload>
          </>
        )}
      </Analysed>
    </>
  );
}

function whyNothing(spans: Answer<'concentration'>['spans'], query: SearchQuery, title: string) {
  if (spans.length === 0) return 'This question finds no records.';
  if (spans.some(({ groups }) => groups > 0)) return null;
  return (
    <>
      None of these records names one of {title.toLowerCase()} with a value in USD, so that there are no shares to tell.
      <WhatThereIs query={query} />
    </>
  );
}

/** The market as a whole: what its quarters are held against. */
function Whole({ whole: { groups, hhi, shares } }: { whole: NonNullable<Answer<'concentration'>['whole']> }) {
  if (groups === 0) return null;
  const three = shares.reduce((sum, share) => sum + share, 0);
  return (
    <>
      <p className="soft small readable">Over all dates of the search:</p>
      <Figures
        figures={[
          ['Index', `${formatCount(Math.round(hhi))}, ${concentrationWord(groups, hhi)}`],
          ['Largest', `${(shares[0] ?? 0).toFixed(1)}%`],
          ['Largest three', `${three.toFixed(1)}%`],
          ['How many', formatCount(groups)],
        ]}
      />
      <p className="soft small readable">{DEFINITIONS.share}</p>
    </>
  );
}

const concentrationWord = (groups: number, hhi: number) =>
  groups === 0 ? '–' : groups === 1 ? 'one alone' : wordOf(hhi);

function Spans({ spans, title }: { spans: Answer<'concentration'>['spans']; title: string }) {
  const option = useCallback((theme: ChartTheme) => concentrationOption(spans, theme), [spans]);
  const cut = spans.flatMap(({ span, cut }) =>
    cut ? [`${span}: ${displayDate(cut.from)} – ${displayDate(cut.to)}`] : [],
  );
  const unnamed = columnUnit(spans.map(({ unnamed_usd }) => unnamed_usd));
  return (
    <>
      {cut.length > 0 && <p className="soft small readable">* Incomplete: only these days count: {cut.join('; ')}.</p>}
      <div className="side-by-side items-start gap-24">
        <Chart option={option} title={`Concentration among ${title} by quarter`} />
        <ColumnTable
          label={`Concentration among ${title} by quarter`}
          rows={spans}
          keyOf={({ span }) => span}
          columns={[
            { name: 'Quarter', isHead: true, cell: ({ span, cut }) => `${span}${cut ? '*' : ''}` },
            { name: 'Index', isNumber: true, cell: ({ hhi }) => formatCount(Math.round(hhi)) },
            {
              name: 'Concentration',
              // A month alone is nearly always more concentrated than its quarter.
              cell: ({ groups, hhi, cut }) => (cut ? 'incomplete' : concentrationWord(groups, hhi)),
            },
            { name: 'Largest', isNumber: true, cell: ({ shares }) => `${(shares[0] ?? 0).toFixed(1)}%` },
            {
              ...{ name: 'Largest three', isNumber: true, isWide: true },
              cell: ({ shares }) => `${shares.reduce((sum, share) => sum + share, 0).toFixed(1)}%`,
            },
            { name: 'How many', isNumber: true, isWide: true, cell: ({ groups }) => formatCount(groups) },
            {
              name: `Not stated, ${unnamed.of('USD')}`,
              isNumber: true,
              isWide: true,
              cell: ({ unnamed_usd }) => unnamed.write(unnamed_usd),
            },
          ]}
        />
      </div>
    </>
  );
}
