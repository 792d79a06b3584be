import { quote } from '../../engine/engine.js';

/** A column whose value may differ from what the source wrote: SQL of the source's text, and of whether it does. */
export interface Rewritten {
  name: string;
  text: string;
  when: string;
}

/**
 * The map from a column's name to the text that the source wrote, of the columns where the record says something else; `''` where
 * the source said nothing and the value was computed.
 */
export function asWrittenSql(columns: readonly Rewritten[]): string {
  if (columns.length === 0) return 'map()';
  const list = (of: (column: Rewritten) => string) => `[${columns.map(of).join(', ')}]`;
  const where = list(({ when }) => when);
  const kept = (values: string) => `arrayFilter((value, differs) -> differs, ${values}, ${where})`;
  const map = `mapFromArrays(${kept(list(({ name }) => quote(name)))}, ${kept(list(({ text }) => `toString(${text})`))})`;
  // Of most rows nothing was changed, and no array is made for them.
  return `if(${columns.map(({ when }) => when).join(' OR ')}, ${map}, CAST(map(), 'Map(String, String)'))`;
}
