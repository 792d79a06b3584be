import { z } from 'zod';

/** Texts that mean something to an engine, a pattern or a parser, and must mean nothing here. */
export const HOSTILE = [
  "' OR 1=1 --",
  '" OR ""="',
  '`; DROP TABLE records; --',
  '\\\\',
  "\\'",
  '/* x */',
  '*/ UNION SELECT 1 /*',
  '{v0:String}',
  '{trade_type:String}',
  '{{}}',
  '%%_%_',
  '.*',
  '(?i)(a+)+$',
  '[[:alpha:]]',
  '\\1 $1 $&',
  '../../etc/passwd',
  '<script>',
  'null',
  '0x00',
  '-1e999',
  '\u0301\u0301',
  '\u202e\u2066',
  '\uffff',
  '😀😀',
  'ﷺ'.repeat(30),
  '\\',
  '%',
  '_',
] as const;

/** Texts that no description and no name can hold, or nobody types. */
export const UNTEXT = [
  '',
  ' ',
  'a\u0000b',
  '\u0000\u0000',
  '\n\r\t',
  '\ud800x',
  'x\udc00',
  '\ud800\ud800',
  'x'.repeat(201),
  'x'.repeat(501),
] as const;

/** What is no text. */
export const OTHER_TYPES = [null, 0, -1, 1.5, 1e308, 2 ** 53, true, {}, [], [[]], [null], { length: 1 }] as const;

interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
}

/** A field of a request, and whether it takes one text or a list of them. */
export interface TextField {
  path: string[];
  list: boolean;
}

/** Every field of a request schema that takes text: read off the contract, so that a field added there is attacked too. */
export function textFields(schema: z.ZodType): TextField[] {
  const walk = (shape: Shape, path: string[]): TextField[] => {
    if (shape.anyOf) return shape.anyOf.flatMap((choice) => walk(choice, path));
    if (shape.type === 'string') return [{ path, list: false }];
    if (shape.type === 'array' && shape.items?.type === 'string') return [{ path, list: true }];
    if (shape.type === 'array' && shape.items) return walk(shape.items, [...path, '0']);
    return Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => walk(inner, [...path, name]));
  };
  return walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape, []);
}

/** A copy of a request in which the field at a path holds a value. */
export function planted(request: object, [name = '', ...rest]: readonly string[], value: unknown): object {
  const copy: Record<string, unknown> = { ...(request as Record<string, unknown>) };
  const inner = copy[name];
  copy[name] =
    rest.length === 0 ? value : planted(typeof inner === 'object' && inner !== null ? inner : {}, rest, value);
  return Array.isArray(request) ? Object.values(copy) : copy;
}
