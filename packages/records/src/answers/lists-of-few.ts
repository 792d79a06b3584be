/**
 * The lists of a question that finds few records: each record is repeated for each of its lists, and the groups are put in order here. The engine
 * takes longer to plan a statement that groups by each list apart and orders them than to read so few. Decision 0098.
 */
import { decimalOf, LISTED_DIMENSIONS, type ListedDimension, scaledDecimal } from '@tidewaiter/contract';
import { z } from 'zod';
import { groupName } from '../columns/dimensions.js';
import { type Group, largestFirst, scaledAmount, sumsSql } from '../columns/sums.js';
import { TEXT_SETTINGS } from '../engine/bindings.js';
import { inSlices } from '../engine/slices.js';
import { compileSearch } from '../query/compile.js';
import type { NarrowedQuery } from '../query/entitlement.js';
import type { Snapshot } from '../query/snapshot.js';
import { groupedBy } from '../versions/joined-parties.js';
import { type GroupedList, MOST_ITEMS } from './list-groups.js';
import { aggregationContext, measuredRows } from './measured-records.js';

/** Decimals of values and quantities, and of values that a rate converts. */
const [VALUE, CONVERTED] = [18, 24];

/** Sums of some records: decimals as whole numbers of their last place. */
class Tally {
  constructor(
    public shipments = 0,
    public valued = 0,
    public quantity = 0n,
    public usd = 0n,
    public inr = 0n,
    public withoutRate = 0,
  ) {}

  add({ shipments, valued, quantity, usd, inr, withoutRate }: Readonly<Omit<Tally, 'add'>>): void {
    this.shipments += shipments;
    this.valued += valued;
    this.quantity += quantity;
    this.usd += usd;
    this.inr += inr;
    this.withoutRate += withoutRate;
  }
}

/** Sums by unit. */
class Units extends Map<string, Tally> {
  add(unit: string, part: Tally): void {
    const tally = this.get(unit);
    if (tally) tally.add(part);
    else this.set(unit, Object.assign(new Tally(), part));
  }

  together(): Tally {
    const all = new Tally();
    for (const tally of this.values()) all.add(tally);
    return all;
  }
}

const decimal = (number: bigint) => decimalOf(number, VALUE);

/** As `columns/sums.ts` reads a group. */
function groupOf(name: string, units: Units): Group {
  const { shipments, usd, inr, withoutRate, valued } = units.together();
  const stated = [...units].filter(([unit]) => unit !== '');
  return [
    ...[name, String(shipments), decimal(usd), decimalOf(inr, CONVERTED), String(withoutRate), String(valued)],
    ...stated.flatMap(([unit, of]) => [unit, String(of.shipments), decimal(of.quantity), decimal(of.usd)]),
  ];
}

function listOf(groups: ReadonlyMap<string, Units>): GroupedList {
  const all = new Units();
  for (const units of groups.values()) for (const [unit, tally] of units) all.add(unit, tally);
  const ordered = [...groups].map(([name, units]) => {
    const { usd, shipments } = units.together();
    return { group: [name], value: usd, shipments, units };
  });
  const largest = ordered.sort(largestFirst).slice(0, MOST_ITEMS);
  return {
    distinctCount: groups.size,
    all: groupOf('', all),
    groups: largest.map(({ group: [name = ''], units }) => groupOf(name, units)),
  };
}

/** All lists of what a question finds. One statement. */
export async function listsOfFew(
  query: NarrowedQuery,
  snapshot: Snapshot,
): Promise<ReadonlyMap<ListedDimension, GroupedList>> {
  const { tradeType } = query;
  const measured = await aggregationContext(query.scope, snapshot);
  const selection = compileSearch(query, snapshot);
  const named = LISTED_DIMENSIONS.map(
    (dimension) => `${groupName(dimension, groupedBy(dimension, tradeType, snapshot.version))} AS ${dimension}`,
  );
  const rows = await snapshot.query({
    name: 'breakdown.few',
    // Two arrays beside each other are planned and joined a tenth quicker than one of pairs.
    sql: `SELECT toString(list), name, unit, ${sumsSql(measured)}
      FROM ${measuredRows(named, measured, selection)}
      ARRAY JOIN [${LISTED_DIMENSIONS.join(', ')}] AS name, [${LISTED_DIMENSIONS.map((_, place) => place).join(', ')}] AS list
      GROUP BY list, name, unit`,
    parameters: { ...selection.parameters, ...measured.parameters },
    settings: TEXT_SETTINGS,
    row: z.array(z.string()),
  });
  const lists = LISTED_DIMENSIONS.map(() => new Map<string, Units>());
  await inSlices(
    rows,
    ([place, name = '', unit = '', shipments, valued, quantity = '', usd = '', inr = '', withoutRate]) => {
      const groups = lists[Number(place)];
      if (name === '' || groups === undefined) return;
      const units = groups.get(name) ?? new Units();
      groups.set(name, units);
      const amounts = [scaledAmount(quantity), scaledAmount(usd), scaledDecimal(inr, CONVERTED)] as const;
      units.set(unit, new Tally(Number(shipments), Number(valued), ...amounts, Number(withoutRate)));
    },
    snapshot.call,
  );
  return new Map(LISTED_DIMENSIONS.map((dimension, place) => [dimension, listOf(lists[place] ?? new Map())]));
}
