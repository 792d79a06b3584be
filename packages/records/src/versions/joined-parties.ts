import { type Dimension, dimensionOf, type TradeType } from '@tidewaiter/contract';
import { dimensionSql } from '../columns/dimensions.js';
import type { Parameter } from '../engine/engine.js';
import { NOBODY } from '../text/party-name-keys.js';

/** A party that an operator has made one with another, each by its key in decimal digits. The lead of one is never joined itself. */
export interface JoinedParty {
  party: string;
  lead: string;
}

/** What says which parties are one: a data version. */
export interface Joins {
  joinedParties: readonly JoinedParty[];
  /** Those among them and their leads that no record names which whoever asks may see: who says their name speaks of nobody. */
  unseenParties?: readonly string[] | undefined;
}

const keys = (name: string) => `arrayMap(key -> toUInt64(key), {${name}:Array(String)})`;
const PARTIES = keys('joined_parties');
const LEADS = keys('joined_leads');
const UNSEEN = keys('joined_unseen');

/** What the expressions below bind: nothing where no parties are joined. */
export function joinedParameters({ joinedParties, unseenParties = [] }: Joins): Record<string, Parameter> {
  if (joinedParties.length === 0) return {};
  return {
    ...(unseenParties.length > 0 && { joined_unseen: unseenParties }),
    joined_parties: joinedParties.map(({ party }) => party),
    joined_leads: joinedParties.map(({ lead }) => lead),
  };
}

/** The party that a key is of, by the key of its lead: the key itself unless it is joined to another. */
export function leadOf(key: string, { joinedParties }: Joins): string {
  return joinedParties.length === 0 ? key : `transform(${key}, ${PARTIES}, ${LEADS}, ${key})`;
}

/** The same of a key that is known here. */
export const leadKeyOf = (key: string, { joinedParties }: Joins) =>
  joinedParties.find(({ party }) => party === key)?.lead ?? key;

/** The lead of a party that somebody names; nobody's key for one that no record names which they may see. */
export const namedLeadKeyOf = (key: string, joins: Joins) =>
  joins.unseenParties?.includes(key) ? NOBODY : leadKeyOf(key, joins);

/** By what a dimension groups records: its stored columns, but for parties that are one, which are one group. */
export function groupedBy(dimension: Dimension, trade: TradeType, joins: Joins): string {
  const { party, column } = dimensionOf(dimension);
  const stored = dimensionSql(dimension, trade);
  return party !== undefined && column[trade] !== null ? leadOf(stored, joins) : stored;
}

/**
 * The keys of all parties that are one with any of some.
 *
 * @param some a subquery of one column `key`
 */
export function keysOfParties(some: string, { joinedParties }: Joins): string {
  if (joinedParties.length === 0) return some;
  const joined = `arrayFilter((party, lead) -> lead = one, ${PARTIES}, ${LEADS})`;
  return `(SELECT arrayJoin(arrayPushBack(${joined}, one)) FROM (SELECT ${leadOf('key', { joinedParties })} AS one FROM ${some}))`;
}

/**
 * The same of parties that somebody names: a name that no record has which they may see finds nobody, whoever bears others.
 *
 * @param some a subquery of one column `key`
 */
export function keysOfNamed(some: string, joins: Joins): string {
  const { unseenParties = [] } = joins;
  const seen = unseenParties.length === 0 ? some : `(SELECT key FROM ${some} WHERE NOT has(${UNSEEN}, key))`;
  return keysOfParties(seen, joins);
}

/** Whether a stored key is of a party that somebody names. */
export const isOfNamed = (column: string, key: string, joins: Joins) =>
  joins.joinedParties.length === 0
    ? isOfParty(column, key, joins)
    : `(${column} IN ${keysOfNamed(`(SELECT ${key} AS key)`, joins)} AND ${column} != 0)`;

/** Whether a stored key is of a party; nobody's, which is 0, never is. */
export function isOfParty(column: string, key: string, joins: Joins): string {
  const same = joins.joinedParties.length === 0 ? `= ${key}` : `IN ${keysOfParties(`(SELECT ${key} AS key)`, joins)}`;
  return `(${column} ${same} AND ${column} != 0)`;
}
