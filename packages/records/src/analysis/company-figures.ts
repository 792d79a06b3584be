import { COMPANY_ROLES, type CompanyRole, TRADE_TYPES, type TradeType, withoutDecimals } from '@tidewaiter/contract';
import { z } from 'zod';
import { aggregationContext } from '../answers/measured-records.js';
import { dimensionSql, groupName } from '../columns/dimensions.js';
import { PARTY_ROLES } from '../columns/parties.js';
import { QUANTITY, QUANTITY_UNIT } from '../columns/quantities.js';
import { compileScope } from '../query/compile.js';
import type { Scope } from '../query/entitlement.js';
import type { CachedQuery, Snapshot } from '../query/snapshot.js';
import { type DataVersion, visibleSums } from '../versions/data-version.js';
import { isOfParty, joinedParameters, leadOf } from '../versions/joined-parties.js';
import { sum } from './amounts.js';
import { PARTNER } from './company-partners.js';

/** Which of a company's records are summed up. */
interface CompanyAsked {
  tradeType: TradeType;
  /** The parts that it may play in them. */
  roles: readonly CompanyRole[];
  /** The party's key, in decimal digits. */
  party: string;
  scope: Scope;
}

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
export interface CompanyPart {
  tradeType: TradeType;
  role: CompanyRole;
  total: Figures;
  lists: Readonly<Record<CompanyList, FigureList>>;
}

/** Groups of a list that are told. */
const MOST_GROUPS = 200;

/** The records of a company in one part, which the index of that part's key finds. */
function rowsOf(role: CompanyRole, tradeType: TradeType, within: string, version: DataVersion): string {
  const foreign = dimensionSql('foreignCountries', tradeType);
  const columns = [
    `'${role}' AS role`,
    `${PARTY_ROLES[role]} AS spelling`,
    'hs_code AS code',
    `if(code = '', '', ${QUANTITY_UNIT}) AS unit`,
    `${leadOf(`${PARTY_ROLES[PARTNER[role]]}_key`, version)} AS partner`,
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
  const isTheirs = isOfParty(`${PARTY_ROLES[role]}_key`, 'toUInt64({party:String})', version);
  return `SELECT ${columns.join(', ')} FROM records WHERE ${within} AND ${isTheirs}`;
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
 * What a company does, part by part and trade by trade; parts without a record are left out. One statement for each trade type in
 * which any load knows it, which reads the records of each part once: what tells them apart are its grouping sets. Lists begin with
 * what is worth most, spellings with the commonest.
 */
export async function companyPartsOf(
  asked: Omit<CompanyAsked, 'tradeType' | 'roles'>,
  snapshot: Snapshot,
): Promise<readonly CompanyPart[]> {
  const roles = await rolesOf(asked.party, snapshot);
  const byTrade = await Promise.all(
    [...roles].map(([tradeType, played]) => snapshot.cached(COMPANY_PARTS, { ...asked, tradeType, roles: played })),
  );
  return byTrade.flat();
}

/**
 * Where a party may be found at all, from what each load kept: a part of most others, and the index of a part in which it is not
 * takes as long to look through as one in which it is.
 */
async function rolesOf(party: string, snapshot: Snapshot): Promise<Map<TradeType, CompanyRole[]>> {
  const visible = visibleSums(snapshot.version);
  const rows = await snapshot.query({
    name: 'company.roles',
    sql: `SELECT DISTINCT trade_type, role FROM party_names
      WHERE trade_type IN {trades:Array(String)} AND role IN {roles:Array(String)} AND ${isOfParty('name_key', 'toUInt64({party:String})', snapshot.version)}
        AND ${visible.sql}
      ORDER BY trade_type, role`,
    parameters: {
      ...visible.parameters,
      ...joinedParameters(snapshot.version),
      party,
      trades: TRADE_TYPES,
      roles: COMPANY_ROLES,
    },
    row: z.tuple([z.enum(TRADE_TYPES), z.enum(COMPANY_ROLES)]),
    lane: 'short',
  });
  const byTrade = new Map<TradeType, CompanyRole[]>();
  for (const [trade, role] of rows) byTrade.set(trade, [...(byTrade.get(trade) ?? []), role]);
  return byTrade;
}

const COMPANY_PARTS: CachedQuery<CompanyAsked, readonly CompanyPart[]> = {
  name: 'company-parts',
  async find({ tradeType, roles, party, scope }, snapshot) {
    const within = compileScope(tradeType, scope, snapshot.version);
    const { wide } = await aggregationContext(scope, snapshot);
    const pick = (value: (list: CompanyList) => string) =>
      `multiIf(${LIST_NAMES.map((list) => `grouping(${LISTS[list].by[0]}) = 0, ${value(list)}`).join(', ')}, '')`;
    const sets = LIST_NAMES.map((list) => `(role, ${LISTS[list].by.join(', ')})`);
    const among = "OVER (PARTITION BY role, list, name = '')";
    const rows = await snapshot.query({
      name: 'company.parts',
      sql: `SELECT role, list, name, unit, cells, count() ${among}
        FROM (
          SELECT role, ${pick((list) => `'${list}'`)} AS list, ${pick((list) => LISTS[list].name)} AS name,
            toString(unit) AS unit, ${sumsSql(wide)} AS cells, sum(usd) AS value_usd, count() AS shipments
          FROM (${roles.map((role) => rowsOf(role, tradeType, within.sql, snapshot.version)).join(' UNION ALL ')})
          GROUP BY GROUPING SETS ((role), ${sets.join(', ')})
        )
        ORDER BY role, list, name != '', value_usd * (list != 'spellings') DESC, shipments DESC, name, unit
        LIMIT ${MOST_GROUPS + 1} BY role, list`,
      parameters: { ...within.parameters, party },
      row: z.tuple([
        z.enum(COMPANY_ROLES),
        z.enum(['', ...LIST_NAMES]),
        z.string(),
        z.string(),
        z.array(z.string()),
        z.coerce.number(),
      ]),
    });
    return roles.flatMap((role): CompanyPart[] => {
      const ofRole = rows.filter(([of]) => of === role);
      const whole = ofRole.find(([, list]) => list === '');
      if (!whole) return [];
      const total = groupOf('', '', whole[4]);
      const lists = LIST_NAMES.map((list): [CompanyList, FigureList] => {
        const found = ofRole.filter(([, of]) => of === list);
        const [, , , , , count = 0] = found.find(([, , name]) => name !== '') ?? [];
        const all = found.map(([, , name, unit, cells]) => groupOf(name, unit, cells));
        const groups = all.filter(({ name }) => name !== '').slice(0, MOST_GROUPS);
        const notStated = all.find(({ name }) => name === '') ?? NONE;
        return [list, { groups, count, notStated, others: without(total, [notStated, ...groups]) }];
      });
      return [{ tradeType, role, total, lists: Object.fromEntries(lists) as CompanyPart['lists'] }];
    });
  },
};

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
