import { COUNTRY_NAMES, countryByCode, type TradeType } from '@tidewaiter/contract';

interface LaneEnd {
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

const ISO2_OF = new Map([...COUNTRY_NAMES].map(([iso2, name]) => [name, iso2]));

/** Tells from where to where goods went: imports come from the partner's country, exports go there. */
export function laneOf(
  { partner, source, ...sums }: Pick<Lane, 'partner' | 'source' | 'valueUsd' | 'shipments'>,
  trade: TradeType,
): Lane {
  const other = { name: partner || 'Not stated', iso2: ISO2_OF.get(partner) };
  const reporting = countryByCode(source);
  const local = { name: reporting?.name ?? source, iso2: reporting?.iso2 };
  const [from, to] = trade === 'IMPORT' ? [other, local] : [local, other];
  return { partner, source, from, to, ...sums };
}

/** Orders lanes, the largest value first. */
export const largestLaneFirst = (a: Lane, b: Lane) =>
  Number(b.valueUsd) - Number(a.valueUsd) || b.shipments - a.shipments;

/** Lists the ends of lanes that a map has no place for, each once. */
export function offTheMap(lanes: readonly Lane[], hasPlace: (end: LaneEnd) => boolean): string[] {
  const ends = lanes.flatMap(({ from, to }) => [from, to]).filter((end) => !hasPlace(end));
  return [...new Set(ends.map(({ name }) => name))];
}
