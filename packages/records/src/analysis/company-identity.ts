import type { CompanyRole, PartyDetail, TradeType } from '@tidewaiter/contract';
import { z } from 'zod';
import { dimensionSql } from '../columns/dimensions.js';
import { PARTY_ROLES } from '../columns/parties.js';
import { declares, detailKeys, partyDetailSql } from '../columns/party-details.js';
import type { Scope } from '../query/entitlement.js';
import { cachedQuery, type Snapshot } from '../query/snapshot.js';
import type { DataVersion } from '../versions/data-version.js';
import { isTheirs, type Played, partsPlayed, scansOfParts } from './parts-played.js';

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

const LIST_NAMES = ['spellings', 'ADDRESS', 'NUMBER', 'declaredIn', 'shipsFrom'] as const;
type IdentityList = (typeof LIST_NAMES)[number];

/** Of each list, so many are told. */
const MOST_SAID = 20;

/** What the records of a company say of it, each in all parts that it plays in it together: those that say the same are one row. */
function saidOf(tradeType: TradeType, roles: readonly CompanyRole[], from: string, version: DataVersion): string {
  const saidIn = (role: CompanyRole) => {
    const isDeclared = declares(role, tradeType);
    const foreign = `toString(${dimensionSql('foreignCountries', tradeType)})`;
    const said: Record<IdentityList, string> = {
      spellings: PARTY_ROLES[role],
      ADDRESS: partyDetailSql.ADDRESS(role, tradeType),
      NUMBER: partyDetailSql.NUMBER(role, tradeType),
      declaredIn: isDeclared ? 'toString(country)' : "''",
      shipsFrom: role === 'NOTIFY' || isDeclared ? "''" : foreign,
    };
    const texts = LIST_NAMES.map((list) => `('${list}', ${said[list]})`);
    return `if(${isTheirs(role, version)}, [${texts.join(', ')}], [])`;
  };
  return `SELECT arrayFilter(one -> one.2 != '', arrayConcat(${roles.map(saidIn).join(', ')})) AS texts, count() AS records,
      min(record_date) AS first, max(record_date) AS last
    ${from} GROUP BY texts`;
}

/** By what texts are one: addresses and numbers by their letters and digits, whatever else is said as it is written. */
const KEY = `multiIf(one.1 = '', 1, one.1 IN ('ADDRESS', 'NUMBER'), ${detailKeys('one.2')}, sipHash64(one.2))`;

/**
 * Who a company is. One statement reads the records of all its parts, each record once; what is addressed in several
 * ways that differ in signs, spaces or case alone is one address, told as most records write it.
 */
export const companyIdentity = cachedQuery<{ party: string; parts: readonly Played[]; scope: Scope }, CompanyIdentity>(
  'company-identity',
  async ({ party, parts, scope }, snapshot) => {
    if (parts.length === 0) return NOBODY_KNOWN;
    const { version } = snapshot;
    const records = scansOfParts(parts, scope, version, (...scan) => saidOf(...scan, version));
    const rows = await snapshot.query({
      name: 'company.identity',
      sql: `SELECT list, argMax(text, (written, text)), sum(of_records) AS shipments, toString(min(first)), toString(max(last)),
            count() OVER (PARTITION BY list)
          FROM (
            SELECT one.1 AS list, key, one.2 AS text, sum(records) AS written, sumIf(records, nth = 1) AS of_records,
              min(first) AS first, max(last) AS last
            FROM (
              SELECT arrayPushFront(texts, ('', '')) AS said, arrayMap(one -> ${KEY}, said) AS keys,
                arrayEnumerateUniq(arrayMap(one -> one.1, said), keys) AS nths, records, first, last
              FROM (${records.sql})
            )
            ARRAY JOIN said AS one, keys AS key, nths AS nth WHERE key != 0
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
      const ofList = rows.filter(([of]) => of === list);
      return {
        count: ofList[0]?.[5] ?? 0,
        said: ofList.map(([, text, shipments, firstDay, lastDay]) => ({ text, shipments, firstDay, lastDay })),
      };
    };
    const lists = LIST_NAMES.map((list) => [list, listOf(list)] as const);
    const [total = null] = listOf('').said;
    return { ...(Object.fromEntries(lists) as Record<IdentityList, SaidList>), total };
  },
);

/** The same of all parts that a company plays in any records. */
export async function identityOf(party: string, scope: Scope, snapshot: Snapshot): Promise<CompanyIdentity> {
  const parts = await partsPlayed({ party }, snapshot);
  return companyIdentity({ party, parts, scope }, snapshot);
}

const NONE: SaidList = { said: [], count: 0 };
export const NOBODY_KNOWN: CompanyIdentity = {
  ...{ total: null, spellings: NONE, declaredIn: NONE, shipsFrom: NONE, ADDRESS: NONE, NUMBER: NONE },
};
