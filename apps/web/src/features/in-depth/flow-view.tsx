import { useQuery } from '@tanstack/react-query';
import type { Dimension } from '@tidewaiter/contract';
import { lazy, Suspense, useCallback } from 'react';
import { columnUnit, exactDecimal, formatCount } from '../../format/numbers.js';
import { Held } from '../../ui/awaiting.js';
import { Chart, type ChartTheme } from '../../ui/chart.js';
import { ColumnTable } from '../../ui/column-table.js';
import { TableDownload } from '../../ui/table-download.js';
import { Analysed, GroupName, type ViewProps } from './analysed.js';
import { titleOf, ViewHead } from './controls.js';
import { flowOption, nodeName } from './flow-options.js';
import { type Answer, analysisOf } from './in-depth-calls.js';
import { Lanes } from './lanes-part.js';
import { flowsFile } from './table-files.js';

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
      <TableDownload of="flows" file={() => flowsFile(flows, query)} />
    </>
  );
}
