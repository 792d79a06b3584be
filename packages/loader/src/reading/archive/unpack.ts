import { createReadStream } from 'node:fs';
import { type FileHandle, open, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { crc32, createGunzip } from 'node:zlib';
import { foreignKind, OperatorError } from '@tidewaiter/contract';
import { ZSTDDecoder } from 'zstddec/stream';
import { readChunks, readHead, unreadable } from '../form/file-bytes.js';
import type { Compression, FileSection } from '../form/file-form.js';
import { DISK_RESERVE, MAX_RATIO, RATIO_COUNTS_FROM } from '../form/reading-limits.js';
import type { Content } from '../form/types.js';
import { foreignArchive, isGzip, isZip, isZstd } from './signatures.js';
import type { StagedFile } from './staged-file.js';
import { isWorkbook, type Member, memberToRead, withZip } from './zip-archive.js';

/** Ends what would fill the disk, or is no table: an archive or a workbook of a few bytes may hold terabytes. */
export class UnpackLimit {
  #unpacked = 0;

  private constructor(
    readonly name: string,
    private readonly packed: number,
    private readonly room: number,
  ) {}

  /** @param packed the file's own bytes */
  static async of(name: string, packed: number, folder: string): Promise<UnpackLimit> {
    const { bavail, bsize } = await statfs(folder);
    return new UnpackLimit(name, packed, bavail * bsize - DISK_RESERVE);
  }

  /** @throws OperatorError when so many bytes more are too many */
  count(bytes: number): void {
    this.#unpacked += bytes;
    if (this.#unpacked > Math.max(RATIO_COUNTS_FROM, MAX_RATIO * this.packed)) {
      throw new OperatorError(
        `${this.name} unpacks to more than ${MAX_RATIO} times its size, as no table does. Look at what it holds.`,
      );
    }
    if (this.#unpacked > this.room) {
      throw new OperatorError(
        `${this.name} unpacks to more than the disk holds. Nothing has changed; free some space and try again.`,
      );
    }
  }
}

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
async function* unzstd(file: FileHandle): AsyncGenerator<Uint8Array> {
  const decoder = new ZSTDDecoder();
  await decoder.init();
  const source = readChunks(file);
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

/** Every signature lies within so many bytes. */
const SIGNATURE = 4096;

/**
 * Undoes what a file is packed in, once.
 *
 * @param name the operator's path
 * @param folder a private one, for what comes out
 * @throws OperatorError when it is damaged, cut off, packed twice, or more than the disk holds
 */
export async function unpack(name: string, given: StagedFile, folder: string, file: FileSection): Promise<Content> {
  const head = await readHead(given.copy, SIGNATURE);
  const compression = file.compression ?? (await detectCompression(head, given.copy, name));
  const plain = {
    ...{ path: given.copy, name, fileName: basename(name) },
    ...{ compression, member: null, isOneOfSeveral: false, head },
  };
  if (compression === 'none') return refuseForeign(plain);
  const limit = await UnpackLimit.of(name, given.bytes, folder);
  const path = join(folder, 'content');
  const content =
    compression === 'zip'
      ? await unzip(plain, file.member ?? undefined, path, limit)
      : await decompress(plain, path, limit);
  const unpacked = { ...content, path, head: await readHead(path, SIGNATURE) };
  if (unpacked.head.length === 0) throw new OperatorError(`${name} holds nothing.`);
  if ((await detectCompression(unpacked.head, path, name)) !== 'none') {
    throw new OperatorError(`${name} is an archive within an archive. Unpack it once and load what comes out.`);
  }
  return refuseForeign(unpacked);
}

function refuseForeign(content: Content): Content {
  const foreign = foreignKind(content.head);
  if (foreign !== undefined) throw new OperatorError(`${content.name} ${foreign}`);
  return content;
}

/** A workbook is a zip archive too, but not one to unpack. */
async function detectCompression(head: Buffer, path: string, name: string): Promise<Compression> {
  if (isGzip(head)) return 'gzip';
  if (isZstd(head)) return 'zstd';
  if (!isZip(head)) return 'none';
  return withZip(path, name, async (members) => {
    const foreign = foreignArchive(members.map((member) => member.name));
    if (foreign !== undefined) throw new OperatorError(`${name} ${foreign}`);
    return isWorkbook(members) ? 'none' : 'zip';
  });
}

async function decompress(packed: Content, path: string, limit: UnpackLimit): Promise<Content> {
  try {
    if (packed.compression === 'gzip') {
      await save(gunzip(packed.path), path, limit);
    } else {
      const file = await open(packed.path, 'r');
      try {
        await save(unzstd(file), path, limit);
      } finally {
        await file.close();
      }
    }
  } catch (error) {
    throw damaged(error, packed.name);
  }
  return { ...packed, fileName: packed.fileName.replace(/\.(gz|zst)$/i, '') };
}

async function unzip(
  archive: Content,
  memberName: string | undefined,
  path: string,
  limit: UnpackLimit,
): Promise<Content> {
  return withZip(archive.path, archive.name, async (members) => {
    const { member, isOneOfSeveral } = memberToRead(members, archive.name, memberName);
    try {
      await save(readMember(member), path, limit);
    } catch (error) {
      throw damaged(error, archive.name);
    }
    return {
      ...archive,
      name: `${archive.name}: ${member.name}`,
      fileName: basename(member.name),
      member: member.name,
      isOneOfSeveral,
    };
  });
}

/** The streams begin with the first piece that is asked for: an error before that would be nobody's, and end the process. */
async function* gunzip(path: string): AsyncGenerator<Uint8Array> {
  const unzipped = createGunzip();
  const source = createReadStream(path);
  source.on('error', (error) => unzipped.destroy(error));
  yield* source.pipe(unzipped);
}

/** A member's bytes; its size is checked on the way out, its checksum here. */
async function* readMember(member: Member): AsyncGenerator<Uint8Array> {
  let checksum = 0;
  for await (const piece of await member.open()) {
    checksum = crc32(piece, checksum);
    yield piece;
  }
  if (checksum !== member.checksum) throw new Error('its checksum is wrong');
}

async function save(pieces: AsyncIterable<Uint8Array>, path: string, limit: UnpackLimit): Promise<void> {
  const target = await open(path, 'w', 0o600);
  try {
    for await (const piece of pieces) {
      limit.count(piece.length);
      await target.writeFile(piece);
    }
  } finally {
    await target.close();
  }
}

/** Node's codes of zlib, and what the readers of the other archives say. */
function damaged(error: unknown, name: string): OperatorError {
  if (error instanceof OperatorError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('E')) return unreadable(error, name);
  const message = error instanceof Error ? error.message : String(error);
  if (code === 'Z_BUF_ERROR' || /unexpected end|incomplete stream/i.test(message)) {
    return new OperatorError(`${name} ends too early: it is cut off. Fetch it again.`);
  }
  return new OperatorError(`${name} is damaged and cannot be unpacked: ${message}`);
}
