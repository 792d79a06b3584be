import type { Parameter } from './engine.js';

const ESCAPES: Record<string, string> = {
  '\\': '\\\\',
  "'": "\\'",
  '\0': '\\0',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

const ESCAPED = /[\\'\0\b\f\n\r\t]/g;

const escaped = (text: string) => text.replace(ESCAPED, (sign) => ESCAPES[sign] ?? sign);

/** A bound value in the form in which the engine reads it by its placeholder's type: escaped text, as in TSV. */
export function parameterText(value: Parameter): string {
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'number') return String(value);
  const items = value.map((item) => (typeof item === 'string' ? `'${escaped(item)}'` : String(item)));
  return `[${items.join(',')}]`;
}

/** Names of the placeholders of a statement; what stands in string literals is none. */
export function placeholders(sql: string): string[] {
  const bare = sql.replaceAll(/'(?:[^'\\]|\\.)*'/gs, "''");
  return [...bare.matchAll(/\{(\w+):/g)].map(([, name]) => name ?? '');
}
