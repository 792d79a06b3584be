import type { TradeType } from '@tidewaiter/contract';
import type { Company } from './companies.js';
import type { Link } from './links.js';
import { REPORTERS, type Reporter } from './places.js';
import { drawRoute, hasLandRoute, type Mode } from './ports.js';
import { type Random, Weighted } from './random.js';
import { seasonWeight } from './seasons.js';

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
