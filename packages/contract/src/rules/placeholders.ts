/**
 * What records write in the place of a party that they do not name, as data by language: whole names in small letters without accents, their
 * words parted by single spaces. Such a name stays on its record; it is no company's, so that none is counted, new or lost by it.
 */
import { expressionsOf, rewritten, SIGNS_OF_NAMES } from './names-in-files.js';

/** To an order: whoever holds the papers takes the goods. Behind some, whose order it is. */
const ORDERS: Readonly<Record<string, string>> = {
  en: '(?:to|unto) (?:the )?orders?(?: .*)?|(?:the )?order of(?: .*)?|order|to (?:the )?bearer|to (?:the )?holder|bearer|to whom it may concern',
  es: '(?:a )?(?:la )?orden (?:de|del)(?: .*)?|a (?:la )?orden(?: .*)?|orden|al portador',
  pt: '(?:a )?ordem (?:de|do|da)(?: .*)?|a ordem(?: .*)?|ordem|ao portador',
  fr: '(?:a )?l ordre(?: .*)?|a ordre(?: .*)?|ordre (?:de|du|d)(?: .*)?|ordre|au porteur',
  de: 'an (?:die )?order(?: .*)?|an den inhaber',
  it: 'all ordine(?: .*)?|al portatore',
  tr: '(?:[^ ]+ )*emrine(?: yazili)?|hamiline',
  id: '(?:kepada|untuk) (?:order|perintah)(?: .*)?',
  vi: 'theo lenh(?: .*)?',
  ru: '(?:по )?приказу(?: .*)?|на предъявителя',
  ar: 'لامر(?: .*)?',
  zh: '凭指示|待指示|指示',
  ko: '지시식',
};

/** Nothing that is known. */
const UNKNOWNS: Readonly<Record<string, string>> = {
  en:
    '(?:not|un)(?: )?(?:available|applicable|known|stated|provided|specified|declared|disclosed|given|mentioned|identified|named|reported)|' +
    '(?:unknown|unnamed|unidentified|various|undisclosed) (?:importers?|exporters?|consignees?|shippers?|buyers?|suppliers?|sellers?|party|parties|names?|companies|company)|' +
    'no (?:name|data|information|info|importer|exporter|consignee|shipper|buyer|supplier)|n a|na|nil|none|null|blank|various|others?|miscellaneous|individuals?|private (?:individual|person)s?|' +
    'confidential|withheld|tb[acd]|to be (?:advised|announced|confirmed|declared|determined|nominated)|same as (?:above|consignee|importer|shipper|exporter|notify(?: party)?)|' +
    'as per (?:b l|bl|bill of lading|invoice|documents?)|x{3,}',
  es: 'no (?:disponible|declarado|informado|especificado|aplica|aplicable|identificado|registrado|registra|consta)|(?:sin|s) (?:nombre|datos|informacion|especificar|identificar|dato)|desconocido|varios',
  pt: 'nao (?:disponivel|declarado|informado|especificado|aplicavel|identificado|consta)|sem (?:nome|informacao|dados)|desconhecido|diversos',
  fr: 'non (?:disponible|declare|communique|renseigne|precise|specifie|identifie|applicable)|sans nom|inconnu|divers',
  de: 'nicht (?:verfugbar|bekannt|angegeben|zutreffend)|ohne namen?|keine angaben?|unbekannt|diverse',
  it: 'non (?:disponibile|dichiarato|specificato|applicabile)|senza nome|sconosciuto',
  tr: 'bilinmiyor|bilinmeyen|belirtilmemis',
  id: 'tidak (?:diketahui|tersedia|ada)',
  vi: 'khong (?:ro|xac dinh|co)',
  ru: 'не ?(?:указан[оа]?|определен[оа]?|известн[оаы]й?|известен)|неизвестн(?:о|ыи|ый|ая)|нет данных',
  uk: 'не ?(?:вказано|визначено|відомо|відомий)|невідомо|немає даних',
  ar: 'غير (?:معروف|متوفر|محدد|مذكور)',
  zh: '不详|不詳|未知|无|無|不明',
  ko: '미상|불명',
};

const anyOf = (lists: Readonly<Record<string, string>>) => `^(?:${Object.values(lists).join('|')})$`;

/** What an order is, and what is no name at all, by a name's words. The expressions mean the same to the engine and to JavaScript. */
export const AN_ORDER = anyOf(ORDERS);
export const NO_NAME = anyOf(UNKNOWNS);

const ORDER = new RegExp(AN_ORDER, 'u');
const UNKNOWN = new RegExp(NO_NAME, 'u');
const SIGNS = expressionsOf(SIGNS_OF_NAMES);

/** Whose order it is, in the languages of orders. */
const ORDER_OF =
  /^.*?\b(?:orders?|orden|ordem|ordre|ordine)\b[\s.:,-]*(?:(?:of|del|der|des|de|do|da|du|di|von)\b|d['’])?[\s:,-]*/iu;

/**
 * How a name is shown that names nobody: `to order (NORTHERN TRADE BANK)`, `not stated (UNKNOWN)`; undefined where it names a party.
 */
export function placeholderShown(name: string): string | undefined {
  const words = rewritten(name, SIGNS);
  if (UNKNOWN.test(words)) return `not stated (${name.trim()})`;
  if (!ORDER.test(words)) return undefined;
  const whose = name.replace(ORDER_OF, '').trim();
  return whose === '' ? 'to order' : `to order (${whose})`;
}
