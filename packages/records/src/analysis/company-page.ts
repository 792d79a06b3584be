import type { CompanyRole, TradeType } from '@tidewaiter/contract';
import { partySpellings } from '../answers/party-spellings.js';
import type { Scope } from '../query/entitlement.js';
import type { ListMembers, NamedList } from '../query/listed.js';
import type { Snapshot } from '../query/snapshot.js';
import { type CompanyPart, companyParts, type FigureGroup, type FigureList } from './company-figures.js';
import { type CompanyIdentity, identityOf, NOBODY_KNOWN } from './company-identity.js';
import { PARTNER, type PartnerState, type PartnerStates, partnerStates } from './company-partners.js';
import { type NamedGroup, namesOf } from './groups.js';
import { type ListedPartners, listedPartners } from './listed-partners.js';
import { goodsName, type MarketPrice, marketPricesOf } from './market-prices.js';
import type { Played } from './parts-played.js';
import { type RecentMonths, recentMonths } from './recent-months.js';
import { type RelatedCompanies, relatedCompaniesOf } from './related-companies.js';
import { type SimilarCompanies, similarCompaniesOf } from './similar-companies.js';

/** Which part of a company is looked at; one that it does not play, and none, is the one of most shipments. */
export interface PartChoice {
  tradeType?: TradeType | undefined;
  role?: CompanyRole | undefined;
  /** A list of companies: it is told which partners stand on it. */
  list?: NamedList | undefined;
}

type Named<Of extends FigureGroup = FigureGroup> = Of & NamedGroup;
type ListOf<Group> = Omit<FigureList, 'groups'> & { groups: readonly Group[] };

interface ShownPart {
  part: CompanyPart;
  partnerRole: CompanyRole;
  recent: RecentMonths | null;
  /** With what the market pays for the largest of them. */
  goods: ListOf<Named & { market: MarketPrice | null }>;
  /** With what each is to the company over all its parts; null where there are too few months to say it. */
  partners: ListOf<Named & { state: PartnerState | null; isListed: boolean }>;
  /** All partners that stand on the list, and what is traded with them. */
  listed: Pick<ListedPartners, 'partners' | 'figures'> | null;
  changes: PartnerStates['counts'] | null;
}

export interface CompanyPage {
  /** The commonest spelling; null where there is no record. */
  name: string | null;
  /** Who it is by the records of all its parts. */
  identity: CompanyIdentity;
  /** Those of most shipments first. */
  parts: readonly CompanyPart[];
  shown: ShownPart | null;
}

/** Where a company is looked at, and all that its account may see, in which parties and codes have their names. */
export interface Within {
  scope: Scope;
  seen: Scope | null;
}

/** Goods whose price is held against the market's: each is a scan of its code. */
const PRICED_GOODS = 20;

/**
 * A company under all spellings of its name: what it does in records of either trade type, and one of its parts in detail.
 *
 * @param party its key, in decimal digits
 */
export async function companyPageOf(
  party: string,
  choice: PartChoice,
  within: Within,
  snapshot: Snapshot,
): Promise<CompanyPage> {
  const { scope, seen } = within;
  const recent = recentMonths(scope);
  const toldOfParts = async () => {
    const parts = await partsOf(party, scope, snapshot);
    const part = chosen(parts, choice);
    const [list] = await snapshot.listed(choice.list ? [choice.list] : []);
    const [name, shown] = await Promise.all([
      nameOfCompany(party, parts, seen, snapshot),
      part ? shownPart({ party, part, parts, list }, recent, within, snapshot) : null,
    ]);
    return { name, parts, shown };
  };
  const [{ name, parts, shown }, identity] = await Promise.all([toldOfParts(), identityOf(party, scope, snapshot)]);
  return { name, identity, parts, shown };
}

export const NO_COMPANY: CompanyPage = { name: null, identity: NOBODY_KNOWN, parts: [], shown: null };

/** The parts of a company, those of most shipments first. */
async function partsOf(party: string, scope: Scope, snapshot: Snapshot): Promise<CompanyPart[]> {
  const figures = await companyParts({ party, scope }, snapshot);
  return [...figures].sort((a, b) => b.total.shipments - a.total.shipments);
}

/** Who is like a company, in the part that is named. */
export interface SimilarToCompany extends Played, SimilarCompanies {}

/** Who is like a company, in one of its parts; null where it plays none. */
export async function similarToCompany(
  party: string,
  choice: PartChoice,
  { scope, seen }: Within,
  snapshot: Snapshot,
): Promise<SimilarToCompany | null> {
  const parts = await partsOf(party, scope, snapshot);
  const part = chosen(parts, choice);
  if (!part) return null;
  const query = { party, part: playedIn(part), scope };
  return { ...playedIn(part), ...(await similarCompaniesOf(query, seen, snapshot)) };
}

/** Whose records state what a company's do, over all its parts; null where it plays none. */
export async function relatedToCompany(
  party: string,
  { scope, seen }: Within,
  snapshot: Snapshot,
): Promise<RelatedCompanies | null> {
  const parts = await partsOf(party, scope, snapshot);
  return parts.length === 0 ? null : relatedCompaniesOf({ party, scope, seen }, snapshot);
}

function chosen(parts: readonly CompanyPart[], { tradeType, role }: PartChoice): CompanyPart | undefined {
  const ofTrade = parts.filter((part) => tradeType === undefined || part.tradeType === tradeType);
  return ofTrade.find((part) => role === undefined || part.role === role) ?? ofTrade[0] ?? parts[0];
}

/** As lists write it in the part of most shipments. */
async function nameOfCompany(
  party: string,
  [part]: readonly CompanyPart[],
  seen: Scope | null,
  snapshot: Snapshot,
): Promise<string | null> {
  if (part === undefined) return null;
  const spelling = await partySpellings({ [part.role]: [party] }, { tradeType: part.tradeType, scope: seen }, snapshot);
  return spelling(part.role, party);
}

interface ShownAsked {
  party: string;
  part: CompanyPart;
  parts: readonly CompanyPart[];
  list: ListMembers | undefined;
}

async function shownPart(
  { party, part, parts, list }: ShownAsked,
  recent: RecentMonths | null,
  { scope, seen }: Within,
  snapshot: Snapshot,
): Promise<ShownPart> {
  const { tradeType, role, lists } = part;
  const partnerRole = PARTNER[role];
  const dimension = partnerRole === 'IMPORTER' ? 'importers' : 'exporters';
  const priced = lists.goods.groups.filter(({ unit }) => unit !== '').slice(0, PRICED_GOODS);
  const goods = priced.map(({ name, unit }) => ({ code: name, unit }));
  const partnerNames = lists.partners.groups.map(({ name }) => name);
  const codes = lists.goods.groups.map(({ name }) => name);
  const query = { party, scope, parts: parts.map(playedIn), counted: playedIn(part), listed: partnerNames };
  const [prices, nameOfGroup, listed, states] = await Promise.all([
    marketPricesOf({ tradeType, goods, scope }, snapshot),
    namesOf({ [dimension]: partnerNames, hsCodes: codes }, { tradeType, scope: seen }, snapshot),
    list && listedPartners({ party, part: playedIn(part), told: partnerNames, scope, list }, snapshot),
    recent && partnerStates({ ...query, recentFrom: recent.from, months: recent.months }, snapshot),
  ]);
  const stateOf = new Map(states?.listed.map((state) => [state.party, state]));
  return {
    part,
    partnerRole,
    recent,
    goods: {
      ...lists.goods,
      groups: lists.goods.groups.map((group) => ({
        ...group,
        ...nameOfGroup('hsCodes', group.name),
        market: prices.get(goodsName({ code: group.name, unit: group.unit })) ?? null,
      })),
    },
    partners: {
      ...lists.partners,
      groups: lists.partners.groups.map((group) => ({
        ...group,
        ...nameOfGroup(dimension, group.name),
        state: stateOf.get(group.name) ?? null,
        isListed: listed?.told.includes(group.name) ?? false,
      })),
    },
    listed: listed ?? null,
    changes: states?.counts ?? null,
  };
}

const playedIn = ({ tradeType, role }: CompanyPart): Played => ({ tradeType, role });
