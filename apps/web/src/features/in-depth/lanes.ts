import { COUNTRY_NAMES, countryByCode, type TradeType, withoutDecimals } from '@tidewaiter/contract';
import type { Answer } from './in-depth-calls.js';

export interface LaneEnd {
  name: string;
  /** It is undefined where records name none, or something that is no country. */
  iso2: string | undefined;
}

/** A lane is what went from one country to another. */
export interface Lane {
  /** Records name the partner country so; it is empty where they do not say. */
  partner: string;
  /** The customs of the country of this shortcode reported it. */
  source: string;
  from: LaneEnd;
  to: LaneEnd;
  valueUsd: string;
  shipments: number;
}

/** So many lanes are drawn, and listed beside the map. */
export const LANES_SHOWN = 100;

const ISO2_OF = new Map([...COUNTRY_NAMES].map(([iso2, name]) => [name, iso2]));

/** Reads the lanes between partner countries (the rows of a pivot) and the countries that report (its columns), the largest value first. */
export function lanesOf({ rows, columns }: Answer<'pivot'>, trade: TradeType): Lane[] {
  const lanes = rows.flatMap((row) =>
    columns.flatMap((column, index) => {
      const sums = row.cells[index];
      if (!sums || sums.shipments === 0) return [];
      const partner = { name: row.name || 'Not stated', iso2: ISO2_OF.get(row.name) };
      const reporting = countryByCode(column.name);
      const local = { name: reporting?.name ?? column.name, iso2: reporting?.iso2 };
      const [from, to] = trade === 'IMPORT' ? [partner, local] : [local, partner];
      return [
        { partner: row.name, source: column.name, from, to, valueUsd: sums.value_usd, shipments: sums.shipments },
      ];
    }),
  );
  return lanes.sort((a, b) => Number(b.valueUsd) - Number(a.valueUsd) || b.shipments - a.shipments);
}

/** Reckons what a question finds beside some of its lanes. */
export function besideLanes({ total: { total } }: Answer<'pivot'>, lanes: readonly Lane[]) {
  const shipments = lanes.reduce((left, lane) => left - lane.shipments, total.shipments);
  return { valueUsd: withoutDecimals(total.value_usd, ...lanes.map((lane) => lane.valueUsd)), shipments };
}

/** Lists the ends of lanes that a map has no place for, each once. */
export function offTheMap(lanes: readonly Lane[], hasPlace: (end: LaneEnd) => boolean): string[] {
  const ends = lanes.flatMap(({ from, to }) => [from, to]).filter((end) => !hasPlace(end));
  return [...new Set(ends.map(({ name }) => name))];
}
