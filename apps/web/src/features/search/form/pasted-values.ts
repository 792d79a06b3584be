/**
 * The values of a pasted text of several lines or cells; null for one that is a single value, which is pasted as it is, commas
 * and all.
 */
export function pastedValues(text: string): string[] | null {
  const lines = text.split(/[\r\n\t]+/).filter((line) => line.trim() !== '');
  return lines.length > 1 ? lines : null;
}
