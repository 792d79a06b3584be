/**
 * The query string as plain repeated keys (`country=IND&country=VNM`): readable, and every value stays a string. The
 * router's own JSON notation would turn an HS code such as `0901` or `100630` into a number.
 */
export function parseSearch(text: string): Record<string, string | string[]> {
  const values = new Map<string, string | string[]>();
  for (const [key, value] of new URLSearchParams(text)) {
    const before = values.get(key);
    values.set(key, before === undefined ? value : [before, value].flat());
  }
  // fromEntries defines own properties, so that a key such as `__proto__` is only a key.
  return Object.fromEntries(values);
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) params.append(key, String(item));
    }
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
