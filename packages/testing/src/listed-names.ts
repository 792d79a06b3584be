/** Names as somebody's list has them, and as records do, labelled: which are of one company. Made by rules and by hand of names of well-known companies. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fixture } from './records.js';

export interface ListedPair {
  kind: string;
  /** Whose name is on the list. */
  company: string;
  name: string;
  /** Whose name the records have. */
  otherCompany: string;
  otherName: string;
  /** Whether rules are measured by it alone: nobody looks at these when a rule is made. */
  heldOut: boolean;
}

/** The pairs of `listed-names.tsv`; the companies of about half of them, which their own hash picks, are held out. */
export function listedPairs(): ListedPair[] {
  const [, ...lines] = readFileSync(fixture('listed-names.tsv'), 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [kind = '', company = '', name = '', otherCompany = '', otherName = ''] = line.split('\t');
    const root = /^(?:script\/[^/]+\/)?[^/]+/.exec(company)?.[0] ?? company;
    const heldOut = (createHash('sha256').update(root).digest()[0] ?? 0) % 2 === 1;
    return { kind, company, name, otherCompany, otherName, heldOut };
  });
}
