import { OperatorError } from '@tidewaiter/contract';
import { z } from 'zod';
import type { RecordEngine } from '../engine/engine.js';
import { fillRollUps } from '../schema/roll-ups.js';
import { keysOfNames } from '../text/keys-of-names.js';
import { NOBODY } from '../text/party-name-keys.js';
import {
  type Change,
  type DataVersion,
  type DataVersions,
  type ReplacementRollUp,
  visibleLoads,
  withoutLoads,
} from './data-version.js';
import { leadKeyOf } from './joined-parties.js';
import type { LoadRegister } from './load-register.js';
import { hiddenRecords, SUBJECT_KINDS, type Subject, type Suppressed } from './suppressed.js';

/** Every question carries what is hidden from it, so there is an end to it; whole files are taken out by `unload`. */
const MOST = 2000;

/** What was hidden, when and why; and of what is shown again, the same. */
export interface Suppression extends Suppressed {
  /** The commonest spelling of a party, or the name that was given, as of a country; empty for a record. */
  name: string;
  /** How many records it hid when it was made. */
  records: number;
  reason: string;
  suppressedAt: string;
  lifted: { at: string; reason: string } | null;
}

/** Hides parties, records and countries everywhere, and shows them again. Like a load, each becomes visible by one data version. */
export class Suppressions {
  constructor(
    private readonly engine: RecordEngine,
    private readonly versions: DataVersions,
    private readonly register: LoadRegister,
  ) {}

  /** The key of a party by any spelling of its name. @throws OperatorError when nothing is left of the name */
  async keyOf(name: string): Promise<string> {
    const key = (await keysOfNames([name], this.engine))(name);
    if (key !== NOBODY) return key;
    throw new OperatorError(`"${name}" names no party: it holds neither letters nor digits.`);
  }

  /**
   * Hides a party, with all that are one with it and every record in which these play a part; a record; or every record of a country.
   *
   * @param name what a country is called, and a party that no load knows
   * @throws OperatorError when it is hidden already, or there is no such record
   */
  async suppress(subject: Subject, reason: string, name = ''): Promise<Suppression> {
    return this.versions.change('A suppression', async (change) => {
      const version = await this.versions.current();
      const there = version.suppressed.find((one) => one.kind === subject.kind && one.subject === subject.subject);
      if (there) throw new OperatorError(`It is suppressed already, as ${there.number}.`);
      const subjects = allOfParty(subject, version);
      if (version.suppressed.length >= MOST)
        throw new OperatorError(`No more than ${MOST} suppressions can be in force.`);
      const records = await this.#recordsOfSubjects(subjects, version);
      if (subject.kind === 'record' && records === 0) throw new OperatorError(`There is no record ${subject.subject}.`);
      const made = {
        ...subject,
        number: await this.#nextNumber(),
        name: subject.kind === 'party' ? await this.#spellingOf(subject.subject, name, version) : name,
        records,
      };
      const { number } = made;
      await this.#enter('SUPPRESSED', made, reason);
      const suppressed = [...version.suppressed, ...subjects.map((one) => ({ ...one, number }))];
      await this.#publish(change, subjects, suppressed, `suppress ${number}`);
      return this.#entry(number);
    });
  }

  /** Shows again what a suppression has hidden. @throws OperatorError when it is not in force */
  async lift(number: number, reason: string): Promise<Suppression> {
    return this.versions.change('A lifting', async (change) => {
      const { suppressed } = await this.versions.current();
      // A party that an earlier rule knew by one key, or to which others were joined, has several.
      const lifted = suppressed.filter((one) => one.number === number);
      const [suppression] = lifted;
      if (!suppression) throw new OperatorError(`There is no suppression ${number} in force.`);
      const { name, records } = await this.#entry(number);
      await this.#enter('LIFTED', { ...suppression, name, records }, reason);
      await this.#publish(
        change,
        lifted,
        suppressed.filter((one) => one.number !== number),
        `lift ${number}`,
      );
      return this.#entry(number);
    });
  }

  /** All that ever were in force, by number. An entry whose change died before it was published never was. */
  async list(): Promise<Suppression[]> {
    const inForce = new Set((await this.versions.current()).suppressed.map(({ number }) => number));
    const rows = await this.engine.query({
      name: 'suppression.list',
      sql: `SELECT number, any(kind), any(subject), any(name), any(records), argMaxIf(reason, at, event = 'SUPPRESSED'),
          toString(maxIf(at, event = 'SUPPRESSED')), countIf(event = 'LIFTED'), argMaxIf(reason, at, event = 'LIFTED'),
          toString(maxIf(at, event = 'LIFTED'))
        FROM suppressions GROUP BY number ORDER BY number`,
      row: z.tuple([
        z.number(),
        z.enum(SUBJECT_KINDS),
        z.string(),
        z.string(),
        z.coerce.number(),
        z.string(),
        z.string(),
        z.coerce.number(),
        z.string(),
        z.string(),
      ]),
      lane: 'short',
    });
    return rows.flatMap(([number, kind, subject, name, records, reason, at, lifts, liftReason, liftedAt]) => {
      const isInForce = inForce.has(number);
      if (!isInForce && lifts === 0) return [];
      const lifted = isInForce ? null : { at: instant(liftedAt), reason: liftReason };
      return [{ number, kind, subject, name, records, reason, suppressedAt: instant(at), lifted }];
    });
  }

  async #entry(number: number): Promise<Suppression> {
    const found = (await this.list()).find((one) => one.number === number);
    if (!found) throw new Error(`suppression ${number} was published without an entry`);
    return found;
  }

  /** Another state of what is hidden: the loads that hold the subject's records are summed up anew, then all is published. */
  async #publish(
    change: Change,
    subjects: readonly Subject[],
    suppressed: readonly Suppressed[],
    cause: string,
  ): Promise<void> {
    await this.register.purge();
    const version = await this.versions.current();
    const loads = (await this.register.list()).map(({ loadId }) => loadId);
    const touched = await loadsHolding(this.engine, subjects, loads);
    const replacementRollUps = await writeReplacementRollUps(
      this.engine,
      suppressed,
      touched,
      change.firstLoad,
      change,
    );
    const isTouched = new Set(touched);
    const before = version.replacementRollUps.filter(({ load }) => isTouched.has(load));
    const highestLoad = Math.max(version.highestLoad, ...replacementRollUps.map(({ replacement }) => replacement));
    const { hiddenLoads } = withoutLoads(version, [
      ...(replacementRollUps.length > 0 ? change.abandonedLoads : []),
      ...before.map(({ replacement }) => replacement),
    ]);
    await this.versions.publish(
      {
        suppressed,
        highestLoad,
        hiddenLoads,
        replacementRollUps: [
          ...version.replacementRollUps.filter(({ load }) => !isTouched.has(load)),
          ...replacementRollUps,
        ],
      },
      cause,
    );
  }

  async #enter(
    event: 'SUPPRESSED' | 'LIFTED',
    { number, kind, subject, name, records }: Suppressed & { name: string; records: number },
    reason: string,
  ): Promise<void> {
    await this.engine.run({
      name: 'suppression.enter',
      sql: `INSERT INTO suppressions (number, event, kind, subject, name, records, reason, at)
        SELECT {number:UInt32}, {event:String}, {kind:String}, {subject:String}, {name:String}, {records:UInt64}, {reason:String}, now()`,
      parameters: { number, event, kind, subject, name, records, reason },
    });
  }

  async #nextNumber(): Promise<number> {
    const [row] = await this.engine.query({
      name: 'suppression.next',
      sql: 'SELECT max(number) + 1 FROM suppressions',
      row: z.tuple([z.coerce.number()]),
      lane: 'load',
    });
    return row?.[0] ?? 1;
  }

  async #recordsOfSubjects(subjects: readonly Subject[], version: DataVersion): Promise<number> {
    const hidden = hiddenRecords(subjects);
    const visible = visibleLoads(version);
    const [row] = await this.engine.query({
      name: 'suppression.records',
      sql: `SELECT count() FROM records WHERE ${visible.sql} AND ${hidden?.sql}`,
      parameters: { ...visible.parameters, ...hidden?.parameters },
      row: z.tuple([z.coerce.number()]),
      lane: 'load',
    });
    return row?.[0] ?? 0;
  }

  /** The commonest spelling of a party in any role, as its loads were; the given name where none knows it. */
  async #spellingOf(key: string, name: string, version: DataVersion): Promise<string> {
    const visible = visibleLoads(version);
    const [row] = await this.engine.query({
      name: 'suppression.spelling',
      sql: `SELECT name FROM party_names WHERE name_key = toUInt64({key:String}) AND ${visible.sql}
        GROUP BY name ORDER BY sum(records) DESC, name LIMIT 1`,
      parameters: { ...visible.parameters, key },
      row: z.tuple([z.string()]),
      lane: 'load',
    });
    return row?.[0] ?? name;
  }
}

/** A party with all that are one with it and are not hidden yet; anything else alone. */
function allOfParty(subject: Subject, { joinedParties, suppressed }: DataVersion): Subject[] {
  if (subject.kind !== 'party') return [subject];
  const lead = leadKeyOf(subject.subject, { joinedParties });
  const others = [lead, ...joinedParties.filter((join) => join.lead === lead).map(({ party }) => party)];
  const hidden = new Set(suppressed.filter(({ kind }) => kind === 'party').map((one) => one.subject));
  return [subject.subject, ...others.filter((key) => key !== subject.subject && !hidden.has(key))].map((key) => ({
    kind: 'party',
    subject: key,
  }));
}

/** A time as the engine writes it, in UTC. */
const instant = (at: string) => `${at.replace(' ', 'T')}Z`;

/** The loads among some that hold any of some subjects' records. */
async function loadsHolding(
  engine: RecordEngine,
  subjects: readonly Subject[],
  loads: readonly number[],
): Promise<number[]> {
  const hidden = hiddenRecords(subjects);
  if (hidden === null || loads.length === 0) return [];
  const rows = await engine.query({
    name: 'suppression.loads',
    sql: `SELECT load_id FROM records WHERE has({loads:Array(UInt32)}, load_id) AND ${hidden.sql} GROUP BY load_id ORDER BY load_id`,
    parameters: { ...hidden.parameters, loads },
    row: z.tuple([z.coerce.number()]),
    lane: 'load',
  });
  return rows.map(([load]) => load);
}

/**
 * Writes what stands in for loads of which something is hidden: their roll-ups without it, under numbers that no version shows
 * yet. The loads' own stay, for the day on which it is lifted.
 *
 * @param firstNumber the first number that is free; replacements count on from it
 */
export async function writeReplacementRollUps(
  engine: RecordEngine,
  subjects: readonly Subject[],
  loads: readonly number[],
  firstNumber: number,
  change: Change,
): Promise<ReplacementRollUp[]> {
  const hidden = hiddenRecords(subjects);
  if (hidden === null) return [];
  const affected = await loadsHolding(engine, subjects, loads);
  const replacementRollUps = affected.map((load, index) => ({ load, replacement: firstNumber + index }));
  for (const { load, replacement } of replacementRollUps) {
    await change.begins(replacement);
    await fillRollUps(engine, { load, replacement: { number: replacement, hidden } });
  }
  return replacementRollUps;
}
