/** A file that did not arrive, in words for whoever gave the destination. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
  /** The key by which a server is known from now on, though it took nothing. */
  hostKey: string | undefined;
}

/** Words of a stranger's server on one line, and no more of them than can be read. */
export const saidByServer = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 200);
