import { expect, it } from 'vitest';
import { foreignKind } from './file-kinds.js';

const kindOf = (content: string) => foreignKind(Uint8Array.from(content, (letter) => letter.charCodeAt(0)));
const inUtf16 = (text: string) =>
  foreignKind(new Uint8Array([0xff, 0xfe, ...[...text].flatMap((sign) => [sign.charCodeAt(0), 0])]));
const wide = (name: string) => [...name].join('\0');
const COMPOUND = '\u00d0\u00cf\u0011\u00e0';

it.each([
  '<html>',
  '\n <!DOCTYPE html>\n<html>',
  '<!-- saved from url=(0014)about:internet -->\r\n<table border=1>',
  `<!-- ${'x'.repeat(5000)}`,
  '<meta http-equiv="Content-Type" content="text/html">',
  '<style>td {}</style><table>',
  '<div class="x"><table>',
  '\u00ef\u00bb\u00bf<TABLE>',
  '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "x" "y">\n<html xmlns="http://www.w3.org/1999/xhtml">',
  'MIME-Version: 1.0\r\nX-Document-Type: Workbook\r\nContent-Type: multipart/related;\r\n\tboundary="x"\r\n',
  'From: <Saved by Blink>\nSnapshot-Content-Location: x\nMIME-Version: 1.0\nContent-Type: multipart/related;\n',
])('the first bytes say that a file is a web page: %j', (content) =>
  expect(kindOf(content)).toMatch(/^is a web page.*[.]$/),
);

it.each([
  ['is an XML document', '<?xml version="1.0"?><!-- x --><rows><row>'],
  ['is an XML document', '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn">'],
  ['is an XML document', '<rows>\n<row/></rows>'],
  ['is a RAR archive', 'Rar!\u001a\u0007\0'],
  ['is packed', '7z\u00bc\u00af\u0027\u001c'],
  ['is a PDF', '%PDF-1.7'],
  ['is an old Excel workbook', `${COMPOUND}${'\0'.repeat(600)}${wide('Workbook')}`],
  ['is an old Excel workbook', '\t\b\u0010\0\0\u0006'],
  ['is a workbook with a password', `${COMPOUND}${'\0'.repeat(600)}${wide('EncryptedPackage')}`],
  ['is an OpenDocument file', `PK\u0003\u0004${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.text`],
  ['is an ORC file', 'ORC\b\u0003\u0010\u0005'],
  ['is an Avro file', 'Obj\u0001'],
  ['is a database', 'SQLite format 3\0'],
  ['is a picture', '\u0089PNG\r\n'],
  ['is a dump of a database', '-- MySQL dump\nINSERT INTO t VALUES (1);\n'],
  ['is a file of contact cards', 'BEGIN:VCARD\r\nVERSION:3.0'],
  ['is a JSON array', '[{"a":1}]'],
  ['is a JSON array', '["a","b"]\n["1","2"]'],
  ['is one JSON document', '{\n "data": []}'],
])('the first bytes say that a file %s: %j', (kind, content) => {
  expect(kindOf(content)).toMatch(new RegExp(`^${kind}.*[.]$`));
});

it('the first bytes say that a file is a web page in UTF-16', () => {
  expect(inUtf16('<html><table>')).toContain('is a web page');
});

it.each([
  ...['no,name\n1,Acme\n', 'ORCHARD,FRUIT\n', 'Date: of entry,Content-Type\n1,2\n', 'From:,To:\n', ''],
  ...['[8517.13]: Telephones,1\n', '{"a":1}\n{"a":2}\n', 'PK,Number\n', 'A < B,C\n', 'GIF,JPG\n'],
  'Insert into,Name\n1,2\n',
])('the first bytes say that a file may be a table: %j', (content) => {
  expect(kindOf(content)).toBeUndefined();
});
