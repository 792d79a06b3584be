import { LIMITS } from '@tidewaiter/contract';

/** It says how a table's columns stand. */
export interface Layout {
  /** Wire keys of the columns that are shown, in order. */
  columns: readonly string[];
  /** These of the columns stay in view at the left, before the others. */
  pinned: readonly string[];
  /** Widths in pixels of the columns that somebody has resized. */
  widths: Readonly<Record<string, number>>;
}

/** A browser remembers it; without columns of its own, those that a question starts with are shown. */
export interface RememberedLayout extends Omit<Layout, 'columns'> {
  columns: readonly string[] | null;
}

export const COLUMN_WIDTH = { least: 64, most: 900 } as const;

export function columnWidth(width: number): number {
  return Math.round(Math.min(Math.max(width, COLUMN_WIDTH.least), COLUMN_WIDTH.most));
}

const keys = (value: unknown): string[] =>
  Array.isArray(value) ? [...new Set(value.filter((key) => typeof key === 'string'))].slice(0, LIMITS.columns) : [];

/** Makes a layout of whatever a browser has stored. */
export function readLayout(stored: unknown): RememberedLayout {
  const { columns, pinned, widths } = Object(stored) as Record<string, unknown>;
  const chosen = keys(columns);
  const resized = Object.entries(Object(widths) as object).flatMap(([key, width]) =>
    typeof width === 'number' && Number.isFinite(width) ? [[key, columnWidth(width)] as const] : [],
  );
  return { columns: chosen.length > 0 ? chosen : null, pinned: keys(pinned), widths: Object.fromEntries(resized) };
}

/** Orders the shown columns from left to right: the pinned ones first. */
export function leftToRight({ columns, pinned }: Layout): string[] {
  const isPinned = (key: string) => pinned.includes(key);
  return [...columns.filter(isPinned), ...columns.filter((key) => !isPinned(key))];
}

/** Moves one key of a list before or after another; the list itself comes back where nothing moves. */
export function movedBeside(
  list: readonly string[],
  key: string,
  target: string,
  side: 'before' | 'after',
): readonly string[] {
  if (key === target || !list.includes(key) || !list.includes(target)) return list;
  const rest = list.filter((other) => other !== key);
  return rest.toSpliced(rest.indexOf(target) + (side === 'after' ? 1 : 0), 0, key);
}

/** Finds the neighbour that a column may change places with: one that is pinned like itself. */
export function neighbour(layout: Layout, key: string, by: -1 | 1): string | undefined {
  const order = leftToRight(layout);
  const other = order[order.indexOf(key) + by];
  return other !== undefined && layout.pinned.includes(other) === layout.pinned.includes(key) ? other : undefined;
}

/** Lets a column change places with its left or right neighbour. */
export function movedBy(layout: Layout, key: string, by: -1 | 1): Layout {
  const other = neighbour(layout, key, by);
  if (other === undefined) return layout;
  return { ...layout, columns: movedBeside(layout.columns, key, other, by < 0 ? 'before' : 'after') };
}

/** Puts a column beside another, and pins it as that one is. */
export function putBeside(layout: Layout, key: string, target: string, side: 'before' | 'after'): Layout {
  return {
    ...pinned(layout, key, layout.pinned.includes(target)),
    columns: movedBeside(layout.columns, key, target, side),
  };
}

export function pinned(layout: Layout, key: string, pin: boolean): Layout {
  if (layout.pinned.includes(key) === pin) return layout;
  return { ...layout, pinned: pin ? [...layout.pinned, key] : layout.pinned.filter((other) => other !== key) };
}

/** The last column stays: an empty table says nothing. */
export function withoutColumn(layout: Layout, key: string): Layout {
  if (layout.columns.length <= 1) return layout;
  return { ...layout, columns: layout.columns.filter((other) => other !== key) };
}

export function sameKeys(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index]);
}
