import { COMPANY_ROLES, PARTY_DETAILS, type PartyDetail, TRADE_TYPES } from '@tidewaiter/contract';
import { z } from 'zod';
import { partySpellings } from '../answers/party-spellings.js';
import { PARTY_ROLES } from '../columns/parties.js';
import { detailKeys, leadsToOthers, partyDetailSql } from '../columns/party-details.js';
import { compileScope } from '../query/compile.js';
import type { Scope } from '../query/entitlement.js';
import { IN_WHOLE_MONTHS, rollUpScope } from '../query/roll-up-scope.js';
import { cachedQuery, type Snapshot } from '../query/snapshot.js';
import { DETAIL_PARTIES } from '../schema/roll-ups.js';
import type { DataVersion } from '../versions/data-version.js';
import { keysOfParties, leadOf } from '../versions/joined-parties.js';
import { identityOf } from './company-identity.js';
import { EVERY_PART, type Played } from './parts-played.js';

/** What the records of two companies have in common, as the first one's mostly write it, and how many of the other's state it. */
interface SameDetail {
  detail: PartyDetail;
  text: string;
  shipments: number;
}

/** A company whose records state the same address or number as another's: that is all that is known. */
interface RelatedCompany {
  name: string;
  shipments: number;
  firstDay: string;
  lastDay: string;
  same: readonly SameDetail[];
}

export interface RelatedCompanies {
  /** Those with most records of what is the same first. */
  companies: readonly RelatedCompany[];
  /** How many there are, beyond those that are told, too. */
  count: number;
  /** Of what kinds the company's own records state any. */
  stated: readonly PartyDetail[];
}

interface RelatedQuery {
  party: string;
  scope: Scope;
  seen: Scope | null;
}

/** Companies that are told: the records of each are read. */
const MOST_RELATED = 20;

/** Companies that state the same address or number in their records. */
export const relatedCompaniesOf = cachedQuery<RelatedQuery, RelatedCompanies>(
  'related-companies',
  async (about, snapshot) => {
    const identity = await identityOf(about.party, about.scope, snapshot);
    const stated = PARTY_DETAILS.filter((detail) => identity[detail].count > 0);
    const details = stated.flatMap((detail) =>
      identity[detail].said.map(({ text }): readonly [PartyDetail, string] => [detail, text]),
    );
    if (details.length === 0) return { companies: [], count: 0, stated };
    const parties = await partiesOf(details, about, snapshot);
    return { ...parties, companies: await toldOf(parties.parties, details, about, snapshot), stated };
  },
);

const DETAILS = '(SELECT arrayJoin(arrayZip({details:Array(String)}, {texts:Array(String)})) AS one)';

/** The keys of some details, as a table: those that lead to nobody else are left out. */
const keysOfDetails = `(SELECT one.1 AS detail, one.2 AS said, ${detailKeys('said')} AS detail_key
  FROM ${DETAILS} WHERE ${leadsToOthers('detail', 'said')})`;

/** Whose they are as well, in the whole months of a scope: from what each load keeps, where a detail leads to its parties. */
async function partiesOf(
  details: readonly (readonly [PartyDetail, string])[],
  { party, scope }: { party: string; scope: Scope },
  snapshot: Snapshot,
): Promise<{ parties: readonly string[]; count: number }> {
  const { version } = snapshot;
  const byTrade = await Promise.all(
    TRADE_TYPES.map((tradeType) => {
      const within = rollUpScope(tradeType, scope, version);
      return snapshot.query({
        name: 'company.related',
        sql: `SELECT toString(${leadOf('name_key', version)}) AS party, sum(${IN_WHOLE_MONTHS}) AS found FROM ${DETAIL_PARTIES.table.name}
          WHERE ${within.sql} AND (detail, detail_key) IN (SELECT detail, detail_key FROM ${keysOfDetails})
          GROUP BY party HAVING found > 0 AND party != {party:String}
          ORDER BY found DESC, party LIMIT ${MOST_PARTIES}`,
        parameters: {
          ...within.parameters,
          party,
          details: details.map(([detail]) => detail),
          texts: details.map(([, text]) => text),
        },
        row: z.tuple([z.string(), z.coerce.number()]),
        lane: 'short',
      });
    }),
  );
  const shares = new Map<string, number>();
  for (const [key, records] of byTrade.flat()) shares.set(key, (shares.get(key) ?? 0) + records);
  const parties = [...shares].sort(([a, most], [b, more]) => more - most || (a < b ? -1 : 1)).map(([key]) => key);
  return { parties: parties.slice(0, MOST_RELATED), count: parties.length };
}

/** Parties of either trade that are counted: at an address of so many, it says nothing any more. */
const MOST_PARTIES = 1000;

/** What records say of the companies that they are of. @param whose a condition on them, by the part that a company plays */
function saidOfParts(
  parts: readonly Played[],
  scope: Scope,
  version: DataVersion,
  columns: (part: Played) => readonly string[],
  whose: (part: Played) => string,
) {
  const within = TRADE_TYPES.map((tradeType) => [tradeType, compileScope(tradeType, scope, version)] as const);
  const rows = parts.map((part) => {
    const { sql } = within.find(([tradeType]) => tradeType === part.tradeType)?.[1] ?? { sql: '0' };
    const details = PARTY_DETAILS.map((detail) => `${partyDetailSql[detail](part.role, part.tradeType)} AS ${detail}`);
    return `SELECT id, record_date AS day, ${[...details, ...columns(part)].join(', ')} FROM records WHERE ${sql} AND ${whose(part)}`;
  });
  return {
    sql: `(SELECT *, ${PARTY_DETAILS.map((detail) => `${detailKeys(detail)} AS ${detail}_key`).join(', ')} FROM (${rows.join(' UNION ALL ')}))`,
    parameters: Object.assign(
      {},
      ...within.map(([, { parameters }]) => parameters),
    ) as (typeof within)[0][1]['parameters'],
  };
}

/** What is told of some parties, from their records, which the index of each part's key finds. */
async function toldOf(
  parties: readonly string[],
  details: readonly (readonly [PartyDetail, string])[],
  { scope, seen }: { scope: Scope; seen: Scope | null },
  snapshot: Snapshot,
): Promise<RelatedCompany[]> {
  if (parties.length === 0) return [];
  const { version } = snapshot;
  const keys = '(SELECT toUInt64(arrayJoin({parties:Array(String)})) AS key)';
  const records = saidOfParts(
    EVERY_PART,
    scope,
    version,
    ({ tradeType, role }) => [
      `${leadOf(`${PARTY_ROLES[role]}_key`, version)} AS party`,
      `'${tradeType} ${role}' AS part`,
    ],
    ({ role }) => `${PARTY_ROLES[role]}_key IN ${keysOfParties(keys, version)}`,
  );
  const rows = await snapshot.query({
    name: 'company.related-details',
    sql: `SELECT toString(party), detail, toString(detail_key), uniqExact(id) AS shipments, toString(min(day)), toString(max(day)),
        groupUniqArray(part)
      FROM (SELECT party, part, id, day, stated.1 AS detail, stated.2 AS detail_key FROM ${records.sql}
        ARRAY JOIN [('', toUInt64(0)), ${PARTY_DETAILS.map((detail) => `('${detail}', ${detail}_key)`).join(', ')}] AS stated)
      WHERE detail = '' OR (detail, detail_key) IN (SELECT detail, detail_key FROM ${keysOfDetails})
      GROUP BY party, detail, detail_key`,
    parameters: {
      ...records.parameters,
      parties: [...parties],
      details: details.map(([detail]) => detail),
      texts: details.map(([, text]) => text),
    },
    row: z.tuple([
      z.string(),
      z.enum(['', ...PARTY_DETAILS]),
      z.string(),
      z.coerce.number(),
      z.string(),
      z.string(),
      z.array(z.string()),
    ]),
  });
  const keyed = await snapshot.query({
    name: 'company.detail-keys',
    sql: `SELECT detail, toString(detail_key), said FROM ${keysOfDetails}`,
    parameters: { details: details.map(([detail]) => detail), texts: details.map(([, text]) => text) },
    row: z.tuple([z.enum(PARTY_DETAILS), z.string(), z.string()]),
    lane: 'short',
  });
  const textOf = (detail: string, key: string) =>
    keyed.find(([of, keyOf]) => of === detail && keyOf === key)?.[2] ?? '';
  const parts = new Map(rows.flatMap(([party, detail, , , , , played]) => (detail === '' ? [[party, played]] : [])));
  const nameOf = await namesInAnyPart(parts, seen, snapshot);
  const companies = parties.flatMap((party): RelatedCompany[] => {
    const of = rows.filter(([key]) => key === party);
    const [, , , shipments = 0, firstDay = '', lastDay = ''] = of.find(([, detail]) => detail === '') ?? [];
    const same = of
      .flatMap(([, detail, key, count]) =>
        detail === '' ? [] : [{ detail, text: textOf(detail, key), shipments: count }],
      )
      .sort((a, b) => b.shipments - a.shipments || (a.text < b.text ? -1 : 1));
    return [{ name: nameOf(party), shipments, firstDay, lastDay, same }];
  });
  const most = ({ same }: RelatedCompany) => Math.max(0, ...same.map(({ shipments }) => shipments));
  return companies.sort((a, b) => most(b) - most(a) || b.shipments - a.shipments || (a.name < b.name ? -1 : 1));
}

/**
 * How parties are spelt in the first part in which they are spelt at all.
 *
 * @param parts those that each party plays in the records of the scope: in any other, hidden records alone may spell it
 */
async function namesInAnyPart(parts: ReadonlyMap<string, readonly string[]>, scope: Scope | null, snapshot: Snapshot) {
  const spelt = await Promise.all(
    TRADE_TYPES.map((tradeType) => {
      const playing = (role: string) => [...parts].filter(([, played]) => played.includes(`${tradeType} ${role}`));
      const keysByRole = COMPANY_ROLES.map((role) => [role, playing(role).map(([party]) => party)]);
      return partySpellings(Object.fromEntries(keysByRole), { tradeType, scope }, snapshot);
    }),
  );
  return (key: string) => {
    const names = spelt.flatMap((spelling) => COMPANY_ROLES.map((role) => spelling(role, key)));
    return names.find((name) => name !== key) ?? key;
  };
}
