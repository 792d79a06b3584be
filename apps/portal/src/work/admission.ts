import { createHash } from 'node:crypto';
import { PortalBusy } from '@tidewaiter/contract';

/** What would be answered later than this is told to come back before anything is done for it, in milliseconds. */
export const LONGEST_STAY = 1000;

/** The calls of one screen, which come at once. Half of one is of no use to anybody, and costs as much beside its calls as a whole. */
export const SCREEN = 13;

/** Calls under way up to which nobody is told so. */
export const NEVER_MANY = 4 * SCREEN;

/** How many calls must have ended while many were under way before their pace is believed, and how much the newest says of it. */
const PACE = { least: 20, newest: 0.05 };

/** Of those whose token was shown to be an account's, so many are remembered. */
const KNOWN = 10_000;

/** A process' memory may be written to a disk: no token lies in it for longer than its call. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

interface Asker {
  underWay: number;
  /** Calls that are let in whatever is under way, since the first of their screen was. */
  promised: number;
}

/**
 * Who is let in while more is asked than can be answered. What is refused after it has waited for the accounts, for an engine and for
 * the one thread has cost as much as half an answer; so it is refused at the door, by the pace at which calls end. Screens are let in
 * or refused whole: where one more would take longer than the longest stay, with as many calls of each other asker before it as it
 * has itself, as turns are taken further in. Who waits for his own calls alone is let in: those are held in the lanes of what they
 * ask (decision 0021).
 */
export class Admission {
  #underWay = 0;
  readonly #askers = new Map<string, Asker>();
  readonly #accounts = new Map<string, string>();
  #refused = 0;
  #pace = { seen: 0, last: 0, milliseconds: 0 };

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** How many calls are under way, and how many were refused since the start. */
  get state() {
    return { running: this.#underWay, waiting: 0, refused: this.#refused };
  }

  /**
   * Whose a call counts as: its token's account, once that has been shown to be one's, and before that its address, since anybody can
   * make up tokens.
   */
  askerOf(token: string | undefined, address: string): string {
    return (token !== undefined && this.#accounts.get(hashOf(token))) || address;
  }

  /** Notes whose a token was shown to be. */
  know(token: string, account: string): void {
    const hash = hashOf(token);
    this.#accounts.delete(hash);
    this.#accounts.set(hash, account);
    const [oldest] = this.#accounts.keys();
    if (this.#accounts.size > KNOWN && oldest !== undefined) this.#accounts.delete(oldest);
  }

  /**
   * Lets a call in.
   *
   * @returns is to be called once, when it has ended
   * @throws PortalBusy where it would wait too long
   */
  enter(name: string): () => void {
    const asker = this.#askers.get(name) ?? { underWay: 0, promised: 0 };
    if (asker.promised === 0) {
      const wait = this.#waitOf(asker);
      if (wait > LONGEST_STAY) {
        this.#refused += 1;
        throw new PortalBusy(Math.ceil(wait / 1000));
      }
      asker.promised = SCREEN;
    }
    asker.promised -= 1;
    asker.underWay += 1;
    this.#underWay += 1;
    this.#askers.set(name, asker);
    return () => {
      this.#notePace();
      this.#underWay -= 1;
      asker.underWay -= 1;
      if (asker.underWay === 0) this.#askers.delete(name);
    };
  }

  /** How long a screen more would take, in milliseconds; 0 where nobody need ask. */
  #waitOf(asker: Asker): number {
    const isAlone = asker.underWay === this.#underWay;
    const own = asker.underWay + SCREEN;
    let before = 0;
    for (const other of this.#askers.values()) if (other !== asker) before += Math.min(other.underWay, own);
    // What one asker has beyond as many waits for its own: beside long calls of one alone, the pace is that at which the others ask.
    const isFew = asker.underWay + before < NEVER_MANY;
    if (isAlone || isFew || this.#pace.seen < PACE.least) return 0;
    return (own + before) * this.#pace.milliseconds;
  }

  /** Notes that a call ends; how long after the one before says something while many are under way. */
  #notePace(): void {
    const now = this.now();
    const { seen, last, milliseconds } = this.#pace;
    const isBusy = this.#underWay >= NEVER_MANY;
    if (isBusy && last > 0) {
      const newest = seen < PACE.least ? 1 / (seen + 1) : PACE.newest;
      this.#pace = { seen: seen + 1, last: now, milliseconds: milliseconds + newest * (now - last - milliseconds) };
    } else this.#pace.last = isBusy ? now : 0;
    // What was slow before says nothing of what comes after a rest.
    if (this.#underWay < NEVER_MANY / 2) this.#pace = { seen: 0, last: 0, milliseconds: 0 };
  }
}
