import { LIMITS, LINE_FIELD_NAMES } from '@tidewaiter/contract';
import { z } from 'zod';

/** Texts that mean something to an engine, a pattern or a parser, and must mean nothing here. */
export const HOSTILE = [
  ...["' OR 1=1 --", '" OR ""="', '`; DROP TABLE records; --', '\\\\', "\\'", '/* x */', '*/ UNION SELECT 1 /*'],
  ...['\\', '%', '_', '{v0:String}', '{trade_type:String}', '{{}}', '%%_%_', '.*', '(?i)(a+)+$', '[[:alpha:]]'],
  ...['\\1 $1 $&', '../../etc/passwd', '<script>', 'null', '0x00', '-1e999', '\u0301\u0301', '\u202e\u2066'],
  ...['\uffff', '😀😀', 'ﷺ'.repeat(30)],
];

/** Texts that no description and no name can hold, or nobody types. */
export const UNTEXT = [
  ...['', ' ', 'a\u0000b', '\u0000\u0000', '\n\r\t', '\ud800x', 'x\udc00', '\ud800\ud800'],
  ...['x'.repeat(201), 'x'.repeat(501)],
];

/** What is no text. */
export const OTHER_TYPES = [null, 0, -1, 1.5, 1e308, 2 ** 53, true, {}, [], [[]], [null], { length: 1 }] as const;

/** What query lines are put together of: of the last two, nothing or half a letter is left. */
const OF_LINES = {
  letters: 'ab tile ing x é ß чай 漢字 กุ नी 한 שלום شركة ﷺ 😀 69 １ \u{10400}'.split(' '),
  signs: ['* ? ** *? ~ ~2 " ( ) - = > @ : .. , \\ / .*'.split(' '), ' ', '\n', '\t'].flat(),
  joins: [' ', ' OR ', ' AND ', ' NOT ', ' -', ', '],
  nothing: ['\u0301\u0301', ...'\u0301\u0345\u0e38\u200d\u200b\u202e\u2066\ufe0f\u1160\u3164'],
  untext: ['\0', '\u0007', '\ud800', '\udc00', '\ufeff'],
};

const OF_TEXTS = ['product', 'importer', 'exporter', 'company', 'notify', 'origin-port'];

/** The words of a line that another spelling, signs for letters or being near each other may be asked of, and runs of what is none. */
type ShapeOfWords = (any: (of: keyof typeof OF_LINES) => string, many: () => number) => string;
const SHAPES_OF_WORDS: readonly ShapeOfWords[] = [
  (any, many) => any('letters') + any('nothing').repeat(many()),
  (any) => `${any('letters')}*${any('letters')}${any('nothing')}?`,
  (any) => `${any('letters')}${any('letters')}${any('nothing')}~`,
  (any) => `NEAR(${any('letters')}${any('nothing')} ${any('letters')}${any('letters')}, 5)`,
  (any) => `"${any('letters')}${any('nothing')}${any('letters')}"`,
  (any, many) => `${any('letters')}${any('nothing').repeat(many())}~${1 + (many() % 2)}`,
  (any, many) => `${any('letters')}*${any('nothing').repeat(many())}`,
  (any, many) => `${'*'.repeat(many())}${any('letters')}?`,
  (any, many) => `*${any('letters')}`.repeat(many()),
  (any, many) => `${any('letters')}${any('signs')}${any('nothing')}`.repeat(many()),
  (any, many) =>
    `NEAR(${any('letters')}${any('untext').repeat(many() % 2)} ${any('letters')}${any('letters')}, ${many()})`,
  (any, many) => `"${any('letters')}${any('untext').repeat(many() % 2)}${any('nothing')}"`,
  (any, many) => `=${any('letters')}${any('signs')}${any('nothing').repeat(many())}`,
  ...(['signs', 'letters', 'untext'] as const).map(
    (of): ShapeOfWords =>
      (any, many) =>
        any(of).repeat(many()),
  ),
];

/**
 * A query line as nobody should send it, which may be read all the same: accents without letters, runs of signs, parentheses in each
 * other, signs of every script, more than a line holds.
 *
 * @param next a number from 0 to below 1, another one each time
 */
export function hostileLine(next: () => number): string {
  const of = <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)] as Item;
  const any = (name: keyof typeof OF_LINES) => of(OF_LINES[name]);
  // Mostly few; at times more than a line has room for.
  const many = () => Math.floor(next() < 0.9 ? next() * 16 : next() < 0.9 ? next() * 400 : next() * 10_000);
  const term = () =>
    (next() < 0.7 ? `${of(next() < 0.7 ? OF_TEXTS : LINE_FIELD_NAMES)}:` : '') + of(SHAPES_OF_WORDS)(any, many);
  const terms = () => Array.from({ length: 1 + Math.floor(next() ** 3 * 4) }, term).join(any('joins'));
  if (next() < 0.05) return `${terms()} OR `.repeat(many() % 300).slice(0, 2.5 * LIMITS.lineLength) + term();
  if (next() < 0.9) return terms();
  const deep = many();
  return `${next() < 0.5 ? '(' : '-(tile OR '}`.repeat(deep) + terms() + ')'.repeat(deep);
}

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
