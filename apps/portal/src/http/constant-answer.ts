import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';

/** By itself an answer under way would take eight megabytes to be compressed, and a tenth more time. */
export const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } };

/** The encodings that we write, the better first. */
const ENCODINGS = [
  ['br', /\bbr\b/],
  ['gzip', /\bgzip\b/],
] as const;

/** In which of the encodings that we write a caller takes an answer, the better first; undefined for none. */
export function encodingOf(accepted: string | string[] | undefined): 'br' | 'gzip' | undefined {
  return ENCODINGS.find(([, name]) => name.test(String(accepted ?? '')))?.[0];
}

/** Bytes that are handed on at once: the next are when these have been taken. */
const PIECE = 64 * 1024;

/** Hands on a large answer piece by piece, so that it shows how much of it has been taken. */
export function inPieces(answer: Buffer): Readable {
  function* pieces() {
    for (let at = 0; at < answer.length; at += PIECE) yield answer.subarray(at, at + PIECE);
  }
  return Readable.from(pieces(), { objectMode: false });
}

/** Makes and compresses a large answer, which is the same for everybody, when it is first asked for; all who ask share its bytes. */
export function constantAnswer(type: string, make: () => string) {
  async function makeAll() {
    const plain = Buffer.from(make());
    const [br, gz] = await Promise.all([promisify(brotliCompress)(plain), promisify(gzip)(plain)]);
    return { plain, br, gzip: gz };
  }
  let made: ReturnType<typeof makeAll> | undefined;
  return async (accepted: string | string[] | undefined, reply: FastifyReply): Promise<FastifyReply> => {
    made ??= makeAll();
    const answers = await made;
    const encoding = encodingOf(accepted);
    reply.type(type).header('vary', 'accept-encoding');
    if (encoding) reply.header('content-encoding', encoding);
    return reply.send(inPieces(answers[encoding ?? 'plain']));
  };
}
