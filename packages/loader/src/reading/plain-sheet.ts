/**
 * Rows of a sheet as nearly all programs write them, read from its bytes in a fifth of the time that a general reader of XML takes. What
 * is written in any other way is left to that reader: nothing here is guessed.
 */
import { buffer } from 'node:stream/consumers';
import { isDayFormat } from '@tidewaiter/contract';
import { isDateFormat } from 'hucre';
import { readXml } from 'hucre/xml';
import { MAX_PLAIN_SHEET, MAX_RECORD } from './reading-limits.js';
import { NotPlain, type SheetRow, SheetScan, unescaped } from './sheet-scan.js';
import { partsOf } from './workbook-parts.js';
import type { Member } from './zip-archive.js';

/** Bytes of a sheet's XML that are read at a time: what else the process does waits so long at most. */
const PIECE = 256 * 1024;

/**
 * The rows of a sheet, some at a time.
 *
 * @throws NotPlain whenever it is not sure; what was read until then counts for nothing
 */
export async function* plainRows(members: readonly Member[], sheet: string): AsyncGenerator<SheetRow[]> {
  try {
    const parts = await partsOf(members, sheet);
    const names = new Set(members.map(({ name }) => name.toLowerCase()));
    if (parts === undefined || names.size < members.length || parts.sheet.bytes > MAX_PLAIN_SHEET) throw new NotPlain();
    const read = async (part: Member | undefined) => (part ? decoded(await buffer(await part.open())) : undefined);
    const [texts, styles] = [await read(parts.texts), await read(parts.styles)];
    const { from1904 } = parts;
    const scan = new SheetScan({ texts: sharedTexts(texts), days: stylesOfDays(styles), from1904 });
    let [rest, bytes]: [Buffer, number] = [Buffer.alloc(0), 0];
    for await (const piece of await parts.sheet.openInPieces(PIECE)) {
      bytes += (piece as Buffer).length;
      rest = scan.push(Buffer.concat([rest, piece as Buffer]));
      // The archive says how much there is: no more of it is read, and no row may be as large as it likes.
      if (bytes > parts.sheet.bytes || rest.length > MAX_RECORD) throw new NotPlain();
      yield scan.taken();
    }
    if (!scan.hasEnded || bytes < parts.sheet.bytes) throw new NotPlain();
  } catch (error) {
    throw error instanceof NotPlain ? error : new NotPlain('', { cause: error });
  }
}

const decoded = (bytes: Uint8Array) => new TextDecoder('utf-8').decode(bytes);

/** A text of which nothing is left out, within its element. */
const TEXT = '<t(?:\\s[^<>]*)?>([^<]*)</t>|<t(?:\\s[^<>]*)?/>';
const PLAIN_TEXT = new RegExp(`^(?:${TEXT})$`);
const RUN = new RegExp(`<r>(?:${TEXT})</r>`, 'g');

/** How letters of a text look, and that nothing tells how they are spoken. No part is looked over twice, however it is written. */
const LOOKS = /<rPr>(?:<(?!rPr)[^<>]*>)*?<\/rPr>|<phoneticPr\s[^<>]*\/>/g;

function sharedTexts(xml: string | undefined): string[] {
  const texts: string[] = [];
  if (xml === undefined) return texts;
  let at = xml.indexOf('>', xml.indexOf('<sst')) + 1;
  if (at === 0 || xml.includes('<!')) throw new NotPlain();
  for (;;) {
    const from = xml.indexOf('<', at);
    if (xml.startsWith('</sst>', from) || (from === -1 && xml.endsWith('/>'))) return texts;
    const to = xml.indexOf('</si>', from);
    if (!xml.startsWith('<si>', from) || to === -1) throw new NotPlain();
    texts.push(sharedText(xml.slice(from + '<si>'.length, to)));
    at = to + '</si>'.length;
  }
}

function sharedText(xml: string): string {
  // Most are nothing but their letters.
  if (xml.startsWith('<t>') && xml.indexOf('<', 3) === xml.length - 4 && xml.endsWith('</t>'))
    return unescaped(xml.slice(3, -4));
  const bare = xml.replace(LOOKS, '').trim();
  const whole = PLAIN_TEXT.exec(bare);
  if (whole) return unescaped(whole[1] ?? '');
  if (bare === '' || bare.replace(RUN, '') !== '') throw new NotPlain();
  return [...bare.matchAll(RUN)].map(([, text]) => unescaped(text ?? '')).join('');
}

/** How the lists of a workbook's formats begin. */
const BEGINNINGS = { cellXfs: /<cellXfs[\s>]/, numFmts: /<numFmts[\s>]/ };

function stylesOfDays(xml: string | undefined): boolean[] {
  if (xml === undefined) return [];
  const within = (list: keyof typeof BEGINNINGS) => {
    const from = xml.search(BEGINNINGS[list]);
    const end = `</${list}>`;
    const to = xml.indexOf(end, from);
    return from === -1 || to === -1 ? '' : xml.slice(from, to + end.length);
  };
  const elements = (list: keyof typeof BEGINNINGS, rowTag: string) =>
    readXml(within(list), { rowTag, stripNamespaces: true }).data;
  if (within('cellXfs') === '') throw new NotPlain();
  const formats = new Map(
    elements('numFmts', 'numFmt').map((each) => [Number(each['@numFmtId']), String(each['@formatCode'] ?? '')]),
  );
  return elements('cellXfs', 'xf').map((each) => {
    const id = Number(each['@numFmtId'] ?? '0');
    const code = formats.get(id);
    return code ? isDayFormat(code) : isDateFormat(String(id));
  });
}
