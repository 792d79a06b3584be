/** How values of contact cards are written beneath their escapes: in quoted-printable, in base64, in the letters of a character set. */

/** The parameters of a line that say so; in cards of version 2.1 a value stands without its name. */
interface ValueWriting {
  encoding: 'quoted-printable' | 'base64' | undefined;
  charset: string | undefined;
}

export function writingOf(parameters: string): ValueWriting {
  const encoding = /;(?:ENCODING=)?"?(QUOTED-PRINTABLE|BASE64|B)"?(?=;|$)/i.exec(parameters)?.[1]?.toUpperCase();
  const charset = /;CHARSET="?([^";]+)/i.exec(parameters)?.[1]?.trim();
  if (encoding === undefined) return { charset, encoding };
  return { charset, encoding: encoding.startsWith('Q') ? 'quoted-printable' : 'base64' };
}

/** Character sets in which a byte of a letter may be a stroke or a separator by itself. */
const WIDE = /jis|2022|gb|big5|euc|949/i;

/** What stands for separators and strokes within parts of a value, so that they are text. */
const SEPARATORS: Readonly<Record<string, string>> = { '=3B': '\\;', '=2C': '\\,', '=5C': '\\\\' };

/**
 * A value as it would be written without all that, escapes and all.
 *
 * @throws RangeError where the character set is none that is known
 */
export function writtenPlain(value: string, { encoding, charset }: ValueWriting): string {
  if (encoding === 'base64') return decoded(Buffer.from(value, 'base64'), charset);
  if (encoding === undefined) return charset === undefined ? value : inCharset(value, charset);
  const kept = WIDE.test(charset ?? '')
    ? value
    : value.replace(/=(?:3B|2C|5C)/gi, (code) => SEPARATORS[code.toUpperCase()] ?? code);
  return decoded(bytesOf(kept), charset).replace(/\r\n?/g, '\n');
}

function bytesOf(quoted: string): Buffer {
  const parts = quoted.split(/=([0-9a-f]{2})/i);
  return Buffer.concat(parts.map((part, at) => (at % 2 === 1 ? Buffer.from(part, 'hex') : Buffer.from(part, 'utf8'))));
}

/** Where no character set is named, what is no UTF-8 is as old spreadsheets write it. */
function decoded(bytes: Buffer, charset: string | undefined): string {
  if (charset !== undefined) return new TextDecoder(charset).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The byte of each letter of a file that was read as the old one of Western Europe, since it was no UTF-8. */
const WESTERN = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, at) => at))].map(
    (letter, byte) => [letter, byte] as const,
  ),
);

/** Letters that were read without a look at what their line says of them. */
function inCharset(value: string, charset: string): string {
  const bytes = [...value].map((letter) => WESTERN.get(letter));
  const decoder = new TextDecoder(charset, { fatal: true });
  if (bytes.includes(undefined)) return value;
  try {
    return decoder.decode(Uint8Array.from(bytes, (byte) => byte ?? 0));
  } catch {
    return value;
  }
}
