/** Parties that state one official number: which of them are one, and by which number. Decision 0122. */
import { z } from 'zod';
import type { RecordEngine } from '../engine/engine.js';
import { FILL_SETTINGS } from '../schema/roll-ups.js';
import { type DataVersion, visibleSums } from './data-version.js';
import { type JoinedParty, joinedParameters, leadOf } from './joined-parties.js';

/** A number under more names than this is an agent's or a placeholder: it joins nobody. */
const NAMES_OF_ONE = 100;

/** A party that is one with another by their number. */
export interface NumberJoin extends JoinedParty {
  number: string;
}

/** A party with the numbers that its records state. */
interface Numbered {
  party: string;
  numbers: readonly string[];
}

const schemeOf = (number: string) => number.slice(0, number.indexOf(' '));

/**
 * Parties that share a number with others. Left out are those whose records state two numbers of one scheme: who they are, only a person
 * can say. Those with most records come first.
 */
async function sharedNumbers(engine: RecordEngine, version: DataVersion): Promise<Numbered[]> {
  const visible = visibleSums(version);
  const stated = `(SELECT number, ${leadOf('name_key', version)} AS party, sum(records) AS found FROM detail_parties
    WHERE number != '' AND ${visible.sql} GROUP BY number, party)`;
  const clear = `(SELECT * FROM ${stated} WHERE party NOT IN (
    SELECT party FROM ${stated} GROUP BY party, splitByChar(' ', number)[1] HAVING count() > 1))`;
  const rows = await engine.query({
    name: 'number-joins.shared',
    sql: `SELECT toString(party), groupArray(number) FROM ${clear} WHERE party IN (
        SELECT arrayJoin(groupArray(party)) FROM ${clear} GROUP BY number HAVING count() BETWEEN 2 AND ${NAMES_OF_ONE})
      GROUP BY party ORDER BY sum(found) DESC, party`,
    parameters: { ...visible.parameters, ...joinedParameters(version) },
    settings: FILL_SETTINGS,
    row: z.tuple([z.string(), z.array(z.string())]),
    lane: 'load',
  });
  return rows.map(([party, numbers]) => ({ party, numbers }));
}

/**
 * Which of some parties are one: those with a number in common, unless they would then have two of one scheme together.
 *
 * @param parties the first of those that are one leads
 * @param isApart whether somebody has said of two parties that they are not one
 */
export function joinedByNumbers(
  parties: readonly Numbered[],
  isApart: (lead: string, party: string) => boolean,
): NumberJoin[] {
  interface Company {
    lead: string;
    numbers: Map<string, string>;
    joins: NumberJoin[];
  }
  const byNumber = new Map<string, Company>();
  const companies = new Set<Company>();
  for (const { party, numbers } of parties) {
    let company: Company = {
      lead: party,
      numbers: new Map(numbers.map((number) => [schemeOf(number), number])),
      joins: [],
    };
    for (const number of numbers) {
      const other = byNumber.get(number);
      if (other === undefined || other === company || isApart(other.lead, company.lead)) continue;
      const isOne = [...company.numbers].every(([scheme, own]) => (other.numbers.get(scheme) ?? own) === own);
      if (!isOne) continue;
      for (const [scheme, own] of company.numbers) other.numbers.set(scheme, own);
      other.joins.push({ party: company.lead, lead: other.lead, number });
      other.joins.push(...company.joins.map((join) => ({ ...join, lead: other.lead })));
      companies.delete(company);
      for (const own of company.numbers.values()) byNumber.set(own, other);
      company = other;
    }
    companies.add(company);
    for (const own of company.numbers.values()) if (!byNumber.has(own)) byNumber.set(own, company);
  }
  return [...companies].flatMap(({ joins }) => joins);
}

/** What is to be joined by the numbers of all that a version shows. */
export const numberJoins = async (
  engine: RecordEngine,
  version: DataVersion,
  isApart: (lead: string, party: string) => boolean,
) => joinedByNumbers(await sharedNumbers(engine, version), isApart);
