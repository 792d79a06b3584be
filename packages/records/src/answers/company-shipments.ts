import {
  COMPANY_ROLES,
  type CompanyRole,
  type CompanyShipments,
  TRADE_TYPES,
  type TradeType,
} from '@tidewaiter/contract';
import { z } from 'zod';
import { PARTY_ROLES } from '../columns/parties.js';
import { compileScope } from '../query/compile.js';
import type { Scope } from '../query/entitlement.js';
import { cachedQuery, type Snapshot } from '../query/snapshot.js';
import { isOfParty } from '../versions/joined-parties.js';

/** Whose records, and which of them may be seen. */
interface OfCompany {
  tradeType: TradeType;
  /** By its key, in decimal digits. */
  party: string;
  scope: Scope;
}

/**
 * The records of a company in each part that it plays, under all its names; parts without a record are left out. One
 * statement for each trade type, in which each part is read by the index of its own key.
 */
export async function companyShipmentsOf(
  party: string,
  scope: Scope | null,
  snapshot: Snapshot,
): Promise<CompanyShipments[]> {
  if (scope === null) return [];
  const byTrade = await Promise.all(
    TRADE_TYPES.map((tradeType) => shipmentsInTrade({ tradeType, party, scope }, snapshot)),
  );
  return byTrade.flat();
}

const shipmentsInTrade = cachedQuery<OfCompany, readonly CompanyShipments[]>(
  'company-shipments',
  async ({ tradeType, party, scope }, snapshot) => {
    const within = compileScope(tradeType, scope, snapshot.version);
    const parts = COMPANY_ROLES.map(
      (role) => `SELECT '${role}' AS role, country, record_date FROM records
        WHERE ${within.sql} AND ${isOfParty(`${PARTY_ROLES[role]}_key`, 'toUInt64({party:String})', snapshot.version)}`,
    );
    const rows = await snapshot.query({
      name: 'company-shipments',
      sql: `SELECT role, count(), toString(max(record_date)), arraySort(groupUniqArray(toString(country)))
        FROM (${parts.join(' UNION ALL ')}) GROUP BY role`,
      parameters: { ...within.parameters, party },
      row: z.tuple([z.enum(COMPANY_ROLES), z.coerce.number(), z.string(), z.array(z.string())]),
    });
    const place = (role: CompanyRole) => COMPANY_ROLES.indexOf(role);
    return rows
      .map(
        ([role, records, lastDay, countryCode]): CompanyShipments => ({
          ...{ tradeType, role, records, lastDay, countryCode },
          ...{ fromDate: scope.fromDate, toDate: scope.toDate },
        }),
      )
      .sort((a, b) => place(a.role) - place(b.role));
  },
);
