/** Files go up into a bucket of an S3-compatible store, those that are large in parts. */
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { S3mini } from 's3mini';

/** Larger files go up in parts of so many bytes, unless said otherwise: of 10,000, the most that there may be, a file has up to 640 GB. */
export const PART_BYTES = 64 * 1024 * 1024;

/**
 * Keeps a copy of a file under a key. What is there under it is replaced.
 *
 * @param partBytes two parts are held at a time
 */
export async function putFile(bucket: S3mini, key: string, path: string, partBytes = PART_BYTES): Promise<void> {
  const { size } = await stat(path);
  if (size <= partBytes) {
    await bucket.putObject(key, await readFile(path));
    return;
  }
  const upload = await bucket.getMultipartUploadId(key);
  try {
    const parts = [];
    for await (const part of createReadStream(path, { highWaterMark: partBytes }))
      parts.push(await bucket.uploadPart(key, upload, part as Buffer, parts.length + 1));
    await bucket.completeMultipartUpload(key, upload, parts);
  } catch (error) {
    // Parts that come to nothing are paid for as long as they lie there.
    await bucket.abortMultipartUpload(key, upload).catch(() => {});
    throw error;
  }
}
