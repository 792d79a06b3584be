/**
 * Names of currencies in headers, in the singular and the plural of the languages that use them (ISO 4217); `|` between those that
 * share a name: whose it is follows from the country.
 */
const NAMES: Readonly<Record<string, string>> = {
  EUR: 'euro euros',
  'INR|PKR|LKR|NPR|MUR|SCR': 'rs rupee rupees rupia rupias roupie roupies rupiya',
  'MXN|CLP|COP|ARS|UYU|DOP|PHP|CUP': 'peso pesos',
  'KES|UGX|TZS|SOS': 'shilling shillings',
  'XOF|XAF': 'fcfa cfa',
  'AED|MAD': 'dirham dirhams درهم',
  'ZMW|MWK': 'kwacha',
  'AZN|TMT': 'manat',
  'IQD|TND|DZD|JOD|KWD|BHD|LYD|RSD': 'dinar dinars دينار',
  'SAR|QAR|YER': 'riyal riyals ريال',
  'OMR|IRR': 'rial rials',
  'RON|MDL': 'lei leu',
  PEN: 'soles',
  NGN: 'naira',
  BWP: 'pula',
  IDR: 'rupiah',
  BDT: 'taka',
  ETB: 'birr',
  GHS: 'cedi cedis',
  MZN: 'metical meticais',
  AOA: 'kwanza kwanzas',
  UAH: 'hryvnia hryvnias hryven',
  KZT: 'tenge tengi',
  GEL: 'lari',
  AMD: 'dram drams dramov',
  TRY: 'lira lirasi tl',
  BRL: 'reais',
  THB: 'baht',
  MYR: 'ringgit',
  VND: 'dong',
  LAK: 'kip',
  KHR: 'riel',
  MMK: 'kyat',
  MNT: 'tugrik',
  HNL: 'lempiras',
  GTQ: 'quetzales',
  NIO: 'cordobas',
  CRC: 'colon colones',
  PYG: 'guaranies',
  BOB: 'bolivianos',
  PAB: 'balboas',
  VES: 'bolivares',
  HTG: 'gourdes',
  MGA: 'ariary',
  GMD: 'dalasi',
  LSL: 'maloti',
  SZL: 'emalangeni',
  ZAR: 'rand',
  CNY: 'yuan rmb renminbi',
  JPY: 'yen',
  'RUB|BYN': 'ruble rubles rouble roubles rubl rubley rublyakh rubli',
  BGN: 'leva',
  'KGS|UZS': 'som soum soms',
  TJS: 'somoni',
  'EGP|GBP|SDG|SSP|SYP|LBP': 'pound pounds livre livres libra libras جنيه',
  'SEK|NOK|DKK|ISK|CZK': 'krona krone kroner kronor koruna',
  'GNF|CDF|RWF|BIF|DJF|KMF|CHF': 'franc francs franco francos',
  MRU: 'ouguiya',
  ERN: 'nakfa',
  STN: 'dobra dobras',
  SLE: 'leone leones',
  CVE: 'escudo escudos',
  ALL: 'lek leke',
  MKD: 'denar denari',
  PLN: 'zloty zlotych',
  HUF: 'forint forints',
  ILS: 'shekel shekels',
  AFN: 'afghani afghanis',
  MVR: 'rufiyaa',
  BTN: 'ngultrum',
  PGK: 'kina',
  WST: 'tala',
  TOP: 'paanga',
  VUV: 'vatu',
  MOP: 'pataca patacas',
  KRW: 'won',
};

/** A dollar, and what stands for one or for a peso: of countries that have their own, it does not say whose it is. */
const DOLLARS = 'USD|AUD|BBD|BND|BSD|BZD|CAD|FJD|GYD|HKD|JMD|LRD|NAD|NZD|SBD|SGD|SRD|TTD|TWD|XCD|ZWG';
const DOLLARS_AND_PESOS = `${DOLLARS}|ARS|CLP|COP|CUP|DOP|MXN|UYU|NIO`;

/** What a sign is read as. */
const SIGN_OF_DOLLARS = 'dollarsign';

/** Signs of currencies as words; those of letters and a dollar sign first. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/u\$s|us\$|usd\$|u\$/gi, 'usd'],
  [/(?<!\p{L})rd\$/giu, 'dominicansign'],
  [/(?<!\p{L})mx\$/giu, 'mxn'],
  [/(?<!\p{L})hk\$/giu, 'hkd'],
  [/(?<!\p{L})nz\$/giu, 'nzd'],
  [/(?<!\p{L})fj?\$/giu, 'fjd'],
  [/(?<!\p{L})r\$/giu, 'brl'],
  [/(?<!\p{L})n\$/giu, 'nad'],
  [/(?<!\p{L})l\$/giu, 'lrd'],
  [/(?<!\p{L})a\$/giu, 'aud'],
  [/(?<!\p{L})c\$/giu, 'cordobasign'],
  [/(?<!\p{L})s\/\.?(?!\p{L})/giu, 'soles'],
  [/\$/g, SIGN_OF_DOLLARS],
  ...Object.entries({
    '€': 'eur',
    '₹': 'inr',
    '₨': 'rs',
    '₽': 'rubles',
    '₺': 'lira',
    '₦': 'ngn',
    '₱': 'php',
    '₫': 'vnd',
    '₴': 'uah',
    '₸': 'kzt',
    '₵': 'ghs',
    '₡': 'crc',
    '₲': 'pyg',
    '₪': 'ils',
    '₩': 'krw',
    '฿': 'thb',
    '₮': 'mnt',
    '₭': 'lak',
    '៛': 'khr',
    '₾': 'gel',
    '֏': 'amd',
    '৳': 'bdt',
    '₼': 'azn',
    '£': 'pounds',
    '¥': 'yensign',
  }).map(([sign, word]) => [new RegExp(sign, 'g'), word] as const),
];

/** A header with the signs of currencies as words. */
export const withCurrencySigns = (text: string) =>
  SIGNS.reduce((read, [sign, word]) => read.replace(sign, ` ${word} `), text);

/** Whether the codes are those of a dollar, or of its sign. */
export const isAnyDollar = (codes: string) => codes.startsWith('USD|');

const BY_NAME = new Map(
  Object.entries({
    ...NAMES,
    [DOLLARS]: 'dollar dollars',
    [DOLLARS_AND_PESOS]: SIGN_OF_DOLLARS,
    'NIO|CAD': 'cordobasign',
    DOP: 'dominicansign',
    'JPY|CNY': 'yensign',
  }).flatMap(([codes, names]) => names.split(' ').map((name) => [name, codes])),
);

/** The codes of the currencies that a word of a header names, `|` between them. */
export const currenciesOf = (word: string): string | undefined => BY_NAME.get(word);
