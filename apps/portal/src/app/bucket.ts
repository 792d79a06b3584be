/** Files go up into a bucket of an S3-compatible store, those that are large in parts. */
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { S3mini } from 's3mini';

/** Larger files go up in parts: of 10,000, the most that there may be, a file has up to 640 GB. */
export const PART_BYTES = 64 * 1024 * 1024;

/** Keeps a copy of a file under a key. What is there under it is replaced. */
export async function putFile(bucket: S3mini, key: string, path: string): Promise<void> {
  const { size } = await stat(path);
  if (size <= PART_BYTES) {
    await bucket.putObject(key, await readFile(path));
    return;
  }
  const upload = await bucket.getMultipartUploadId(key);
  const parts = [];
  for await (const part of createReadStream(path, { highWaterMark: PART_BYTES }))
    parts.push(await bucket.uploadPart(key, upload, part as Buffer, parts.length + 1));
  await bucket.completeMultipartUpload(key, upload, parts);
}
