import type { TradeType } from '@tidewaiter/contract';
import { drawAmounts } from './amounts.js';
import type { Company } from './companies.js';
import type { Declaration } from './declarations.js';
import { DETAIL_COLUMNS, drawDetails } from './details.js';
import { BRAND_SLOT, type Good, MODEL_SLOT, type Phrase } from './goods.js';
import { hash, type Random } from './random.js';

interface Wording {
  text: string;
  /** Which of the good's phrases it is: the same thing keeps its national tariff line. */
  kind: number;
}

function fill(phrase: Phrase, seller: Company, random: Random): string {
  let text = '';
  for (const slot of phrase) {
    const part = slot.length === 1 ? (slot[0] ?? '') : random.pick(slot);
    if (part === BRAND_SLOT) text += seller.brand;
    else if (part === MODEL_SLOT) text += `${seller.brand.slice(0, 2)}${10 + random.below(90)}-${random.below(100)}`;
    else text += part;
  }
  return text;
}

function inSentenceCase(text: string): string {
  return text.slice(0, 1) + text.slice(1).toLowerCase();
}

function inTitleCase(text: string): string {
  return text.toLowerCase().replace(/(^|[\s"(/-])(\p{L})/gu, (_, before: string, letter: string) => {
    return before + letter.toUpperCase();
  });
}

/** What clerks add to a description. */
function addendum(good: Good, random: Random): string {
  switch (random.below(6)) {
    case 0:
      return `, HS ${good.hs6.slice(0, 4)}.${good.hs6.slice(4)}`;
    case 1:
      return ` / PO NO. ${10000 + random.below(90000)}`;
    case 2:
      return ` - TOTAL ${20 + random.below(900)} CTNS`;
    case 3:
      return ' (AS PER INVOICE)';
    case 4:
      return ', BRAND NEW';
    default:
      return '.';
  }
}

/** How a seller's goods are described to a customs office: its own case and brand, sometimes in the office's language. */
function describe(good: Good, seller: Company, language: string, random: Random): Wording {
  const local = good.localPhrases.get(language) ?? good.localPhrases.get(seller.place.language);
  const phrases = local !== undefined && random.chance(0.45) ? local : good.phrases;
  const kind = random.below(phrases.length);
  let text = fill(phrases[kind] ?? [], seller, random);
  if (seller.wording === 'sentence') text = inSentenceCase(text);
  else if (seller.wording === 'title') text = inTitleCase(text);
  if (random.chance(0.14)) text += addendum(good, random);
  if (random.chance(0.04)) text = text.replace(' ', '  ');
  return { text, kind };
}

/** The columns that every row may fill: targets of a load mapping, and the two that make a row unique. */
const MAIN_COLUMNS = [
  'declaration_no',
  'item_no',
  'country',
  'record_date',
  'hs_code',
  'hs_description',
  'product_description',
  'importer_name',
  'exporter_name',
  'notify_party_name',
  'origin_country',
  'destination_country',
  'quantity',
  'unit',
  'std_quantity',
  'std_unit',
  'unit_price_usd',
  'std_unit_rate_usd',
  'total_value_usd',
  'currency',
  'total_value',
  'origin_port',
  'destination_port',
  'mode_of_transport',
  'incoterm',
  'gross_weight',
  'gross_weight_unit',
  'net_weight',
  'net_weight_unit',
] as const;

/** The columns of both files. */
export const DEMO_HEADER = [...MAIN_COLUMNS, ...DETAIL_COLUMNS] as const;

type MainCells = Readonly<Record<(typeof MAIN_COLUMNS)[number], string>>;

/** National lines below the six digits that all countries share. */
const NATIONAL_LINES = ['00', '10', '90', '20', '19', '11', '99', '30'];

/** The same kind of good has the same line in a country, whoever declares it. */
function nationalCode(hs6: string, kind: number, country: string, digits: number): string {
  if (digits === 6) return hs6;
  const line = NATIONAL_LINES[hash(`${country} ${hs6} ${kind}`) % NATIONAL_LINES.length] ?? '00';
  return (hs6 + line).slice(0, digits);
}

/** RFC 4180: only fields with a comma, a quote or a line end are quoted. */
function field(text: string): string {
  if (text === '') return '';
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line of the file, its end included. The details are drawn `aside`, from a stream of their own. */
export function rowOf(
  declaration: Declaration,
  itemNumber: number,
  when: { iso: string; day: number; elapsed: number },
  { trade, random, aside }: { trade: TradeType; random: Random; aside: Random },
): string {
  const { reporter, link, mode } = declaration;
  const good = random.pick(link.goods);
  const wording = describe(good, link.seller, reporter.language, random);
  const item = { good, seller: link.seller, buyer: link.buyer, reporter, mode, day: when.day, elapsed: when.elapsed };
  const amounts = drawAmounts(item, random);
  const { iso, elapsed } = when;
  const details = drawDetails(trade, { declaration, amounts, iso, elapsed }, aside);
  const row: MainCells = {
    declaration_no: declaration.number,
    item_no: String(itemNumber),
    country: reporter.code,
    record_date: when.iso,
    hs_code: nationalCode(good.hs6, wording.kind, reporter.code, reporter.hsDigits),
    hs_description: random.chance(0.04) ? '' : good.label,
    product_description: random.chance(0.02) ? '' : wording.text,
    importer_name: declaration.importer,
    exporter_name: declaration.exporter,
    notify_party_name: declaration.notify,
    origin_country: link.seller.place.name,
    destination_country: link.buyer.place.name,
    quantity: amounts.quantity,
    unit: amounts.unit,
    std_quantity: amounts.stdQuantity,
    std_unit: amounts.stdUnit,
    unit_price_usd: amounts.unitPriceUsd,
    std_unit_rate_usd: amounts.stdUnitRateUsd,
    total_value_usd: amounts.totalValueUsd,
    currency: amounts.currency,
    total_value: amounts.totalValue,
    origin_port: declaration.originPort,
    destination_port: declaration.destinationPort,
    mode_of_transport: mode,
    incoterm: declaration.incoterm,
    gross_weight: amounts.grossWeight,
    gross_weight_unit: amounts.grossWeightUnit,
    net_weight: amounts.netWeight,
    net_weight_unit: amounts.netWeightUnit,
  };
  let line = '';
  for (const name of MAIN_COLUMNS) line += `${field(row[name])},`;
  for (const name of DETAIL_COLUMNS) line += `${field(details[name] ?? '')},`;
  return `${line.slice(0, -1)}\n`;
}
