import { type ColumnDefinition, TARGET_COLUMNS } from '@tidewaiter/contract';
import { countrySql } from './countries.js';
import { isNoImporter } from './parties.js';
import { portSql } from './ports.js';
import { meaningOr, Terms, termKeySql } from './terms.js';
import { unitSpellingSql } from './units.js';

/** How files write the modes of transport, in several languages. Bare numbers are each source's own: those are its `codes`. */
const MODE_SPELLINGS: Readonly<Record<string, string>> = {
  SEA: 'sea|by sea|sea freight|seafreight|ocean|ocean freight|vessel|vessel containerized|vessel non containerized|ship|maritime|maritime transport|maritima|maritimo|maritimo y fluvial|via maritima|mer|water|waterway|sea port|deniz yolu|denizyolu|laut',
  AIR: 'air|by air|air freight|airfreight|air cargo|air transport|aereo|aerea|via aerea|aerien|air containerized|air non containerized|plane|aircraft|hava yolu|havayolu|udara',
  ROAD: 'road|by road|truck|trucking|land|overland|highway|road transport|carretera|carretero|terrestre|rodoviaria|rodoviario|via terrestre|route|automobile|kara yolu|karayolu|darat',
  RAIL: 'rail|by rail|railway|railroad|train|rail transport|ferroviario|ferroviaria|ferrocarril|via ferrea|chemin de fer|demir yolu|demiryolu',
  POST: 'post|by post|mail|postal|post parcel|parcel post|postal consignment|postal shipment|correo|correos|correio|via postal',
  COURIER: 'courier|express courier|courrier|mensajeria',
  PIPELINE:
    'pipeline|pipe line|pipe|tuberia|tuberias|oleoducto|ductos|dutos|conduto|fixed transport installation|fixed transport installations',
  INLAND: 'inland waterway|inland waterways|inland water|inland water transport|river|by river|fluvial|lacustre|barge',
  MULTIMODAL: 'multimodal|multi modal|intermodal|combined transport|sea air',
  OTHER: 'other|others|other modes|otro|otros|own propulsion|medios propios|meios proprios',
};

const MODE_TERMS = new Terms();
for (const [mode, spellings] of Object.entries(MODE_SPELLINGS)) MODE_TERMS.add(mode, spellings.split('|'));

export function modeSql(text: string): string {
  return meaningOr(text, MODE_TERMS.meaningSql(termKeySql(text)));
}

/** The terms in force and those of earlier editions that files still carry, with their other spellings. */
const INCOTERM_SPELLINGS: Readonly<Record<string, string>> = {
  EXW: 'ex works|ex work|exworks|ex factory|ex mill|en fabrica',
  FCA: 'free carrier|franco transportista',
  FAS: 'free alongside ship|free along side ship',
  FOB: 'free on board|franco a bordo|f o b',
  CFR: 'c f|cnf|c n f|c and f|candf|c fr|cost and freight|cost freight|costo y flete',
  CIF: 'c i f|cost insurance freight|cost insurance and freight|costo seguro y flete',
  CPT: 'carriage paid to',
  CIP: 'carriage and insurance paid to|carriage insurance paid|carriage and insurance paid',
  DAP: 'delivered at place',
  DPU: 'delivered at place unloaded',
  DDP: 'delivered duty paid',
  DAT: 'delivered at terminal',
  DAF: 'delivered at frontier',
  DES: 'delivered ex ship|ex ship',
  DEQ: 'delivered ex quay',
  DDU: 'delivered duty unpaid',
};

const INCOTERM_TERMS = new Terms();
for (const [code, spellings] of Object.entries(INCOTERM_SPELLINGS))
  INCOTERM_TERMS.add(code, [code, ...spellings.split('|')]);

/** `FOB SHANGHAI` is FOB: the place is said elsewhere. */
const INCOTERM_AND_PLACE = `^(${Object.keys(INCOTERM_SPELLINGS).join('|')}) .+$`;

export function incotermSql(text: string): string {
  return meaningOr(
    text,
    INCOTERM_TERMS.meaningSql(`replaceRegexpOne(${termKeySql(text)}, '${INCOTERM_AND_PLACE}', '\\\\1')`),
  );
}

/** Languages in which files name currencies. */
const LANGUAGES = ['en', 'es', 'pt', 'fr'];

/** What Unicode's names lack. A name that several countries' money bears (rupees, pesos) is nobody's. */
const ALIASES: Readonly<Record<string, string>> = {
  USD: 'us$|usd$|us dollars|u s dollar|u.s. dollars|american dollar|american dollars|united states dollar|united states dollars|dolar usa|dolar ee uu|dolar americano|dolares americanos|dolares|dollars',
  EUR: 'euro|euros',
  GBP: 'pound sterling|pounds sterling|sterling|uk pound|great britain pound|libra esterlina',
  JPY: 'yen|japan yen|japanese yens|jp yen',
  CNY: 'rmb|renminbi|chinese yuan|yuan|chinese yuan renminbi|yuan renminbi|cnh',
  INR: 'indian rupees|inrs',
  CHF: 'swiss francs',
  KRW: 'won|korean won|south korean won',
  AED: 'uae dirham|uae dirhams|arab emirates dirham',
  RUB: 'rur|russian rubles|rouble|roubles',
  THB: 'baht',
  VND: 'dong',
};

function currencyTerms(): Terms {
  const terms = new Terms();
  const codes = Intl.supportedValuesOf('currency');
  for (const code of codes) terms.add(code, [code]);
  for (const [code, names] of Object.entries(ALIASES)) terms.add(code, names.split('|'));
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: 'currency' });
    for (const code of codes) terms.add(code, [names.of(code) ?? '']);
  }
  return terms;
}

export const CURRENCY_TERMS = currencyTerms();

export function currencySql(text: string): string {
  return meaningOr(text, CURRENCY_TERMS.meaningSql(termKeySql(text)));
}

/** Gives the SQL that cleans a text. */
type Cleaner = (text: string) => string;

const CURRENCY_COLUMNS = TARGET_COLUMNS.flatMap(({ name }) => (name.endsWith('currency') ? [name] : []));

/** What a record column's text is cleaned by, unless the mapping keeps it as written. */
const CLEANERS: Readonly<Record<string, Cleaner>> = {
  origin_country: countrySql,
  destination_country: countrySql,
  origin_port: portSql,
  destination_port: portSql,
  std_unit: unitSpellingSql,
  gross_weight_unit: unitSpellingSql,
  net_weight_unit: unitSpellingSql,
  mode_of_transport: modeSql,
  incoterm: incotermSql,
  ...Object.fromEntries(CURRENCY_COLUMNS.map((name) => [name, currencySql])),
  // Nobody is promoted to importer: the notify party stays where it is, and a bank is one where the file names none (`computed.ts`).
  importer_name: (text) => `if(${isNoImporter(text)}, '', ${text})`,
};

/** What cleans a column, or undefined where its text stays as it is. */
export function findCleaner({ name }: Pick<ColumnDefinition, 'name'>): Cleaner | undefined {
  return Object.hasOwn(CLEANERS, name) ? CLEANERS[name] : undefined;
}
