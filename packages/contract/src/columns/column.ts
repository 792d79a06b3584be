/** Which customs direction a record belongs to. */
export const TRADE_TYPES = ['IMPORT', 'EXPORT'] as const;
export type TradeType = (typeof TRADE_TYPES)[number];

/**
 * What a column holds, and so how it is stored, cleaned, sorted and shown.
 * - `text`: free text; `''` is missing
 * - `label`: text with few distinct values (countries, units, modes)
 * - `code`: digits or letters that are never a number (HS codes, ids)
 * - `date`: a calendar day
 * - `decimal`: an exact number of up to 20 digits before and 18 after the point; travels as a string
 * - `integer`: a small whole number
 */
export type ColumnType = 'text' | 'label' | 'code' | 'date' | 'decimal' | 'integer';

export const COLUMN_GROUPS = [
  'Declaration',
  'Goods',
  'Parties',
  'Places',
  'Quantity',
  'Value',
  'Duties and taxes',
  'Transport',
] as const;
export type ColumnGroup = (typeof COLUMN_GROUPS)[number];

/**
 * Which records a column belongs to (SPEC 3 "Column sets", as DESIGN 5 reads it): `core` to all, `single` to those of some
 * countries, `indian` to those of India and its special economic zones. Whatever the set, a column with a value is offered.
 */
export type ColumnSet = 'core' | 'single' | 'indian';

/** The key that the wire gives a column, per trade type; a trade type that is absent has no such column. */
export type WireKeys = Partial<Record<TradeType, string>>;

export interface ColumnDefinition {
  /** Our name: the column of the table and the target of a load mapping. */
  name: string;
  /** SPEC 3's key, one for both trade types or one each. */
  wire: string | WireKeys;
  label: string | WireKeys;
  type: ColumnType;
  group: ColumnGroup;
  /** `core` unless said. */
  set?: ColumnSet;
  /**
   * Kept in the table's map of extras, under its name, instead of in a column of its own: one of the many that few sources
   * fill.
   */
  extra?: true;
  /** Another key for what a core column holds already: a screen shows it once, under the core column's name. */
  alias?: true;
  /**
   * Present when the column is not stored but computed from stored ones by this expression; such a column is never a
   * load target.
   */
  sql?: string;
  /** The column's unit, shown in its header: a fixed one, or the column that holds it. */
  unit?: string;
  unitColumn?: string;
  /**
   * A party column also stores `<name>_text` (for finding) and `<name>_key` (for grouping); a description stores
   * `<name>_text`. See `text/normalise.ts` in the records package.
   */
  normalised?: 'party' | 'description';
}

/** A column as one trade type shows it. */
export interface RecordColumn {
  /** Wire key: what a row carries and what `orderByColumn` takes. */
  key: string;
  name: string;
  label: string;
  type: ColumnType;
  group: ColumnGroup;
  set: ColumnSet;
  extra: boolean;
  alias: boolean;
  /** What SELECT and ORDER BY use: the stored column's name or an expression over stored columns. */
  sql: string;
  unit?: string;
  unitKey?: string;
  party: boolean;
}

/** A column that only some sources fill and that lists and filters read: stored by itself, not in the map of extras. */
export function inColumn({ extra: _, ...column }: ColumnDefinition): ColumnDefinition {
  return column;
}

/**
 * The first digits of a record's HS code, as an expression; `''` where it has fewer: a chapter alone is no heading. It is one function of
 * one column, which the engine asks of each code once.
 */
export const firstDigits = (digits: number) => `extract(hs_code, '^${'.'.repeat(digits)}')`;
