import { addDecimals, type Dimension } from '@tidewaiter/contract';
import { z } from 'zod';
import { aggregationContext } from '../answers/measured-records.js';
import { groupName, placeOfGroup } from '../columns/dimensions.js';
import { TEXT_SETTINGS } from '../engine/bindings.js';
import { compileSearch, selected } from '../query/compile.js';
import { inAllSeen, type NarrowedQuery } from '../query/entitlement.js';
import { cachedQuery, type Snapshot } from '../query/snapshot.js';
import { groupedBy } from '../versions/joined-parties.js';
import { analysisBindings, sum } from './amounts.js';
import { type NamedGroup, namesOf } from './groups.js';

interface FlowsQuery {
  query: NarrowedQuery;
  steps: readonly Dimension[];
  /** Nodes of a step; all others are one more. */
  top: number;
}

interface Flow {
  valueUsd: string;
  shipments: number;
}

export interface TradeFlows {
  /** The nodes of each step, the largest first; the last one stands for all others. */
  steps: readonly { by: Dimension; nodes: readonly (NamedGroup & Flow)[] }[];
  /** From a node of a step to one of the next, by their places. */
  links: readonly (Flow & { step: number; from: number; to: number })[];
}

/** What flows between the largest groups of two or three dimensions. Two scans: the largest of each, then what joins them. */
export const flowsOf = cachedQuery<FlowsQuery, TradeFlows>('flows', async ({ query, steps, top }, snapshot) => {
  const { tradeType } = query;
  const selection = compileSearch(query, snapshot);
  const { wide } = await aggregationContext(query.scope, snapshot);
  const flow = `toString(${sum('usd', wide)}), count()`;
  const usd = 'ifNull(total_value_usd, 0) AS usd';
  const columns = steps.map((step, index) => `${groupedBy(step, tradeType, snapshot.version)} AS s${index}`);
  const pick = (of: (step: Dimension, index: number) => string) =>
    `multiIf(${steps.map((step, index) => `grouping(s${index}) = 0, ${of(step, index)}`).join(', ')}, '')`;
  const rows = await snapshot.query({
    name: 'analysis.flow-nodes',
    sql: `SELECT ${pick((_, index) => `'${index}'`)} AS step, ${pick((_, index) => `toString(s${index})`)} AS text,
          ${pick((step, index) => groupName(step, `s${index}`))} AS key, ${flow}
        FROM ${selected([...columns, usd].join(', '), selection)}
        GROUP BY GROUPING SETS (${steps.map((_, index) => `(s${index})`).join(', ')})
        ORDER BY step, ${sum('usd', wide)} DESC, count() DESC, key LIMIT {top:UInt32} BY step`,
    parameters: { ...selection.parameters, top },
    settings: TEXT_SETTINGS,
    row: z.tuple([z.string(), z.string(), z.string(), z.string(), z.coerce.number()]),
  });
  const nodes = steps.map((_, index) =>
    rows
      .filter(([step]) => step === String(index))
      .map(([, text, key, valueUsd, shipments]): Node => ({ text, key, valueUsd, shipments })),
  );
  const links = await linksOf({ query, steps, top }, nodes, snapshot);
  const nameOfGroup = await namesOf(
    Object.fromEntries(steps.map((step, index) => [step, nodes[index]?.map(({ key }) => key) ?? []])),
    inAllSeen(query),
    snapshot,
  );
  return {
    steps: steps.map((by, index) => ({
      by,
      nodes: [
        ...(nodes[index] ?? []).map(({ key, valueUsd, shipments }) => ({
          ...nameOfGroup(by, key),
          valueUsd,
          shipments,
        })),
        ...othersOf(index, nodes[index]?.length ?? 0, links),
      ],
    })),
    links,
  };
});

/** A node: what it is grouped by, as text, the key of its name, and what flows through it. */
interface Node extends Flow {
  text: string;
  key: string;
}

/** What joins each step's nodes to the next one's. Every record is in one link of each pair of steps. */
async function linksOf(
  { query, steps }: FlowsQuery,
  nodes: readonly (readonly Node[])[],
  snapshot: Snapshot,
): Promise<TradeFlows['links']> {
  const selection = compileSearch(query, snapshot);
  const { wide } = await aggregationContext(query.scope, snapshot);
  const bindings = analysisBindings();
  const places = steps.map((step, index) => {
    const texts = (nodes[index] ?? []).map(({ text }) => text);
    return `${placeOfGroup(step, groupedBy(step, query.tradeType, snapshot.version), texts, bindings)} AS n${index}`;
  });
  const pairs = steps.slice(1).map((_, index) => ({ step: index, from: `n${index}`, to: `n${index + 1}` }));
  const pick = (of: (pair: (typeof pairs)[number]) => string) =>
    `multiIf(${pairs.map((pair) => `grouping(${pair.from}) + grouping(${pair.to}) = 0, ${of(pair)}`).join(', ')}, 0)`;
  const number = z.coerce.number();
  const rows = await snapshot.query({
    name: 'analysis.flow-links',
    sql: `SELECT ${pick(({ step }) => String(step))}, ${pick(({ from }) => from)}, ${pick(({ to }) => to)},
        toString(${sum('usd', wide)}), count()
      FROM ${selected([...places, 'ifNull(total_value_usd, 0) AS usd'].join(', '), selection)}
      GROUP BY GROUPING SETS (${pairs.map(({ from, to }) => `(${from}, ${to})`).join(', ')})
      ORDER BY 1, 2, 3`,
    parameters: { ...selection.parameters, ...bindings.parameters },
    settings: TEXT_SETTINGS,
    row: z.tuple([number, number, number, z.string(), number]),
  });
  return rows.map(([step, from, to, valueUsd, shipments]) => ({ step, from, to, valueUsd, shipments }));
}

/** The node that stands for the groups of a step that are not among its largest; none where there are no others. */
function othersOf(step: number, place: number, links: TradeFlows['links']): (NamedGroup & Flow)[] {
  const through = links.filter((link) =>
    step === 0 ? link.step === 0 && link.from === place : link.step === step - 1 && link.to === place,
  );
  if (through.length === 0) return [];
  const valueUsd = through.map((link) => link.valueUsd).reduce((sum, value) => addDecimals(sum, value));
  return [{ name: '', valueUsd, shipments: through.reduce((total, { shipments }) => total + shipments, 0) }];
}
