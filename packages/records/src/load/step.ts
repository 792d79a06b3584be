/** A part of a column's SQL that goes by a name in its SELECT list, so that the rest says it once. */
export interface Step {
  name: string;
  sql: string;
}
