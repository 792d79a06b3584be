import { COUNTRY_NAMES, countryByCode, type TradeType, withoutDecimals } from '@tidewaiter/contract';
import type { Answer } from './in-depth-calls.js';

/** A country at the end of a lane. */
export interface LaneEnd {
  name: string;
  /** Its ISO alpha-2 code; undefined where records name none, or something that is no country. */
  iso2: string | undefined;
}

/** What went from one country to another. */
export interface Lane {
  /** The partner country as records name it; empty where they do not say. */
  partner: string;
  /** The shortcode of the country whose customs reported it. */
  source: string;
  from: LaneEnd;
  to: LaneEnd;
  valueUsd: string;
  shipments: number;
}

/** Lanes that are drawn, and listed beside the map. */
export const LANES_SHOWN = 100;

const ISO2_OF = new Map([...COUNTRY_NAMES].map(([iso2, name]) => [name, iso2]));

/** The lanes between partner countries (the rows of a pivot) and the countries that report (its columns), the largest value first. */
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

/** What a question finds beside some of its lanes. */
export function besideLanes({ total: { total } }: Answer<'pivot'>, lanes: readonly Lane[]) {
  const shipments = lanes.reduce((left, lane) => left - lane.shipments, total.shipments);
  return { valueUsd: withoutDecimals(total.value_usd, ...lanes.map((lane) => lane.valueUsd)), shipments };
}

/** The ends of lanes that a map has no place for, each once. */
export function offTheMap(lanes: readonly Lane[], hasPlace: (end: LaneEnd) => boolean): string[] {
  const ends = lanes.flatMap(({ from, to }) => [from, to]).filter((end) => !hasPlace(end));
  return [...new Set(ends.map(({ name }) => name))];
}
