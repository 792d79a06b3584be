import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '@tidewaiter/contract';
import { z } from 'zod';
import { quote, type RecordEngine } from '../engine/engine.js';

/** A claim that nobody has renewed for so long, in seconds, is that of a portal that died. */
const LEASE = 60;

/** The moment before which one that was not renewed has expired, by the server's clock: portals' clocks may differ. */
const EXPIRED = `now64(3, 'UTC') - INTERVAL ${LEASE} SECOND`;

/** Between renewals, in milliseconds. */
const RENEWAL = 10_000;

/** Two portals that claim at one moment both step back, and try again after a while of their own. */
const TRIES = 5;
const STEP_BACK = 400;

/** Another change of the records is under way. */
export class AnotherChange extends OperatorError {
  constructor(what: string) {
    super(`${what} is running. Wait for it to end, then try again.`);
  }
}

/** The right of one portal to change the records, until it is released or the portal dies. */
export interface Claim {
  id: string;
  /** Load numbers up to here may still be written to by portals that were taken for dead. */
  abandonedUpTo: number;
  /** Says that rows of a load are about to be written. */
  notes(loadId: number): Promise<void>;
  /** @throws OperatorError when the claim was taken for that of a dead portal */
  mustHold(): Promise<void>;
  release(): Promise<void>;
}

interface State {
  id: string;
  what: string;
  live: boolean;
  released: boolean;
  highestLoad: number;
}

/**
 * Who may change the records when several portals share them. A claim is a row in a table that all read. Whoever sees
 * another live claim after writing its own steps back: of two that claim at once, at least one sees the other.
 */
export class ChangeClaims {
  constructor(private readonly engine: RecordEngine) {}

  /** @throws AnotherChange when another portal changes the records */
  async take(what: string): Promise<Claim> {
    for (let attempt = 1; ; attempt += 1) {
      const id = randomUUID();
      await this.#write(id, what, 0);
      const states = await this.#states();
      const other = states.find((state) => state.live && state.id !== id);
      if (!other) return this.#held(id, what, states);
      await this.#write(id, what, 0, true);
      if (attempt === TRIES) throw new AnotherChange(`${other.what} of another portal`);
      // Further and further apart: on a slow server, those who claim at one moment would else meet at every try.
      await sleep(STEP_BACK * (1 + Math.random() * 2 ** attempt));
    }
  }

  #held(id: string, what: string, states: readonly State[]): Claim {
    let highest = 0;
    // One that fails is followed by the next; the lease outlasts several.
    const renewal = setInterval(() => void this.#renew(id, what, highest).catch(() => {}), RENEWAL);
    renewal.unref();
    const abandoned = states.filter((state) => !state.live && !state.released).map((state) => state.highestLoad);
    return {
      id,
      abandonedUpTo: Math.max(0, ...abandoned),
      notes: async (loadId) => {
        highest = loadId;
        await this.#renew(id, what, highest);
      },
      mustHold: async () => {
        // While it lives nobody else gets one, and one that has died stays dead.
        if ((await this.#states()).some((state) => state.id === id && state.live)) return;
        throw new OperatorError(
          'This change took too long to answer, and another portal may have begun one. Try again.',
        );
      },
      release: async () => {
        clearInterval(renewal);
        await this.#write(id, what, highest, true);
      },
    };
  }

  #write(id: string, what: string, highestLoad: number, released = false): Promise<void> {
    return this.#insert(id, what, highestLoad, released, '');
  }

  /** A claim that has expired is not brought back: another portal may have its own by now. */
  #renew(id: string, what: string, highestLoad: number): Promise<void> {
    const live = `(SELECT max(at) FROM change_claims WHERE change_id = ${quote(id)}) > ${EXPIRED}`;
    return this.#insert(id, what, highestLoad, false, `WHERE ${live}`);
  }

  async #insert(id: string, what: string, highestLoad: number, released: boolean, where: string): Promise<void> {
    await this.engine.run({
      name: 'claim.write',
      sql: `INSERT INTO change_claims
        SELECT ${quote(id)}, {what:String}, now64(3, 'UTC'), {highest:UInt32}, {released:Bool} ${where}`,
      parameters: { what, highest: highestLoad, released: String(released) },
      repeatable: true,
    });
  }

  async #states(): Promise<State[]> {
    const rows = await this.engine.query({
      name: 'claim.states',
      sql: `SELECT change_id, any(what), max(at) > ${EXPIRED} AND NOT max(released),
          max(released), max(highest_load)
        FROM change_claims GROUP BY change_id`,
      row: z.tuple([z.string(), z.string(), z.coerce.boolean(), z.coerce.boolean(), z.coerce.number()]),
      lane: 'load',
    });
    return rows.map(([id, what, live, released, highestLoad]) => ({ id, what, live, released, highestLoad }));
  }
}
