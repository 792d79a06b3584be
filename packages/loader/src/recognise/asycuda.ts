/**
 * Names of columns of ASYCUDA's own tables, which are put together of parts: `CMP_CON_NAM`, `VIT_CIF_AMT_NMU` (`vocabulary/asycuda-fields.tsv`). One is no
 * sign of them; several, each of which begins with a segment of the declaration, are.
 */
import { type Concept, mustBeConcept } from './concepts.js';
import { readTable } from './tables.js';

const MEANS: ReadonlyMap<string, readonly Concept[]> = new Map(
  readTable('asycuda-fields.tsv', ['parts', 'means']).map(({ parts, means }) => [
    parts,
    means === '-' ? [] : means.split(' ').map(mustBeConcept),
  ]),
);
const MOST_PARTS = 3;

const FIELD = /^[A-Z][A-Z0-9]{2}(_[A-Z0-9]{3}\d?)+$/i;
const SEGMENTS = /^(IDE|CMP|DEC|GEN|TRP|TPT|KEY|TAR|GDS|PCK|VIT|VGS)_/i;
const LEAST_FIELDS = 4;

/** Whether a file's names are those of ASYCUDA's tables. */
export const areAsycuda = (headers: readonly string[]): boolean =>
  headers.filter((header) => FIELD.test(header.trim()) && SEGMENTS.test(header.trim())).length >= LEAST_FIELDS;

/** What such a name says, and the parts of it that are not known; nothing where it is none. */
export function asycudaField(header: string): { concepts: Concept[]; unknown: string[] } | undefined {
  const name = header.trim();
  if (!FIELD.test(name)) return undefined;
  const parts = name.toUpperCase().split('_');
  const found = { concepts: [] as Concept[], unknown: [] as string[] };
  for (let at = 0; at < parts.length; ) {
    let length = Math.min(MOST_PARTS, parts.length - at);
    const joined = () => parts.slice(at, at + length).join(' ');
    while (length > 0 && !MEANS.has(joined())) length -= 1;
    found.concepts.push(...(MEANS.get(joined()) ?? []));
    if (length === 0) found.unknown.push((parts[at] ?? '').toLowerCase());
    at += Math.max(1, length);
  }
  return found;
}
