import { tabStorage } from './storage.js';

/** It lies in session storage, which no two tabs share: each keeps its own. */
const UNFINISHED = 'tidewaiter.unfinished';

interface Unfinished {
  userid: number;
  work: unknown;
}

function stored(): Unfinished | null {
  try {
    const kept: unknown = JSON.parse(tabStorage.getItem(UNFINISHED) ?? 'null');
    return typeof kept === 'object' && kept !== null && 'userid' in kept && 'work' in kept
      ? (kept as Unfinished)
      : null;
  } catch {
    return null;
  }
}

/** Keeps in this tab what somebody has begun, over a reload and over the end of their session. */
export function keepUnfinished(userid: number, work: unknown): void {
  tabStorage.setItem(UNFINISHED, JSON.stringify({ userid, work }));
}

/** Reads the work that somebody left unfinished in this tab, unchecked: storage is anybody's to edit. Undefined when nothing is theirs. */
export function unfinishedBy(userid: number): unknown {
  const kept = stored();
  return kept?.userid === userid ? kept.work : undefined;
}

export function forgetUnfinished(): void {
  tabStorage.removeItem(UNFINISHED);
}

/** Forgets the work of anybody else: it is not for the next person. */
export function forgetUnfinishedOfOthers(userid: number): void {
  if (stored()?.userid !== userid) forgetUnfinished();
}
