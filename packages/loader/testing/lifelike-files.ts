/**
 * Customs files of nobody whose rows hang together as real ones do: prices times quantities are values, costs make the CIF value, parties
 * have one address each, goods recur, cells are missing. They are for what values show where names say nothing.
 */
import { SHIPPED_LABELS } from '@tidewaiter/records/loading';
import type { InventedFile } from './invented-files.js';

const ROWS = 400;

/** Numbers from 0 to 1 that are the same every time. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Row = ReturnType<typeof recordsOf>[number];

const SYLLABLES =
  'ba cor dan el fra gol har in jas kel lum mor nes or pan quil ros sol tam ul ver wes xan yor zel'.split(' ');
const TRADES = 'TRADERS|IMPEX|TEXTILES|FOODS|MOTORS|CHEMICALS|STEEL WORKS|AGRO|ELECTRONICS|PHARMA|TOYS|MILLS'.split(
  '|',
);
const FORMS = 'LTD|LLC|GMBH|SA|SRL|CO LTD|PVT LTD|||'.split('|');
const STREETS = 'HARBOUR ROAD|INDUSTRIAL AREA|MARKET STREET|ZONA FRANCA|STATION ROAD|AVENIDA CENTRAL'.split('|');
const CITIES = 'SPRINGVALE|PUERTO NUEVO|NEWTOWN|LAKESIDE|RIO CLARO|EASTPORT'.split('|');
const COUNTRIES = 'CHINA CN|GERMANY DE|ITALY IT|INDIA IN|VIETNAM VN|BRAZIL BR|TURKEY TR|JAPAN JP|SPAIN ES'.split('|');
const OFFICES = 'NORTH GATE|MAIN HARBOUR|AIRPORT CARGO|INLAND DEPOT'.split('|');
const PORTS = 'SHANGHAI|HAMBURG|GENOA|NHAVA SHEVA|HAIPHONG|SANTOS|MERSIN|YOKOHAMA|VALENCIA'.split('|');

function recordsOf(seed: number) {
  const random = randomFrom(seed);
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const pick = <Each>(some: readonly Each[]) => some[Math.floor(random() ** 1.6 * some.length)] as Each;
  const syllables = () => Array.from({ length: whole(2, 3) }, () => pick(SYLLABLES));
  const word = () => syllables().join('').toUpperCase();
  const parties = (count: number) =>
    Array.from({ length: count }, () => ({
      name: `${word()} ${pick(TRADES)} ${pick(FORMS)}`.trim(),
      id: String(whole(100_000_000, 999_999_999)),
      address: `${whole(1, 400)} ${pick(STREETS)}, ${pick(CITIES)}`,
    }));
  const [homes, abroad] = [parties(60), parties(90)];
  const headings = [...SHIPPED_LABELS.labels].filter(([code]) => code.length === 4);
  const goods = Array.from({ length: 70 }, () => {
    const [code, label] = headings[whole(0, headings.length - 1)] ?? ['', ''];
    const unit = pick(['KGS', 'KGS', 'PCS', 'MTR', 'LTR']);
    const kinds = Array.from({ length: 4 }, () =>
      `${label.split(/[,;:(]/)[0]} ${word()} ${whole(1, 99)}`.toUpperCase(),
    );
    const hs = `${code}${whole(10, 99)}${pick(['00', '10', '90'])}`;
    return { hs, kinds, label, unit, price: 10 ** (random() * 3 - 0.5) };
  });
  let declaration = 41_000;
  let item = 0;
  return Array.from({ length: ROWS }, (_, row) => {
    item = random() < 0.55 ? 1 : item + 1;
    if (item === 1) declaration += whole(1, 4);
    const [home, foreign, good, country] = [pick(homes), pick(abroad), pick(goods), whole(0, COUNTRIES.length - 1)];
    const day = Math.floor((row / ROWS) * 88);
    const date = new Date(Date.UTC(2025, 2, 1 + day));
    const quantity = good.unit === 'PCS' ? whole(1, 4000) : whole(10, 900_000) / 10;
    const price = Number((good.price * (0.8 + 0.4 * random())).toFixed(2)) || 0.5;
    const usd = Number((quantity * price).toFixed(2));
    const freight = Number((usd * (0.03 + 0.09 * random())).toFixed(2));
    const insurance = Number((usd * 0.005 + 0.5).toFixed(2));
    const net = good.unit === 'KGS' ? quantity : Number((quantity * (0.2 + random())).toFixed(1));
    const rate = 82 + day / 50;
    const duty = pick([0, 0.05, 0.1, 0.15, 0.25]);
    const cif = usd + freight + insurance;
    const [name = '', iso = ''] = COUNTRIES[country]?.split(' ') ?? [];
    return {
      ...{ home, foreign, good, quantity, price, usd, freight, insurance, cif, net },
      ...{ item, declaration, rate, name, iso },
      date: date.toISOString().slice(0, 10).split('-'),
      other: pick(COUNTRIES).split(' ')[0] ?? '',
      gross: Number((net * (1.01 + 0.14 * random())).toFixed(1)),
      duty: cif * rate * duty,
      vat: cif * rate * (1 + duty) * 0.16,
      kind: pick(good.kinds),
      office: pick(OFFICES),
      port: PORTS[country] ?? '',
      packages: whole(1, 300),
      currency: pick(['USD', 'USD', 'EUR', 'CNY']),
      agent: pick(homes.slice(0, 8)).name,
      mode: pick(['SEA', 'AIR', 'ROAD']),
      incoterm: pick(['FOB', 'CIF', 'EXW', 'CFR']),
      regime: pick(['IM4', 'IM5', 'IM7']),
      later: new Date(date.getTime() + 864e5 * whole(1, 12)).toISOString().slice(0, 10).split('-'),
      isMissing: random() < 0.06,
    };
  });
}

const slashed = ([year, month, day]: readonly string[]) => `${day}/${month}/${year}`;

/** A column's name, what is right for it, and its cell. */
const COLUMNS: { readonly [key: string]: readonly [string, string, (record: Row) => string | number] } = {
  date: ['REGISTRATION DATE', 'record_date', ({ date }) => slashed(date)],
  isoDate: ['DECLARATION DATE', 'record_date', ({ date }) => date.join('-')],
  later: ['PAYMENT DATE', '-', ({ later }) => slashed(later)],
  declaration: ['DECLARATION NUMBER', '-', ({ declaration }) => `D${declaration}`],
  item: ['ITEM NUMBER', '-', ({ item }) => item],
  office: ['CUSTOMS OFFICE', 'clearing_office|-', ({ office }) => office],
  regime: ['CUSTOMS PROCEDURE', '-', ({ regime }) => regime],
  importer: ['IMPORTER NAME', 'importer_name', ({ home }) => home.name],
  importerId: ['IMPORTER ID', '-', ({ home }) => home.id],
  importerAddress: ['IMPORTER ADDRESS', 'importer_address', ({ home }) => home.address],
  seller: ['SUPPLIER NAME', 'exporter_name', ({ foreign }) => foreign.name],
  sellerAddress: ['SUPPLIER ADDRESS', 'exporter_address', ({ foreign }) => foreign.address],
  exporter: ['EXPORTER NAME', 'exporter_name', ({ home }) => home.name],
  exporterId: ['EXPORTER ID', '-', ({ home }) => home.id],
  buyer: ['BUYER NAME', 'importer_name', ({ foreign }) => foreign.name],
  agent: ['CUSTOMS AGENT', 'clearing_agent|-', ({ agent }) => agent],
  hs: ['HS CODE', 'hs_code', ({ good }) => good.hs],
  label: ['HS DESCRIPTION', 'hs_description|-', ({ good }) => good.label],
  goods: ['PRODUCT DESCRIPTION', 'product_description', ({ kind }) => kind],
  origin: ['COUNTRY OF ORIGIN', 'origin_country', ({ name }) => name],
  originCode: ['COUNTRY OF ORIGIN', 'origin_country', ({ iso }) => iso],
  destination: ['COUNTRY OF DESTINATION', 'destination_country', ({ name }) => name],
  dispatch: ['COUNTRY OF DISPATCH', '-', ({ name, other, isMissing }) => (isMissing ? other : name)],
  port: ['PORT OF LOADING', 'origin_port|-', ({ port }) => port],
  mode: ['MODE OF TRANSPORT', 'mode_of_transport', ({ mode }) => mode],
  incoterm: ['INCOTERM', 'incoterm', ({ incoterm }) => incoterm],
  packages: ['NUMBER OF PACKAGES', '-', ({ packages }) => packages],
  gross: ['GROSS WEIGHT', 'gross_weight', ({ gross }) => gross],
  net: ['NET WEIGHT', 'net_weight', ({ net }) => net],
  quantity: ['QUANTITY', 'quantity', ({ quantity }) => quantity],
  unit: ['UNIT', 'unit', ({ good }) => good.unit],
  price: ['UNIT PRICE USD', 'unit_price_usd|-', ({ price }) => price],
  usd: ['FOB VALUE USD', 'total_value_usd', ({ usd }) => usd],
  freight: ['FREIGHT USD', 'freight_value_usd|-', ({ freight }) => freight],
  insurance: ['INSURANCE USD', 'insurance_value_usd|-', ({ insurance }) => insurance],
  cif: ['CIF VALUE USD', 'total_value_cif_usd|cif_value_usd|-', ({ cif }) => cif.toFixed(2)],
  cifAlone: ['CIF VALUE USD', 'total_value_usd', ({ cif }) => cif.toFixed(2)],
  rate: ['EXCHANGE RATE USD', 'exchange_rate|-', ({ rate }) => rate.toFixed(4)],
  local: ['CUSTOMS VALUE LOCAL', 'total_value|-', ({ cif, rate }) => (cif * rate).toFixed(2)],
  duty: ['DUTY', 'duty|-', ({ duty }) => duty.toFixed(2)],
  vat: ['VAT', 'vat|-', ({ vat }) => vat.toFixed(2)],
};

/** A file's name, and the columns that it has. */
const LAYOUTS: readonly (readonly [string, string])[] = [
  [
    'kenya imports a.csv',
    'declaration item date office importerId importer seller origin hs goods quantity unit gross net usd freight insurance cif',
  ],
  ['kenya imports b.csv', 'isoDate hs goods origin importer seller quantity unit price usd'],
  [
    'pakistan imports.csv',
    'date declaration regime office importer importerAddress agent seller sellerAddress hs label goods origin dispatch port packages gross net local duty vat',
  ],
  [
    'ghana imports.csv',
    'importer importerId seller goods hs originCode mode quantity unit rate cifAlone local duty vat isoDate',
  ],
  ['ghana exports.csv', 'date exporter exporterId buyer destination hs goods net unit quantity price usd incoterm'],
  [
    'ecuador exports.csv',
    'declaration date later office exporter buyer destination port hs label goods packages gross net usd',
  ],
  ['uganda imports.csv', 'date hs quantity unit net gross cifAlone origin dispatch importer'],
  [
    'peru imports.csv',
    'date later hs goods quantity unit price usd freight insurance cif origin mode seller importer importerAddress',
  ],
];

function lifelikeFile(seed: number, [fileName, names]: (typeof LAYOUTS)[number]): InventedFile {
  const trade = fileName.includes('exports') ? 'EXPORT' : 'IMPORT';
  const columns = names.split(' ').map((name) => {
    const column = COLUMNS[name];
    if (!column) throw new Error(`No column is called ${name}`);
    return column;
  });
  return {
    fileName,
    whole: { trade },
    header: columns.map(([header]) => header),
    right: columns.map(([, right]) => right.split('|')),
    rows: recordsOf(seed).map((record) => columns.map(([, , cell]) => String(cell(record)))),
  };
}

export const LIFELIKE_FILES: readonly InventedFile[] = LAYOUTS.map((layout, at) => lifelikeFile(at + 1, layout));

/** Columns that stand together or not at all, in any order: every file has one of the first and of the second. */
const EITHER = [
  ['date', 'isoDate', 'date later'],
  ['hs', 'hs goods', 'goods hs', 'hs label goods', 'label hs goods'],
];
const PARTS_OF: Record<'IMPORT' | 'EXPORT', readonly string[]> = {
  IMPORT: [
    'importer',
    'importerId importer',
    'importer importerAddress',
    'seller',
    'seller sellerAddress',
    'seller importer',
  ],
  EXPORT: ['exporter', 'exporterId exporter', 'buyer', 'buyer exporter', 'exporter buyer'],
};
const OTHER_PARTS = [
  ...[
    'declaration item',
    'office',
    'regime',
    'agent',
    'port',
    'mode',
    'incoterm',
    'packages',
    'gross net',
    'net gross',
  ],
  ...['quantity unit', 'unit quantity', 'quantity unit price usd', 'usd', 'usd freight insurance cif'],
  ...['rate cifAlone local', 'local duty vat', 'net', 'price quantity usd', 'origin', 'origin dispatch'],
  ...['dispatch origin', 'packages gross'],
];

/** As many files as are wanted, each of columns that chance puts together. */
export function chanceFiles(count: number): InventedFile[] {
  return Array.from({ length: count }, (_, at) => {
    const random = randomFrom(1000 + at);
    const one = (some: readonly string[]) => some[Math.floor(random() * some.length)] ?? '';
    const trade = random() < 0.6 ? 'IMPORT' : 'EXPORT';
    const parts = [...EITHER.map(one), one(PARTS_OF[trade]), ...OTHER_PARTS.filter(() => random() < 0.3)];
    const shuffled = parts.map((part) => ({ part, by: random() })).sort((a, b) => a.by - b.by);
    const words = shuffled.flatMap(({ part }) => part.split(' '));
    const names = [...new Set(words)].map((name) => (trade === 'EXPORT' && name === 'origin' ? 'destination' : name));
    const isCif = names.includes('cifAlone') && names.includes('usd');
    const kept = names.filter(
      (name) => !(isCif && name === 'cifAlone') && !(trade === 'EXPORT' && name === 'dispatch'),
    );
    return lifelikeFile(2000 + at, [`chance ${at} ${trade.toLowerCase()}s.csv`, kept.join(' ')]);
  });
}
