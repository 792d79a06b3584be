import { LIMITS } from '@tidewaiter/contract';

/** It says how a table's columns stand. */
export interface Layout {
  /** Wire keys of the columns that are shown, in order. */
  columns: readonly string[];
  /** These of the columns stay in view at the left, before the others. */
  pinned: readonly string[];
  /** These stay in view at the right, after the others. */
  pinnedRight: readonly string[];
  /** Widths in pixels of the columns that somebody has resized. */
  widths: Readonly<Record<string, number>>;
}

/** A browser remembers it; where it has no columns or none at the right of its own, they stand as a question starts with them. */
export interface RememberedLayout extends Omit<Layout, 'columns' | 'pinnedRight'> {
  columns: readonly string[] | null;
  pinnedRight: readonly string[] | null;
}

export const COLUMN_WIDTH = { least: 64, most: 900 } as const;

export function columnWidth(width: number): number {
  return Math.round(Math.min(Math.max(width, COLUMN_WIDTH.least), COLUMN_WIDTH.most));
}

const keys = (value: unknown): string[] =>
  Array.isArray(value) ? [...new Set(value.filter((key) => typeof key === 'string'))].slice(0, LIMITS.columns) : [];

/** Makes a layout of whatever a browser has stored. */
export function readLayout(stored: unknown): RememberedLayout {
  const { columns, pinned, pinnedRight, widths } = Object(stored) as Record<string, unknown>;
  const chosen = keys(columns);
  const resized = Object.entries(Object(widths) as object).flatMap(([key, width]) =>
    typeof width === 'number' && Number.isFinite(width) ? [[key, columnWidth(width)] as const] : [],
  );
  return {
    columns: chosen.length > 0 ? chosen : null,
    pinned: keys(pinned),
    pinnedRight: Array.isArray(pinnedRight) ? keys(pinnedRight) : null,
    widths: Object.fromEntries(resized),
  };
}

/** A column stays in view at this side; null where it scrolls. */
export type Pin = 'left' | 'right' | null;

export function pinOf({ pinned, pinnedRight }: Pick<Layout, 'pinned' | 'pinnedRight'>, key: string): Pin {
  if (pinned.includes(key)) return 'left';
  return pinnedRight.includes(key) ? 'right' : null;
}

const SIDES: readonly Pin[] = ['left', null, 'right'];

/** Orders the shown columns from left to right: between those that are pinned stand the others. */
export function leftToRight(layout: Layout): string[] {
  return SIDES.flatMap((side) => layout.columns.filter((key) => pinOf(layout, key) === side));
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
  return other !== undefined && pinOf(layout, other) === pinOf(layout, key) ? other : undefined;
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
    ...pinned(layout, key, pinOf(layout, target)),
    columns: movedBeside(layout.columns, key, target, side),
  };
}

export function pinned(layout: Layout, key: string, pin: Pin): Layout {
  if (pinOf(layout, key) === pin) return layout;
  const others = (keys: readonly string[]) => keys.filter((other) => other !== key);
  return {
    ...layout,
    pinned: [...others(layout.pinned), ...(pin === 'left' ? [key] : [])],
    pinnedRight: [...others(layout.pinnedRight), ...(pin === 'right' ? [key] : [])],
  };
}

/** The last column stays: an empty table says nothing. */
export function withoutColumn(layout: Layout, key: string): Layout {
  if (layout.columns.length <= 1) return layout;
  return { ...layout, columns: layout.columns.filter((other) => other !== key) };
}

export function sameKeys(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index]);
}
