/** What was found before, and whether it may be told as it was: not where records that it tells of have been suppressed since. */
import {
  type DataAccess,
  dimensionOf,
  type PortalError,
  type SearchQuery,
  type TradeType,
  type WatchedSide,
} from '@tidewaiter/contract';
import { groupName } from '../columns/dimensions.js';
import { PARTY_ROLES } from '../columns/parties.js';
import { Bindings } from '../engine/bindings.js';
import { compileScope, compileSearch, type Where } from '../query/compile.js';
import { narrow, narrowQuery } from '../query/entitlement.js';
import { lookForWords } from '../query/expression.js';
import type { NamedList } from '../query/listed.js';
import type { Snapshot } from '../query/snapshot.js';
import type { DataVersion } from '../versions/data-version.js';
import { groupedBy, isOfParty } from '../versions/joined-parties.js';
import { hiddenRecords, highestSuppression } from '../versions/suppressed.js';
import { conditionOf, countedOfMany } from './new-of-many.js';

/** A party by its key, or a place by its name. */
interface Group {
  side: WatchedSide;
  key: string;
}

/** Something that was found, by the records that it tells of. */
export interface KeptAnswer {
  /** Of which countries and days they are, and what they were asked by; all of one direction where nothing was. */
  query:
    | SearchQuery
    | (Pick<SearchQuery, 'tradeType' | 'countryCode' | 'fromDate' | 'toDate'> & { searchBy?: undefined });
  /** The lists that the question names. */
  lists: readonly NamedList[];
  /** Of a party by its key, or of a place, alone. */
  group?: Group | undefined;
  /** The number of the latest suppression that was in force. */
  suppression: number;
  foundAt: Date;
}

/**
 * Of each, whether records are hidden now that were not when it was found, or lie beyond what may be seen. Where that cannot be asked any more,
 * they are taken to be.
 *
 * @param access what its reader may see now
 */
export async function hiddenSince(
  answers: readonly KeptAnswer[],
  access: DataAccess,
  snapshot: Snapshot,
): Promise<boolean[]> {
  const hidden = answers.map(
    ({ query, foundAt }) => narrow(query, access) === null || !isWithin(query, access.foundAt(foundAt)),
  );
  const highest = highestSuppression(snapshot.version);
  const open = answers.flatMap((one, at) => (hidden[at] || one.suppression >= highest ? [] : [{ ...one, at }]));
  for (const suppression of new Set(open.map((one) => one.suppression))) {
    const some = open.filter((one) => one.suppression === suppression);
    const touched = await touchedSince(some, suppression, access, snapshot);
    for (const [place, { at }] of some.entries()) hidden[at] = touched[place] !== 0;
  }
  return hidden;
}

/** How many records of each have been suppressed after a suppression. */
async function touchedSince(
  answers: readonly KeptAnswer[],
  suppression: number,
  access: DataAccess,
  snapshot: Snapshot,
): Promise<(number | PortalError)[]> {
  const { suppressed } = snapshot.version;
  const added = hiddenRecords(suppressed.filter(({ number }) => number > suppression));
  if (added === null) return answers.map(() => 0);
  for (const { query } of answers) await lookForWords(query, snapshot);
  const lists = await Promise.all(answers.map((one) => snapshot.listed(one.lists)));
  const version = { ...snapshot.version, suppressed: suppressed.filter(({ number }) => number <= suppression) };
  const at = { version, tokenDictionary: snapshot.tokenDictionary };
  const conditionFor = ({ query, group, foundAt }: KeptAnswer, place: number): Where | undefined => {
    const condition = access.foundAt(foundAt);
    const narrowed = isAsked(query) ? narrowQuery(query, { access: condition, lists: lists[place] }) : undefined;
    const scope = narrow(query, condition);
    if (scope === null) return undefined;
    const whole = compileScope(query.tradeType, scope, version);
    const selection = narrowed ? compileSearch(narrowed, at) : { ...whole, conditions: [whole.sql] };
    const bindings = new Bindings('group');
    const of = group && ofGroup(group, query.tradeType, bindings, version);
    const parameters = { ...selection.parameters, ...bindings.parameters };
    return conditionOf({ ...selection, parameters }, place, of);
  };
  return countedOfMany(answers, conditionFor, { name: 'watch.hidden', ...added }, snapshot);
}

const isAsked = (query: KeptAnswer['query']): query is SearchQuery => query.searchBy !== undefined;

function ofGroup({ side, key }: Group, tradeType: TradeType, bindings: Bindings, version: DataVersion): string {
  const { party } = dimensionOf(side);
  if (party) return isOfParty(`${PARTY_ROLES[party]}_key`, bindings.key(key), version);
  return `${groupName(side, groupedBy(side, tradeType, version))} = ${bindings.string(key)}`;
}

function isWithin(query: KeptAnswer['query'], access: DataAccess): boolean {
  const scope = narrow(query, access);
  const { countryCode, fromDate, toDate } = query;
  return scope?.countryCode.length === countryCode.length && scope.fromDate === fromDate && scope.toDate === toDate;
}
