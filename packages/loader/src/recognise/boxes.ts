/**
 * Names that are a box's number and nothing else: `G33`, `Box 33`, `гр.33`, `casilla 33` (`vocabulary/boxes.tsv`). One number is
 * no sign of that form; several, each of a box that there is, are.
 */
import { type Concept, mustBeConcept } from './concepts.js';
import { readTable } from './tables.js';

const MEANS: ReadonlyMap<string, readonly Concept[]> = new Map(
  readTable('boxes.tsv', ['box', 'means']).map(({ box, means }) => [box, means.split(' ').map(mustBeConcept)]),
);

/** What stands before a box's number in the languages that print the form. */
const WORDS =
  'box|case|casilla|casella|feld|campo|rubrique|rubrik|rubrika|vak|hane|kutu|pole|polje|lodziņš|laukums|langelis|lahter|rovat|caseta|θέση|клетка|поле|графа|граф|гр|graph|gr|sad|eux|g|г|c';

/** Its number, and that of a part of it: `G15A`, `G31_1`, `G082` for the second part of box 8. */
const BOX = new RegExp(`^(${WORDS})[\\s._:#№-]*(\\d{1,2})(?:[\\s._-]*(\\d{1,2}|[a-zа-я]))?$`, 'iu');

export interface Box {
  concepts: readonly Concept[];
  /** Whether it is but a part of the box. */
  isPart: boolean;
  /** Whether the form says what this part is. */
  isNumbered: boolean;
}

/** What a name that is a box's number says; nothing where it is no such name. */
export function boxOf(header: string): Box | undefined {
  const [, , number, part] = BOX.exec(header.trim()) ?? [];
  const box = String(Number(number));
  const own = MEANS.get(`${box}.${part?.toLowerCase()}`);
  const concepts = own ?? MEANS.get(box);
  return (
    concepts && { concepts, isPart: part !== undefined && !(own && /\D/.test(part)), isNumbered: own !== undefined }
  );
}

/** Whether a file's names of parts are those of the form that numbers them: several, and no other. */
export function arePartsNumbered(headers: readonly string[]): boolean {
  const parts = headers.flatMap((header) => boxOf(header) ?? []).filter(({ isPart }) => isPart);
  return parts.length >= LEAST_BOXES && parts.every(({ isNumbered }) => isNumbered);
}

/** Its number before what only the form's readers know: `Pole 47 - B00`. */
const BEFORE = new RegExp(`^(?:${WORDS})[\\s._:#№-]*\\d{1,2}[a-z]?(?=[\\s._:/-]+\\p{L})`, 'iu');

/** Whether several of a file's names begin with numbers of boxes. */
export const areNumbered = (headers: readonly string[]): boolean =>
  headers.filter((header) => BEFORE.test(header.trim())).length >= LEAST_BOXES;

/** What the box says that a name begins with. */
export const boxBefore = (header: string): Box | undefined => boxOf(BEFORE.exec(header.trim())?.[0] ?? '');

/** Least names of boxes from which they are the form's, of those further down than a count of columns is likely to leave off. */
const LEAST_BOXES = 3;
const FURTHER_DOWN = 15;

/** Whether a file's names are boxes of this form: several, and no number that the form has not, as columns that are counted have. */
export function areBoxes(headers: readonly string[]): boolean {
  const numbers = new Set(headers.flatMap((header) => BOX.exec(header.trim())?.[2] ?? []).map(Number));
  const further = [...numbers].filter((number) => number >= FURTHER_DOWN);
  return further.length >= LEAST_BOXES && [...numbers].every((number) => MEANS.has(String(number)));
}
