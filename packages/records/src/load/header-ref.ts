/** How a mapping names a source column whose header may drift from month to month. */
export type HeaderRef = string | { anyOf: string[] } | { pattern: string };

export function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

/** Case and white space are what drifts first. */
const folded = (text: string) => text.replace(/\s+/g, '').toLowerCase();

function named(name: string, header: readonly string[]): string | undefined {
  return header.includes(name) ? name : header.find((cell) => folded(cell) === folded(name));
}

/** The file's own header that a reference means, or undefined where the file has none. The nearest spelling, the first name. */
export function headerOf(ref: HeaderRef, header: readonly string[]): string | undefined {
  if (typeof ref === 'string') return named(ref, header);
  if ('pattern' in ref) {
    const pattern = new RegExp(ref.pattern, 'i');
    return header.find((cell) => pattern.test(cell));
  }
  for (const name of ref.anyOf) {
    const found = named(name, header);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** All of the file's headers that a reference may mean. */
export function headersOf(ref: HeaderRef, header: readonly string[]): string[] {
  if (typeof ref === 'object' && 'pattern' in ref) {
    const pattern = new RegExp(ref.pattern, 'i');
    return header.filter((cell) => pattern.test(cell));
  }
  return header.filter((cell) => headerOf(ref, [cell]) !== undefined);
}

/** A reference as it is shown to the operator. */
export function describeRef(ref: HeaderRef): string {
  if (typeof ref === 'string') return `"${ref}"`;
  return 'pattern' in ref ? `that matches ${ref.pattern}` : ref.anyOf.map((name) => `"${name}"`).join(' or ');
}
