import { drawAmounts } from './amounts.js';
import type { Declaration } from './declarations.js';
import { hash, type Random } from './random.js';
import { describe } from './wording.js';

/** The columns of both files: targets of a load mapping, and the two that make a row unique. */
export const DEMO_HEADER = [
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

type DemoRow = Readonly<Record<(typeof DEMO_HEADER)[number], string>>;

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
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line of the file, its end included. */
export function rowOf(
  declaration: Declaration,
  itemNumber: number,
  when: { iso: string; day: number; elapsed: number },
  random: Random,
): string {
  const { reporter, link, mode } = declaration;
  const good = random.pick(link.goods);
  const wording = describe(good, link.seller, reporter.language, random);
  const item = { good, seller: link.seller, buyer: link.buyer, reporter, mode, day: when.day, elapsed: when.elapsed };
  const amounts = drawAmounts(item, random);
  const row: DemoRow = {
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
  return `${DEMO_HEADER.map((name) => field(row[name])).join(',')}\n`;
}
