import { DRAFT_LIMITS, PortalError } from '@tidewaiter/contract';
import { operatorClient } from '../operator-client.js';

/** A part is sent in about this time, in milliseconds: a line that breaks loses no more. */
const PART_MS = 2000;

const FIRST_PART = 512 * 1024;

/** Waits between tries where no answer comes, in milliseconds; after the last, whoever sends chooses the file again. */
const RETRY_AFTER_MS = [1000, 2000, 5000, 10_000, 20_000, 30_000];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Failures that pass by themselves. */
const PASSING: readonly string[] = ['NO_ANSWER', 'TOO_MANY_REQUESTS', 'PORTAL_BUSY', 'DATABASE_AWAY'];

const passes = (error: unknown) => error instanceof PortalError && PASSING.includes(error.code);

async function tried<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (const ms of RETRY_AFTER_MS) {
    try {
      return await call();
    } catch (error) {
      if (!passes(error)) throw error;
      await pause(ms);
    }
  }
  return call();
}

/**
 * Sends a file in parts, from where an earlier try has ended.
 *
 * @param source the public source that it is of, where it was chosen as a file of that
 * @param onSent is told how many of its bytes are there
 * @returns its draft
 */
export async function sendFile(
  file: File,
  source: string | undefined,
  onSent: (draft: string, bytes: number) => void,
): Promise<string> {
  const { name, size: bytes, lastModified: modified } = file;
  const begun = await tried(() => operatorClient.beginDraft({ file: name, bytes, modified, source }));
  const { draft } = begun;
  let at = begun.received;
  let size = FIRST_PART;
  onSent(draft, at);
  while (at < file.size) {
    const part = file.slice(at, at + size, 'application/octet-stream');
    const since = performance.now();
    const offset = at;
    const { received } = await tried(() => operatorClient.sendDraftPart(part, { params: { draft, offset } }));
    at = received;
    onSent(draft, at);
    const faster = PART_MS / Math.max(1, performance.now() - since);
    size = Math.round(Math.min(DRAFT_LIMITS.partBytes, Math.max(64 * 1024, size * Math.min(2, faster))));
  }
  return draft;
}
