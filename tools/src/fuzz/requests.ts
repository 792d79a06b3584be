/** Requests made from the contract: such as it allows, such as it nearly allows, and such as nobody should send. */
import type { Endpoint } from '@tidewaiter/contract';
import type { Random } from '@tidewaiter/demo';
import { HOSTILE, hostileLine, OTHER_TYPES, planted, UNTEXT } from '@tidewaiter/testing/hostile';
import { z } from 'zod';

interface Shape {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  anyOf?: Shape[];
  allOf?: Shape[];
}

/** Values that earlier answers gave out under a name (`searchId`, `workspaceId`), for requests that name such a thing. */
export type Learned = Map<string, unknown[]>;

const WORDS = ['acme', 'steel pipes', 'coffee', 'Ha-Meem Denim', 'cotton shirts', 'élan', '自行车', 'parts of pumps'];
const CODES = ['8517', '0901', '6203', '8471.30', '090111', '3004'];
const DAYS = ['2025-01-01', '2025-07-15', '2026-01-31', '2026-09-30', '2026-10-31'];

/** A condition's three fields depend on each other. */
function condition(random: Random, isSuggestion: boolean) {
  const searchBy = random.pick(['HS_CODE', 'PRODUCT', 'IMPORTER', 'EXPORTER']);
  const values = searchBy === 'HS_CODE' ? CODES : WORDS;
  const matchType = searchBy === 'PRODUCT' ? random.pick(['W', 'C', 'D', 'L']) : 'L';
  const searchValue = isSuggestion
    ? random.pick(values)
    : Array.from({ length: 1 + random.below(4) }, () => random.pick(values));
  return { searchBy, matchType, searchValue };
}

/** The same of a program's question. */
function plainCondition(random: Random) {
  const field = random.pick(['hs_code', 'product', 'importer', 'exporter']);
  const values = field === 'hs_code' ? CODES : WORDS;
  return { field, values: Array.from({ length: 1 + random.below(4) }, () => random.pick(values)) };
}

/** What the schema cannot say of a field, by its name. */
function hinted(name: string, random: Random): unknown {
  if (name === 'fromDate' || name === 'from') return random.pick(DAYS.slice(0, 2));
  if (name === 'toDate' || name === 'to') return random.pick(DAYS.slice(2));
  if (name === 'countryCode' || name === 'countries')
    return Array.from({ length: 1 + random.below(3) }, () => random.pick(COUNTRIES));
  if (/email/i.test(name)) return random.pick(['demo@tidewaiter.example', `person-${random.below(50)}@example.com`]);
  if (/mobile/i.test(name)) return '+31201234567';
  if (/website/i.test(name)) return 'https://example.com/';
  if (/password/i.test(name)) return random.pick(['correct ferry window 42', 'wrong']);
  return undefined;
}

const COUNTRIES = ['KOR', 'IND', 'VNM', 'USA'];

function text({ minLength = 0, maxLength = 40, format }: Shape, random: Random): string {
  if (format === 'email') return `person-${random.below(50)}@example.com`;
  if (format === 'uuid') return '6f1d3c1e-7c1f-4a40-9c5e-1f0e6f1a2b3c';
  if (format === 'uri') return 'https://example.com/';
  return random.pick(WORDS).padEnd(minLength, 'x').slice(0, Math.max(1, maxLength));
}

/** A value of a shape, with what earlier answers gave out where it is named alike. */
function madeOf(shape: Shape, name: string, random: Random, learned: Learned): unknown {
  const known = learned.get(name.toLowerCase());
  if (known && random.chance(0.8)) return random.pick(known);
  const hint = hinted(name, random);
  if (hint !== undefined && shape.enum === undefined) return hint;
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return random.pick(shape.enum);
  if (shape.anyOf) return madeOf(random.pick(shape.anyOf), name, random, learned);
  if (shape.allOf) return Object.assign({}, ...shape.allOf.map((one) => madeOf(one, name, random, learned)));
  const type = Array.isArray(shape.type) ? random.pick(shape.type) : shape.type;
  if (type === 'object') return objectOf(shape, random, learned);
  if (type === 'array') {
    const { minItems = 0, maxItems = 3, items = {} } = shape;
    const length = minItems + random.below(Math.min(maxItems - minItems, 2) + 1);
    return Array.from({ length }, () => madeOf(items, name, random, learned));
  }
  if (type === 'integer' || type === 'number') {
    const { minimum = 0, maximum = 1000 } = shape;
    return Math.floor(minimum + random.next() * (Math.min(maximum, minimum + 50) - minimum));
  }
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'null') return null;
  return text(shape, random);
}

function objectOf(
  { properties = {}, required = [] }: Shape,
  random: Random,
  learned: Learned,
): Record<string, unknown> {
  const isGiven = (name: string) => required.includes(name) || random.chance(0.15);
  const made = Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => isGiven(name))
      .map(([name, inner]) => [name, madeOf(inner, name, random, learned)]),
  );
  if ('field' in properties && 'values' in properties) return { ...made, ...plainCondition(random) };
  if (!('searchBy' in properties && 'searchValue' in properties)) return made;
  delete made.pickedValue;
  const isSuggestion = properties.searchValue?.type === 'string';
  return { ...made, ...condition(random, isSuggestion) };
}

const shapes = new Map<z.ZodType, Shape>();

function shapeOf(schema: z.ZodType): Shape {
  const known = shapes.get(schema);
  if (known) return known;
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
  shapes.set(schema, shape);
  return shape;
}

/** A request that the contract allows, as far as its schema and the names of its fields tell. */
export function allowedRequest({ request }: Pick<Endpoint, 'request'>, random: Random, learned: Learned): unknown {
  const shape = shapeOf(request);
  // `{}` or nothing at all.
  const own = shape.anyOf?.find(({ type }) => type === 'object') ?? shape;
  return madeOf(own, '', random, learned);
}

/** Whether a request may ask by a query line. */
export const takesLine = ({ request }: Pick<Endpoint, 'request'>) =>
  JSON.stringify(shapeOf(request)).includes('"line":{');

/** The question of a request asked by a query line, mostly by that alone; undefined where the request has none. */
export function withLine(request: unknown, random: Random): unknown {
  if (typeof request !== 'object' || request === null) return undefined;
  const line = hostileLine(() => random.next());
  const isAlone = random.chance(0.8);
  if ('tradeType' in request)
    return {
      ...request,
      line,
      ...(isAlone && { searchBy: 'PRODUCT', matchType: 'W', searchValue: [], queryBuilder: [] }),
    };
  if ('trade' in request) return { ...request, line, ...(isAlone && { where: [] }) };
  for (const [name, inner] of Object.entries(request)) {
    const asked = withLine(inner, random);
    if (asked !== undefined) return { ...request, [name]: asked };
  }
  return undefined;
}

/** A request of a tool for assistants, by the schema that it tells of. */
export const toolRequest = (schema: object, random: Random, learned: Learned): unknown =>
  madeOf(schema as Shape, '', random, learned);

/** The path with its parameters filled in. */
export function pathOf({ path, params }: Pick<Endpoint, 'path' | 'params'>, random: Random, learned: Learned): string {
  const { properties = {} } = shapeOf(params);
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = random.chance(0.8)
      ? madeOf(properties[name] ?? { type: 'string' }, name, random, learned)
      : random.pick(HOSTILE_VALUES);
    const told = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    return encodeURIComponent(wellFormed(told));
  });
}

const HOSTILE_VALUES: readonly unknown[] = [
  ...HOSTILE,
  ...UNTEXT,
  ...OTHER_TYPES,
  -(2 ** 31),
  2 ** 31,
  2 ** 63,
  '9223372036854775808',
  '2026-02-30',
  '0000-00-00',
  'KOR',
  ['KOR', 'KOR'],
  { $gt: '' },
  { toString: 'x' },
  { __proto__x: 1 },
  Array.from({ length: 1000 }, () => 'KOR'),
  Array.from({ length: 10_000 }, (_, n) => n),
];

/** Half of a surrogate pair cannot travel in an address. */
const wellFormed = (value: string) => value.replace(/[\ud800-\udfff]/g, '?');

/** Every place of a request: of each object and list within it too. */
function placesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const within = Object.entries(value).flatMap(([name, inner]) => placesOf(inner, [...path, name]));
  return path.length > 0 ? [path, ...within] : within;
}

/** The request with a hostile value in one of its places. */
export function nearlyAllowed(request: unknown, endpoint: Pick<Endpoint, 'request'>, random: Random): unknown {
  if (typeof request !== 'object' || request === null) return random.pick(HOSTILE_VALUES);
  // Fields that were left out as well.
  const optional = Object.keys(shapeOf(endpoint.request).properties ?? {}).map((name) => [name]);
  const places = [...placesOf(request), ...optional];
  if (places.length === 0) return { unknown: random.pick(HOSTILE_VALUES) };
  const place = random.pick(places);
  if (!random.chance(0.1)) return planted(request, place, random.pick(HOSTILE_VALUES));
  return planted(request, place, undefined);
}

/** Lists or objects within each other. */
export function nested(depth: number, isList: boolean): string {
  return isList ? '['.repeat(depth) + ']'.repeat(depth) : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
}

/** The request with a text of about so many bytes in one of its fields. */
export function swollen(request: unknown, bytes: number, random: Random): unknown {
  const character = random.pick(['x', ' ', 'é', '"', '\\', '%', '😀', '0']);
  const long = character.repeat(Math.floor(bytes / JSON.stringify(character).length));
  if (typeof request !== 'object' || request === null) return { text: long };
  const places = placesOf(request);
  return places.length === 0
    ? { text: long }
    : planted(request, random.pick(places), random.chance(0.5) ? long : [long]);
}

/** A request as a query string, as forms, proxies and attackers write it. */
export function queryOf(request: unknown, random: Random): string {
  const pairs = Object.entries(typeof request === 'object' && request !== null ? request : { value: request });
  const written = pairs.map(([name, value]) => {
    const told = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    return `${encodeURIComponent(wellFormed(name))}=${encodeURIComponent(wellFormed(told))}`;
  });
  if (random.chance(0.05))
    written.push(random.pick(['%zz=1', 'a[]=1&a[]=2', '%00=%00', '__proto__=1', 'a=1&a=2', '=', '&&&']));
  return written.join('&');
}
