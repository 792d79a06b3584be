/**
 * The lists of a question of which it is known that it finds few records: these are read as they stand and summed up here. The engine takes longer
 * to plan a statement that groups by everything than to read so few. Decision 0084.
 */
import { decimalOf, LISTED_DIMENSIONS, type ListedDimension, scaledDecimal } from '@tidewaiter/contract';
import { z } from 'zod';
import { groupName } from '../columns/dimensions.js';
import { type Group, largestFirst, scaledAmount } from '../columns/sums.js';
import { TEXT_SETTINGS } from '../engine/bindings.js';
import { inSlices } from '../engine/slices.js';
import { compileSearch } from '../query/compile.js';
import type { NarrowedQuery } from '../query/entitlement.js';
import type { Snapshot } from '../query/snapshot.js';
import { groupedBy } from '../versions/joined-parties.js';
import { type GroupedList, MOST_ITEMS } from './list-groups.js';
import { aggregationContext, measuredRows } from './measured-records.js';

/** Decimals of values, and of values that a rate converts. */
const VALUE = 18;
const CONVERTED = 24;

/** A rate has the decimals that a converted value has more. */
const scaledRate = (rate: string) => scaledDecimal(rate, CONVERTED - VALUE);

/** Sums of some records: decimals as whole numbers of their last place. */
class Tally {
  shipments = 0;
  quantity = 0n;
  usd = 0n;
  inr = 0n;
  withoutRate = 0;
  valued = 0;

  add({ shipments, quantity, usd, inr, withoutRate, valued }: Readonly<Omit<Tally, 'add'>>): void {
    this.shipments += shipments;
    this.quantity += quantity;
    this.usd += usd;
    this.inr += inr;
    this.withoutRate += withoutRate;
    this.valued += valued;
  }
}

/** Sums by unit. */
class Units extends Map<string, Tally> {
  add(unit: string, part: Tally): void {
    const tally = this.get(unit) ?? new Tally();
    this.set(unit, tally);
    tally.add(part);
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

/** All lists of what a question finds, from its records. One statement. */
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
  const measures = [
    'unit',
    'amount',
    'usd',
    'toString(stated)',
    ...(measured.inr ? [`ifNull(toString(inr_rate), '')`] : []),
  ];
  const rows = await snapshot.query({
    name: 'breakdown.few',
    sql: `SELECT ${[...measures, ...LISTED_DIMENSIONS].join(', ')} FROM ${measuredRows(named, measured, selection)}`,
    parameters: { ...selection.parameters, ...measured.parameters },
    settings: TEXT_SETTINGS,
    row: z.array(z.string()),
  });
  const lists = LISTED_DIMENSIONS.map(() => new Map<string, Units>());
  await inSlices(
    rows,
    ([unit = '', amount = '', usd = '', stated = '', ...rest]) => {
      const rate = measured.inr ? rest.shift() : '';
      const record = new Tally();
      record.shipments = 1;
      record.quantity = scaledAmount(amount);
      record.usd = scaledAmount(usd);
      record.valued = Number(stated);
      if (rate) record.inr = record.usd * scaledRate(rate);
      else record.withoutRate = record.usd === 0n ? 0 : 1;
      for (const [place, groups] of lists.entries()) {
        const name = rest[place] ?? '';
        if (name === '') continue;
        const units = groups.get(name) ?? new Units();
        groups.set(name, units);
        units.add(unit, record);
      }
    },
    snapshot.call,
  );
  return new Map(LISTED_DIMENSIONS.map((dimension, place) => [dimension, listOf(lists[place] ?? new Map())]));
}
