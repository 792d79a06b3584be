/** The columns that stand before a record's own and stay in view, with their widths in pixels. */
const LEADING = { select: 44, expand: 40, sl: 64, action: 64 } as const;

export type LeadingColumn = keyof typeof LEADING;

/** Where a column is drawn: its position among all, from 0, its width, and how far from the one before it, in pixels. */
export interface Standing {
  index: number;
  width: number;
  gap: number;
}

/** The leading columns; records of Indian imports can be opened (SPEC 2, "an optional expand column"). */
export function leadingColumns(expandable: boolean) {
  const columns = new Map<LeadingColumn, Standing>();
  let width = 0;
  for (const name of Object.keys(LEADING) as LeadingColumn[]) {
    if (name === 'expand' && !expandable) continue;
    columns.set(name, { index: columns.size, width: LEADING[name], gap: 0 });
    width += LEADING[name];
  }
  return { columns, width };
}
