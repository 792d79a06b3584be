import { EVERY_COUNTRY } from '../rules/countries.js';
import { type ColumnDefinition, type ColumnGroup, type ColumnType, firstDigits } from './column.js';

/** Names a record's country by its shortcode: constants of the catalogue, no value of a request. */
function countryNameSql(): string {
  const list = (values: string[]) => `[${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(',')}]`;
  const codes = list(EVERY_COUNTRY.map((country) => country.shortcode));
  const names = list(EVERY_COUNTRY.map((country) => country.name));
  return `transform(country, ${codes}, ${names}, toString(country))`;
}

type More = Partial<Pick<ColumnDefinition, 'wire' | 'normalised' | 'unit' | 'unitColumn' | 'sql'>>;

/** A column whose key is its name, unless it says otherwise. */
const core = (
  name: string,
  label: ColumnDefinition['label'],
  type: ColumnType,
  group: ColumnGroup,
  more: More = {},
): ColumnDefinition => ({ name, wire: name, label, type, group, ...more });

/** The columns that every search offers (SPEC 3, "core"). */
export const CORE_COLUMNS: readonly ColumnDefinition[] = [
  core('record_date', 'Date', 'date', 'Declaration', { wire: { IMPORT: 'be_date', EXPORT: 'date' } }),
  core('hs_code', 'HS Code', 'code', 'Goods'),
  core('product_description', 'Product Description', 'text', 'Goods', { normalised: 'description' }),
  core('importer_name', 'Importer Name', 'text', 'Parties', {
    wire: { IMPORT: 'importer_name', EXPORT: 'recepient_name' },
    normalised: 'party',
  }),
  core('exporter_name', 'Exporter Name', 'text', 'Parties', { normalised: 'party' }),
  core('source_country', 'Source Country', 'label', 'Places', { wire: 'ctry_name', sql: countryNameSql() }),
  core('origin_country', 'Origin Country', 'label', 'Places'),
  core('destination_country', 'Destination Country', 'label', 'Places', { wire: { EXPORT: 'destination_country' } }),
  core('quantity', 'Quantity', 'decimal', 'Quantity', { unitColumn: 'unit' }),
  core('unit', 'Unit', 'label', 'Quantity'),
  core('unit_price_usd', 'Unit Price', 'decimal', 'Value', { unit: 'USD' }),
  core('total_value_usd', { IMPORT: 'Total Value', EXPORT: 'Total FOB Value' }, 'decimal', 'Value', {
    wire: { IMPORT: 'total_value_usd', EXPORT: 'total_fob_value_usd' },
    unit: 'USD',
  }),
  core('origin_port', 'Origin Port', 'label', 'Places'),
  core('destination_port', 'Destination Port', 'label', 'Places'),
  core('mode_of_transport', 'Mode of Transport', 'label', 'Places'),
  core('incoterm', 'Incoterm', 'label', 'Declaration'),
  core('notify_party_name', 'Notify Party Name', 'text', 'Parties', { normalised: 'party' }),
  core('std_quantity', 'Std. Quantity', 'decimal', 'Quantity', { unitColumn: 'std_unit' }),
  core('std_unit', 'Std. Unit', 'label', 'Quantity'),
  core('std_unit_rate_usd', 'Std. Unit Rate', 'decimal', 'Value', { unit: 'USD' }),
  core('gross_weight', 'Gross Weight', 'decimal', 'Quantity', { unitColumn: 'gross_weight_unit' }),
  core('gross_weight_unit', 'Gross Weight Unit', 'label', 'Quantity'),
  core('net_weight', 'Net Weight', 'decimal', 'Quantity', { unitColumn: 'net_weight_unit' }),
  core('net_weight_unit', 'Net Weight Unit', 'label', 'Quantity'),
  core('total_value', { IMPORT: 'Total Value (Local)', EXPORT: 'Total FOB Value (Local)' }, 'decimal', 'Value', {
    wire: { IMPORT: 'total_value', EXPORT: 'total_fob_value' },
    unitColumn: 'currency',
  }),
  core('currency', 'Currency', 'label', 'Value'),
  core('hs_description', 'HS Description', 'label', 'Goods'),
  core('hs_code2', 'HS Code 2', 'code', 'Goods', { sql: firstDigits(2) }),
  core('hs_code4', 'HS Code 4', 'code', 'Goods', { sql: firstDigits(4) }),
  core('hs_code6', 'HS Code 6', 'code', 'Goods', { sql: firstDigits(6) }),
  core('month', 'Month', 'integer', 'Declaration', { sql: 'toMonth(record_date)' }),
  core('year', 'Year', 'integer', 'Declaration', { sql: 'toYear(record_date)' }),
];
