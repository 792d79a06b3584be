import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RouteHandlerMethod } from 'fastify';

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

/** Whether a caller has an answer already, by what it says in `If-None-Match`. */
export const saysSame = (header: string | undefined, tag: string) =>
  header?.split(',').some((one) => one.trim() === tag || one.trim() === '*') === true;

/** Answers with what is the same for everybody: made and compressed when it is first asked for, and all who ask share its bytes. */
export function constantAnswer(type: string, make: () => string): RouteHandlerMethod {
  async function makeAll() {
    const plain = Buffer.from(make());
    const [br, gz] = await Promise.all([promisify(brotliCompress)(plain), promisify(gzip)(plain)]);
    const tag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    return { plain, br, gzip: gz, tag };
  }
  let made: ReturnType<typeof makeAll> | undefined;
  return async ({ headers }, reply) => {
    made ??= makeAll();
    const answers = await made;
    const encoding = encodingOf(headers['accept-encoding']);
    reply.headers({ etag: answers.tag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
    if (saysSame(headers['if-none-match'], answers.tag)) return reply.code(304).send();
    reply.type(type);
    if (encoding) reply.header('content-encoding', encoding);
    return reply.send(inPieces(answers[encoding ?? 'plain']));
  };
}
