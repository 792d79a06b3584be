import type { Company } from './companies.js';
import type { Good } from './goods.js';
import { type Place, REPORTERS } from './places.js';
import { hasLandRoute } from './ports.js';
import { Random, Weighted } from './random.js';

/** A seller and a buyer who trade with each other again and again, and the goods they trade. */
export interface Link {
  seller: Company;
  buyer: Company;
  goods: readonly Good[];
  /** The share of this partner among the partners of a company. */
  share: number;
}

interface Sellers {
  place: Place;
  companies: Weighted<Company>;
  /** How much of the chapter's trade comes from there. */
  supply: number;
}

const REPORTING = new Set(REPORTERS.map((reporter) => reporter.code));
const NEIGHBOUR_FACTOR = 3;
const FEWEST_CUSTOMERS = 2;

/** Only links that somebody reports are of use: one end must be in a reporting country. */
function isReported(one: Place, other: Place): boolean {
  return one.code !== other.code && (REPORTING.has(one.code) || REPORTING.has(other.code));
}

function groupBy<T>(values: readonly T[], keysOf: (value: T) => Iterable<string>): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    for (const key of keysOf(value)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [value]);
      else group.push(value);
    }
  }
  return groups;
}

function chaptersSold(company: Company): Set<string> {
  return new Set(company.sells.map((good) => good.chapter));
}

function sellersByChapter(companies: readonly Company[]): Map<string, Sellers[]> {
  const sellers = new Map<string, Sellers[]>();
  for (const [chapter, all] of groupBy(companies, chaptersSold)) {
    const places = [...groupBy(all, (company) => [company.place.code]).values()].flatMap((group) => {
      const place = group[0]?.place;
      if (place === undefined) return [];
      const rank = place.sells.indexOf(chapter);
      const supply = place.weight / (rank + 3);
      return [{ place, supply, companies: new Weighted(group, (company) => company.activity) }];
    });
    sellers.set(chapter, places);
  }
  return sellers;
}

function link(seller: Company, buyer: Company, random: Random): Link[] {
  const goods = seller.sells.filter((good) => buyer.buys.includes(good.chapter));
  return goods.length === 0 ? [] : [{ seller, buyer, goods, share: 1 / (1 + random.below(5)) }];
}

/** Each buyer gets a few suppliers for each chapter it buys; a seller nobody chose gets a few customers. */
export function inventLinks(companies: readonly Company[], seed: number): Link[] {
  const random = Random.of(seed, 'links');
  const sellers = sellersByChapter(companies);
  const links: Link[] = [];
  const customers = new Map<Company, number>();
  const add = (added: readonly Link[]) => {
    for (const one of added) {
      links.push(one);
      customers.set(one.seller, (customers.get(one.seller) ?? 0) + 1);
    }
  };

  for (const buyer of companies) {
    for (const chapter of buyer.buys) {
      const from = (sellers.get(chapter) ?? []).filter(({ place }) => isReported(place, buyer.place));
      const near = (place: Place) => (hasLandRoute(place.code, buyer.place.code) ? NEIGHBOUR_FACTOR : 1);
      const places = new Weighted(from, ({ place, supply }) => supply * near(place));
      const count = places.isEmpty ? 0 : 2 + random.below(3);
      for (let i = 0; i < count; i++) add(link(places.draw(random).companies.draw(random), buyer, random));
    }
  }

  const buyers = groupBy(companies, (company) => company.buys);
  for (const seller of companies) {
    const candidates = [...chaptersSold(seller)].flatMap((chapter) => buyers.get(chapter) ?? []);
    const abroad = candidates.filter((buyer) => isReported(seller.place, buyer.place));
    const missing = abroad.length === 0 ? 0 : FEWEST_CUSTOMERS - (customers.get(seller) ?? 0);
    for (let i = 0; i < missing; i++) add(link(seller, random.pick(abroad), random));
  }
  return links;
}
