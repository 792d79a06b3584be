import { createReadStream } from 'node:fs';

/** Longest first record that is read, in bytes: 2,000 columns of long names. */
const LONGEST = 1 << 20;

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/**
 * The text of a CSV file's first record, which may hold line breaks in quoted cells; up to {@link LONGEST} bytes of it where
 * its quote is never closed. What its cells are is the engine's to say.
 */
export async function firstRecord(path: string, delimiter: string): Promise<string> {
  const chunks: Buffer[] = [];
  const separator = delimiter.charCodeAt(0);
  let cellBegins = true;
  let quoted = false;
  for await (const chunk of createReadStream(path, { end: LONGEST - 1 }) as AsyncIterable<Buffer>) {
    for (const [index, byte] of chunk.entries()) {
      // A doubled quote closes the cell and opens it again, which comes to the same.
      if (byte === QUOTE && (quoted || cellBegins)) {
        quoted = !quoted;
        cellBegins = !quoted;
      } else if (!quoted && byte === LINE_FEED) {
        chunks.push(chunk.subarray(0, index + 1));
        return Buffer.concat(chunks).toString('utf8');
      } else {
        cellBegins = !quoted && byte === separator;
      }
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
