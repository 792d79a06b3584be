import {
  type ContactFields,
  type ContactFileFormat,
  contactFields,
  LIMITS,
  MESSAGES,
  PortalError,
  readRequest,
} from '@tidewaiter/contract';
import type { CompanyInFile } from './company-in-file.js';
import { companiesInCsv, csvOf, lineEnds } from './csv.js';
import { cardsIn, cardsOf } from './vcard.js';

/** Lines of a file, for each contact that it may hold: notes have several, and a card has one for each of its fields. */
const LINES_EACH = { csv: 10, vcf: 50 } as const;

/** A line of a file of which nothing can be kept, and why. */
interface RefusedLine {
  line: number;
  reason: string;
}

/** What a file of contacts holds. */
export interface ContactFile {
  contacts: { line: number; contact: ContactFields }[];
  refused: RefusedLine[];
}

/**
 * Reads a file of contacts. A company that cannot be kept is refused by its line, and keeps no other from being read.
 *
 * @throws PortalError CONTACT_FILE_REFUSED for a file of another kind, CONTACT_FILE_TOO_LARGE for one of too many companies or lines
 */
export function readContactFile(format: ContactFileFormat, text: string): ContactFile {
  const given = text.replace(/^\uFEFF/, '');
  if (given.trim() === '') throw new PortalError('CONTACT_FILE_REFUSED');
  if (lineEnds(given) > LINES_EACH[format] * LIMITS.importedContacts) throw new PortalError('CONTACT_FILE_TOO_LARGE');
  const companies = format === 'csv' ? companiesInCsv(given) : cardsIn(given);
  if (companies.length > LIMITS.importedContacts) throw new PortalError('CONTACT_FILE_TOO_LARGE');
  const file: ContactFile = { contacts: [], refused: [] };
  for (const { line, fields, problem } of companies) {
    const read = readRequest(contactFields, asKept(fields));
    const reason = problem ?? (fields.companyName ? read.error?.issues[0]?.message : MESSAGES.contactNoName);
    if (reason === undefined && read.success) file.contacts.push({ line, contact: read.data });
    else file.refused.push({ line, reason: reason ?? MESSAGES.invalidRequest });
  }
  return file;
}

/** Writes contacts into a file that {@link readContactFile} reads. */
export function writeContactFile(format: ContactFileFormat, contacts: readonly ContactFields[]): string {
  return format === 'csv' ? csvOf(contacts) : cardsOf(contacts);
}

/** Address books write numbers with dots and strokes, and websites without their scheme. */
function asKept({ mobile, website, ...fields }: CompanyInFile['fields']): CompanyInFile['fields'] {
  return {
    ...fields,
    ...(mobile !== undefined && {
      mobile: mobile
        .replace(/[./\u00A0]/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    }),
    ...(website !== undefined && {
      website: /^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(website) ? `https://${website}` : website,
    }),
  };
}
