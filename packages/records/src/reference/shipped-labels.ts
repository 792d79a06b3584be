import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Labels that come with the product: sections, chapters and headings, each below the one that it belongs to. */
const SHIPPED = fileURLToPath(new URL('../../nomenclature/hs-labels.tsv', import.meta.url));

const HEADER = 'code\tlabel';

/** Chapters that each country fills for itself; they belong to no section. */
const NATIONAL = ['98', '99'];

interface Section {
  /** In Roman numerals. */
  number: string;
  label: string;
}

/** The HS nomenclature in short labels of our own. */
interface ShippedLabels {
  /** By code of two or four digits, in the order of the codes. */
  labels: ReadonlyMap<string, string>;
  /** The section of each chapter that belongs to one. */
  sections: ReadonlyMap<string, Section>;
}

/** Reads the labels from the text of their file. */
export function parseLabels(text: string): ShippedLabels {
  const [header, ...lines] = text.trimEnd().split('\n');
  if (header !== HEADER) throw new Error('the HS labels that ship are not a file of codes and labels');
  const labels = new Map<string, string>();
  const sections = new Map<string, Section>();
  let section: Section | undefined;
  for (const line of lines) {
    const [code = '', label = ''] = line.split('\t');
    if (/^[IVX]+$/.test(code)) section = { number: code, label };
    else labels.set(code, label);
    if (code.length === 2 && labels.has(code) && section && !NATIONAL.includes(code)) sections.set(code, section);
  }
  return { labels, sections };
}

export const SHIPPED_LABELS: ShippedLabels = parseLabels(readFileSync(SHIPPED, 'utf8'));
