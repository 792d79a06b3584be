import type { TradeType } from '@tidewaiter/contract';
import { z } from 'zod';
import type { PartyRole } from '../columns/parties.js';
import { visibleSums } from '../versions/data-version.js';
import { joinedParameters, keysOfParties, leadOf } from '../versions/joined-parties.js';
import type { Snapshot } from './snapshot.js';
import { commonest } from './spelling-books.js';

/** Parties by their keys, in the roles in which they were found. */
export type PartyKeys = Partial<Record<PartyRole, readonly string[]>>;

/** How a party in a role is written; its key where no load knows it. */
export type Spelling = (role: PartyRole, key: string) => string;

const nameOf = (role: string, key: string) => `${role} ${key}`;

/**
 * How parties are spelt, from what each load kept: never by a scan of the records. The commonest spelling of each key in its role,
 * over everything that is published and not only over a question: all spellings of a key differ in case, accents, punctuation, the
 * writing of a legal form and an address only, and so tell nobody of a country or a day. Of parties that are one, the lead's.
 */
export async function partySpellings(parties: PartyKeys, trade: TradeType, snapshot: Snapshot): Promise<Spelling> {
  const roles = (Object.keys(parties) as PartyRole[]).filter((role) => parties[role]?.length);
  const books = new Map(roles.map((role) => [role, snapshot.spellingBook(trade, role)]));
  const others = roles.filter((role) => books.get(role) === undefined);
  const found = await lookedUp(others, parties, trade, snapshot);
  return (role, key) => books.get(role)?.spelling(key) ?? found.get(nameOf(role, key)) ?? key;
}

/** The spellings of roles of which there is no book. */
async function lookedUp(
  roles: readonly PartyRole[],
  parties: PartyKeys,
  trade: TradeType,
  snapshot: Snapshot,
): Promise<ReadonlyMap<string, string>> {
  if (roles.length === 0) return new Map();
  const { version } = snapshot;
  const visible = visibleSums(version);
  const rows = await snapshot.query({
    name: 'party-spellings',
    sql: `SELECT role, ${leadOf('name_key', version)} AS party, ${commonest(version)} FROM (
        SELECT role, name_key, name, sum(records) AS records FROM party_names
        WHERE trade_type = {trade:String} AND role IN {roles:Array(String)}
          AND name_key IN ${keysOfParties('(SELECT toUInt64(arrayJoin({keys:Array(String)})) AS key)', version)} AND ${visible.sql}
        GROUP BY role, name_key, name
      ) GROUP BY role, party`,
    parameters: {
      ...visible.parameters,
      ...joinedParameters(version),
      ...{ trade, roles, keys: roles.flatMap((role) => parties[role] ?? []) },
    },
    row: z.tuple([z.string(), z.string(), z.string()]),
    lane: 'short',
  });
  return new Map(rows.map(([role, key, name]) => [nameOf(role, key), name]));
}
