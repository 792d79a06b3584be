import { OperatorError } from '@tidewaiter/contract';
import { headOf } from './chunks.js';
import { decoderOf, encodingOfHead } from './encodings.js';
import { HEAD } from './reading-limits.js';
import type { TextSource } from './text-pass.js';
import type { Content } from './unpack.js';

/**
 * What a text file's first bytes are, and how all of it is to be passed over.
 *
 * @param told its encoding, where a mapping says so
 * @throws OperatorError when it is not text
 */
export async function findText(
  content: Content,
  told: string | undefined,
): Promise<{ source: TextSource; head: Buffer }> {
  const head = await headOf(content.path, HEAD);
  const encoding = told ?? encodingOfHead(head);
  if (encoding === undefined) {
    throw new OperatorError(`${content.name} is not text: it holds NUL bytes, as binary files do.`);
  }
  // Delimiters, quotes and line ends are the same in all encodings but the wide ones.
  const text = /^utf-?16/i.test(encoding) ? wide(head, encoding) : head;
  const oldLineEnds = text.includes(0x0d) && !text.includes(0x0a);
  return {
    source: { name: content.name, path: content.path, encoding, isTold: told !== undefined, oldLineEnds },
    head: oldLineEnds ? Buffer.from(text.toString('latin1').replaceAll('\r', '\n'), 'latin1') : text,
  };
}

/** What is wrong further down is found when the whole is passed over. */
function wide(head: Buffer, encoding: string): Buffer {
  try {
    return Buffer.from(decoderOf(encoding)?.decode(head) ?? '');
  } catch {
    return head;
  }
}
