import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  type Dimension,
  dimensionOf,
  LIMITS,
  mostPivotRows,
  REPORT_LIMITS,
  type SearchAddress,
} from '@tidewaiter/contract';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { columnUnit, exactDecimal, formatCount } from '../../format/numbers.js';
import type { Lane } from '../../search/lane.js';
import { LaneMap, LaneMapToCome } from '../../search/later-lane-map.js';
import { listPart } from '../../search/model/pills.js';
import { AddToReport } from '../../search/reports/add-to-report.js';
import { Awaiting, Held } from '../../ui/awaiting.js';
import { Chart, type ChartTheme } from '../../ui/chart.js';
import { ColumnTable } from '../../ui/column-table.js';
import { TableDownload } from '../../ui/table-download.js';
import { Analysed, GroupName, type ViewProps } from './analysed.js';
import { titleOf, ViewHead } from './controls.js';
import { flowOption, nodeName } from './flow-options.js';
import classes from './in-depth.module.css';
import { type Answer, analysisOf } from './in-depth-calls.js';
import { besideLanes, LANES_SHOWN, lanesOf } from './lanes.js';
import { flowsFile, lanesFile } from './table-files.js';

/** A chart, once flows can be drawn. */
const FlowChart = lazy(async () => {
  await import('../../ui/sankey.js');
  return { default: Chart };
});

/** From the partner country over the local company to the local port. */
const STEPS = {
  IMPORT: ['foreignCountries', 'importers', 'localPorts'],
  EXPORT: ['localPorts', 'exporters', 'foreignCountries'],
} as const satisfies Record<string, Dimension[]>;

/** The largest of each step that are drawn, as the portal counts them. */
const NODES = 8;

/** Where goods flow: lanes between countries on a map, and a Sankey of partner countries, companies and ports; tables say the same. */
export function FlowView({ query, address }: ViewProps) {
  const answer = useQuery(analysisOf('tradeFlows', query, { steps: [...STEPS[query.tradeType]] }));
  return (
    <>
      <ViewHead how="Each lane is as wide as its value, and ends in a dot; it leads to its records.">{null}</ViewHead>
      <Lanes query={query} address={address} />
      <ViewHead how="The eight largest of each step, by value; all others are drawn together. Every record is in one line of each pair of steps.">
        {null}
      </ViewHead>
      <Analysed
        answer={answer}
        nothing={({ links }) => (links.length === 0 ? 'This question finds no records.' : null)}
      >
        {(flows) => <Flows flows={flows} query={query} address={address} />}
      </Analysed>
    </>
  );
}

function Flows({ flows, query, address }: { flows: Answer<'tradeFlows'> } & ViewProps) {
  const option = useCallback((theme: ChartTheme) => flowOption(flows, theme), [flows]);
  const worth = columnUnit(flows.links.map(({ value_usd }) => value_usd));
  const label = flows.steps.map(({ by }) => titleOf(by, query)).join(' → ');
  const nameOf = (step: (typeof flows.steps)[number] | undefined, place: number) =>
    step && place < step.nodes.length - 1 ? (
      <GroupName {...{ query, address }} dimension={step.by} name={step.nodes[place]?.name ?? ''} />
    ) : (
      nodeName(step, place)
    );
  return (
    <>
      <div style={{ '--chart-height': '520px' }}>
        <Suspense fallback={<Held height={520} />}>
          <FlowChart option={option} title={`Flows: ${label}`} />
        </Suspense>
      </div>
      <ColumnTable
        label={`Flows: ${label}`}
        rows={[...flows.links].sort((a, b) => a.step - b.step || Number(b.value_usd) - Number(a.value_usd))}
        keyOf={({ step, from, to }) => `${step} ${from} ${to}`}
        columns={[
          { name: 'From', cell: ({ step, from }) => nameOf(flows.steps[step], from) },
          { name: 'To', cell: ({ step, to }) => nameOf(flows.steps[step + 1], to) },
          {
            ...{ name: `Value, ${worth.of('USD')}`, isNumber: true },
            cell: ({ value_usd }) => worth.write(value_usd),
            look: ({ value_usd }) => ({ title: exactDecimal(value_usd) }),
          },
          { name: 'Shipments', isNumber: true, isWide: true, cell: ({ shipments }) => formatCount(shipments) },
        ]}
      />
      <TableDownload of="flows" file={() => flowsFile(flows, query)}>
        {flows.steps.slice(1).map(({ by: columns }, at) => {
          const rows = flows.steps[at]?.by ?? columns;
          const title = `${titleOf(rows, query)} → ${titleOf(columns, query)}`;
          const asks = { pivot: { rows, columns, topRows: NODES, topColumns: NODES } };
          return <AddToReport key={title} figures={{ title, question: query, chart: 'NONE', asks }} />;
        })}
      </TableDownload>
    </>
  );
}

/** All partner countries by all that report: more than there are of either. */
const EVERY_LANE = {
  rows: 'foreignCountries',
  columns: 'sourceCountries',
  topColumns: LIMITS.pivotColumns,
  topRows: mostPivotRows('sourceCountries', LIMITS.pivotColumns),
} as const;

const AWAITED_LANES = (
  <div className="side-by-side items-start gap-16" style={{ '--second': '0.667fr' }}>
    <LaneMapToCome />
    <div className={classes.long}>
      <Awaiting shapes={[['table', 13, 36]]} />
    </div>
  </div>
);

/** Between which countries goods flow: a map of lanes, and a table that says the same. */
function Lanes({ query, address }: ViewProps) {
  const answer = useQuery(analysisOf('pivot', query, EVERY_LANE));
  return (
    <Analysed
      answer={answer}
      nothing={({ rows }) => (rows.length === 0 ? 'This question finds no records.' : null)}
      awaited={AWAITED_LANES}
    >
      {(found) => <ShownLanes found={found} query={query} address={address} />}
    </Analysed>
  );
}

function ShownLanes({ found, query, address }: ViewProps & { found: Answer<'pivot'> }) {
  const { tradeType } = query;
  const lanes = useMemo(() => lanesOf(found, tradeType), [found, tradeType]);
  const shown = useMemo(() => lanes.slice(0, LANES_SHOWN), [lanes]);
  const others = besideLanes(found, shown);
  const worth = columnUnit([...shown, others].map(({ valueUsd }) => valueUsd));
  const isLane = (row: Lane | typeof others): row is Lane => row !== others;
  const addressOf = ({ partner, source }: Lane): SearchAddress | null => {
    const field = dimensionOf('foreignCountries').filter?.[tradeType];
    if (!field || partner === '') return null;
    return { ...address, page: undefined, country: [source], ...listPart(field, [partner]) };
  };
  return (
    <>
      <div className="side-by-side items-start gap-16" style={{ '--second': '0.667fr' }}>
        <LaneMap lanes={shown} addressOf={addressOf} />
        <div className={classes.long}>
          <ColumnTable
            label="Lanes between countries"
            rows={others.shipments > 0 ? [...shown, others] : shown}
            keyOf={(row) => (isLane(row) ? `${row.source} ${row.partner}` : 'others')}
            kindOf={(row) => (isLane(row) ? undefined : 'others')}
            columns={[
              {
                ...{ name: 'Lane', isHead: true },
                cell: (row) => (isLane(row) ? <LaneName lane={row} address={addressOf(row)} /> : 'All other lanes'),
              },
              {
                ...{ name: `Value, ${worth.of('USD')}`, isNumber: true },
                cell: ({ valueUsd }) => worth.write(valueUsd),
                look: ({ valueUsd }) => ({ title: exactDecimal(valueUsd) }),
              },
              { name: 'Shipments', isNumber: true, cell: ({ shipments }) => formatCount(shipments) },
            ]}
          />
        </div>
      </div>
      <TableDownload of="lanes" file={() => lanesFile(lanes, query)}>
        <AddToReport
          figures={{
            ...{ title: 'Lanes between countries', question: query, chart: 'MAP' },
            asks: {
              pivot: { rows: 'foreignCountries', columns: 'sourceCountries', topRows: REPORT_LIMITS.reportRows },
            },
          }}
        />
      </TableDownload>
    </>
  );
}

function LaneName({ lane: { from, to }, address }: { lane: Lane; address: SearchAddress | null }) {
  const name = `${from.name} → ${to.name}`;
  if (!address) return <span>{name}</span>;
  return (
    <Link to="/list1" search={address} title={`Show the records of ${name}`} className={classes.group}>
      {name}
    </Link>
  );
}
