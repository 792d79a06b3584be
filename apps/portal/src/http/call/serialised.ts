import { type Call, inSlices } from '@tidewaiter/records';
import { z } from 'zod';

/** Items of a list from which on it is written piece by piece. */
const MANY = 50;

/**
 * Writes an answer as JSON, with what its schema allows and nothing else. Its long lists are written in slices, which accounts have in
 * turn (`records/src/engine/slices.ts`).
 *
 * @throws z.ZodError for an answer that its schema does not allow
 */
export async function serialised(schema: z.ZodType, answer: unknown, call: Call): Promise<string> {
  const lists = longLists(schema, answer);
  if (lists.length === 0) return JSON.stringify(z.encode(schema, answer));
  const written = new Map<string, string>();
  for (const { key, items, element } of lists) {
    const texts = await inSlices(items, (item) => JSON.stringify(z.encode(element, item)), call);
    written.set(key, `[${texts.join(',')}]`);
  }
  const empty = Object.fromEntries(lists.map(({ key }) => [key, []]));
  const rest = z.encode(schema, { ...(answer as object), ...empty }) as Record<string, unknown>;
  const fields = Object.entries(rest).map(([key, value]) => [key, written.get(key) ?? JSON.stringify(value)]);
  return `{${fields.flatMap(([key, text]) => (text === undefined ? [] : `${JSON.stringify(key)}:${text}`)).join(',')}}`;
}

interface LongList {
  key: string;
  items: readonly unknown[];
  element: z.ZodType;
}

/** Those of an object whose items nothing is said of but what each of them is. */
function longLists(schema: z.ZodType, answer: unknown): LongList[] {
  if (!(schema instanceof z.ZodObject) || typeof answer !== 'object' || answer === null) return [];
  const given = new Map<string, unknown>(Object.entries(answer));
  return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, field]) => {
    const items = given.get(key);
    const isList = field instanceof z.ZodArray && (field.def.checks ?? []).length === 0;
    if (!isList || !Array.isArray(items) || items.length < MANY) return [];
    return [{ key, items, element: field.element as z.ZodType }];
  });
}
