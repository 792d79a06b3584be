import type { FileHandle } from 'node:fs/promises';
import { ZSTDDecoder } from 'zstddec/stream';
import { chunksOf } from './chunks.js';

/** Bytes that are given to the decoder at a time. */
const PIECE = 16 * 1024;

/**
 * Pieces without output, one after another, while the decoder has input left. It makes progress in each; when it does not,
 * the file is damaged, and it would not end by itself.
 */
const IDLE_MAX = 100;

/**
 * Unpacks a Zstandard file.
 *
 * @throws Error when it is damaged or ends early
 */
export async function* unzstd(file: FileHandle): AsyncGenerator<Uint8Array> {
  const decoder = new ZSTDDecoder();
  await decoder.init();
  const source = chunksOf(file);
  let chunk: Buffer = Buffer.alloc(0);
  let idle = 0;
  let isOver = false;
  // The decoder asks for its input within a call: it gets what was read before, and waits for no file.
  function* input(): Generator<Uint8Array> {
    while (!isOver) {
      idle = 0;
      const piece = chunk.subarray(0, PIECE);
      chunk = chunk.subarray(piece.length);
      yield piece;
    }
  }
  const output = decoder.decodeStreaming(input());
  for (;;) {
    if (chunk.length === 0 && !isOver) {
      const next = await source.next();
      if (next.done) isOver = true;
      else chunk = next.value;
    }
    const { done, value } = output.next();
    if (done) return;
    if (value.length > 0) yield value;
    else if (++idle > IDLE_MAX) throw new Error('its data are damaged');
  }
}
