import type { Random } from './random.js';
import { rowsOf } from './table-file.js';

export type Mode = 'SEA' | 'AIR' | 'ROAD' | 'RAIL' | 'POST';
export type Route = readonly [origin: string, destination: string];

const namesIn = (text: string) => text.split('|');

/** Sea ports and airports of each country, busiest first. */
const PORTS = rowsOf('ports.tsv');
const SEA = new Map(PORTS.map(([country = '', sea = '']) => [country, namesIn(sea)]));
const AIR = new Map(PORTS.map(([country = '', , air = '']) => [country, namesIn(air)]));

/** Crossings by road or rail between two countries, as `side of the first/side of the second`. */
const LAND = new Map<string, readonly Route[]>();
for (const [one, other, crossings = ''] of rowsOf('crossings.tsv')) {
  const routes = namesIn(crossings).map((crossing): Route => {
    const [left = '', right = ''] = crossing.split('/');
    return [left, right];
  });
  LAND.set(`${one}-${other}`, routes);
  LAND.set(
    `${other}-${one}`,
    routes.map(([left, right]) => [right, left]),
  );
}

export function hasLandRoute(from: string, to: string): boolean {
  return LAND.has(`${from}-${to}`);
}

/** The first port of a country is its busiest: two draws, the earlier in the list wins. */
function busy(ports: readonly string[] | undefined, random: Random): string {
  if (ports === undefined) return '';
  return ports[Math.min(random.below(ports.length), random.below(ports.length))] ?? '';
}

export function drawRoute(from: string, to: string, mode: Mode, random: Random): Route {
  const land = mode === 'ROAD' || mode === 'RAIL' ? LAND.get(`${from}-${to}`) : undefined;
  if (land !== undefined) return random.pick(land);
  const ports = mode === 'AIR' || mode === 'POST' ? AIR : SEA;
  return [busy(ports.get(from), random), busy(ports.get(to), random)];
}
