import { OperatorError } from '@tidewaiter/contract';
import { z } from 'zod';
import type { RecordEngine } from '../engine/engine.js';
import { keysOfNames } from '../text/keys-of-names.js';
import { NOBODY } from '../text/party-name-keys.js';
import { type DataVersion, type DataVersions, visibleSums } from './data-version.js';
import { type JoinedParty, leadKeyOf } from './joined-parties.js';
import { numbersApart, numbersOf } from './party-numbers.js';

/** Every question by a party carries what is joined, so there is an end to it. */
const MOST = 2000;

/** A party by its key, in decimal digits, with its commonest spelling. */
export interface Party {
  key: string;
  name: string;
}

/** A party that is one with another. */
export interface PartyJoin extends Party {
  lead: Party;
  reason: string;
  at: string;
}

/** What an operator says of a proposed pair without joining it; OPEN takes it back. */
export type Verdict = 'REFUSED' | 'POSTPONED' | 'OPEN';

const EVENTS = ['JOINED', 'PARTED', 'REFUSED', 'POSTPONED', 'OPEN'] as const;

/** What was done to a party, and when. */
export interface PartyJoinEvent extends PartyJoin {
  number: number;
  event: (typeof EVENTS)[number];
}

/** A party that is to be one with another, and why. */
interface Joining extends JoinedParty {
  reason: string;
}

/** How many more parties can be joined. */
const roomIn = ({ joinedParties }: DataVersion) => Math.max(0, MOST - joinedParties.length);

/**
 * Makes one of parties that no rule of names sees to be one, and takes them apart again. What is stored stays as it is: a data version says
 * which parties are one, and questions count them together (decision 0035).
 */
export class PartyJoins {
  constructor(
    private readonly engine: RecordEngine,
    private readonly versions: DataVersions,
  ) {}

  /**
   * Joins parties to another, under whose name they are shown from then on; those that were joined to them come along.
   *
   * @param lead any spelling of it; where it is joined to another, that one leads
   * @param names any spellings of the others
   * @throws OperatorError when no record names one of them, or one is joined already
   */
  async join(lead: string, names: readonly string[], reason: string): Promise<PartyJoin[]> {
    return this.versions.change('A joining of parties', async () => {
      const version = await this.versions.current();
      const [given, ...others] = await this.#partiesOf([lead, ...names], version);
      if (given === undefined) throw new Error('no party was asked for');
      const top = leadKeyOf(given.key, version);
      for (const { key, name } of others) {
        const leading = leadKeyOf(key, version);
        if (leading === top) throw new OperatorError(`"${name}" and "${given.name}" are one party already.`);
        if (leading !== key) {
          throw new OperatorError(`"${name}" is joined to another party.`, [
            `npx tidewaiter party part ${JSON.stringify(name)}`,
          ]);
        }
      }
      const joined = [...new Set(others.map(({ key }) => key))];
      if (reason === '') await this.#mustAgree([top, ...joined], version);
      const leading = joined.map((party) => ({ party, lead: top, reason }));
      if (leading.length > roomIn(version))
        throw new OperatorError(`No more than ${MOST} parties can be joined to others.`);
      return this.#join(leading, version);
    });
  }

  /**
   * Joins parties that are found within the change, by one act: as many as there is room for.
   *
   * @param find each of them is joined to none, and each lead is none of them
   */
  async joinFound(find: (version: DataVersion) => Promise<readonly Joining[]>): Promise<PartyJoin[]> {
    return this.versions.change('A joining of parties', async () => {
      const version = await this.versions.current();
      const pairs = (await find(version)).slice(0, roomIn(version));
      return pairs.length === 0 ? [] : this.#join(pairs, version);
    });
  }

  /** Two numbers of one scheme are most likely two companies: who joins them says why. */
  async #mustAgree(parties: readonly string[], version: DataVersion): Promise<void> {
    const numbers = await numbersOf(parties, this.engine, version);
    for (const [at, one] of parties.entries()) {
      for (const other of parties.slice(at + 1)) {
        const apart = numbersApart(numbers.get(one) ?? [], numbers.get(other) ?? []);
        if (apart === null) continue;
        const names = await this.#namesOf([one, other], version);
        throw new OperatorError(
          `"${names.get(one)}" states ${apart[0]}, "${names.get(other)}" ${apart[1]}: these are most likely two companies.`,
          ['If they are one all the same, say why by --reason.'],
        );
      }
    }
  }

  #join(joinings: readonly Joining[], version: DataVersion): Promise<PartyJoin[]> {
    const leading = new Map(joinings.map((joining) => [joining.party, joining]));
    const moved = version.joinedParties.flatMap(({ party, lead }) => {
      const joining = leading.get(lead);
      return joining ? [{ ...joining, party }] : [];
    });
    const changed = [...joinings, ...moved];
    const parties = new Set(changed.map(({ party }) => party));
    return this.#publish('JOINED', changed, [
      ...version.joinedParties.filter(({ party }) => !parties.has(party)),
      ...changed.map(({ party, lead }) => ({ party, lead })),
    ]);
  }

  /**
   * Makes parties their own again.
   *
   * @param names any spellings of them
   * @throws OperatorError when one is not joined to another
   */
  async part(names: readonly string[], reason: string): Promise<PartyJoin[]> {
    return this.versions.change('A parting of parties', async () => {
      const version = await this.versions.current();
      const joined = await this.list();
      const keys = await this.#keysOf(names);
      for (const [at, key] of keys.entries()) {
        if (joined.some((join) => join.key === key)) continue;
        const led = joined.filter(({ lead }) => lead.key === key);
        if (led.length === 0) throw new OperatorError(`"${names[at]}" is joined to no other party.`);
        throw new OperatorError(`"${names[at]}" leads the parties that are joined to it. Part these:`, [
          ...led.map(({ name }) => `npx tidewaiter party part ${JSON.stringify(name)}`),
        ]);
      }
      const parted = new Set(keys);
      const left = version.joinedParties.filter(({ party }) => !parted.has(party));
      return this.#publish(
        'PARTED',
        [...parted].map((party) => ({ party, reason })),
        left,
      );
    });
  }

  /** Which parties are one with another now, by the names of the leads. */
  async list(): Promise<PartyJoin[]> {
    const { joinedParties } = await this.versions.current();
    const events = (await this.history()).filter(({ event }) => event === 'JOINED' || event === 'PARTED');
    const latest = new Map(events.map((event) => [event.key, event]));
    return joinedParties
      .flatMap(({ party }) => {
        const { number: _number, event: _event, ...join } = latest.get(party) ?? missing(party);
        return [join];
      })
      .sort((a, b) => a.lead.name.localeCompare(b.lead.name) || a.name.localeCompare(b.name));
  }

  /** All that was ever joined and parted, in its order. What a change has noted that died before it was published never was. */
  async history(): Promise<PartyJoinEvent[]> {
    const rows = await this.engine.query({
      name: 'party-joins.history',
      sql: `SELECT number, event, party, name, lead, lead_name, reason, toString(at) FROM party_joins
        WHERE concat('party ', toString(number)) IN (SELECT cause FROM data_versions) ORDER BY number, name`,
      row: z.tuple([
        z.number(),
        z.enum(EVENTS),
        z.string(),
        z.string(),
        z.string(),
        z.string(),
        z.string(),
        z.string(),
      ]),
      lane: 'short',
    });
    return rows.map(([number, event, key, name, lead, leadName, reason, at]) => ({
      ...{ number, event, key, name, reason },
      lead: { key: lead, name: leadName },
      at: `${at.replace(' ', 'T')}Z`,
    }));
  }

  /** Notes what is said of two parties that stay as they are. */
  async note([lead, party]: readonly [Party, Party], verdict: Verdict, reason: string): Promise<void> {
    await this.versions.change('A decision on parties', async () => {
      const entry = { party: party.key, name: party.name, lead: lead.key, leadName: lead.name };
      const { cause } = await enterJoins(this.engine, verdict, [entry], reason);
      await this.versions.publish({}, cause);
    });
  }

  /**
   * The pairs of keys that are not to be proposed: by their names, which outlive a rule of keys.
   *
   * @param parted whether those are among them that were joined and parted since
   */
  async decided({ parted = false } = {}): Promise<(readonly [string, string])[]> {
    const noted = (await this.history()).filter(({ event }) => parted || (event !== 'JOINED' && event !== 'PARTED'));
    const keyOf = await keysOfNames([...new Set(noted.flatMap(({ name, lead }) => [name, lead.name]))], this.engine);
    const latest = new Map(
      noted.map(({ event, name, lead }) => {
        const keys = [keyOf(lead.name), keyOf(name)].sort();
        return [keys.join(' '), { event, keys: [keys[0] ?? '', keys[1] ?? ''] as const }];
      }),
    );
    return [...latest.values()].filter(({ event }) => event !== 'OPEN' && event !== 'JOINED').map(({ keys }) => keys);
  }

  /** The commonest spellings of parties by their keys. */
  async namesOf(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.#namesOf(keys, await this.versions.current());
  }

  /** Notes what was done to some parties, then publishes it. */
  async #publish(
    event: PartyJoinEvent['event'],
    changed: readonly Omit<Joining, 'lead'>[],
    joinedParties: readonly JoinedParty[],
  ): Promise<PartyJoin[]> {
    const version = await this.versions.current();
    const leads = new Map(
      (event === 'JOINED' ? joinedParties : version.joinedParties).map(({ party, lead }) => [party, lead]),
    );
    const names = await this.#namesOf([...changed.map(({ party }) => party), ...leads.values()], version);
    const partyNameOf = (key: string) => names.get(key) ?? key;
    const entries = changed.map(({ party, reason }) => {
      const lead = leads.get(party) ?? party;
      return { party, name: partyNameOf(party), lead, leadName: partyNameOf(lead), done: { reason, at: '' } };
    });
    const { number, cause } = await enterJoins(this.engine, event, entries, '');
    await this.versions.publish({ joinedParties }, cause);
    const entered = (await this.history()).filter((entry) => entry.number === number);
    return entered.map(({ number: _number, event: _event, ...join }) => join);
  }

  /** @throws OperatorError when nothing is left of a name */
  async #keysOf(names: readonly string[]): Promise<string[]> {
    const keyOf = await keysOfNames(names, this.engine);
    return names.map((name) => {
      const key = keyOf(name);
      if (key === NOBODY) throw new OperatorError(`"${name}" names no party: it holds neither letters nor digits.`);
      return key;
    });
  }

  /** @throws OperatorError when no record that may be seen names one of them */
  async #partiesOf(names: readonly string[], version: DataVersion): Promise<Party[]> {
    const keys = await this.#keysOf(names);
    const found = await this.#namesOf(keys, version);
    return keys.map((key, at) => {
      const name = found.get(key);
      if (name === undefined) throw new OperatorError(`No record that is loaded names "${names[at]}".`);
      return { key, name };
    });
  }

  /** The commonest spellings of parties, in whatever role and direction of trade. */
  async #namesOf(keys: readonly string[], version: DataVersion): Promise<Map<string, string>> {
    const visible = visibleSums(version);
    const rows = await this.engine.query({
      name: 'party-joins.names',
      sql: `SELECT toString(name_key), argMax(name, (records, name)) FROM (
          SELECT name_key, name, sum(records) AS records FROM party_names
          WHERE name_key IN (SELECT toUInt64(arrayJoin({keys:Array(String)}))) AND ${visible.sql} GROUP BY name_key, name
        ) GROUP BY name_key`,
      parameters: { ...visible.parameters, keys },
      row: z.tuple([z.string(), z.string()]),
      lane: 'short',
    });
    return new Map(rows);
  }
}

/** A row of what was done. */
interface JoinEntry extends JoinedParty {
  name: string;
  leadName: string;
  /** Why and when, where what was done before is noted anew under another key. */
  done?: Pick<PartyJoin, 'reason' | 'at'> | undefined;
}

/**
 * Notes that parties were joined or parted. It counts once a data version is published for this cause, and never where none is.
 *
 * @returns the number of the change, and the cause to publish it for
 */
export async function enterJoins(
  engine: RecordEngine,
  event: PartyJoinEvent['event'],
  entries: readonly JoinEntry[],
  reason: string,
): Promise<{ number: number; cause: string }> {
  const [row] = await engine.query({
    name: 'party-joins.next',
    sql: 'SELECT max(number) + 1 FROM party_joins',
    row: z.tuple([z.coerce.number()]),
    lane: 'load',
  });
  const number = row?.[0] ?? 1;
  await engine.run({
    name: 'party-joins.enter',
    sql: `INSERT INTO party_joins (number, event, party, name, lead, lead_name, reason, at)
      SELECT {number:UInt32}, {event:String}, entry.1, entry.2, entry.3, entry.4, entry.5,
        if(entry.6 = '', now(), parseDateTimeBestEffort(entry.6, 'UTC')) FROM (
        SELECT arrayJoin(arrayZip({parties:Array(String)}, {names:Array(String)}, {leads:Array(String)}, {lead_names:Array(String)},
          {reasons:Array(String)}, {times:Array(String)})) AS entry
      )`,
    parameters: {
      ...{ number, event },
      parties: entries.map(({ party }) => party),
      names: entries.map(({ name }) => name),
      leads: entries.map(({ lead }) => lead),
      lead_names: entries.map(({ leadName }) => leadName),
      reasons: entries.map(({ done }) => done?.reason ?? reason),
      times: entries.map(({ done }) => done?.at ?? ''),
    },
  });
  return { number, cause: `party ${number}` };
}

function missing(party: string): never {
  throw new Error(`party ${party} was joined without an entry`);
}
