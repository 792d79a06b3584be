import { createHash } from 'node:crypto';

/** What is kept of a secret that is too long to be guessed. */
export const sha256 = (secret: string) => createHash('sha256').update(secret).digest('hex');
