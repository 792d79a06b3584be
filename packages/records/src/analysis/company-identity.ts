import { COMPANY_ROLES, type CompanyRole, type PartyDetail, TRADE_TYPES, type TradeType } from '@tidewaiter/contract';
import { z } from 'zod';
import { dimensionSql } from '../columns/dimensions.js';
import { PARTY_ROLES } from '../columns/parties.js';
import { declares, detailKeys, partyDetailSql } from '../columns/party-details.js';
import { compileScope } from '../query/compile.js';
import type { Scope } from '../query/entitlement.js';
import type { CachedQuery } from '../query/snapshot.js';
import type { DataVersion } from '../versions/data-version.js';
import { isOfParty } from '../versions/joined-parties.js';

/** A part that a company plays in records of a trade type. */
export interface Played {
  tradeType: TradeType;
  role: CompanyRole;
}

/** Every part that anybody may play. */
export const EVERY_PART: readonly Played[] = TRADE_TYPES.flatMap((tradeType) =>
  COMPANY_ROLES.map((role) => ({ tradeType, role })),
);

/** What some records say of a company, how many of them, and when. */
interface Said {
  text: string;
  shipments: number;
  firstDay: string;
  lastDay: string;
}

/** The most frequent of what is said, and how much else there is. */
interface SaidList {
  said: readonly Said[];
  count: number;
}

/** Who a company is by its records, those of all its parts together: each record counts once. */
export interface CompanyIdentity extends Record<PartyDetail, SaidList> {
  total: Omit<Said, 'text'> | null;
  spellings: SaidList;
  /** Where it declares what it ships: the shortcodes of the countries whose customs say so. */
  declaredIn: SaidList;
  /** Where its goods come from or go to, by the customs of others: names of countries. */
  shipsFrom: SaidList;
}

/** What is told of a company, by the column that says it and the one by which its texts are one. */
const LISTS = {
  spellings: ['spelling', 'sipHash64(spelling)'],
  ADDRESS: ['ADDRESS', 'ADDRESS_key'],
  IEC: ['IEC', 'IEC_key'],
  declaredIn: ['declared_in', 'sipHash64(declared_in)'],
  shipsFrom: ['ships_from', 'sipHash64(ships_from)'],
} as const;
type IdentityList = keyof typeof LISTS;
const LIST_NAMES = Object.keys(LISTS) as IdentityList[];

/** Each record as often as it says anything, and once as itself. */
const SAID = `[('', toUInt64(0), ''), ${LIST_NAMES.map((list) => `('${list}', ${LISTS[list][1]}, ${LISTS[list][0]})`).join(', ')}]`;

/** Of each list, so many are told. */
const MOST_SAID = 20;

/** What records say of the companies that they are of. @param whose a condition on them, by the part that a company plays */
export function saidOfParts(
  parts: readonly Played[],
  scope: Scope,
  version: DataVersion,
  columns: (part: Played) => readonly string[],
  whose: (part: Played) => string,
) {
  const within = TRADE_TYPES.map((tradeType) => [tradeType, compileScope(tradeType, scope, version)] as const);
  const rows = parts.map((part) => {
    const { sql } = within.find(([tradeType]) => tradeType === part.tradeType)?.[1] ?? { sql: '0' };
    const details = (['ADDRESS', 'IEC'] as const).map(
      (detail) => `${partyDetailSql[detail](part.role, part.tradeType)} AS ${detail}`,
    );
    return `SELECT id, record_date AS day, ${[...details, ...columns(part)].join(', ')} FROM records WHERE ${sql} AND ${whose(part)}`;
  });
  return {
    sql: `(SELECT *, ${detailKeys('ADDRESS')} AS ADDRESS_key, ${detailKeys('IEC')} AS IEC_key FROM (${rows.join(' UNION ALL ')}))`,
    parameters: Object.assign(
      {},
      ...within.map(([, { parameters }]) => parameters),
    ) as (typeof within)[0][1]['parameters'],
  };
}

/**
 * Who a company is. One statement reads the records of all its parts, each by the index of its own key; what is addressed in several
 * ways that differ in signs, spaces or case alone is one address, told as most records write it.
 */
export const COMPANY_IDENTITY: CachedQuery<{ party: string; parts: readonly Played[]; scope: Scope }, CompanyIdentity> =
  {
    name: 'company-identity',
    async find({ party, parts, scope }, snapshot) {
      if (parts.length === 0) return NOBODY_KNOWN;
      const { version } = snapshot;
      const records = saidOfParts(
        parts,
        scope,
        version,
        ({ role, tradeType }) => [
          `${PARTY_ROLES[role]} AS spelling`,
          `${declares(role, tradeType) ? 'toString(country)' : "''"} AS declared_in`,
          `${role === 'NOTIFY' || declares(role, tradeType) ? "''" : `toString(${dimensionSql('foreignCountries', tradeType)})`} AS ships_from`,
        ],
        ({ role }) => isOfParty(`${PARTY_ROLES[role]}_key`, 'toUInt64({party:String})', version),
      );
      const rows = await snapshot.query({
        name: 'company.identity',
        sql: `SELECT list, argMax(text, (written, text)), uniqExactMerge(ids) AS shipments, toString(min(first)), toString(max(last)),
            count() OVER (PARTITION BY list)
          FROM (
            SELECT said.1 AS list, said.2 AS key, said.3 AS text, count() AS written, uniqExactState(id) AS ids,
              min(day) AS first, max(day) AS last
            FROM ${records.sql} ARRAY JOIN ${SAID} AS said
            WHERE list = '' OR text != '' AND key != 0
            GROUP BY list, key, text
          )
          GROUP BY list, key
          ORDER BY list, shipments DESC, argMax(text, (written, text)) LIMIT ${MOST_SAID} BY list`,
        parameters: { ...records.parameters, party },
        row: z.tuple([
          z.enum(['', ...LIST_NAMES]),
          z.string(),
          z.coerce.number(),
          z.string(),
          z.string(),
          z.coerce.number(),
        ]),
      });
      const listOf = (list: IdentityList | ''): SaidList => {
        const found = rows.filter(([of]) => of === list);
        return {
          count: found[0]?.[5] ?? 0,
          said: found.map(([, text, shipments, firstDay, lastDay]) => ({ text, shipments, firstDay, lastDay })),
        };
      };
      const lists = LIST_NAMES.map((list) => [list, listOf(list)] as const);
      const [total = null] = listOf('').said;
      return { ...(Object.fromEntries(lists) as Record<IdentityList, SaidList>), total };
    },
  };

const NONE: SaidList = { said: [], count: 0 };
export const NOBODY_KNOWN: CompanyIdentity = {
  ...{ total: null, spellings: NONE, declaredIn: NONE, shipsFrom: NONE, ADDRESS: NONE, IEC: NONE },
};
