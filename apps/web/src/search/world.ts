/** The countries' outlines on a flat map. A part of its own, which is fetched when a map is to be drawn. */
import { COUNTRY_NAMES } from '@tidewaiter/contract';
import { geoArea, geoEqualEarth, geoPath } from 'd3-geo';
import codes from 'i18n-iso-countries/codes.json';
import { feature } from 'topojson-client';
import atlas from 'world-atlas/countries-110m.json';

export type Point = readonly [x: number, y: number];

/** The map's size, in the units of its paths. */
export const WIDTH = 960;
export const HEIGHT = 440;

type Topology = Parameters<typeof feature>[0];
type Countries = Extract<Parameters<typeof feature>[1], { type: 'GeometryCollection' }>;

/** The compiler takes the file's names of kinds for any texts, and its pairs of numbers for lists. */
const ATLAS = atlas as unknown as Topology & { objects: { countries: Countries } };

/** The atlas' countries. Antarctica trades nothing, and would take a fifth of the map. */
const COUNTRIES = feature(ATLAS, ATLAS.objects.countries).features.filter(
  ({ properties }) => properties?.name !== 'Antarctica',
);

const path = geoPath(
  geoEqualEarth().fitSize([WIDTH, HEIGHT], { type: 'FeatureCollection', features: COUNTRIES }),
).digits(1);

/** The outlines of all countries. */
export const OUTLINES: readonly string[] = COUNTRIES.map((country) => path(country) ?? '');

/** The middle of the largest piece of land: that of all of France lies in the Atlantic. */
function middleOf({ geometry }: (typeof COUNTRIES)[number]): Point {
  const pieces =
    geometry.type === 'MultiPolygon'
      ? geometry.coordinates.map((coordinates) => ({ type: 'Polygon' as const, coordinates }))
      : [geometry];
  const [largest = geometry] = pieces.sort((a, b) => geoArea(b) - geoArea(a));
  return path.centroid(largest);
}

/** By the number of ISO 3166-1; by name where the atlas has none, as for Kosovo. */
const MIDDLES = new Map(
  COUNTRIES.map((country) => [String(country.id ?? country.properties?.name), middleOf(country)]),
);

const NUMBERS = new Map(codes.map(([iso2 = '', , number = '']) => [iso2, number]));

/** Where a country lies, by its ISO alpha-2 code; undefined where the atlas does not have it, as most that are small. */
export const placeOf = (iso2: string): Point | undefined =>
  MIDDLES.get(NUMBERS.get(iso2) ?? '') ?? MIDDLES.get(COUNTRY_NAMES.get(iso2) ?? '');
