import { PortalBusy } from '@tidewaiter/contract';
import { type Asker, PORTAL, type Pool } from './engine.js';

/**
 * What may wait for places, in statements; a long one counts as several ({@link COUNTED_BYTES}). A screen asks a dozen calls of
 * one or two statements each, and a person has several screens; an account has up to a hundred people.
 */
export const MOST_WAITING = { person: 200, account: 1000, inAll: 4000 } as const;

/** Text of a statement with its values, in bytes, that counts as one waiting: what waits lies in this process' memory. */
export const COUNTED_BYTES = 16_384;

/** Statements under way and waiting beyond which an account asks for more than its share: those of two screens at once. */
export const FAIR_SHARE = 40;

/** When to come back where the queue was full, in seconds. */
const RETRY_AFTER = 5;

interface Waiting<Place> {
  weight: number;
  take(place: Place): void;
}

/** Whom places are handed out to. */
interface Served {
  /** Statements at work. */
  running: number;
  /** When it had its last turn, in turns; 0 for never. */
  turn: number;
}

/** The statements of one person, each in the order in which they came. */
interface Person<Place> extends Served {
  /** Of calls that have had a place before: they go first, since what is begun and not ended has been worked on for nothing. */
  goingOn: Set<Waiting<Place>>;
  waiting: Set<Waiting<Place>>;
  weight: number;
}

interface Account<Place> extends Served {
  people: Map<string, Person<Place>>;
  /** No account of anybody's: the portal itself, which is always within its share. */
  isPortal: boolean;
  waiting: number;
  weight: number;
}

/** What places are doing just now. */
export interface LaneState {
  running: number;
  waiting: number;
  /** How many were told to come back later since the start. */
  refused: number;
}

/** How a piece of work is asked for. */
interface WaitingCall {
  asker: Asker;
  /** Of its statement with its values. */
  bytes?: number;
  signal?: AbortSignal | undefined;
}

/** How a piece of work waits. */
interface Queued {
  weight: number;
  signal: AbortSignal | undefined;
  /** It is of a call that has had a place before. */
  goesOn: boolean;
}

/** Of some, the one that has fewest at work; of several such, the one whose turn was longest ago. */
function nextOf<Item extends Served>(items: Iterable<Item>, isEligible: (item: Item) => boolean): Item | undefined {
  let next: Item | undefined;
  for (const item of items) {
    const isBefore = !next || item.running < next.running || (item.running === next.running && item.turn < next.turn);
    if (isBefore && isEligible(item)) next = item;
  }
  return next;
}

/**
 * Hands out a fixed number of places, fairly: to the account that has fewest statements at work, and within it to the person who
 * has. An embedded connection runs its statements one after another, so each place is a connection, and waiting happens here
 * rather than inside the engine's threads. Decision 0021.
 *
 * - The last free place is for an account that has nothing at work.
 * - An account that asks for more than its share has at most half of the places.
 * - What finds no place waits, and is refused where what waits already is too much: how long a call may wait is said at the door alone.
 * - A call that has had a place goes before its person's others.
 *
 * The portal's own work counts as an account of its own, that never has more than its share.
 */
export class Scheduler<Place> {
  readonly #places: number;
  readonly #free: Place[];
  readonly #accounts = new Map<string, Account<Place>>();
  /** What waits of people's statements, as it is counted. */
  #weight = 0;
  #turns = 0;
  #refused = 0;
  /** Calls that have had a place: each has an asker of its own, as an object. */
  readonly #begun = new WeakSet<Asker>();
  /** @param pool under which a call is told how long it waited here */
  constructor(
    private readonly pool: Pool,
    places: readonly Place[],
  ) {
    this.#free = [...places];
    this.#places = places.length;
  }

  get state(): LaneState {
    let waiting = 0;
    for (const account of this.#accounts.values()) waiting += account.waiting;
    return { running: this.#places - this.#free.length, waiting, refused: this.#refused };
  }

  /**
   * @param work is given its place, and whether its account asks for more than its share
   * @throws PortalBusy when too much is waiting
   * @throws the signal's reason when it is aborted before there is a place; the work is then never begun
   */
  async use<Result>(
    work: (place: Place, beyondShare: boolean) => Promise<Result>,
    { asker, bytes = 0, signal }: WaitingCall,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const account = this.#accountOf(asker);
    const person = personOf(account, asker);
    const goesOn = this.#begun.has(asker);
    const weight = 1 + Math.floor(bytes / COUNTED_BYTES);
    const begun = performance.now();
    const place = await this.#wait(account, person, { weight, signal, goesOn });
    asker.waited?.(this.pool, performance.now() - begun);
    this.#begun.add(asker);
    try {
      return await work(place, isBeyondShare(account));
    } finally {
      account.running -= 1;
      person.running -= 1;
      this.#free.push(place);
      this.#handOut();
      // Until then, who asks for nothing is remembered: whoever asks a little, often, goes before who asks for much at once.
      if (this.#free.length === this.#places) this.#accounts.clear();
    }
  }

  #accountOf({ account: id }: Asker): Account<Place> {
    const account = this.#accounts.get(id) ?? {
      people: new Map(),
      isPortal: id === PORTAL.account,
      waiting: 0,
      weight: 0,
      running: 0,
      turn: 0,
    };
    this.#accounts.set(id, account);
    return account;
  }

  #wait(account: Account<Place>, person: Person<Place>, { weight, signal, goesOn }: Queued): Promise<Place> {
    return new Promise((resolve, reject) => {
      const queue = goesOn ? person.goingOn : person.waiting;
      const leaveQueue = () => {
        queue.delete(waiting);
        account.waiting -= 1;
        this.#count(account, person, -weight);
        signal?.removeEventListener('abort', goAway);
      };
      const goAway = () => {
        leaveQueue();
        reject(signal?.reason);
      };
      const waiting: Waiting<Place> = {
        weight,
        take(place) {
          leaveQueue();
          resolve(place);
        },
      };
      queue.add(waiting);
      account.waiting += 1;
      this.#count(account, person, weight);
      signal?.addEventListener('abort', goAway, { once: true });
      this.#handOut();
      if (!queue.has(waiting)) return;
      if (!this.#isFull(account, person)) return;
      leaveQueue();
      this.#refused += 1;
      reject(new PortalBusy(RETRY_AFTER));
    });
  }

  #count(account: Account<Place>, person: Person<Place>, weight: number): void {
    person.weight += weight;
    account.weight += weight;
    if (!account.isPortal) this.#weight += weight;
  }

  /** What the portal does by itself is held up by nobody's questions. */
  #isFull(account: Account<Place>, person: Person<Place>): boolean {
    if (account.weight > MOST_WAITING.account) return true;
    return !account.isPortal && (person.weight > MOST_WAITING.person || this.#weight > MOST_WAITING.inAll);
  }

  #mayStart(account: Account<Place>): boolean {
    if (account.waiting === 0) return false;
    if (account.running === 0) return true;
    if (this.#free.length === 1) return false;
    return !isBeyondShare(account) || account.running < Math.floor(this.#places / 2);
  }

  #handOut(): void {
    while (this.#free.length > 0) {
      const account = nextOf(this.#accounts.values(), (one) => this.#mayStart(one));
      const person = account && nextOf(account.people.values(), (one) => lengthOf(one) > 0);
      const [first] = person ? (person.goingOn.size > 0 ? person.goingOn : person.waiting) : [];
      if (!account || !person || !first) return;
      this.#turns += 1;
      for (const served of [account, person]) {
        served.turn = this.#turns;
        served.running += 1;
      }
      // There is one: the loop's condition.
      first.take(this.#free.pop() as Place);
    }
  }
}

function personOf<Place>(account: Account<Place>, { person: id }: Asker): Person<Place> {
  const person = account.people.get(id) ?? {
    goingOn: new Set<Waiting<Place>>(),
    waiting: new Set<Waiting<Place>>(),
    weight: 0,
    running: 0,
    turn: 0,
  };
  account.people.set(id, person);
  return person;
}

const lengthOf = ({ goingOn, waiting }: Person<unknown>) => goingOn.size + waiting.size;

const isBeyondShare = ({ isPortal, running, waiting }: Account<unknown>) => !isPortal && running + waiting > FAIR_SHARE;
