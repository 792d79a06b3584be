import { z } from 'zod';
import { WholeMonths } from '../cache/party-name-dictionary.js';
import { PARTY_ROLES, type PartyRole } from '../columns/parties.js';
import { Bindings, containsText, prefixed } from '../engine/bindings.js';
import type { Parameter } from '../engine/engine.js';
import { compileScope, type Where } from '../query/compile.js';
import type { NarrowedQuery, Scope } from '../query/entitlement.js';
import { cutsMonths, IN_CUT_MONTHS, IN_WHOLE_MONTHS, monthsOf, rollUpScope } from '../query/roll-up-scope.js';
import type { Snapshot } from '../query/snapshot.js';
import { partyText } from '../text/normalise.js';
import type { DataVersion } from '../versions/data-version.js';
import { type Joins, joinedParameters, keysOfParties, leadOf } from '../versions/joined-parties.js';

/** Parties by their keys, in the roles in which they were found. */
export type PartyKeys = Partial<Record<PartyRole, readonly string[]>>;

/** How a party in a role is written; its key where no record of the scope has it. */
export type Spelling = (role: PartyRole, key: string) => string;

/** In whose records parties are spelt. */
type Within = Pick<NarrowedQuery, 'tradeType'> & { scope: Scope };

/**
 * How parties are spelt in some records that may be seen: by their commonest spelling in the months that lie wholly in their scope, or
 * where they have no record there, in the months that it cuts. Answers spell them in all that their account may see, so that one party
 * has one name on every screen. Nothing else tells of a party: what
 * stands in other countries or on other days would tell those of them who may not see it. Of parties that are one, the lead's.
 * Decision 0043.
 *
 * @param parties in roles in which records of the scope have them: of a party with one spelling a dictionary keeps no months, and says it whoever asks
 */
export async function partySpellings(
  parties: PartyKeys,
  { tradeType, scope }: Pick<NarrowedQuery, 'tradeType' | 'scope'>,
  snapshot: Snapshot,
): Promise<Spelling> {
  const spelt = new Spelt(parties);
  if (scope !== null) {
    const within = { tradeType, scope };
    const unknown = spelt.byDictionary(within, snapshot);
    // A dictionary knows all whole months: what it does not say is not in them.
    await spelt.lookUp((roles, keys) => inWholeMonths(roles, keys, within, snapshot), unknown);
    if (cutsMonths(scope))
      await spelt.lookUp((roles, keys) => inCutMonths(roles, keys, within, snapshot), spelt.roles());
  }
  return (role, key) => spelt.names.get(partyInRole(role, key)) ?? key;
}

const partyInRole = (role: string, key: string) => `${role} ${key}`;

type SpellingRow = readonly [role: string, key: string, name: string];

/** Which parties are spelt by now. */
class Spelt {
  readonly names = new Map<string, string>();

  constructor(private readonly parties: PartyKeys) {}

  roles(): PartyRole[] {
    return Object.keys(this.parties) as PartyRole[];
  }

  #keys(role: PartyRole): readonly string[] {
    return (this.parties[role] ?? []).filter((key) => !this.names.has(partyInRole(role, key)));
  }

  /** @returns the roles of which there is no dictionary */
  byDictionary({ tradeType, scope }: Within, snapshot: Snapshot): PartyRole[] {
    const months = new WholeMonths(scope.countryCode, monthsOf(scope));
    return this.roles().filter((role) => {
      const dictionary = snapshot.partyNameDictionary(tradeType, role);
      for (const key of dictionary ? this.#keys(role) : []) {
        const name = dictionary?.spelling(key, months);
        if (name !== undefined) this.names.set(partyInRole(role, key), name);
      }
      return dictionary === undefined;
    });
  }

  /** Looks up those that are not spelt yet, of some roles. */
  async lookUp(
    find: (roles: readonly PartyRole[], keys: readonly string[]) => Promise<readonly SpellingRow[]>,
    roles: readonly PartyRole[],
  ): Promise<void> {
    const wanted = roles.filter((role) => this.#keys(role).length > 0);
    if (wanted.length === 0) return;
    const keys = [...new Set(wanted.flatMap((role) => this.#keys(role)))];
    for (const [role, key, name] of await find(wanted, keys)) {
      const of = partyInRole(role, key);
      if (!this.names.has(of)) this.names.set(of, name);
    }
  }
}

const row = z.tuple([z.string(), z.string(), z.string()]);

/** Of the spellings of a party, each with its records, the commonest; of parties that are one, the lead's where there is any. */
export const commonest = (joins: Joins) =>
  `argMax(name, (${joins.joinedParties.length === 0 ? '' : `${leadOf('name_key', joins)} = name_key, `}found, name))`;

const KEYS = '(SELECT toUInt64(arrayJoin({keys:Array(String)})) AS key)';

/** From what each load kept: roles, parties and names. `roles` is a list, `keys` a statement. */
const inWholeMonthsSql = (within: string, roles: string, keys: string, version: DataVersion) =>
  `SELECT role, ${leadOf('name_key', version)} AS party, ${commonest(version)} AS spelt FROM (
    SELECT role, name_key, name, sum(${IN_WHOLE_MONTHS}) AS found FROM party_names
    WHERE ${within} AND role IN ${roles} AND name_key IN ${keysOfParties(keys, version)}
    GROUP BY role, name_key, name HAVING found > 0
  ) GROUP BY role, party`;

/** From the records themselves: what loads keep says nothing of days. */
function inCutMonthsSql(within: string, roles: readonly PartyRole[], keys: string, version: DataVersion): string {
  const ofRoles = roles.map((role) => {
    const name = PARTY_ROLES[role];
    return `SELECT '${role}' AS role, ${name}_key AS name_key, ${name} AS name, count() AS found FROM records
      WHERE ${within} AND ${IN_CUT_MONTHS} AND ${name}_key IN ${keysOfParties(keys, version)}
      GROUP BY name_key, name`;
  });
  return `SELECT role, ${leadOf('name_key', version)} AS party, ${commonest(version)} AS spelt
    FROM (${ofRoles.join(' UNION ALL ')}) GROUP BY role, party`;
}

/** Finds spellings of parties in some roles, by their keys. */
type Finder = (
  roles: readonly PartyRole[],
  keys: readonly string[],
  within: Within,
  snapshot: Snapshot,
) => Promise<SpellingRow[]>;

const inWholeMonths: Finder = (roles, keys, { tradeType, scope }, snapshot) => {
  const { version } = snapshot;
  const within = rollUpScope(tradeType, scope, version);
  return snapshot.query({
    name: 'party-spellings',
    sql: inWholeMonthsSql(within.sql, '{roles:Array(String)}', KEYS, version),
    parameters: { ...within.parameters, roles, keys },
    row,
    lane: 'short',
  });
};

const inCutMonths: Finder = (roles, keys, { tradeType, scope }, snapshot) => {
  const { version } = snapshot;
  const { wholeFrom, wholeUpto } = monthsOf(scope);
  const within = compileScope(tradeType, scope, version);
  return snapshot.query({
    name: 'party-spellings.cut-months',
    sql: inCutMonthsSql(within.sql, roles, KEYS, version),
    parameters: {
      ...within.parameters,
      ...joinedParameters(version),
      ...{ whole_from: wholeFrom, whole_upto: wholeUpto, keys },
    },
    row,
  });
};

/** Stands for a statement until placeholders are renamed. */
const KEYS_HERE = '/* keys */';

/**
 * The same for statements that name parties themselves: a table of `party` and `name`.
 *
 * @param keys a statement that answers with the parties' keys
 */
export function spelledParties(
  role: PartyRole,
  keys: string,
  { tradeType, scope }: Within,
  version: DataVersion,
): { sql: string; parameters: Record<string, Parameter> } {
  const rolledUp = rollUpScope(tradeType, scope, version);
  const records = compileScope(tradeType, scope, version);
  const sources = [
    `SELECT party, spelt, 0 AS place FROM (${inWholeMonthsSql(rolledUp.sql, `['${role}']`, KEYS_HERE, version)})`,
    ...(cutsMonths(scope)
      ? [`SELECT party, spelt, 1 AS place FROM (${inCutMonthsSql(records.sql, [role], KEYS_HERE, version)})`]
      : []),
  ];
  const sql = `SELECT party, argMin(spelt, place) AS name FROM (${sources.join(' UNION ALL ')}) GROUP BY party`;
  // Parties are spelt in other days and countries than the statement's own.
  const spelt = prefixed({ sql, parameters: { ...rolledUp.parameters, ...records.parameters } }, 'spelt_');
  return { ...spelt, sql: spelt.sql.replaceAll(KEYS_HERE, () => keys) };
}

/**
 * Records of whose party in a role any spelling contains a text, as a condition over records: a list says of a party the same whether or
 * not its name is looked for. Only spellings in records of the scope count.
 */
export function isSpelledWith(
  role: PartyRole,
  text: string,
  { tradeType, scope }: Pick<NarrowedQuery, 'tradeType' | 'scope'>,
  version: DataVersion,
): Where {
  if (scope === null) return { sql: 'false', parameters: {} };
  const column = PARTY_ROLES[role];
  const bindings = new Bindings('text');
  const rolledUp = rollUpScope(tradeType, scope, version);
  const records = compileScope(tradeType, scope, version);
  const contains = (texts: string) => containsText(texts, text, partyText, bindings);
  const sources = [
    `SELECT name_key AS key FROM party_names WHERE ${rolledUp.sql} AND role = '${role}' AND ${contains('name_text')}
      GROUP BY key HAVING sum(${IN_WHOLE_MONTHS}) > 0`,
    ...(cutsMonths(scope)
      ? [
          `SELECT ${column}_key AS key FROM records WHERE ${records.sql} AND ${IN_CUT_MONTHS} AND ${contains(`${column}_text`)}`,
        ]
      : []),
  ];
  const parameters = { ...rolledUp.parameters, ...records.parameters, ...bindings.parameters };
  return prefixed(
    { sql: `${column}_key IN ${keysOfParties(`(${sources.join(' UNION ALL ')})`, version)}`, parameters },
    'named_',
  );
}
