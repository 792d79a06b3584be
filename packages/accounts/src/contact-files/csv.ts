import {
  type ContactFields,
  harmlessParts,
  MESSAGES,
  PortalError,
  withoutConstantFormula,
  withoutHarmlessParts,
} from '@tidewaiter/contract';
import { parseCsv, writeCsv } from 'hucre/csv';
import type { CompanyInFile } from './company-in-file.js';

type Field = keyof ContactFields;

/** The columns of a file, labels as the screen has them. */
const COLUMNS: readonly { field: Field; label: string; also: readonly string[] }[] = [
  {
    field: 'companyName',
    label: 'Company Name',
    also: ['company', 'companyname', 'name', 'organization', 'organisation'],
  },
  { field: 'address', label: 'Address', also: [] },
  { field: 'mobile', label: 'Contact Number', also: ['mobile', 'phone', 'telephone', 'phonenumber', 'mobilephone'] },
  { field: 'email', label: 'Email Id', also: ['email', 'emailaddress', 'mail'] },
  { field: 'website', label: 'Website', also: ['web', 'url', 'homepage', 'webpage'] },
  { field: 'notes', label: 'Notes', also: ['note', 'comment', 'remarks'] },
  { field: 'tags', label: 'Tags', also: ['tag', 'categories', 'labels'] },
];

/** What tags in a cell are parted by; none of them is part of one. */
const BETWEEN_TAGS = ';';

const headerKey = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const fieldOf = (header: string): Field | undefined =>
  COLUMNS.find(({ label, also }) => headerKey(label) === headerKey(header) || also.includes(headerKey(header)))?.field;

/** Columns of a file: address books write some eighty. */
const MOST_COLUMNS = 500;

/**
 * The companies of a CSV file, whatever parts its cells. What was written to be harmless in a spreadsheet is read as it was.
 *
 * @throws PortalError CONTACT_FILE_REFUSED where no column names companies
 */
export function companiesInCsv(text: string): CompanyInFile[] {
  const [header, ...rows] = withLines(
    parseCsv(text, { unescapeFormulae: true }).map((row) =>
      row.map((cell) => withoutConstantFormula(String(cell ?? ''))),
    ),
  );
  const fields = header?.cells.slice(0, MOST_COLUMNS).map(fieldOf) ?? [];
  if (!fields.includes('companyName')) {
    throw new PortalError('CONTACT_FILE_REFUSED', [], MESSAGES.contactFileNoCompany);
  }
  return rows.flatMap(({ line, cells }) => {
    if (cells.every((cell) => cell.trim() === '')) return [];
    const company: CompanyInFile = { line, fields: {} };
    for (const [at, field] of fields.entries()) {
      if (field === undefined) continue;
      const cell = withoutHarmlessParts(cells[at]?.trim() ?? '');
      if (cell === '' || company.fields[field] !== undefined) continue;
      if (field === 'tags') company.fields.tags = tagsOf(cell);
      else company.fields[field] = cell;
    }
    // A quotation mark that is never closed makes one cell of all that follows it.
    if (/[\r\n]/.test(company.fields.companyName ?? '')) company.problem = MESSAGES.contactNameLines;
    return [company];
  });
}

const tagsOf = (cell: string) =>
  cell
    .split(BETWEEN_TAGS)
    .map((tag) => tag.trim())
    .filter(Boolean);

/** How often a text goes on to another line. */
export const lineEnds = (text: string) => text.match(/\r\n?|\n/g)?.length ?? 0;

/** Rows with the line on which each begins: a cell may hold line ends. */
function withLines(rows: readonly string[][]): { line: number; cells: string[] }[] {
  let next = 1;
  return rows.map((cells) => {
    const line = next;
    next += 1 + cells.reduce((ends, cell) => ends + lineEnds(cell), 0);
    return { line, cells };
  });
}

/** Contacts as a CSV file that a spreadsheet opens as they are: in Unicode, and with nothing in it that would be run. */
export function csvOf(contacts: readonly ContactFields[]): string {
  const rows = contacts.map((contact) =>
    COLUMNS.map(({ field }) =>
      harmlessParts((field === 'tags' ? contact.tags.join(`${BETWEEN_TAGS} `) : contact[field]) ?? ''),
    ),
  );
  return `${writeCsv(rows, { headers: COLUMNS.map(({ label }) => label), bom: true, escapeFormulae: true })}\r\n`;
}
