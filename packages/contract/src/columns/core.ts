import { EVERY_COUNTRY } from '../rules/countries.js';
import type { ColumnDefinition } from './column.js';

/** Names a record's country by its shortcode: constants of the catalogue, no value of a request. */
function countryNameSql(): string {
  const list = (values: string[]) => `[${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(',')}]`;
  const codes = list(EVERY_COUNTRY.map((country) => country.shortcode));
  const names = list(EVERY_COUNTRY.map((country) => country.name));
  return `transform(country, ${codes}, ${names}, toString(country))`;
}

/** The columns that every search offers (SPEC 3, "core"). */
export const CORE_COLUMNS: readonly ColumnDefinition[] = [
  {
    name: 'record_date',
    wire: { IMPORT: 'be_date', EXPORT: 'date' },
    label: 'Date',
    type: 'date',
    group: 'Declaration',
  },
  { name: 'hs_code', wire: 'hs_code', label: 'HS Code', type: 'code', group: 'Goods' },
  {
    name: 'product_description',
    wire: 'product_description',
    label: 'Product Description',
    type: 'text',
    group: 'Goods',
    normalised: 'description',
  },
  {
    name: 'importer_name',
    wire: { IMPORT: 'importer_name', EXPORT: 'recepient_name' },
    label: 'Importer Name',
    type: 'text',
    group: 'Parties',
    normalised: 'party',
  },
  {
    name: 'exporter_name',
    wire: 'exporter_name',
    label: 'Exporter Name',
    type: 'text',
    group: 'Parties',
    normalised: 'party',
  },
  {
    name: 'source_country',
    wire: 'ctry_name',
    label: 'Source Country',
    type: 'label',
    group: 'Places',
    sql: countryNameSql(),
  },
  { name: 'origin_country', wire: 'origin_country', label: 'Origin Country', type: 'label', group: 'Places' },
  {
    name: 'destination_country',
    wire: { EXPORT: 'destination_country' },
    label: 'Destination Country',
    type: 'label',
    group: 'Places',
  },
  { name: 'quantity', wire: 'quantity', label: 'Quantity', type: 'decimal', group: 'Quantity', unitColumn: 'unit' },
  { name: 'unit', wire: 'unit', label: 'Unit', type: 'label', group: 'Quantity' },
  {
    name: 'unit_price_usd',
    wire: 'unit_price_usd',
    label: 'Unit Price',
    type: 'decimal',
    group: 'Value',
    unit: 'USD',
  },
  {
    name: 'total_value_usd',
    wire: { IMPORT: 'total_value_usd', EXPORT: 'total_fob_value_usd' },
    label: { IMPORT: 'Total Value', EXPORT: 'Total FOB Value' },
    type: 'decimal',
    group: 'Value',
    unit: 'USD',
  },
  { name: 'origin_port', wire: 'origin_port', label: 'Origin Port', type: 'label', group: 'Places' },
  { name: 'destination_port', wire: 'destination_port', label: 'Destination Port', type: 'label', group: 'Places' },
  {
    name: 'mode_of_transport',
    wire: 'mode_of_transport',
    label: 'Mode of Transport',
    type: 'label',
    group: 'Places',
  },
  { name: 'incoterm', wire: 'incoterm', label: 'Incoterm', type: 'label', group: 'Declaration' },
  {
    name: 'notify_party_name',
    wire: 'notify_party_name',
    label: 'Notify Party Name',
    type: 'text',
    group: 'Parties',
    normalised: 'party',
  },
  {
    name: 'std_quantity',
    wire: 'std_quantity',
    label: 'Std. Quantity',
    type: 'decimal',
    group: 'Quantity',
    unitColumn: 'std_unit',
  },
  { name: 'std_unit', wire: 'std_unit', label: 'Std. Unit', type: 'label', group: 'Quantity' },
  {
    name: 'std_unit_rate_usd',
    wire: 'std_unit_rate_usd',
    label: 'Std. Unit Rate',
    type: 'decimal',
    group: 'Value',
    unit: 'USD',
  },
  {
    name: 'gross_weight',
    wire: 'gross_weight',
    label: 'Gross Weight',
    type: 'decimal',
    group: 'Quantity',
    unitColumn: 'gross_weight_unit',
  },
  {
    name: 'gross_weight_unit',
    wire: 'gross_weight_unit',
    label: 'Gross Weight Unit',
    type: 'label',
    group: 'Quantity',
  },
  {
    name: 'net_weight',
    wire: 'net_weight',
    label: 'Net Weight',
    type: 'decimal',
    group: 'Quantity',
    unitColumn: 'net_weight_unit',
  },
  { name: 'net_weight_unit', wire: 'net_weight_unit', label: 'Net Weight Unit', type: 'label', group: 'Quantity' },
  {
    name: 'total_value',
    wire: { IMPORT: 'total_value', EXPORT: 'total_fob_value' },
    label: { IMPORT: 'Total Value (Local)', EXPORT: 'Total FOB Value (Local)' },
    type: 'decimal',
    group: 'Value',
    unitColumn: 'currency',
  },
  { name: 'currency', wire: 'currency', label: 'Currency', type: 'label', group: 'Value' },
  { name: 'hs_description', wire: 'hs_description', label: 'HS Description', type: 'label', group: 'Goods' },
  { name: 'hs_code2', wire: 'hs_code2', label: 'HS Code 2', type: 'code', group: 'Goods', sql: 'left(hs_code, 2)' },
  { name: 'hs_code4', wire: 'hs_code4', label: 'HS Code 4', type: 'code', group: 'Goods', sql: 'left(hs_code, 4)' },
  { name: 'hs_code6', wire: 'hs_code6', label: 'HS Code 6', type: 'code', group: 'Goods', sql: 'left(hs_code, 6)' },
  { name: 'month', wire: 'month', label: 'Month', type: 'integer', group: 'Declaration', sql: 'toMonth(record_date)' },
  { name: 'year', wire: 'year', label: 'Year', type: 'integer', group: 'Declaration', sql: 'toYear(record_date)' },
];
