import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '@tidewaiter/contract';

const SECRET_KEY_BYTES = 32;

/** Whether a text is a secret key: 32 bytes in base64. */
export const isSecretKey = (text: string) => Buffer.from(text, 'base64').length === SECRET_KEY_BYTES;

/**
 * The portal's secret key, by which it seals secrets in its database: that of `SECRET_KEY`, or of a file in its data folder, which is made
 * when the first secret is sealed. No backup has it.
 *
 * @throws OperatorError where the file is no key
 */
export function secretKeyOf(dataFolder: string, given: string | undefined): Buffer {
  if (given !== undefined) return Buffer.from(given, 'base64');
  const path = join(dataFolder, 'secret-key');
  const text = readIfThere(path) ?? made(path);
  if (!isSecretKey(text)) throw new OperatorError(`${path} is no secret key. Put the one that was there back.`);
  return Buffer.from(text, 'base64');
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whole or not at all: half a key would seal what nobody could open. */
function made(path: string): string {
  const text = randomBytes(SECRET_KEY_BYTES).toString('base64');
  writeFileSync(`${path}.part`, `${text}\n`, { mode: 0o600, flush: true });
  renameSync(`${path}.part`, path);
  return text;
}
