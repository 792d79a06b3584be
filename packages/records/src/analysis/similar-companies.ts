import { addDecimals, type TradeType } from '@tidewaiter/contract';
import { z } from 'zod';
import { aggregationContext } from '../answers/measured-records.js';
import { dimensionSql } from '../columns/dimensions.js';
import { PARTY_ROLES } from '../columns/parties.js';
import { Bindings } from '../engine/bindings.js';
import { compileScope } from '../query/compile.js';
import type { Scope } from '../query/entitlement.js';
import { cachedQuery, type Snapshot } from '../query/snapshot.js';
import { keysOfParties, leadOf } from '../versions/joined-parties.js';
import { sum } from './amounts.js';
import { type NamedGroup, namesOf } from './groups.js';
import { isTheirs, type Played } from './parts-played.js';

/** Goods on their way between two countries. */
interface GoodsLane {
  /** Of the HS, with what it is called. */
  heading: NamedGroup;
  /** The shortcode of the country that reports them, and the name of the one at the other end. */
  source: string;
  country: string;
  /** What the company trades in it. */
  amount: string;
}

interface SimilarCompany {
  name: string;
  /** From 0 to 1: how much of what either trades lies where the other's lies, too. */
  overlap: number;
  shipments: number;
  lastDay: string;
  /** All that it trades in the part, and what of it lies in the lanes that are shared. */
  amount: string;
  shared: string;
  /** By their places among the company's, the largest overlap first. */
  lanes: readonly { place: number; amount: string }[];
}

export interface SimilarCompanies {
  /** Amounts are values in USD, or shipments where the company's records state no value. */
  by: 'VALUE' | 'SHIPMENTS';
  /** All that the company trades in the part. */
  amount: string;
  /** The largest of its lanes: no others are looked at. */
  lanes: readonly GoodsLane[];
  companies: readonly SimilarCompany[];
}

/** Lanes by which companies are held against each other: each is a part of a heading's records. */
const LANES = 20;

/** Of all who trade in these lanes, so many are looked at as a whole: those with most in common, in USD. */
const CANDIDATES = 50;

/** Companies that are told. */
const MOST_SIMILAR = 20;

/**
 * Who trades the same goods in the same lanes, in the same part. Two companies overlap by the shares that they have in common: in each
 * lane the smaller of the two shares that it has of what each trades (the index of Finger and Kreinin), over the largest lanes.
 */
export async function similarCompaniesOf(
  about: { party: string; part: Played; scope: Scope },
  seen: Scope | null,
  snapshot: Snapshot,
): Promise<SimilarCompanies> {
  const { tradeType, role } = about.part;
  const similar = await similarInLanes(about, snapshot);
  const dimension = { IMPORTER: 'importers', EXPORTER: 'exporters', NOTIFY: 'notifyParties' } as const;
  const nameOf = await namesOf(
    {
      hsHeadings: [...new Set(similar.lanes.map(({ heading }) => heading))],
      [dimension[role]]: similar.companies.map(({ party }) => party),
    },
    { tradeType, scope: seen },
    snapshot,
  );
  return {
    ...similar,
    lanes: similar.lanes.map((lane) => ({ ...lane, heading: nameOf('hsHeadings', lane.heading) })),
    companies: similar.companies.map(({ party, ...company }) => ({
      ...company,
      name: nameOf(dimension[role], party).name,
    })),
  };
}

interface SimilarInLanes extends Omit<SimilarCompanies, 'lanes' | 'companies'> {
  lanes: readonly OwnLane[];
  companies: readonly (Omit<SimilarCompany, 'name'> & { party: string })[];
}
type OwnLane = Omit<GoodsLane, 'heading'> & { heading: string };
interface SimilarQuery {
  party: string;
  part: Played;
  scope: Scope;
}

const similarInLanes = cachedQuery<SimilarQuery, SimilarInLanes>('similar-companies', async (query, snapshot) => {
  const own = await ownLanes(query, snapshot);
  if (own.lanes.length === 0) return { ...own, companies: [] };
  const traders = await tradersIn(own, query, snapshot);
  const totals = await totalsOf([...traders.keys()], own.by, query, snapshot);
  const companies = [...traders].flatMap(([party, traded]) => {
    const whole = totals.get(party);
    if (!whole) return [];
    const lanes = traded
      .map(({ place, amount }) => {
        const theirs = ratio(own.lanes[place]?.amount ?? '0', own.amount);
        return { place, amount, overlap: Math.min(theirs, ratio(amount, whole.amount)) };
      })
      .sort((a, b) => b.overlap - a.overlap || a.place - b.place);
    return [
      {
        ...{ party, ...whole },
        overlap: lanes.reduce((all, { overlap }) => all + overlap, 0),
        shared: lanes.reduce((all, { amount }) => addDecimals(all, amount), '0'),
        lanes: lanes.map(({ place, amount }) => ({ place, amount })),
      },
    ];
  });
  companies.sort(
    (a, b) => b.overlap - a.overlap || Number(b.shared) - Number(a.shared) || (a.party < b.party ? -1 : 1),
  );
  return { ...own, companies: companies.slice(0, MOST_SIMILAR) };
});

const ratio = (part: string, whole: string) => (Number(whole) > 0 ? Math.max(0, Number(part)) / Number(whole) : 0);

/** What is summed of a record. */
const amountSql = (by: SimilarCompanies['by']) =>
  by === 'VALUE' ? 'ifNull(total_value_usd, 0)' : 'toDecimal128(1, 18)';

/** What lanes are made of, in records of a trade type. */
const laneSql = (tradeType: TradeType) =>
  `(${dimensionSql('hsHeadings', tradeType)}, toString(country), toString(${dimensionSql('foreignCountries', tradeType)}))`;

/** The largest lanes of a company, which the index of its key finds. What says nothing of its goods or its way is in none. */
async function ownLanes(
  { party, part, scope }: SimilarQuery,
  snapshot: Snapshot,
): Promise<Omit<SimilarInLanes, 'companies'>> {
  const { version } = snapshot;
  const within = compileScope(part.tradeType, scope, version);
  const { wide } = await aggregationContext(scope, snapshot);
  const rows = await snapshot.query({
    name: 'company.lanes',
    sql: `SELECT heading, source, foreign, toString(usd), toString(found), toString(all_usd), toString(all_found) FROM (
        SELECT lane.1 AS heading, lane.2 AS source, lane.3 AS foreign, ${sum('usd', wide)} AS usd, count() AS found,
          sum(usd) OVER () AS all_usd, sum(found) OVER () AS all_found
        FROM (
          SELECT ${laneSql(part.tradeType)} AS lane, ${amountSql('VALUE')} AS usd FROM records
          WHERE ${within.sql} AND ${isTheirs(part.role, version)}
        )
        GROUP BY lane
      )
      ORDER BY heading != '' AND foreign != '' DESC, usd * (all_usd > 0) DESC, found DESC, heading, source, foreign LIMIT ${LANES}`,
    parameters: { ...within.parameters, party },
    row: z.tuple([z.string(), z.string(), z.string(), z.string(), z.string(), z.string(), z.string()]),
  });
  const [first] = rows;
  const by = first === undefined || Number(first[5]) > 0 ? 'VALUE' : 'SHIPMENTS';
  return {
    by,
    amount: (by === 'VALUE' ? first?.[5] : first?.[6]) ?? '0',
    lanes: rows
      .filter(([heading, , country]) => heading !== '' && country !== '')
      .map(([heading, source, country, usd, companies]) => ({
        ...{ heading, source, country },
        amount: by === 'VALUE' ? usd : companies,
      }))
      .filter(({ amount }) => Number(amount) > 0),
  };
}

interface InLane {
  place: number;
  amount: string;
}

/** Who else trades in some lanes, by their keys: those with most in common. One scan of the lanes' headings. */
async function tradersIn(
  { by, lanes }: Omit<SimilarInLanes, 'companies'>,
  { party, part, scope }: SimilarQuery,
  snapshot: Snapshot,
): Promise<Map<string, readonly InLane[]>> {
  const { version } = snapshot;
  const within = compileScope(part.tradeType, scope, version);
  const { wide } = await aggregationContext(scope, snapshot);
  const bindings = new Bindings();
  // Headings lead the sort key to their places by how a code begins, and no other way.
  const headings = [...new Set(lanes.map(({ heading }) => heading))].map(
    (heading) => `startsWith(hs_code, ${bindings.string(heading)})`,
  );
  const known = `arrayZip(${(['heading', 'source', 'country'] as const).map((name) => bindings.strings(lanes.map((lane) => lane[name]))).join(', ')})`;
  const own = `arrayMap(text -> toDecimal256(text, 18), ${bindings.strings(lanes.map(({ amount }) => amount))})`;
  const rows = await snapshot.query({
    name: 'company.traders',
    sql: `SELECT toString(trader), arraySort(groupArray((place - 1, toString(traded))))
      FROM (
        SELECT ${leadOf(`${PARTY_ROLES[part.role]}_key`, version)} AS trader, indexOf(${known}, ${laneSql(part.tradeType)}) AS place,
          ${sum(amountSql(by), wide)} AS traded
        FROM records
        WHERE ${within.sql} AND (${headings.join(' OR ')}) AND place > 0 AND trader != 0
        GROUP BY trader, place HAVING traded > 0
      )
      WHERE trader != toUInt64({party:String})
      GROUP BY trader
      ORDER BY sum(least(toDecimal256(traded, 18), ${own}[place])) DESC, trader LIMIT ${CANDIDATES}`,
    parameters: { ...within.parameters, ...bindings.parameters, party },
    row: z.tuple([z.string(), z.array(z.tuple([z.coerce.number(), z.string()]))]),
  });
  return new Map(rows.map(([trader, traded]) => [trader, traded.map(([place, amount]) => ({ place, amount }))]));
}

/** All that some parties trade in a part. */
async function totalsOf(
  parties: readonly string[],
  by: SimilarCompanies['by'],
  { part, scope }: Pick<SimilarQuery, 'part' | 'scope'>,
  snapshot: Snapshot,
): Promise<ReadonlyMap<string, Pick<SimilarCompany, 'amount' | 'shipments' | 'lastDay'>>> {
  if (parties.length === 0) return new Map();
  const { version } = snapshot;
  const within = compileScope(part.tradeType, scope, version);
  const { wide } = await aggregationContext(scope, snapshot);
  const key = `${PARTY_ROLES[part.role]}_key`;
  const theirs = keysOfParties('(SELECT toUInt64(arrayJoin({parties:Array(String)})) AS key)', version);
  const rows = await snapshot.query({
    name: 'company.traders-totals',
    sql: `SELECT toString(${leadOf(key, version)}) AS trader, toString(${sum(amountSql(by), wide)}), count(), toString(max(record_date))
      FROM records WHERE ${within.sql} AND ${key} IN ${theirs} GROUP BY trader`,
    parameters: { ...within.parameters, parties: [...parties] },
    row: z.tuple([z.string(), z.string(), z.coerce.number(), z.string()]),
  });
  return new Map(rows.map(([trader, amount, shipments, lastDay]) => [trader, { amount, shipments, lastDay }]));
}
