import { addMonths, type CompanyRole, PARTNER_CHANGES, type PartnerChange } from '@tidewaiter/contract';
import { z } from 'zod';
import { PARTY_ROLES } from '../columns/parties.js';
import type { Scope } from '../query/entitlement.js';
import { cachedQuery } from '../query/snapshot.js';
import { joinedParameters, leadOf } from '../versions/joined-parties.js';
import { isTheirs, type Played, scansOfParts } from './parts-played.js';

/** Whose partners are told, and of which time. */
interface PartnersAsked {
  /** The company's key, in decimal digits. */
  party: string;
  scope: Scope;
  /** All parts that the company plays: what a partner is goes by the shipments of all of them together. */
  parts: readonly Played[];
  /** The part whose partners are counted, and the keys of those that are told one by one. */
  counted: Played;
  listed: readonly string[];
  /** The first day of the recent months, and how many these are. */
  recentFrom: string;
  months: number;
}

/** What a partner has become, and the day on which it did; one that has stayed has none. */
export interface PartnerState {
  party: string;
  change: PartnerChange;
  day: string | null;
}

export interface PartnerStates {
  listed: readonly PartnerState[];
  /** How many of the counted part's partners are which. */
  counts: Readonly<Record<PartnerChange, number>>;
}

/** The party at the other end: who receives goods deals with exporters. */
export const PARTNER: Readonly<Record<CompanyRole, 'IMPORTER' | 'EXPORTER'>> = {
  IMPORTER: 'EXPORTER',
  EXPORTER: 'IMPORTER',
  NOTIFY: 'EXPORTER',
};

/**
 * What a company's partners have become. A partner is new when its first shipment is of the recent months, lost when its last one is of
 * before them, and back when it has shipped in them, and before, but not in as many months that precede them. One statement reads
 * each record once, whatever parts the company plays in it.
 */
export const partnerStates = cachedQuery<PartnersAsked, PartnerStates>(
  'company-partners',
  async ({ party, scope, parts, counted, listed: told, recentFrom, months }, snapshot) => {
    const { version } = snapshot;
    const records = scansOfParts(parts, scope, version, (tradeType, roles, from) => {
      const dealings = roles.map((role) => {
        const isCounted = tradeType === counted.tradeType && role === counted.role;
        const partner = leadOf(`${PARTY_ROLES[PARTNER[role]]}_key`, version);
        return `(if(${isTheirs(role, version)}, ${partner}, 0), ${isCounted})`;
      });
      return `SELECT [${dealings.join(', ')}] AS dealings, record_date AS day ${from}`;
    });
    const rows = await snapshot.query({
      name: 'company.partners',
      sql: `SELECT change, count() OVER (PARTITION BY change) AS of_change, name, if(change = 'STAYED', NULL, toString(change_day))
        FROM (
          SELECT toString(partner) AS name, min(day) AS first, max(day) AS last, maxIf(day, day < {recent:Date}) AS before,
            multiIf(first >= {recent:Date}, 'NEW', last < {recent:Date}, 'LOST', before < {earlier:Date}, 'BACK', 'STAYED') AS change,
            if(change = 'LOST', last, minIf(day, day >= {recent:Date})) AS change_day
          FROM (
            SELECT dealing.1 AS partner, dealing.2 AS counted, day FROM (${records.sql}) ARRAY JOIN dealings AS dealing
          )
          WHERE partner != 0 GROUP BY partner HAVING max(counted)
        )
        ORDER BY has({told:Array(String)}, name) DESC LIMIT ${told.length + 1} BY change`,
      parameters: {
        ...records.parameters,
        ...joinedParameters(version),
        ...{ party, told: [...told], recent: recentFrom, earlier: addMonths(recentFrom, -months) },
      },
      row: z.tuple([z.enum(PARTNER_CHANGES), z.coerce.number(), z.string(), z.string().nullable()]),
    });
    const counts = Object.fromEntries(PARTNER_CHANGES.map((change) => [change, 0])) as Record<PartnerChange, number>;
    for (const [change, count] of rows) counts[change] = count;
    const listedKeys = new Set(told);
    return {
      listed: rows.flatMap(([change, , name, day]) => (listedKeys.has(name) ? [{ party: name, change, day }] : [])),
      counts,
    };
  },
);
