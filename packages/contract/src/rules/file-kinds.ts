/** What the first bytes of a file say that it is, wherever files are read: beside the server, and in the browser. */

const WORKBOOK = 'Save it as .xlsx or CSV.';
const OPEN_AND_SAVE = 'Open it in a spreadsheet and save it as .xlsx or CSV.';
const UNPACK = 'is packed in a way that is not read here. Unpack it first.';
const RAR =
  'is a RAR archive, which is not read here. Unpack it first (unrar x NAME.rar or 7z x NAME.rar; of several volumes name the first), then load what comes out.';
const WRITE = 'Write it as Parquet or CSV.';
const PICTURE = 'is a picture, not a table.';

/** Signatures by their place, as Latin-1. */
const SIGNATURES: readonly (readonly [at: number, signature: string, what: string])[] = [
  [0, '%PDF', 'is a PDF document, not a table.'],
  [0, '\t\b\u0010\0', `is an old Excel workbook (.xls). ${WORKBOOK}`],
  [0, '\t\u0004\u0006\0', `is an old Excel workbook (.xls). ${WORKBOOK}`],
  [0, '\t\u0002\u0006\0', `is an old Excel workbook (.xls). ${WORKBOOK}`],
  [0, '\t\0\u0004\0', `is an old Excel workbook (.xls). ${WORKBOOK}`],
  [30, 'mimetypeapplication/vnd.oasis.opendocument', `is an OpenDocument file. ${WORKBOOK}`],
  [0, 'Rar!', RAR],
  ...['7z\u00bc\u00af', 'BZh', '\u00fd7zXZ', 'MSCF', '\u001f\u009d', '\u0004"M\u0018', 'LZIP'].map(
    (signature) => [0, signature, UNPACK] as const,
  ),
  [257, 'ustar', 'is a tar archive. Unpack it first.'],
  [0, 'Obj\u0001', `is an Avro file. ${WRITE}`],
  [0, 'ARROW1\0\0', `is an Arrow file. ${WRITE}`],
  [0, 'FEA1', `is a Feather file. ${WRITE}`],
  [0, 'SQLite format 3\0', 'is a database (SQLite), not a table. Write one of its tables as CSV.'],
  ...['Standard Jet DB', 'Standard ACE DB'].map(
    (name) => [4, name, 'is a database (Access), not a table. Write one of its tables as .xlsx or CSV.'] as const,
  ),
  ...['\u0089PNG', '\u00ff\u00d8\u00ff', 'GIF8', 'II*\0', 'MM\0*'].map((signature) => [0, signature, PICTURE] as const),
  [0, '{\\rtf', 'is a text document, not a table.'],
];

/** What holds old workbooks, and workbooks that a password protects; which of the two, names within it tell. */
const COMPOUND = '\u00d0\u00cf\u0011\u00e0';
const ENCRYPTED = [...'EncryptedPackage'].join('\0');

const TAGS =
  '!doctype html|html|head|body|meta|style|script|title|link|base|div|span|table|thead|tbody|tr|td|th|p|br|center|font|h[1-6]|form|ul|ol|pre|iframe|section|main|img';
const PAGE = new RegExp(`^<(?:${TAGS})[\\s>/]`, 'i');
/** What may stand before what a page or a document is. */
const BEFORE = /^(?:\s|<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)|<!doctype(?! html)[^>[]*(?:\[[\s\S]*?\])?\s*>)+/i;
const MESSAGE = /^(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)*?(?:MIME-Version|Content-Type):/i;
const PAGE_AS_TABLE = `is a web page, whatever its name says. ${OPEN_AND_SAVE}`;

const LINES_OF_JSON = 'Write it as newline JSON, one object a line (jq -c ".[]" does), or as CSV.';

const latin = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

function textOf(head: Uint8Array): string {
  const [first, second] = head;
  const wide =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(wide).decode(head).trimStart();
}

/**
 * What a file is that is no table, and what to do about it, to stand behind its name; undefined for what may be one.
 *
 * @param head its first kilobytes
 */
export function foreignKind(head: Uint8Array): string | undefined {
  const bytes = latin(head);
  if (bytes.startsWith(COMPOUND)) {
    return bytes.includes(ENCRYPTED)
      ? 'is a workbook with a password. Open it in a spreadsheet and save it without one.'
      : `is an old Excel workbook (.xls). ${WORKBOOK}`;
  }
  const signed = SIGNATURES.find(([at, signature]) => bytes.startsWith(signature, at));
  if (signed) return signed[2];
  // Three letters may begin a name, too.
  if (bytes.startsWith('ORC') && [...bytes.slice(3, 20)].some((sign) => sign < '\t' || sign >= '\u0080'))
    return `is an ORC file. ${WRITE}`;
  return foreignText(textOf(head));
}

function foreignText(text: string): string | undefined {
  if (text.startsWith('<')) {
    const isXml = /^<\?xml/i.test(text);
    const within = text.replace(BEFORE, '');
    if (PAGE.test(within) || (within === '' && !isXml)) return PAGE_AS_TABLE;
    if (isXml || /^<[a-z][\w:.-]*[\s>/]/i.test(within)) return `is an XML document, not a table. ${OPEN_AND_SAVE}`;
  }
  if (MESSAGE.test(text) && /text\/html|multipart\//i.test(text)) return PAGE_AS_TABLE;
  if (/^BEGIN:VCARD\s/i.test(text)) return 'is a file of contact cards, not a table.';
  if (/^(?:CREATE TABLE|INSERT INTO)\s/im.test(text) && /;\s*$/m.test(text))
    return 'is a dump of a database, not a table. Write one of its tables as CSV.';
  if (/^\[\s*["[{\]]/.test(text)) return `is a JSON array. ${LINES_OF_JSON}`;
  return /^\{\s*"/.test(text) && !beginsWithObject(text) ? `is one JSON document. ${LINES_OF_JSON}` : undefined;
}

/** Whether the first line is an object of its own, or the beginning of one that is longer than what is seen. */
export function beginsWithObject(text: string): boolean {
  if (!/^\{\s*"/.test(text)) return false;
  const [line = ''] = text.split('\n', 1);
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return line.length === text.length;
  }
}
