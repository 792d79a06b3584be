/** How much of a company's trade is with partners that stand on a list. */
import { z } from 'zod';
import { aggregationContext } from '../answers/measured-records.js';
import { PARTY_ROLES } from '../columns/parties.js';
import { Bindings } from '../engine/bindings.js';
import { compileScope } from '../query/compile.js';
import type { Scope } from '../query/entitlement.js';
import type { ListMembers } from '../query/listed.js';
import { cachedQuery } from '../query/snapshot.js';
import { joinedParameters, leadOf } from '../versions/joined-parties.js';
import { sum } from './amounts.js';
import type { Figures } from './company-figures.js';
import { PARTNER } from './company-partners.js';
import { isTheirs, type Played } from './parts-played.js';

interface ListedAsked {
  /** The company's key, in decimal digits. */
  party: string;
  part: Played;
  /** The keys of the partners that are told one by one. */
  told: readonly string[];
  scope: Scope;
  list: ListMembers;
}

export interface ListedPartners {
  /** All of them, told or not. */
  partners: number;
  figures: Omit<Figures, 'firstDay' | 'lastDay'>;
  told: readonly string[];
}

export const listedPartners = cachedQuery<ListedAsked, ListedPartners>(
  'listed-partners',
  async ({ party, part: { tradeType, role }, told, scope, list }, snapshot) => {
    const { version } = snapshot;
    const within = compileScope(tradeType, scope, version);
    const { wide } = await aggregationContext(scope, snapshot);
    const bindings = new Bindings('listed');
    const partner = leadOf(`${PARTY_ROLES[PARTNER[role]]}_key`, version);
    const [row] = await snapshot.query({
      name: 'company.listed-partners',
      sql: `SELECT uniqExact(partner), groupUniqArrayIf(toString(partner), has({told:Array(String)}, toString(partner))),
          count(), countIf(is_stated), countIf(is_stated AND derived), toString(${sum('usd', wide)})
        FROM (
          SELECT ${partner} AS partner, isNotNull(total_value_usd) AS is_stated, total_value_usd_derived AS derived,
            ifNull(total_value_usd, 0) AS usd
          FROM records WHERE ${within.sql} AND ${isTheirs(role, version)}
        )
        WHERE partner != 0 AND ${list.has('partner', bindings, version)}`,
      parameters: {
        ...{ ...within.parameters, ...joinedParameters(version), ...bindings.parameters },
        ...{ party, told: [...told] },
      },
      row: z.tuple([
        z.coerce.number(),
        z.array(z.string()),
        z.coerce.number(),
        z.coerce.number(),
        z.coerce.number(),
        z.string(),
      ]),
    });
    const [partners = 0, onList = [], shipments = 0, stated = 0, converted = 0, valueUsd = '0'] = row ?? [];
    return { partners, told: onList, figures: { shipments, stated, converted, valueUsd } };
  },
);
