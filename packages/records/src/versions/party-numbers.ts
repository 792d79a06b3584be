/** Parties by the official numbers that their records state: who states the same one, and who another of the same scheme. Decision 0123. */
import { z } from 'zod';
import type { RecordEngine } from '../engine/engine.js';
import { FILL_SETTINGS } from '../schema/roll-ups.js';
import { type DataVersion, visibleSums } from './data-version.js';
import { type JoinedParty, joinedParameters, leadOf } from './joined-parties.js';

/** A number under more names than this is an agent's or a placeholder. */
const NAMES_OF_ONE = 100;

/** Parties that are looked at, those first that most records name: more than can be joined. */
const LOOKED_AT = 5000;

/** A party with the numbers that its records state, and those of the parties that are one with it. */
export interface NumberedParty {
  party: string;
  numbers: readonly string[];
}

/** Two parties that state one number; the lead has more records. */
interface NumberPair extends JoinedParty {
  number: string;
}

const schemeOf = (number: string) => number.slice(0, number.indexOf(' '));

/** A number of each of two parties, of one scheme of which they have none in common; none where no scheme tells them apart. */
export function numbersApart(some: readonly string[], others: readonly string[]): readonly [string, string] | null {
  for (const one of some) {
    const ofScheme = others.filter((other) => schemeOf(other) === schemeOf(one));
    const hasCommon = ofScheme.some((other) => some.includes(other));
    if (ofScheme[0] !== undefined && !hasCommon) return [one, ofScheme[0]];
  }
  return null;
}

const stated = (
  version: DataVersion,
) => `(SELECT number, ${leadOf('name_key', version)} AS party, sum(records) AS found,
    max({country:String} IN ('', country)) AS there FROM detail_parties
  WHERE number != '' AND ${visibleSums(version).sql} AND NOT has({hidden:Array(String)}, toString(name_key)) GROUP BY number, party)`;

async function numbered(engine: RecordEngine, version: DataVersion, sql: string, bound: object, country = '') {
  const rows = await engine.query({
    name: 'party-numbers.stated',
    sql: `SELECT toString(party), groupArray(number) FROM ${sql} GROUP BY party ORDER BY sum(found) DESC, party LIMIT ${LOOKED_AT}`,
    parameters: {
      ...{ ...visibleSums(version).parameters, ...joinedParameters(version), ...bound, country },
      hidden: version.suppressed.filter(({ kind }) => kind === 'party').map(({ subject }) => subject),
    },
    settings: FILL_SETTINGS,
    row: z.tuple([z.string(), z.array(z.string())]),
    lane: 'load',
  });
  return rows.map(([party, numbers]): NumberedParty => ({ party, numbers }));
}

/** The numbers of some parties, which are joined to no others, by their keys. */
export async function numbersOf(
  keys: readonly string[],
  engine: RecordEngine,
  version: DataVersion,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const keysSql = 'arrayMap(key -> toUInt64(key), {keys:Array(String)})';
  const rows = await numbered(engine, version, `${stated(version)} WHERE party IN ${keysSql}`, { keys });
  return new Map(rows.map(({ party, numbers }) => [party, numbers]));
}

/**
 * Parties that share a number with others, those first that most records name. Left out are those whose records state two numbers of one
 * scheme: who they are, only a person can say.
 */
export async function sharingNumbers(engine: RecordEngine, version: DataVersion, country: string) {
  const all = stated(version);
  const clear = `(SELECT * FROM ${all} WHERE party NOT IN (
    SELECT party FROM ${all} GROUP BY party, splitByChar(' ', number)[1] HAVING count() > 1))`;
  const shared = `(SELECT arrayJoin(groupArray(party)) FROM ${clear} WHERE there GROUP BY number
    HAVING count() BETWEEN 2 AND ${NAMES_OF_ONE})`;
  return numbered(engine, version, `${clear} WHERE party IN ${shared}`, {}, country);
}

/**
 * Which of some parties are likely one: those with a number in common, unless they would then have two of one scheme together.
 *
 * @param parties the first of those that are one leads
 * @param isApart whether something says of two parties that they are not one
 */
export function pairedByNumbers(
  parties: readonly NumberedParty[],
  isApart: (one: string, other: string) => boolean,
): NumberPair[] {
  interface Company {
    members: string[];
    numbers: Map<string, string>;
    pairs: Omit<NumberPair, 'lead'>[];
  }
  const byNumber = new Map<string, Company>();
  const companies = new Set<Company>();
  for (const { party, numbers } of parties) {
    let company: Company = {
      members: [party],
      numbers: new Map(numbers.map((number) => [schemeOf(number), number])),
      pairs: [],
    };
    for (const number of numbers) {
      const other = byNumber.get(number);
      if (other === undefined || other === company) continue;
      const agree = [...company.numbers].every(([scheme, own]) => (other.numbers.get(scheme) ?? own) === own);
      const [lead = '', ...rest] = company.members;
      const haveParted = company.members.some((one) => other.members.some((member) => isApart(one, member)));
      if (!agree || haveParted) continue;
      other.members.push(lead, ...rest);
      other.pairs.push({ party: lead, number }, ...company.pairs);
      companies.delete(company);
      for (const [scheme, own] of company.numbers) other.numbers.set(scheme, own);
      for (const own of company.numbers.values()) byNumber.set(own, other);
      company = other;
    }
    companies.add(company);
    for (const own of company.numbers.values()) if (!byNumber.has(own)) byNumber.set(own, company);
  }
  return [...companies].flatMap(({ members: [lead = ''], pairs }) => pairs.map((pair) => ({ ...pair, lead })));
}
