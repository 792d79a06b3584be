import { RECORD_COLUMNS, TARGET_COLUMNS, type TradeType } from '@tidewaiter/contract';
import type { HeaderWords } from './header-words.js';
import type { Concept } from './vocabulary.js';

/** One way in which a header says a record column. */
interface Saying {
  target: string;
  /** How sure a header that says exactly this is of the column, 0..1. */
  score: number;
  /** Each must be said: one of its words. */
  needs: readonly (readonly Concept[])[];
  /** What may stand beside it without changing it. */
  mayHave: ReadonlySet<Concept>;
  trade: TradeType | undefined;
  /** Only in files of India. */
  indian: boolean;
}

/**
 * What headers say for each record column: a score and the words that must all be there, `|` between words of which one is
 * enough, `?` after a word that may be there. Any other word that is known changes what a header says, so it says something else:
 * `IMPORTER_TIN` is no importer's name. Columns of amounts are in {@link MONEY}. `>` after a column's name: in exports only,
 * `<`: in imports only.
 */
const SAYINGS: Readonly<Record<string, readonly string[]>> = {
  record_date: [
    '0.98 import|export date',
    '0.97 declaration date registration? import? export? acceptance?',
    '0.96 date',
    '0.95 acceptance date declaration?',
    '0.94 registration date',
    '0.93 period',
    '0.92 assessment|clearance|customs date',
    '0.9 month year date?',
    '0.85 actual? arrival date',
    '0.82 release date export? declaration?',
    '0.8 estimated arrival date',
    '0.78 loading|departure|transport|shipment date actual?',
    '0.7 record|item date',
    '0.6 lading date',
    '0.55 year',
    '0.5 month',
  ],
  hs_code: [
    '0.98 hs code',
    '0.97 hs number?',
    '0.96 hs code product?',
    '0.95 hs code item? local? customs? number?',
    '0.93 hs product',
    '0.75 product code|number',
  ],
  hs_description: ['0.97 hs description code?', '0.9 hs name code?', '0.85 chapter description', '0.8 hs product name'],
  product_description: [
    '0.98 description product commercial? item?',
    '0.96 description commercial? item?',
    '0.93 product name|commercial',
    '0.9 product item?',
    '0.6 description additional',
  ],

  importer_name: [
    '0.98 importer name company? party?',
    '0.97 importer company? party?',
    '0.96 buyer name? company? party? foreign?',
    '0.95 consignee name? company? party? foreign?',
    '0.9 importer consignee|buyer name? company?',
    '0.88 importer name standard',
    '0.86 buyer|consignee name standard',
  ],
  'importer_name<': ['0.8 company name?'],
  'exporter_name>': ['0.8 company name?'],
  exporter_name: [
    '0.98 exporter name company? party?',
    '0.97 exporter company? party?',
    '0.96 supplier name? company? party? foreign?',
    '0.95 shipper name? company? party? foreign?',
    '0.9 exporter supplier|shipper name? company?',
    '0.9 exporter foreign name? company?',
    '0.88 exporter name standard',
    '0.86 supplier|shipper name standard',
  ],
  notify_party_name: ['0.97 notify name? party? company?'],
  importer_address: [
    '0.97 importer address',
    '0.95 buyer|consignee address foreign? party?',
    '0.85 importer|buyer|consignee address standard',
  ],
  exporter_address: [
    '0.97 exporter address',
    '0.95 supplier|shipper address foreign? party?',
    '0.85 exporter|supplier|shipper address standard',
  ],
  notify_party_address: ['0.97 notify address party?'],

  origin_country: [
    '0.98 country origin name? product?',
    '0.85 origin name? product?',
    '0.82 country origin code product?',
  ],
  'origin_country<': [
    '0.72 country exporter|supplier|shipper name?',
    '0.72 country departure|export|loading name?',
    '0.7 country foreign name?',
    '0.66 country purchase|trading|supply name?',
    '0.5 country name? code?',
  ],
  'destination_country>': [
    '0.98 country destination name?',
    '0.88 destination name?',
    '0.85 country importer|buyer|consignee name?',
    '0.82 country destination code',
    '0.78 country foreign name?',
    '0.72 country import|arrival|discharge name?',
    '0.66 country purchase|trading name?',
    '0.5 country name? code?',
  ],
  origin_port: [
    '0.98 port origin name?',
    '0.97 port loading name?',
    '0.95 port departure|export|shipment name?',
    '0.93 loading name? port? foreign?',
    '0.8 port origin|loading|departure code name?',
  ],
  'origin_port<': ['0.94 port foreign name?', '0.7 port exporter|supplier|shipper name?'],
  'origin_port>': [
    '0.96 port loading local',
    '0.93 port local name?',
    '0.85 port name?',
    '0.84 port customs|office name?',
    '0.76 port state|warehouse customs? name?',
    '0.7 port code',
  ],
  destination_port: [
    '0.98 port destination name?',
    '0.97 port discharge name?',
    '0.93 discharge name? port?',
    '0.92 port arrival name?',
    '0.8 port destination|discharge|arrival code name?',
  ],
  'destination_port<': [
    '0.96 port discharge|arrival local',
    '0.93 port local name?',
    '0.92 port import|declaration name?',
    '0.85 port name?',
    '0.84 port customs|office name?',
    '0.76 port state|warehouse customs? name?',
    '0.7 port code',
  ],
  'destination_port>': ['0.94 port foreign name?'],

  quantity: [
    '0.98 quantity',
    '0.96 item|product|declared quantity',
    '0.95 total quantity',
    '0.94 commercial quantity item?',
    '0.88 physical quantity',
    '0.8 quantity number product',
    '0.7 number product item?',
  ],
  unit: [
    '0.98 unit code? name?',
    '0.96 unit quantity name? item?',
    '0.95 commercial unit quantity? name? code?',
    '0.9 quantity type item?',
    '0.88 physical unit quantity? name? code?',
    '0.85 quantity code item?',
    '0.84 unit product item? name?',
    '0.7 unit additional',
  ],
  std_quantity: ['0.97 standard quantity', '0.95 statistical quantity', '0.8 standard|statistical quantity unit'],
  std_unit: ['0.97 standard unit', '0.96 statistical unit', '0.9 standard|statistical quantity unit code?'],
  gross_weight: [
    '0.98 gross weight kilogram? item?',
    '0.95 gross kilogram item?',
    '0.94 gross weight total kilogram?',
    '0.75 gross',
    '0.8 weight kilogram? item?',
    '0.65 weight total kilogram?',
  ],
  net_weight: [
    '0.98 net weight kilogram? item?',
    '0.95 net kilogram item?',
    '0.94 net weight total kilogram?',
    '0.75 net',
  ],
  gross_weight_unit: ['0.97 gross weight unit', '0.9 weight unit'],
  net_weight_unit: ['0.97 net weight unit', '0.85 weight unit'],

  mode_of_transport: [
    '0.98 mode transport',
    '0.92 transport type delivery?',
    '0.91 mode transport name|description code?',
    '0.9 transport description code?',
    '0.88 mode',
    '0.86 mode transport code',
    '0.8 transport name?',
    '0.78 mode transport type code?',
    '0.7 transport code type?',
  ],
  incoterm: ['0.98 incoterm code? name?', '0.7 incoterm type'],
  ship_name: ['0.97 vessel name?', '0.85 vessel transport name?'],
  bl_number: ['0.97 lading number? code?', '0.9 lading transport number?'],
  container: ['0.96 container number? code?'],
  'menifest_no<': ['0.97 manifest number? code?'],
  'menifest_date<': ['0.97 manifest date'],
  voyage_number: ['0.96 voyage number?', '0.9 vessel voyage number?'],
  transport_company: [
    '0.96 transport company name?',
    '0.95 carrier name? company? transport?',
    '0.8 transport agent name?',
  ],
  quantity_of_container: ['0.96 quantity container', '0.9 container number total', '0.9 container total'],
  type_of_cargo: ['0.95 cargo type?'],

  declarant: ['0.97 declarant name? company?'],
  clearing_agent: [
    '0.97 agent name customs|clearance company?',
    '0.95 agent name company?',
    '0.9 agent customs? clearance? company?',
  ],
  clearing_office: [
    '0.97 customs|clearance office name?',
    '0.95 customs office name code?',
    '0.93 customs name?',
    '0.9 office name? declaration? registration? customs?',
    '0.85 office name code customs?',
    '0.8 customs|clearance|declaration office? code',
    '0.75 office code',
  ],
  import_purpose: ['0.95 import purpose', '0.75 import type'],
  export_purpose: ['0.95 export purpose', '0.75 export type'],
  economic_zone: ['0.95 zone name?', '0.95 economicdata zone name?'],
  category: ['0.9 category'],
  licence_code: ['0.95 licence code|number', '0.85 licence'],

  exchange_rate: [
    '0.97 exchange rate usd? currency?',
    '0.9 invoice rate exchange?',
    '0.93 exchange',
    '0.7 contract exchange rate value?',
  ],
  currency: [
    '0.98 currency code?',
    '0.96 invoice currency code?',
    '0.95 transaction currency code?',
    '0.94 contract|foreign currency code?',
    '0.93 foreigncurrency code?',
    '0.9 value currency code? total? invoice?',
    '0.75 foreigncurrency invoice',
  ],
  fob_value_currency: ['0.97 fob currency value? code?'],
  cif_currency: ['0.97 cif currency value? code?'],
  assessed_value_currency: ['0.97 assessed currency value? code?'],

  'duty<': ['0.97 duty value? customs? import?', '0.85 duty total value? customs?'],
  'tax_amount<': [
    '0.97 tax value',
    '0.96 tax value payable? total',
    '0.95 tax value payable',
    '0.93 duty tax total value? payable?',
    '0.9 tax total payable?',
    '0.85 tax item? total? payable value?',
    '0.84 tax item value? payable? local?',
    '0.75 tax',
  ],
  'tax_percentge<': ['0.97 tax percent', '0.95 tax rate import?', '0.9 duty rate|percent import?', '0.8 hs rate'],
  'vat<': ['0.97 vat value? tax? total? payable?'],
  'income_tax<': ['0.97 incometax value?'],
  'luxury_tax<': ['0.97 luxurytax value?'],
  clearance_fee: ['0.95 clearance|customs fee value?'],
};

/** The same for what only declarations of India report. */
const INDIAN_SAYINGS: Readonly<Record<string, readonly string[]>> = {
  'iec<': ['0.97 iec importer? code? number?'],
  'address1<': ['0.96 address importer?'],
  'beno<': ['0.96 declaration number?'],
  'cha_no<': ['0.96 agent number|code|id'],
  'cha_name<': ['0.98 agent name'],
  'inv_no<': ['0.96 invoice number?'],
  'inv_date<': ['0.96 invoice date'],
  'foreign_address<': ['0.98 supplier|shipper|exporter|foreign address'],
  'cush<': ['0.9 customs code? office?'],
  'shipment_port<': ['0.99 port shipment|shipper', '0.9 port transport'],
  'pin<': ['0.95 postal importer? code?'],
  'city<': ['0.95 city importer?'],
  'actual_duty<': ['0.95 actual duty'],
  'bcd<': ['0.97 bcd value?'],
  'cvd<': ['0.97 cvd value?'],
  'igst<': ['0.97 igst value?'],
  'gst_cess<': ['0.97 cesstax value?'],
  'sb_no>': ['0.97 shippingbill number?'],
  'sb_date>': ['0.97 shippingbill date'],
  'leo_date>': ['0.97 release date'],
  'invoice_no>': ['0.96 invoice number?'],
  'invoice_date>': ['0.96 invoice date'],
  'invoice_srl_no>': ['0.96 invoice item|record number?'],
  'exporter_city>': ['0.96 exporter city', '0.9 city'],
  'city_of_destination>': ['0.96 city destination'],
  'draw_back>': ['0.97 drawback value?'],
  'country_code>': ['0.9 country code'],
};

/**
 * Amounts, each said once for dollars and for the file's own currency: the column in dollars, the column in the other
 * currency, and what says it.
 */
const MONEY: readonly { usd: string; other: string; says: readonly string[] }[] = [
  {
    usd: 'total_value_usd',
    other: 'total_value',
    says: [
      '0.98 total value',
      '0.97 value',
      '0.96 item|product value',
      '0.95 statistical value item?',
      '0.95 assessed value total? customs? item?',
      '0.94 fob value? total? item?',
      '0.93 customs value item?',
      '0.92 total price',
      '0.9 invoice|transaction value total? item?',
      '0.89 customs total value',
      '0.86 declared value total? customs? item?',
      '0.8 total',
      '0.75 price',
      '0.72 taxable value',
    ],
  },
  {
    usd: 'unit_price_usd',
    other: 'unit_price',
    says: [
      '0.98 unit price|value|rate item? average?',
      '0.95 fob unit value? price? item?',
      '0.94 unit per price? value? fob?',
      '0.93 unit value item? statistical|customs|invoice|assessed price?',
      '0.92 price item?',
      '0.86 assessed rate|price unit?',
      '0.76 declared rate|price unit?',
    ],
  },
  { usd: 'freight_value_usd', other: 'freight_value', says: ['0.97 freight value? total? foreign? item?'] },
  { usd: 'insurance_value_usd', other: 'insurance_value', says: ['0.97 insurance value? total? item?'] },
];

/** Amounts that name their delivery: another pair of columns in imports and in exports. */
const CIF_SAYS = ['0.95 cif value? price? total? item? customs?'];
const CIF_UNIT_SAYS = ['0.95 cif unit value? price? per? item?'];
const CIF: Readonly<Record<TradeType, readonly { usd: string; other: string; says: readonly string[] }[]>> = {
  IMPORT: [
    { usd: 'total_value_cif_usd', other: 'total_value_cif', says: CIF_SAYS },
    { usd: 'unit_value_cif_usd', other: 'cif_unit_price', says: CIF_UNIT_SAYS },
  ],
  EXPORT: [{ usd: 'cif_value_usd', other: 'total_cif_value', says: CIF_SAYS }],
};

/** What may stand beside anything: the language of a column that stands there twice. */
const BESIDE_ANYTHING: readonly Concept[] = ['english', 'otherlanguage'];

function parseSaying(target: string, text: string, extra: Partial<Saying> = {}, more: readonly Concept[] = []): Saying {
  const [score = '', ...words] = text.split(' ');
  const mayHave = new Set<Concept>([...BESIDE_ANYTHING, ...more]);
  const needs: Concept[][] = [];
  for (const word of words) {
    if (word.endsWith('?')) mayHave.add(word.slice(0, -1) as Concept);
    else needs.push(word.split('|') as Concept[]);
  }
  return { target, score: Number(score), needs, mayHave, trade: undefined, indian: false, ...extra };
}

const TRADE_SIGN: Readonly<Record<string, TradeType>> = { '<': 'IMPORT', '>': 'EXPORT' };

function named(table: Readonly<Record<string, readonly string[]>>, indian: boolean): Saying[] {
  return Object.entries(table).flatMap(([key, says]) => {
    const trade = TRADE_SIGN[key.at(-1) ?? ''];
    const target = trade === undefined ? key : key.slice(0, -1);
    return says.map((text) => parseSaying(target, text, { trade, indian }));
  });
}

function amounts({ usd, other, says }: (typeof MONEY)[number], trade?: TradeType): Saying[] {
  return says.flatMap((text) => [
    parseSaying(usd, `${text} usd`, { trade }),
    parseSaying(other, text, { trade }, ['local', 'foreigncurrency', 'currency']),
  ]);
}

const ALL_SAYINGS: readonly Saying[] = [
  ...named(SAYINGS, false),
  ...named(INDIAN_SAYINGS, true),
  ...MONEY.flatMap((pair) => amounts(pair)),
  ...CIF.IMPORT.flatMap((pair) => amounts(pair, 'IMPORT')),
  ...CIF.EXPORT.flatMap((pair) => amounts(pair, 'EXPORT')),
];

/** The columns that records of a trade type have; India's only where the records are of India. */
const OFFERED: Readonly<Record<TradeType, ReadonlySet<string>>> = {
  IMPORT: new Set(RECORD_COLUMNS.IMPORT.map(({ name }) => name)),
  EXPORT: new Set(RECORD_COLUMNS.EXPORT.map(({ name }) => name)),
};

/** Columns that hold totals in one country's currency, by that currency. */
const TOTAL_IN: Readonly<Record<TradeType, ReadonlyMap<string, string>>> = {
  IMPORT: totalsByCurrency('IMPORT'),
  EXPORT: totalsByCurrency('EXPORT'),
};

function totalsByCurrency(trade: TradeType): Map<string, string> {
  const totals = TARGET_COLUMNS.filter(({ name }) => /^total_(fob_)?value_/.test(name) && OFFERED[trade].has(name));
  return new Map(totals.flatMap(({ name, unit }) => (unit && unit !== 'USD' ? [[unit, name] as const] : [])));
}

const MONEY_TARGETS = new Set([...MONEY, ...CIF.IMPORT, ...CIF.EXPORT].flatMap(({ usd, other }) => [usd, other]));
const TAXES = new Set(
  TARGET_COLUMNS.filter(({ group, type }) => group === 'Duties and taxes' && type === 'decimal').map(
    ({ name }) => name,
  ),
);
const TOTALS = new Set(['total_value', 'total_value_cif', 'total_cif_value']);

/** What a word that means nothing here takes from a saying, and how many may stand there. */
const UNKNOWN_WORD = 0.21;
const UNKNOWN_WORDS_MAX = 2;

/** Between two columns that say the same: the one in English, the one in the currency that the file names. */
const NUDGE = 0.01;

/** Where more than one column may hold the parts of one text. */
const IN_PARTS = new Set([
  'product_description',
  'importer_address',
  'exporter_address',
  'notify_party_address',
  'foreign_address',
]);

export interface Candidate {
  target: string;
  score: number;
  /** The currency that the header says. */
  currency?: string;
  /** Which part of the text it holds, where it says one: 2 and more. */
  part?: number;
}

export interface FileContext {
  trade: TradeType;
  /** Shortcode of the source country, where it is known. */
  country: string | undefined;
  /** The country's currency. */
  currency: string | undefined;
}

/** The record columns that a header may mean, the likeliest first. */
export function candidatesFor(words: HeaderWords, context: FileContext): Candidate[] {
  if (words.unknown.length > UNKNOWN_WORDS_MAX) return [];
  const abroad = words.countries.some((country) => country !== context.country);
  if (abroad && context.country !== undefined) return [];
  const concepts = new Set(words.concepts);
  if (words.countries.length > 0) concepts.add('local');
  const indian = context.country === 'IND' || context.country === 'SEZ';
  const found = new Map<string, Candidate>();
  for (const saying of ALL_SAYINGS) {
    if (saying.trade !== undefined && saying.trade !== context.trade) continue;
    if (saying.indian && !indian) continue;
    if (!OFFERED[context.trade].has(saying.target) || !says(concepts, saying)) continue;
    const candidate = weigh(saying, words, concepts, context);
    if (candidate && candidate.score > (found.get(candidate.target)?.score ?? 0))
      found.set(candidate.target, candidate);
  }
  return [...found.values()].sort((a, b) => b.score - a.score);
}

function says(concepts: ReadonlySet<Concept>, { needs, mayHave }: Saying): boolean {
  const all = needs.every((words) => words.some((word) => concepts.has(word)));
  return all && [...concepts].every((word) => mayHave.has(word) || needs.some((words) => words.includes(word)));
}

function weigh(
  saying: Saying,
  words: HeaderWords,
  concepts: ReadonlySet<Concept>,
  context: FileContext,
): Candidate | undefined {
  const part = words.numbers[0];
  const isPart = part !== undefined && part > 1 && part < 10;
  if (saying.target === 'hs_code' ? isPart && part < 6 : isPart && !IN_PARTS.has(saying.target)) return undefined;
  let score = saying.score - UNKNOWN_WORD * words.unknown.length;
  if (concepts.has('english')) score += NUDGE;
  if (concepts.has('otherlanguage')) score -= NUDGE;
  if (part === 1) score -= NUDGE;
  const candidate: Candidate = { target: saying.target, score, ...(isPart && saying.target !== 'hs_code' && { part }) };
  const [currency, ...more] = words.currencies;
  if (TAXES.has(saying.target)) return currency === undefined || currency === context.currency ? candidate : undefined;
  if (!MONEY_TARGETS.has(saying.target)) return currency === undefined ? candidate : undefined;
  if (concepts.has('usd')) return currency === undefined ? candidate : undefined;
  if (more.length > 0) return undefined;
  if (concepts.has('foreigncurrency')) return { ...candidate, score: score + NUDGE };
  const said = currency ?? (concepts.has('local') ? context.currency : undefined);
  if (said === undefined) return concepts.has('local') ? { ...candidate, score: score - NUDGE } : candidate;
  const ofCountry = TOTALS.has(saying.target) ? TOTAL_IN[context.trade].get(said) : undefined;
  return { ...candidate, target: ofCountry ?? saying.target, score: score - 2 * NUDGE, currency: said };
}
