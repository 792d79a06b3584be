import { type CompanyRole, type TradeType, withoutDecimals } from '@tidewaiter/contract';
import { z } from 'zod';
import { aggregationContext } from '../answers/measured-records.js';
import { dimensionSql, groupName } from '../columns/dimensions.js';
import { PARTY_ROLES } from '../columns/parties.js';
import { QUANTITY, QUANTITY_UNIT } from '../columns/quantities.js';
import type { Scope } from '../query/entitlement.js';
import { cachedQuery } from '../query/snapshot.js';
import type { DataVersion } from '../versions/data-version.js';
import { leadOf } from '../versions/joined-parties.js';
import { sum } from './amounts.js';
import { PARTNER } from './company-partners.js';
import { isTheirs, type Played, partsPlayed, scansOfParts } from './parts-played.js';

/** Sums of some records, exact; days are null where there is none. */
export interface Figures {
  shipments: number;
  /** Those with a value in USD, and of these those whose value was converted by a rate. */
  stated: number;
  converted: number;
  valueUsd: string;
  firstDay: string | null;
  lastDay: string | null;
}

/** Records that have a name in common; of goods, a unit too, in which they can be priced. */
export interface FigureGroup extends Figures {
  name: string;
  unit: string;
  quantity: string;
  priced: number;
  pricedValueUsd: string;
  pricedQuantity: string;
}

/** The largest groups of a list, and what stands around them: together they are the total of their part. */
export interface FigureList {
  groups: readonly FigureGroup[];
  /** How many groups there are, those beyond the largest too, and what those sum up to. */
  count: number;
  others: Figures;
  /** What says nothing of it. */
  notStated: Figures;
}

/** What is told of a company, by what tells its records apart. */
const LISTS = {
  spellings: { by: ['spelling'], name: 'spelling' },
  goods: { by: ['code', 'unit'], name: 'toString(code)' },
  partners: { by: ['partner'], name: groupName('exporters', 'partner') },
  localPorts: { by: ['local_port'], name: groupName('localPorts', 'local_port') },
  foreignPorts: { by: ['foreign_port'], name: groupName('foreignPorts', 'foreign_port') },
  months: { by: ['month'], name: groupName('months', 'month') },
  countries: { by: ['source'], name: 'toString(source)' },
  // Its goods' ways between two countries: the shortcode of the one that reports them, and the name of the other.
  lanes: { by: ['lane'], name: 'lane' },
} as const;
type CompanyList = keyof typeof LISTS;
const LIST_NAMES = Object.keys(LISTS) as CompanyList[];

/** What a company does in one part that it plays in records of a trade type. */
export interface CompanyPart extends Played {
  total: Figures;
  lists: Readonly<Record<CompanyList, FigureList>>;
}

/** Groups of a list that are told. */
const MOST_GROUPS = 200;

const partName = ({ tradeType, role }: Played) => `${tradeType} ${role}` as const;

/** The records of a company, each read once, and told once for each of the parts that it plays in it. */
function rowsOf(tradeType: TradeType, roles: readonly CompanyRole[], from: string, version: DataVersion): string {
  const foreign = dimensionSql('foreignCountries', tradeType);
  const parts = roles.map((role) => {
    const partner = leadOf(`${PARTY_ROLES[PARTNER[role]]}_key`, version);
    return `(if(${isTheirs(role, version)}, '${partName({ tradeType, role })}', ''), ${PARTY_ROLES[role]}, ${partner})`;
  });
  const columns = [
    `arrayFilter(part -> part.1 != '', [${parts.join(', ')}]) AS parts`,
    'hs_code AS code',
    `if(code = '', '', ${QUANTITY_UNIT}) AS unit`,
    `${dimensionSql('localPorts', tradeType)} AS local_port`,
    `${dimensionSql('foreignPorts', tradeType)} AS foreign_port`,
    `${dimensionSql('months', tradeType)} AS month`,
    'country AS source',
    `if(${foreign} = '', '', concat(toString(country), ' ', toString(${foreign}))) AS lane`,
    'record_date AS day',
    'ifNull(total_value_usd, 0) AS usd',
    'isNotNull(total_value_usd) AS is_stated',
    'is_stated AND total_value_usd_derived AS is_converted',
    `${QUANTITY} AS amount`,
    'is_stated AND amount > 0 AS is_priced',
  ];
  return `SELECT *, part.1 AS played, part.2 AS spelling, part.3 AS partner
    FROM (SELECT ${columns.join(', ')} ${from}) ARRAY JOIN parts AS part`;
}

/** The sums of a group, as texts in the order in which {@link groupOf} reads them. */
function sumsSql(wide: boolean): string {
  const priced = (column: string) => sum(`if(is_priced, ${column}, toDecimal128(0, 18))`, wide);
  const texts = [
    'count()',
    'countIf(is_stated)',
    'countIf(is_converted)',
    sum('usd', wide),
    sum('amount', wide),
    priced('usd'),
    priced('amount'),
    'min(day)',
    'max(day)',
    'countIf(is_priced)',
  ];
  return `[${texts.map((text) => `toString(${text})`).join(', ')}]`;
}

function groupOf(name: string, unit: string, cells: readonly string[]): FigureGroup {
  const [shipments, stated, converted, valueUsd = '', quantity = '', pricedValueUsd = '', pricedQuantity = ''] = cells;
  const [firstDay = null, lastDay = null, priced] = cells.slice(7);
  return {
    ...{ name, unit, valueUsd, quantity, pricedValueUsd, pricedQuantity, firstDay, lastDay },
    ...{ shipments: Number(shipments), stated: Number(stated), converted: Number(converted), priced: Number(priced) },
  };
}

/**
 * What a company does, part by part; parts without a record are left out. One statement reads each record once: what tells its parts
 * and lists apart are grouping sets. Lists begin with what is worth most, spellings with the commonest.
 */
export const companyParts = cachedQuery<{ party: string; scope: Scope }, readonly CompanyPart[]>(
  'company-parts',
  async ({ party, scope }, snapshot) => {
    const parts = await partsPlayed({ party }, snapshot);
    if (parts.length === 0) return [];
    const { wide } = await aggregationContext(scope, snapshot);
    const { version } = snapshot;
    const records = scansOfParts(parts, scope, version, (...scan) => rowsOf(...scan, version));
    const pick = (value: (list: CompanyList) => string) =>
      `multiIf(${LIST_NAMES.map((list) => `grouping(${LISTS[list].by[0]}) = 0, ${value(list)}`).join(', ')}, '')`;
    const sets = LIST_NAMES.map((list) => `(played, ${LISTS[list].by.join(', ')})`);
    const among = "OVER (PARTITION BY played, list, name = '')";
    const rows = await snapshot.query({
      name: 'company.parts',
      sql: `SELECT played, list, name, unit, cells, count() ${among}
        FROM (
          SELECT played, ${pick((list) => `'${list}'`)} AS list, ${pick((list) => LISTS[list].name)} AS name,
            toString(unit) AS unit, ${sumsSql(wide)} AS cells, sum(usd) AS value_usd, count() AS shipments
          FROM (${records.sql})
          GROUP BY GROUPING SETS ((played), ${sets.join(', ')})
        )
        ORDER BY played, list, name != '', value_usd * (list != 'spellings') DESC, shipments DESC, name, unit
        LIMIT ${MOST_GROUPS + 1} BY played, list`,
      parameters: { ...records.parameters, party },
      row: z.tuple([
        z.string(),
        z.enum(['', ...LIST_NAMES]),
        z.string(),
        z.string(),
        z.array(z.string()),
        z.coerce.number(),
      ]),
    });
    return parts.flatMap((part): CompanyPart[] => {
      const ofPart = rows.filter(([played]) => played === partName(part));
      const whole = ofPart.find(([, list]) => list === '');
      if (!whole) return [];
      const total = groupOf('', '', whole[4]);
      const lists = LIST_NAMES.map((list): [CompanyList, FigureList] => {
        const ofList = ofPart.filter(([, of]) => of === list);
        const [, , , , , count = 0] = ofList.find(([, , name]) => name !== '') ?? [];
        const all = ofList.map(([, , name, unit, cells]) => groupOf(name, unit, cells));
        const groups = all.filter(({ name }) => name !== '').slice(0, MOST_GROUPS);
        const notStated = all.find(({ name }) => name === '') ?? NONE;
        return [list, { groups, count, notStated, others: without(total, [notStated, ...groups]) }];
      });
      return [{ ...part, total, lists: Object.fromEntries(lists) as CompanyPart['lists'] }];
    });
  },
);

const NONE: Figures = { shipments: 0, stated: 0, converted: 0, valueUsd: '0', firstDay: null, lastDay: null };

/** What is left of a whole without its parts: exact, since sums subtract. Their days are not known. */
function without(whole: Figures, parts: readonly Figures[]): Figures {
  const left = (of: (figures: Figures) => number) => parts.reduce((rest, part) => rest - of(part), of(whole));
  return {
    ...NONE,
    shipments: left(({ shipments }) => shipments),
    stated: left(({ stated }) => stated),
    converted: left(({ converted }) => converted),
    valueUsd: withoutDecimals(whole.valueUsd, ...parts.map(({ valueUsd }) => valueUsd)),
  };
}
