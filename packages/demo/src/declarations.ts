import type { TradeType } from '@tidewaiter/contract';
import type { Company } from './companies.js';
import type { Link } from './links.js';
import { REPORTERS, type Reporter } from './places.js';
import { drawRoute, hasLandRoute, type Mode } from './ports.js';
import { type Random, Weighted } from './random.js';

/** Twelve monthly weights, January first, as digits: 5 is an ordinary month. */
const FLAT = '555555555555';

/** Chapters whose trade follows a calendar; the others are flat. */
const BY_CHAPTER: Readonly<Record<string, string>> = {
  '03': '445555667765',
  '06': '897965434446',
  '07': '334567776543',
  '08': '223346889852',
  '09': '556677655556',
  '10': '434445899765',
  '12': '433445568997',
  '17': '444445678984',
  '18': '766544445789',
  '22': '334556667896',
  '31': '589875555543',
  '33': '555555667898',
  '38': '478876555543',
  '41': '556666666543',
  '42': '445555678973',
  '52': '667765545556',
  '61': '665566788765',
  '62': '665566788765',
  '64': '655566788655',
  '71': '465555556998',
  '87': '566665456667',
  '94': '555555678975',
  '95': '322234689961',
};

/** Goods that do not follow their chapter: a Christmas bauble is sold in September, an air conditioner in spring. */
const BY_GOOD: Readonly<Record<string, string>> = {
  '060311': '795586333337',
  '080390': FLAT,
  '080132': '445556667886',
  '841510': '467998743333',
  '841821': '456788765444',
  '950510': '111124799831',
  '950691': '965444455679',
  '851713': '545555568998',
};

/** Harvests of the southern half of the world fall half a year later. */
const SOUTH = new Set(['ARG', 'AUS', 'BRA', 'CHL', 'PER', 'ZAF']);
const LAST_HARVEST_CHAPTER = '12';

/** The weight of a month (0 = January) for a good of a country, between 0 and 1. */
function seasonWeight(hs6: string, country: string, month: number): number {
  const chapter = hs6.slice(0, 2);
  const weights = BY_GOOD[hs6] ?? BY_CHAPTER[chapter] ?? FLAT;
  const shifted = SOUTH.has(country) && chapter >= '06' && chapter <= LAST_HARVEST_CHAPTER;
  return Number(weights[shifted ? (month + 6) % 12 : month]) / 9;
}

/** Sunday first. Customs work on Saturdays a little, on Sundays hardly. */
const BY_WEEKDAY = [0.12, 1, 1.08, 1.1, 1.06, 1.02, 0.34];
const GROWTH_PER_DAY = 0.00012;

/** How busy a day is beside others: mild growth of some four per cent a year, weekends quieter. */
export function dayWeight(dayNumber: number, date: Date): number {
  return (BY_WEEKDAY[date.getUTCDay()] ?? 1) * (1 + GROWTH_PER_DAY * dayNumber);
}

/** What the items of one customs declaration have in common. */
export interface Declaration {
  number: string;
  reporter: Reporter;
  link: Link;
  mode: Mode;
  importer: string;
  exporter: string;
  notify: string;
  originPort: string;
  destinationPort: string;
  incoterm: string;
}

const INCOTERMS: Readonly<Record<TradeType, readonly string[]>> = {
  IMPORT: ['CIF', 'CIF', 'CIF', 'FOB', 'FOB', 'CFR', 'FCA', 'EXW', 'DAP', '', ''],
  EXPORT: ['FOB', 'FOB', 'FOB', 'FOB', 'CIF', 'CFR', 'FCA', 'EXW', 'DAP', '', ''],
};

/** Bills of lading are often made out to a bank's order; the banks are invented too. */
const ORDERS = [
  'TO THE ORDER OF MERIDIAN COMMERCE BANK',
  'TO THE ORDER OF BANK OF THE SEVEN ISLES',
  'TO ORDER OF SHIPPER',
  'TO THE ORDER OF HARBOUR & INLAND TRADE BANK, LC NO. 20417',
  'TO ORDER',
];
const FORWARDERS = [
  'OSPREY QUAY LOGISTICS',
  'TRANSVELO FREIGHT FORWARDERS LTD',
  'KESTREL & MOORE SHIPPING AGENCY',
  'BLUE CAPSTAN CUSTOMS BROKERS',
  'Nordvik Cargo Services',
  'AGENCIA DE ADUANAS LOS TIMONES',
];

/** Attempts to find trade that is in season before any is taken. */
const SEASON_TRIES = 8;

export class Declarations {
  private readonly reporters = new Weighted(REPORTERS, (reporter) => reporter.share);
  private readonly links = new Map<string, Weighted<Link>>();
  private readonly serials = new Map<string, number>();

  constructor(
    private readonly trade: TradeType,
    links: readonly Link[],
    private readonly random: Random,
  ) {
    const own = (link: Link) => (trade === 'IMPORT' ? link.buyer : link.seller);
    for (const { code } of REPORTERS) {
      const reported = links.filter((link) => own(link).place.code === code);
      this.links.set(code, new Weighted(reported, (link) => own(link).activity * link.share));
    }
  }

  draw(date: Date): Declaration {
    const { random } = this;
    const reporter = this.reporters.draw(random);
    const link = this.drawLink(reporter, date.getUTCMonth());
    const mode = this.drawMode(link);
    const from = link.seller.place.code;
    const to = link.buyer.place.code;
    const [originPort, destinationPort] = drawRoute(from, to, mode, random);
    return {
      number: this.nextNumber(reporter, date),
      reporter,
      link,
      mode,
      ...this.drawParties(reporter, link),
      originPort: random.chance(0.03) ? '' : originPort,
      destinationPort: random.chance(0.03) ? '' : destinationPort,
      incoterm: random.pick(INCOTERMS[this.trade]),
    };
  }

  private drawLink(reporter: Reporter, month: number): Link {
    const links = this.links.get(reporter.code);
    if (links === undefined) throw new Error(`${reporter.code} has no trade`);
    let link = links.draw(this.random);
    for (let i = 0; i < SEASON_TRIES; i++) {
      const good = this.random.pick(link.goods);
      if (this.random.chance(seasonWeight(good.hs6, link.seller.place.code, month))) break;
      link = links.draw(this.random);
    }
    return link;
  }

  private drawMode(link: Link): Mode {
    const { random } = this;
    const [good] = link.goods;
    const travel = good?.travel ?? 'S';
    if (travel !== 'A' && hasLandRoute(link.seller.place.code, link.buyer.place.code)) {
      const byLand = random.next();
      if (byLand < 0.55) return 'ROAD';
      if (byLand < 0.67) return 'RAIL';
    }
    if (travel === 'B') return 'SEA';
    const byAir = random.chance(travel === 'A' ? 0.86 : travel === 'M' ? 0.35 : 0.04);
    if (!byAir) return 'SEA';
    return (good?.price ?? 0) < 300 && random.chance(0.06) ? 'POST' : 'AIR';
  }

  private spelling(company: Company): string {
    const [usual = ''] = company.spellings;
    return this.random.chance(0.6) ? usual : this.random.pick(company.spellings);
  }

  private drawParties(reporter: Reporter, link: Link): Pick<Declaration, 'importer' | 'exporter' | 'notify'> {
    const { random } = this;
    const isImport = this.trade === 'IMPORT';
    let importer = this.spelling(link.buyer);
    let exporter = this.spelling(link.seller);
    const toOrder = random.chance(0.012);
    if (toOrder) importer = random.pick(ORDERS);
    if (random.chance(isImport ? 0.02 : reporter.namelessImporter)) importer = '';
    if (random.chance(isImport ? reporter.namelessExporter : 0.02)) exporter = '';
    let notify = '';
    // Where the consignee is a bank's order, someone must be told that the goods are there. A country that hides its
    // importers hides whom to notify as well.
    if ((toOrder || random.chance(0.19)) && (isImport || reporter.namelessImporter < 1)) {
      const kind = random.next();
      if (kind < 0.6) notify = this.spelling(link.buyer);
      else if (kind < 0.92) notify = random.pick(FORWARDERS);
      else notify = kind < 0.97 ? 'SAME AS CONSIGNEE' : random.pick(ORDERS);
    }
    return { importer, exporter, notify };
  }

  /** Numbers rise with gaps, as others' declarations are not in the data; a country's own prefix keeps them apart. */
  private nextNumber(reporter: Reporter, date: Date): string {
    const serial = (this.serials.get(reporter.code) ?? 100_000) + 1 + this.random.below(7);
    this.serials.set(reporter.code, serial);
    const digits = String(serial).padStart(8, '0');
    const year = date.getUTCFullYear();
    const place = REPORTERS.indexOf(reporter);
    return place % 3 === 0 ? `${reporter.code}-${year}-${digits}` : `${10 + place}${year % 100}${digits}`;
  }
}
