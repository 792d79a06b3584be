import { OperatorError } from '@tidewaiter/contract';
import { z } from 'zod';
import type { Parameter, RecordEngine } from '../engine/engine.js';
import { AnotherChange, ChangeClaims, type Claim } from '../schema/change-claims.js';
import { ROLL_UP_RULE } from '../schema/roll-ups.js';
import { PARTY_RULE } from '../text/party-name-keys.js';
import type { JoinedParty } from './joined-parties.js';
import { explainShortage } from './shortage.js';
import { hiddenRecords, SUBJECT_KINDS, type Suppressed } from './suppressed.js';

/** Under which number the sums of a load's records lie, without those that are hidden. */
export interface ReplacementRollUp {
  load: number;
  replacement: number;
}

/**
 * A published state of the records. One row of `data_versions` names every load that can be seen, so publishing it is one
 * insert of one row: the single atomic act by which a load, a replacement or a removal becomes visible.
 */
export interface DataVersion {
  version: number;
  /** Loads up to this id can be seen … */
  highestLoad: number;
  /** … except these. */
  hiddenLoads: readonly number[];
  /** The set of exchange rates in force. */
  ratesVersion: number;
  /** What is hidden of the loads that can be seen. */
  suppressed: readonly Suppressed[];
  /** Of each load of which something is hidden: what is summed up in its place. */
  replacementRollUps: readonly ReplacementRollUp[];
  /** The edition of the HS nomenclature in force; 0 are the labels that ship. */
  nomenclatureVersion: number;
  /** The rule by which the keys of parties are made. */
  partyRule: number;
  /** The rule by which loads are summed up. */
  rollUpRule: number;
  /** Source countries beside those of the catalogue, by their codes. */
  addedCountries: readonly string[];
  /** Parties that are one with another. */
  joinedParties: readonly JoinedParty[];
  /** Of whoever asks: those among joined parties that no record names which they may see. */
  unseenParties?: readonly string[];
}

const NOTHING: DataVersion = {
  version: 0,
  highestLoad: 0,
  hiddenLoads: [],
  ratesVersion: 0,
  suppressed: [],
  replacementRollUps: [],
  nomenclatureVersion: 0,
  partyRule: PARTY_RULE,
  rollUpRule: ROLL_UP_RULE,
  addedCountries: [],
  joinedParties: [],
};

/** How long another portal's publication may go unseen, in milliseconds. */
const STALE_AFTER = 1000;

/** Seconds for which what a version no longer shows stays, so that a question that still reads the one before finds it. */
const QUESTIONS_END_AFTER = 120;

/** A change of the records under way. */
export interface Change {
  /** The first number that a load of this change may have. */
  firstLoad: number;
  /** Numbers before it that no load may ever be seen under: of changes that died, and may yet write. */
  abandonedLoads: readonly number[];
  /** To be called before the first row of a load is written. */
  begins(loadId: number): Promise<void>;
}

/** The current data version. A question reads it once and uses it for all that it asks. */
export class DataVersions {
  #known: DataVersion = NOTHING;
  #readAt = 0;
  #reading: Promise<void> | undefined;
  #changing: string | undefined;
  #claim: Claim | undefined;
  #follow: (version: DataVersion) => void = () => {};
  readonly #claims: ChangeClaims;

  private constructor(readonly engine: RecordEngine) {
    this.#claims = new ChangeClaims(engine);
  }

  static async open(engine: RecordEngine): Promise<DataVersions> {
    const versions = new DataVersions(engine);
    await versions.#read();
    return versions;
  }

  /**
   * The embedded engine has one writer, this process, so its version is kept in memory. One that is shared is asked again
   * after {@link STALE_AFTER}; what this portal has published itself is seen at once, and no version is followed by an older one.
   */
  async current(): Promise<DataVersion> {
    if (this.engine.shared && this.#claim === undefined && Date.now() - this.#readAt >= STALE_AFTER)
      await this.#refresh();
    return this.#known;
  }

  /** @param follow hears of the current version, and of each later one as soon as this process knows it */
  followedBy(follow: (version: DataVersion) => void): void {
    this.#follow = follow;
    follow(this.#known);
  }

  #refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    const startedAt = Date.now();
    const number = z.coerce.number().int();
    const [row] = await this.engine.query({
      name: 'version.current',
      sql: `SELECT version, highest_load, hidden_loads, rates_version, suppressed, stand_ins, nomenclature_version,
          party_rule, added_countries, joined_parties, roll_up_rule
        FROM data_versions ORDER BY version DESC LIMIT 1`,
      row: z.tuple([
        number,
        number,
        z.array(number),
        number,
        z.array(z.tuple([number, z.enum(SUBJECT_KINDS), z.string()])),
        z.array(z.tuple([number, number])),
        number,
        number,
        z.array(z.string()),
        z.array(z.tuple([z.string(), z.string()])),
        number,
      ]),
      lane: 'short',
    });
    if (row && row[0] > this.#known.version) {
      this.#known = {
        version: row[0],
        highestLoad: row[1],
        hiddenLoads: row[2],
        ratesVersion: row[3],
        suppressed: row[4].map(([number, kind, subject]) => ({ number, kind, subject })),
        replacementRollUps: row[5].map(([load, replacement]) => ({ load, replacement })),
        nomenclatureVersion: row[6],
        partyRule: row[7],
        addedCountries: row[8],
        joinedParties: row[9].map(([party, lead]) => ({ party, lead })),
        rollUpRule: row[10],
      };
      this.#follow(this.#known);
    }
    this.#readAt = startedAt;
  }

  /**
   * The hidden loads that no question reads any more.
   *
   * @param nobodyAsks whether this is the start of the only portal, before the first question
   */
  async forgottenLoads(nobodyAsks = false): Promise<readonly number[]> {
    if (nobodyAsks && !this.engine.shared) return this.#known.hiddenLoads;
    const [row] = await this.engine.query({
      name: 'version.forgotten',
      sql: `SELECT hidden_loads FROM data_versions WHERE published_at < now() - INTERVAL ${QUESTIONS_END_AFTER} SECOND
        ORDER BY version DESC LIMIT 1`,
      row: z.tuple([z.array(z.coerce.number().int())]),
      lane: 'load',
    });
    return row?.[0] ?? [];
  }

  /**
   * Changes the records, alone: a second change meanwhile is told so, rather than queued out of sight. Whatever publishes
   * or deletes does so inside this.
   *
   * @throws AnotherChange when one is under way, here or in another portal
   */
  async change<Result>(what: string, work: (change: Change) => Promise<Result>): Promise<Result> {
    if (this.#changing !== undefined) throw new AnotherChange(this.#changing);
    this.#changing = what;
    try {
      if (!this.engine.shared) return await work(this.#begun());
      return await this.#claimed(what, work);
    } catch (error) {
      throw explainShortage(error);
    } finally {
      this.#changing = undefined;
    }
  }

  async #claimed<Result>(what: string, work: (change: Change) => Promise<Result>): Promise<Result> {
    const claim = await this.#claims.take(what);
    try {
      await this.#read();
      this.#claim = claim;
      return await work(this.#begun(claim));
    } finally {
      this.#claim = undefined;
      // One that cannot be released expires.
      await claim.release().catch(() => {});
    }
  }

  #begun(claim?: Claim): Change {
    const { highestLoad } = this.#known;
    const abandoned = Math.max(0, (claim?.abandonedUpTo ?? 0) - highestLoad);
    return {
      firstLoad: highestLoad + abandoned + 1,
      abandonedLoads: Array.from({ length: abandoned }, (_, index) => highestLoad + 1 + index),
      begins: async (loadId) => claim?.notes(loadId),
    };
  }

  /** @throws OperatorError when this portal's change is no longer the only one */
  async mustBeAlone(): Promise<void> {
    if (this.#changing === undefined) throw new Error('the records are changed outside a change');
    await this.#claim?.mustHold();
  }

  /**
   * Publishes a change of the current version; on return it is on the disk and in force. Only inside {@link change}.
   *
   * @throws OperatorError when another portal has published meanwhile; then this change is not in force
   */
  async publish(change: Partial<Omit<DataVersion, 'version'>>, cause: string): Promise<DataVersion> {
    await this.mustBeAlone();
    const next = { ...this.#known, ...change, version: this.#known.version + 1 };
    const changeId = this.#claim?.id ?? '';
    await this.engine.run({
      name: 'version.publish',
      // Nothing is written where the version is no longer the one that the change began with, nor when this is repeated.
      sql: `INSERT INTO data_versions
          (version, highest_load, hidden_loads, rates_version, nomenclature_version, published_at, cause, change_id, suppressed,
            stand_ins, party_rule, added_countries, joined_parties, roll_up_rule)
        SELECT {version:UInt64}, {highest:UInt32}, {hidden:Array(UInt32)}, {rates:UInt64}, {nomenclature:UInt64}, now(),
          {cause:String}, {change:String},
          arrayZip({numbers:Array(UInt32)}, {kinds:Array(String)}, {subjects:Array(String)}),
          arrayZip({stood_in:Array(UInt32)}, {stand_ins:Array(UInt32)}), {party_rule:UInt64},
          {added_countries:Array(String)}, arrayZip({joined_parties:Array(String)}, {joined_leads:Array(String)}), {roll_up_rule:UInt64}
        WHERE (SELECT max(version) FROM data_versions) < {version:UInt64}`,
      parameters: {
        version: next.version,
        highest: next.highestLoad,
        hidden: next.hiddenLoads,
        rates: next.ratesVersion,
        nomenclature: next.nomenclatureVersion,
        cause,
        change: changeId,
        numbers: next.suppressed.map(({ number }) => number),
        kinds: next.suppressed.map(({ kind }) => kind),
        subjects: next.suppressed.map(({ subject }) => subject),
        stood_in: next.replacementRollUps.map(({ load }) => load),
        stand_ins: next.replacementRollUps.map(({ replacement }) => replacement),
        party_rule: next.partyRule,
        roll_up_rule: next.rollUpRule,
        added_countries: next.addedCountries,
        joined_parties: next.joinedParties.map(({ party }) => party),
        joined_leads: next.joinedParties.map(({ lead }) => lead),
      },
      repeatable: true,
    });
    await this.#mustBePublished(next.version, changeId);
    this.#known = next;
    this.#readAt = Date.now();
    this.#follow(next);
    return next;
  }

  async #mustBePublished(version: number, changeId: string): Promise<void> {
    const rows = await this.engine.query({
      name: 'version.published',
      sql: 'SELECT change_id FROM data_versions WHERE version >= {version:UInt64}',
      parameters: { version },
      row: z.tuple([z.string()]),
      lane: 'load',
    });
    if (rows.length === 1 && rows[0]?.[0] === changeId) return;
    throw new OperatorError(
      'Another portal has changed the records meanwhile. Nothing of this change is in force; try again.',
    );
  }
}

interface Visible {
  sql: string;
  parameters: Record<string, Parameter>;
}

function loadsExcept(version: DataVersion, hidden: readonly number[], name: string): Visible {
  const upTo = { sql: 'load_id <= {highest_load:UInt32}', parameters: { highest_load: version.highestLoad } };
  if (hidden.length === 0) return upTo;
  return {
    sql: `${upTo.sql} AND NOT has({${name}:Array(UInt32)}, load_id)`,
    parameters: { ...upTo.parameters, [name]: hidden },
  };
}

/** The loads a version shows, as a condition over `load_id`, with its parameters. */
export function visibleLoads(version: DataVersion): Visible {
  return loadsExcept(version, version.hiddenLoads, 'hidden_loads');
}

/** The records a version shows: those of its loads that are not suppressed. What questions read, goes through here. */
export function visibleRecords(version: DataVersion): Visible {
  const loads = visibleLoads(version);
  const hidden = hiddenRecords(version.suppressed);
  if (hidden === null) return loads;
  return { sql: `${loads.sql} AND NOT ${hidden.sql}`, parameters: { ...loads.parameters, ...hidden.parameters } };
}

/** What sums the records of a version up, as a condition over the `load_id` of a roll-up. */
export function visibleSums(version: DataVersion): Visible {
  // A name of its own: records and sums are read in one statement, too.
  return loadsExcept(
    version,
    [...version.hiddenLoads, ...version.replacementRollUps.map(({ load }) => load)],
    'hidden_sums',
  );
}

/** What a version hides once it shows some loads no longer, and with them what stands in for them. */
export function withoutLoads(
  { hiddenLoads, replacementRollUps }: DataVersion,
  loads: readonly number[],
): Pick<DataVersion, 'hiddenLoads' | 'replacementRollUps'> {
  const leaving = replacementRollUps.filter(({ load }) => loads.includes(load));
  return {
    hiddenLoads: [...hiddenLoads, ...loads, ...leaving.map(({ replacement }) => replacement)],
    replacementRollUps: replacementRollUps.filter((one) => !leaving.includes(one)),
  };
}
