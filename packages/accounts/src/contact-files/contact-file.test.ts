/** Files of contacts: what is read of them, what is refused and by which line, and what is written. */
import { type ContactFields, LIMITS, PortalError } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { readContactFile, writeContactFile } from './contact-file.js';

const nothing = { address: null, email: null, mobile: null, website: null, notes: '', tags: [] };
const read = (format: 'csv' | 'vcf', text: string) => {
  const { contacts, refused } = readContactFile(format, text);
  return { contacts: contacts.map(({ line, contact }) => [line, contact]), refused };
};
const failure = (format: 'csv' | 'vcf', text: string) => {
  try {
    readContactFile(format, text);
  } catch (error) {
    if (error instanceof PortalError) return `${error.code}: ${error.message}`;
    throw error;
  }
};
const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:4.0', ...lines, 'END:VCARD', ''].join('\r\n');

const CONTACTS: ContactFields[] = [
  {
    ...{ companyName: 'Ácme, "Trading"; Ltd \\ 漢字', address: '1 Quay; Rotterdam, NL', email: 'mail@acme.example' },
    ...{ mobile: '+31 20 123 4567', website: 'https://acme.example/a,b;c' },
    ...{ notes: 'First line\nSecond, with; all \\ signs', tags: ['Buyer', 'Côte d’Ivoire, west'] },
  },
  { ...nothing, companyName: '=cmd|calc!A1', notes: '@SUM(A1)', tags: ['-1+1'] },
  { ...nothing, companyName: '\u0634\u0631\u0643\u0629 🚢'.repeat(20) },
];

describe('a file of contacts', () => {
  it.each(['csv', 'vcf'] as const)('that was written as %s is read as it was', (format) => {
    const text = writeContactFile(format, CONTACTS);
    const { contacts, refused } = readContactFile(format, text);
    expect(refused).toEqual([]);
    expect(contacts.map(({ contact }) => contact)).toEqual(CONTACTS);
  });

  it('has nothing in it that a spreadsheet would run', () => {
    const lines = writeContactFile('csv', CONTACTS).split('\r\n');
    expect(lines[0]).toBe('\uFEFFCompany Name,Address,Contact Number,Email Id,Website,Notes,Tags');
    expect(lines[2]).toBe("'=cmd|calc!A1,,,,,'@SUM(A1),'-1+1");
    expect(lines[1]).toContain("'+31 20 123 4567");
  });

  it('has nothing in it that a spreadsheet would run that parts cells at semicolons or tabs', () => {
    const companyName = 'Acme;=cmd|calc!A1; +1';
    const risky = { ...nothing, companyName, notes: "a;'=1\n-2\t@SUM(A1)", tags: ['x', '=1+1'] };
    const text = writeContactFile('csv', [risky]);
    for (const cell of text.split(/[;\t\r\n,]/)) expect(cell.trim().replace(/^"/, '')).not.toMatch(/^[-+=@]/);
    expect(readContactFile('csv', text).contacts.map(({ contact }) => contact)).toEqual([risky]);
  });

  it('of half a million columns is read as any other', () => {
    const text = `Company Name${',x'.repeat(240_000)}\n${'Acme\n'.repeat(4000)}`;
    expect(read('csv', text).contacts).toHaveLength(4000);
    expect(failure('csv', `${'x,'.repeat(240_000)}Company Name\nAcme`)).toMatch(/names no companies/);
  });

  it('folds its lines between characters, at 75 octets', () => {
    const lines = writeContactFile('vcf', CONTACTS).split('\r\n');
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(lines.join('')).not.toContain('\uFFFD');
  });

  it.each([
    ['csv', ''],
    ['csv', ' \n\n'],
    ['vcf', '\uFEFF'],
  ] as const)('that is empty is refused: %s %j', (format, text) => {
    expect(failure(format, text)).toBe('CONTACT_FILE_REFUSED: This file is empty.');
  });

  it.each([
    ['csv', 'PK\u0003\u0004\u0000binary', 'names no companies'],
    ['csv', '{"company": [1, 2]}', 'names no companies'],
    ['csv', 'Acme\nBolt', 'names no companies'],
    ['csv', card('FN:Acme'), 'names no companies'],
    ['vcf', 'Company Name\nAcme', 'no contact cards'],
    ['vcf', 'END:VCARD', 'no contact cards'],
  ] as const)('of another kind is refused: %s %j', (format, text, why) => {
    expect(failure(format, text)).toMatch(new RegExp(`^CONTACT_FILE_REFUSED: .*${why}`));
  });

  it.each([
    ['csv', (count: number) => `Company\n${'Acme\n'.repeat(count)}`],
    ['vcf', (count: number) => card('FN:A').repeat(count)],
  ] as const)('of as many companies as one may have is read, of more refused as a whole: %s', (format, file) => {
    const most = LIMITS.importedContacts;
    expect(readContactFile(format, file(most)).contacts).toHaveLength(most);
    for (const more of [most + 1, 20 * most])
      expect(failure(format, file(more))).toMatch(/^CONTACT_FILE_TOO_LARGE: .* 5,000 contacts/);
  });

  it('of one card of 400,000 lines is refused as a whole', () => {
    expect(failure('vcf', card('FN:A', ...Array(400_000).fill('X:1')))).toMatch(/^CONTACT_FILE_TOO_LARGE/);
  });
});

it('a CSV file has the constants of formulas as they are', () => {
  const { contacts } = readContactFile('csv', 'Company,Phone\nACME,"=""0049 12"""\n="3M",="001234567"\n');
  const mobiles = Object.fromEntries(contacts.map(({ contact }) => [contact.companyName, contact.mobile]));
  expect(mobiles).toEqual({ ACME: '0049 12', '3M': '001234567' });
});

it.each([',', ';', '\t'])('a CSV file is parted by %j, and its columns are known by their names', (by) => {
  const lines = [
    ['Phone', 'COMPANY', 'e-mail', 'Unknown', 'web', 'Categories'],
    ['+31.20/123.4567', ' Acme ', 'mail@acme.example', 'x', 'acme.example/about', '" Buyer ;; buyer;Hot"'],
    ['', 'Bolt', '', '', '', ''],
  ];
  const reached = { companyName: 'Acme', mobile: '+31 20 123 4567', email: 'mail@acme.example' };
  expect(read('csv', `\uFEFF${lines.map((cells) => cells.join(by)).join('\n')}`).contacts).toEqual([
    [2, { ...nothing, ...reached, website: 'https://acme.example/about', tags: ['Buyer', 'Hot'] }],
    [3, { ...nothing, companyName: 'Bolt' }],
  ]);
});

it('a CSV file has the first of two columns of one meaning, or the other where that has nothing', () => {
  const { contacts } = readContactFile('csv', 'Company,Phone,Mobile\nAcme,+31 20 123,+31 6 123\nBolt,,+31 6 123\n');
  expect(contacts.map(({ contact }) => contact.mobile)).toEqual(['+31 20 123', '+31 6 123']);
});

it('a CSV file refuses companies by the line on which they begin, and keeps the others', () => {
  const text = [
    'Company Name,Email Id,Website,Notes',
    'Acme,,,"two',
    'lines"',
    ',who@acme.example,,',
    'Bolt,nobody,,',
    '',
    `${'x'.repeat(301)},,,`,
    'Evil,,javascript:alert(1),',
    'Nul\u0000l,,,',
    `Tagged,,,${'n'.repeat(2001)}`,
    '"Open,,,',
    'Swallowed,,,',
  ].join('\r\n');
  const { contacts, refused } = read('csv', text);
  expect(contacts).toEqual([[2, { ...nothing, companyName: 'Acme', notes: 'two\nlines' }]]);
  expect(refused).toEqual([
    { line: 4, reason: 'The company name is missing' },
    { line: 5, reason: 'Please enter valid email address' },
    { line: 7, reason: 'This text is too long' },
    { line: 8, reason: 'Please enter a valid website, with http:// or https://' },
    { line: 9, reason: 'This field is required' },
    { line: 10, reason: 'This text is too long' },
    { line: 11, reason: 'A company name is one line. Is a quotation mark missing?' },
  ]);
});

it('a contact card is of its organisation or else of whom it names, with groups, parameters, folds and escapes', () => {
  const text = [
    card(
      'FN:Somebody',
      'item1.ORG;SORT-AS="Acme: the one";X=y:Acme\\, Ltd.;Sales',
      'ADR;TYPE=work;LABEL="1 Quay:\\nNL":;;1 Quay;Rotter',
      '\tdam;;3011;NL',
      'TEL;VALUE=uri:tel:+31-20-123-4567',
      'EMAIL:mailto:mail@acme.example',
      'URL:acme.example',
      'NOTE:one\\ntwo\\; three',
      'CATEGORIES:Buyer,a\\,b',
      'PHOTO:data:image/png;base64,AAAA',
    ),
    card('fn:Bolt', 'ORG:;'),
  ].join('');
  expect(read('vcf', text)).toEqual({
    contacts: [
      [
        1,
        {
          ...{ companyName: 'Acme, Ltd.', address: '1 Quay, Rotterdam, 3011, NL', mobile: '+31-20-123-4567' },
          ...{ email: 'mail@acme.example', website: 'https://acme.example', notes: 'one\ntwo; three' },
          tags: ['Buyer', 'a,b'],
        },
      ],
      [14, { ...nothing, companyName: 'Bolt' }],
    ],
    refused: [],
  });
});

it.each([
  ['quoted-printable', 'ORG;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:M=C3=BCller=3B Sohn;Vertrieb', 'Müller; Sohn'],
  ['the short form of 2.1', 'FN;QUOTED-PRINTABLE:M=FCller', 'Müller'],
  ['soft breaks', 'ORG;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=\r\n=BCller Ge=\r\n r=C3=A4te', 'Müller Ge räte'],
  ['a character set of two bytes', 'ORG;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=83=5C=83j=81[', 'ソニー'],
  ['a character set of bytes that were read otherwise', 'FN;CHARSET=windows-1251:Ãàçïðîì', 'Газпром'],
  ['a character set of letters that are right', 'FN;CHARSET=ISO-8859-1:Łódź', 'Łódź'],
  ['base64', 'FN;ENCODING=BASE64;CHARSET=UTF-8:\r\n TcO8\r\n bGxlcg==', 'Müller'],
  ['folds at spaces', 'FN:Brelmora\r\n Textiles', 'Brelmora Textiles'],
  ['a person alone', 'N;CHARSET=UTF-8:Wonne;David;Y;Mr', 'David Y Wonne'],
  ['another card within', 'FN:Acme\r\nAGENT:\r\nBEGIN:VCARD\r\nVERSION:2.1\r\nFN:Bolt\r\nEND:VCARD', 'Acme'],
])('a contact card of version 2.1 is read where it has %s', (_, line, name) => {
  const text = `BEGIN:VCARD\r\nVERSION:2.1\r\n${line}\r\nTEL;WORK:1234567\r\nEND:VCARD\r\n`;
  const contact = { ...nothing, companyName: name, mobile: '1234567' };
  expect(read('vcf', text)).toEqual({ contacts: [[1, contact]], refused: [] });
});

it('a contact card is refused where its letters cannot be read', () => {
  const text = card('FN;CHARSET=x-unheard-of:M\u00fcller', 'TEL:1234567');
  expect(read('vcf', text)).toEqual({
    contacts: [],
    refused: [{ line: 1, reason: 'The letters of this card are in a character set that is not read here' }],
  });
});

it('a contact card is refused by its first line where it is broken, nameless or of another version', () => {
  const text = [
    card('TEL:1234567'),
    'BEGIN:VCARD\r\nVERSION:2.0\r\nFN;ENCODING=QUOTED-PRINTABLE:=41\r\nEND:VCARD\r\n',
    'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Open\r\n',
    card('FN:Kept', 'garbage', ';:;:', 'X;a="open:no end', `NOTE;${';a=b'.repeat(5000)}`),
  ].join('');
  const { contacts, refused } = read('vcf', text);
  expect(contacts).toEqual([[12, { ...nothing, companyName: 'Kept' }]]);
  expect(refused).toEqual([
    { line: 1, reason: 'The company name is missing' },
    { line: 5, reason: 'Only cards of vCard 2.1, 3 and 4 are read' },
    { line: 9, reason: 'This card has no end' },
  ]);
});
