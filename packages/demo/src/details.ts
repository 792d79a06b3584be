import type { TradeType } from '@tidewaiter/contract';
import { type Amounts, localPerDollar } from './amounts.js';
import type { Company } from './companies.js';
import type { Declaration } from './declarations.js';
import { hash, type Random } from './random.js';

/** Cities in which companies of a country have their seat. */
const SEATS_TABLE = `
VNM Ho Chi Minh City|Hanoi|Hai Phong|Binh Duong|Da Nang|Can Tho
IND Mumbai|Delhi|Chennai|Kolkata|Ahmedabad|Surat|Tiruppur|Pune|Bengaluru|Hyderabad|Ludhiana|Kochi
USA Los Angeles|New York|Houston|Chicago|Atlanta|Seattle
MEX Monterrey|Mexico City|Guadalajara|Tijuana|Queretaro
IDN Jakarta|Surabaya|Bandung|Medan|Semarang
BRA São Paulo|Santos|Curitiba|Belo Horizonte|Itajaí
TUR Istanbul|Izmir|Bursa|Gaziantep|Denizli
KOR Seoul|Busan|Incheon|Daegu|Ulsan
THA Bangkok|Chonburi|Samut Prakan|Songkhla
COL Bogota|Medellin|Cali|Barranquilla
CHL Santiago|Valparaíso|Concepcion|Antofagasta
BGD Dhaka|Chattogram|Gazipur|Narayanganj
PHL Manila|Cebu|Davao|Laguna
PAK Karachi|Lahore|Faisalabad|Sialkot
PER Lima|Arequipa|Piura|Trujillo
ARG Buenos Aires|Rosario|Cordoba|Mendoza
LKA Colombo|Kandy|Gampaha
KEN Nairobi|Mombasa|Nakuru
NGA Lagos|Kano|Port Harcourt
UKR Kyiv|Odesa|Lviv|Dnipro
CIV Abidjan|San-Pédro|Bouaké
CHN Shanghai|Shenzhen|Ningbo|Guangzhou|Qingdao|Yiwu
DEU Hamburg|Munich|Stuttgart|Cologne
JPN Tokyo|Osaka|Nagoya|Yokohama
NLD Rotterdam|Amsterdam|Eindhoven
ITA Milan|Genoa|Turin|Bologna
GBR London|Birmingham|Manchester
FRA Paris|Lyon|Marseille
ESP Barcelona|Madrid|Valencia
ARE Dubai|Sharjah|Abu Dhabi
SAU Jeddah|Riyadh|Dammam
AUS Melbourne|Sydney|Perth
ZAF Johannesburg|Durban|Cape Town
MYS Kuala Lumpur|Penang|Johor Bahru
SGP Singapore
CAN Toronto|Vancouver|Montreal
POL Warsaw|Gdansk|Krakow
BEL Antwerp|Brussels|Ghent
`;

const SEATS = new Map(
  SEATS_TABLE.trim()
    .split('\n')
    .map((line) => [line.slice(0, 3), line.slice(4).split('|')]),
);

const STREETS = ['Harbour Road', 'Industrial Estate', 'Market Street', 'Station Road', 'Canal Side', 'Mill Lane'];
const AGENTS = [
  'OSPREY CLEARING',
  'BLUE CAPSTAN CUSTOMS',
  'SEVEN ISLES CHA',
  'MERIDIAN SHIPPING SERVICES',
  'TIDEGATE CHA',
];

const PURPOSES: Readonly<Record<TradeType, readonly string[]>> = {
  IMPORT: ['HOME CONSUMPTION', 'HOME CONSUMPTION', 'HOME CONSUMPTION', 'WAREHOUSING', 'INWARD PROCESSING', ''],
  EXPORT: ['DEFINITIVE EXPORT', 'DEFINITIVE EXPORT', 'DEFINITIVE EXPORT', 'RE-EXPORT', 'TEMPORARY EXPORT', ''],
};
const CONSUMPTIONS = ['FINAL CONSUMPTION', 'INDUSTRIAL USE', 'INDUSTRIAL USE', 'RESALE', ''];

/** Columns that the demo fills beside the main ones; those from `iec` on are of Indian declarations only. */
export const DETAIL_COLUMNS = [
  'import_purpose',
  'export_purpose',
  'purpose_consumption',
  'city',
  'exporter_city',
  'city_of_destination',
  'importer_address',
  'exporter_address',
  'bl_number',
  'iec',
  'address1',
  'pin',
  'beno',
  'cha_name',
  'inv_no',
  'inv_date',
  'cush',
  'value',
  'unit_rate_inr',
  'unit_rate_usd',
  'actual_duty',
  'sb_no',
  'invoice_no',
  'unit_rate_in_foreign_currency',
  'unit_rate_currency',
  'value_in_fc',
  'total_sb_value_in_inr_in_lacs',
  'exporter_add1',
  'country_code',
] as const;

export type Details = Partial<Record<(typeof DETAIL_COLUMNS)[number], string>>;

/** Where a company sits: the same in all its declarations. */
interface Seat {
  city: string;
  street: string;
  address: string;
  pin: string;
  iec: string;
}

const seats = new Map<Company, Seat>();

function seatOf(company: Company): Seat {
  const known = seats.get(company);
  if (known) return known;
  const number = hash(`${company.place.code} ${company.spellings[0]}`);
  const cities = SEATS.get(company.place.code) ?? [];
  const city = cities[number % cities.length] ?? '';
  const street = `${1 + (number % 239)} ${STREETS[(number >>> 8) % STREETS.length]}`;
  const digits = String(number).padStart(10, '0');
  const seat = { city, street, address: `${street}, ${city}`, pin: `4${digits.slice(-5)}`, iec: digits.slice(0, 10) };
  seats.set(company, seat);
  return seat;
}

interface Described {
  declaration: Declaration;
  amounts: Amounts;
  iso: string;
  /** How much of the demo's period has passed. */
  elapsed: number;
}

/** What most countries say of a declaration beside its goods. */
function common(trade: TradeType, declaration: Declaration, random: Random): Details {
  const { link, mode, importer, exporter } = declaration;
  const [seller, buyer] = [seatOf(link.seller), seatOf(link.buyer)];
  const importer_address = importer && buyer.address;
  const exporter_address = exporter && seller.address;
  const purpose = random.pick(PURPOSES[trade]);
  const bl_number = mode === 'SEA' ? `TWBL${hash(declaration.number) % 10_000_000}` : '';
  return trade === 'IMPORT'
    ? { importer_address, exporter_address, import_purpose: purpose, city: buyer.city, bl_number }
    : {
        importer_address,
        exporter_address,
        export_purpose: purpose,
        purpose_consumption: random.pick(CONSUMPTIONS),
        exporter_city: seller.city,
        city_of_destination: buyer.city,
        bl_number,
      };
}

/** What an Indian bill of entry or shipping bill says besides, amounts in rupees among it. */
function indian(trade: TradeType, { declaration, amounts, iso, elapsed }: Described, random: Random): Details {
  const { reporter, link } = declaration;
  const rate = localPerDollar(reporter, elapsed);
  const inRupees = (dollars: string) => (dollars === '' ? '' : (Number(dollars) * rate).toFixed(2));
  const value = inRupees(amounts.totalValueUsd);
  const invoice = `INV/${hash(declaration.number) % 100_000}`;
  const agent = random.pick(AGENTS);
  if (trade === 'IMPORT') {
    const { iec, street, pin } = seatOf(link.buyer);
    return {
      iec,
      address1: street,
      pin,
      beno: String(1_000_000 + (hash(`BE ${declaration.number}`) % 9_000_000)),
      cha_name: agent,
      inv_no: invoice,
      inv_date: iso,
      cush: declaration.destinationPort,
      value,
      unit_rate_inr: inRupees(amounts.unitPriceUsd),
      unit_rate_usd: amounts.unitPriceUsd,
      actual_duty: value && (Number(value) * random.between(0.05, 0.3)).toFixed(2),
    };
  }
  return {
    sb_no: String(1_000_000 + (hash(`SB ${declaration.number}`) % 9_000_000)),
    invoice_no: invoice,
    unit_rate_in_foreign_currency: amounts.unitPriceUsd,
    unit_rate_currency: 'USD',
    value_in_fc: amounts.totalValueUsd,
    total_sb_value_in_inr_in_lacs: value && (Number(value) / 100_000).toFixed(5),
    exporter_add1: seatOf(link.seller).street,
    country_code: link.buyer.place.code,
  };
}

/** Draws from a stream of its own: what stood in a record before is not changed by what is told besides. */
export function drawDetails(trade: TradeType, described: Described, random: Random): Details {
  const { declaration } = described;
  const details = common(trade, declaration, random);
  return declaration.reporter.code === 'IND' ? Object.assign(details, indian(trade, described, random)) : details;
}
