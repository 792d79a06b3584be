/** Contact cards, vCard 2.1, RFC 2426 (vCard 3) and RFC 6350 (vCard 4): of each, what a contact keeps of a company. */
import { type ContactFields, LIMITS, MESSAGES, PortalError } from '@tidewaiter/contract';
import { writingOf, writtenPlain } from './card-values.js';
import type { CompanyInFile } from './company-in-file.js';

/** A line of a card as it was before it was folded: `group.NAME;PARAMETER=…:value`. */
interface ContentLine {
  line: number;
  name: string;
  /** Escaped, and written plain otherwise. */
  value: string;
  /** Whether its letters are in a character set that is not known. */
  isUnread?: boolean;
}

/** A line that is written in quoted-printable, which goes on behind a last `=`. */
const QUOTED = /^[^:]*;(?:ENCODING=)?"?QUOTED-PRINTABLE/i;

/** A quoted parameter may hold the colon that begins the value elsewhere. */
const CONTENT = /^(?:[\w-]+\.)?([\w-]+)((?:;[^":;]*(?:"[^"]*"[^":;]*)*)*):(.*)$/s;

/**
 * The companies of a file of contact cards.
 *
 * @throws PortalError CONTACT_FILE_REFUSED where there is no card in it, CONTACT_FILE_TOO_LARGE as soon as there are too many
 */
export function cardsIn(text: string): CompanyInFile[] {
  const cards: CompanyInFile[] = [];
  let open: ContentLine[] | undefined;
  let within = 0;
  const close = (problem?: string) => {
    if (open?.[0])
      cards.push({ line: open[0].line, fields: fieldsOf(open), ...(problem !== undefined && { problem }) });
    open = undefined;
    if (cards.length > LIMITS.importedContacts) throw new PortalError('CONTACT_FILE_TOO_LARGE');
  };
  for (const content of contentLines(text)) {
    const marks = content.value.trim().toUpperCase() === 'VCARD' ? content.name : undefined;
    // A card may hold another one, of who acts for it.
    if (within > 0 || (marks === 'BEGIN' && open?.at(-1)?.name === 'AGENT' && open.at(-1)?.value.trim() === '')) {
      within += marks === 'BEGIN' ? 1 : marks === 'END' ? -1 : 0;
    } else if (marks === 'BEGIN') {
      close(MESSAGES.contactCardOpen);
      open = [content];
    } else if (marks === 'END') {
      close(problemOf(open));
    } else open?.push(content);
  }
  close(MESSAGES.contactCardOpen);
  if (cards.length === 0) throw new PortalError('CONTACT_FILE_REFUSED', [], MESSAGES.contactFileNoCards);
  return cards;
}

/** The lines of a text, each put together again where it was folded. Those that are no content are left out. */
function* contentLines(text: string): Generator<ContentLine> {
  let whole: { line: number; parts: string[] } | undefined;
  // Version 2.1 folds where there is a space, which stays.
  let keepsSpaces = false;
  for (const [at, part] of text.split(/\r\n|\r|\n/).entries()) {
    if (whole && QUOTED.test(whole.parts[0] ?? '') && whole.parts.at(-1)?.endsWith('=')) {
      whole.parts.push(`${whole.parts.pop()?.slice(0, -1)}${part}`);
      continue;
    }
    if (whole && /^[ \t]/.test(part)) {
      whole.parts.push(keepsSpaces ? part : part.slice(1));
      continue;
    }
    if (/^(?:BEGIN:VCARD|VERSION:)/i.test(part)) keepsSpaces = /^VERSION:2\.1\s*$/i.test(part);
    if (whole) yield* contentOf(whole);
    whole = { line: at + 1, parts: [part] };
  }
  if (whole) yield* contentOf(whole);
}

function* contentOf({ line, parts }: { line: number; parts: string[] }): Generator<ContentLine> {
  const [, name, parameters = '', value] = CONTENT.exec(parts.join('')) ?? [];
  if (name === undefined || value === undefined) return;
  const content = { line, name: name.toUpperCase(), value };
  const writing = writingOf(parameters);
  // Pictures and keys are no texts.
  if (!TEXTS.has(content.name)) yield content;
  else {
    try {
      yield { ...content, value: writtenPlain(value, writing) };
    } catch {
      yield { ...content, isUnread: true };
    }
  }
}

const TEXTS = new Set(['ORG', 'FN', 'N', 'ADR', 'TEL', 'EMAIL', 'URL', 'NOTE', 'CATEGORIES']);

function problemOf(card: readonly ContentLine[] = []): string | undefined {
  const version = card.find(({ name }) => name === 'VERSION')?.value.trim();
  if (!['2.1', '3.0', '4.0'].includes(version ?? '')) return MESSAGES.contactCardVersion;
  return card.some(({ isUnread }) => isUnread) ? MESSAGES.contactCardCharset : undefined;
}

/** A card's company is its organisation, or else whom it is of. */
function fieldsOf(card: readonly ContentLine[]): CompanyInFile['fields'] {
  const first = (name: string) =>
    card.find((content) => content.name === name && content.value.trim() !== '')?.value ?? '';
  const text = (name: string) => unescaped(first(name)).trim();
  const given = {
    companyName: partsOf(first('ORG'), ';')[0] || text('FN') || personOf(first('N')),
    address: partsOf(first('ADR'), ';').filter(Boolean).join(', '),
    mobile: text('TEL').replace(/^tel:/i, ''),
    email: text('EMAIL').replace(/^mailto:/i, ''),
    website: text('URL'),
    notes: text('NOTE'),
  };
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')),
    tags: partsOf(first('CATEGORIES'), ',').filter(Boolean),
  };
}

/** A person's name; cards of version 2.1 need say no other. */
function personOf(name: string): string {
  const [family = '', given = '', more = ''] = partsOf(name, ';');
  return [given, more, family].filter(Boolean).join(' ');
}

/** The parts of a value: a separator behind a backslash is text. */
function partsOf(value: string, separator: ';' | ','): string[] {
  const parts = [''];
  for (const [sign] of value.matchAll(/\\.|./gs)) {
    if (sign === separator) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => unescaped(part).trim());
}

const unescaped = (value: string) => value.replace(/\\(.)/gs, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));

const escaped = (text: string) => text.replace(/[\\,;]/g, '\\$&').replaceAll('\n', '\\n');

/** Contacts as cards of vCard 3, which address books read as well as 4 and more of them. */
export function cardsOf(contacts: readonly ContactFields[]): string {
  return contacts
    .flatMap(({ companyName, address, mobile, email, website, notes, tags }) => [
      'BEGIN:VCARD',
      'VERSION:3.0',
      `FN:${escaped(companyName)}`,
      'N:;;;;',
      `ORG:${escaped(companyName)}`,
      ...(address === null ? [] : [`ADR;TYPE=WORK:;;${escaped(address)};;;;`]),
      ...(mobile === null ? [] : [`TEL;TYPE=WORK:${escaped(mobile)}`]),
      ...(email === null ? [] : [`EMAIL:${escaped(email)}`]),
      ...(website === null ? [] : [`URL:${website}`]),
      ...(notes === '' ? [] : [`NOTE:${escaped(notes)}`]),
      ...(tags.length === 0 ? [] : [`CATEGORIES:${tags.map(escaped).join(',')}`]),
      'END:VCARD',
    ])
    .map((line) => `${folded(line)}\r\n`)
    .join('');
}

/** Octets of a line, without its end; a line that was continued begins with a space, which counts. */
const LINE_OCTETS = 75;

/** Folds a line between characters, never within one. */
function folded(line: string): string {
  let [text, octets] = ['', 0];
  for (const character of line) {
    const more = Buffer.byteLength(character);
    if (octets + more > LINE_OCTETS) [text, octets] = [`${text}\r\n `, 1];
    text += character;
    octets += more;
  }
  return text;
}
