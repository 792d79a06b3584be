import { type ColumnDefinition, type ColumnGroup, type ColumnType, inColumn, type TradeType } from './column.js';

/** What some countries report; kept in the map of extras (decision 0008). */
function extra(
  key: string,
  label: string,
  type: ColumnType,
  group: ColumnGroup,
  { trade, ...unit }: { trade?: TradeType; unit?: string; unitColumn?: string } = {},
): ColumnDefinition {
  const wire = trade === undefined ? key : { [trade]: key };
  return { name: key, wire, label, type, group, set: 'single', extra: true, ...unit };
}

/**
 * Address variants and the columns that only some countries' customs report (SPEC 3, "Country-specific extras"). Keys are the
 * specification's where it prints them; freight, insurance and local totals, which it only describes, are named like the rest.
 * Amounts have currencies of their own, since one for the whole record would put an invoice's euros over the duties paid for it.
 */
export const EXTRA_COLUMNS: readonly ColumnDefinition[] = [
  // Addresses
  extra('importer_address', 'Importer Address', 'text', 'Parties'),
  extra('exporter_address', 'Exporter Address', 'text', 'Parties'),
  extra('notify_party_address', 'Notify Party Address', 'text', 'Parties'),

  // Official numbers, each behind the name of its scheme where it is one (`rules/number-schemes.ts`)
  inColumn(extra('importer_tax_id', 'Importer Tax Number', 'code', 'Parties')),
  inColumn(extra('exporter_tax_id', 'Exporter Tax Number', 'code', 'Parties')),

  // As what a forwarder stands, by the names of the parties
  inColumn(extra('forwarder', 'Forwarder', 'label', 'Parties')),

  // Transport and manifest
  extra('bl_number', 'BL Number', 'code', 'Transport'),
  extra('house_bl_number', 'House BL Number', 'code', 'Transport'),
  extra('container', 'Container', 'code', 'Transport'),
  extra('menifest_no', 'Manifest No.', 'code', 'Transport'),
  extra('menifest_date', 'Manifest Date', 'date', 'Transport'),
  extra('ship_name', 'Ship Name', 'text', 'Transport'),
  extra('transport_company', 'Transport Company', 'text', 'Transport'),
  extra('quantity_of_container', 'Quantity of Container', 'text', 'Transport', { trade: 'EXPORT' }),
  extra('voyage_number', 'Voyage Number', 'code', 'Transport', { trade: 'EXPORT' }),
  extra('type_of_cargo', 'Type of Cargo', 'label', 'Transport', { trade: 'EXPORT' }),

  // Values
  extra('unit_price', 'Unit Price (Local)', 'decimal', 'Value', { unitColumn: 'unit_price_currency' }),
  extra('total_value_cif', 'Total Value CIF (Local)', 'decimal', 'Value', { unitColumn: 'cif_currency' }),
  extra('total_value_cif_usd', 'Total Value CIF', 'decimal', 'Value', { unit: 'USD' }),
  extra('unit_value_cif_usd', 'Unit Value CIF', 'decimal', 'Value', { unit: 'USD' }),
  extra('cif_unit_price', 'CIF Unit Price (Local)', 'decimal', 'Value', { unitColumn: 'cif_currency' }),
  extra('freight_value', 'Freight Value (Local)', 'decimal', 'Value', { unitColumn: 'freight_currency' }),
  extra('freight_value_usd', 'Freight Value', 'decimal', 'Value', { unit: 'USD' }),
  extra('insurance_value', 'Insurance Value (Local)', 'decimal', 'Value', { unitColumn: 'insurance_currency' }),
  extra('insurance_value_usd', 'Insurance Value', 'decimal', 'Value', { unit: 'USD' }),
  extra('cif_value_usd', 'CIF Value', 'decimal', 'Value', { trade: 'EXPORT', unit: 'USD' }),
  extra('total_cif_value', 'Total CIF Value', 'decimal', 'Value', { trade: 'EXPORT', unitColumn: 'cif_currency' }),
  extra('assessed_value_currency', 'Assessed Value Currency', 'label', 'Value', { trade: 'IMPORT' }),
  extra('cif_currency', 'CIF Currency', 'label', 'Value'),
  extra('fob_value_currency', 'FOB Value Currency', 'label', 'Value', { trade: 'EXPORT' }),
  extra('unit_price_currency', 'Unit Price Currency', 'label', 'Value'),
  extra('freight_currency', 'Freight Currency', 'label', 'Value'),
  extra('insurance_currency', 'Insurance Currency', 'label', 'Value'),
  extra('tax_currency', 'Duties and Taxes Currency', 'label', 'Duties and taxes'),
  extra('exchange_rate', 'Exchange Rate', 'decimal', 'Value', { unit: 'per USD' }),

  // Totals in the currency of a country that reports them so
  extra('total_value_bdt', 'Total Value BDT', 'decimal', 'Value', { trade: 'IMPORT', unit: 'BDT' }),
  extra('total_value_kes', 'Total Value KES', 'decimal', 'Value', { trade: 'IMPORT', unit: 'KES' }),
  extra('total_value_lsl', 'Total Value LSL', 'decimal', 'Value', { trade: 'IMPORT', unit: 'LSL' }),
  extra('total_value_uah', 'Total Value UAH', 'decimal', 'Value', { trade: 'IMPORT', unit: 'UAH' }),
  extra('total_value_etb', 'Total Value ETB', 'decimal', 'Value', { trade: 'IMPORT', unit: 'ETB' }),
  extra('total_value_naira', 'Total Value Naira', 'decimal', 'Value', { trade: 'IMPORT', unit: 'NGN' }),
  extra('total_value_ugx', 'Total Value UGX', 'decimal', 'Value', { trade: 'IMPORT', unit: 'UGX' }),
  extra('total_value_zwd', 'Total Value ZWD', 'decimal', 'Value', { trade: 'IMPORT', unit: 'ZWD' }),
  extra('total_value_pkr', 'Total Value PKR', 'decimal', 'Value', { trade: 'IMPORT', unit: 'PKR' }),
  extra('total_value_botswana_pula', 'Total Value Botswana Pula', 'decimal', 'Value', { trade: 'IMPORT', unit: 'BWP' }),
  extra('total_fob_value_pkr', 'Total FOB Value PKR', 'decimal', 'Value', { trade: 'EXPORT', unit: 'PKR' }),

  // Duties and taxes
  extra('duty', 'Duty', 'decimal', 'Duties and taxes', { unitColumn: 'tax_currency' }),
  extra('duty_mod', 'Duty Mod', 'label', 'Duties and taxes'),
  extra('tax_amount', 'Tax Amount', 'decimal', 'Duties and taxes', { unitColumn: 'tax_currency' }),
  extra('tax_percentge', 'Tax Percentage', 'decimal', 'Duties and taxes', { unit: '%' }),
  extra('vat', 'VAT', 'decimal', 'Duties and taxes', { unitColumn: 'tax_currency' }),
  extra('income_tax', 'Income Tax', 'decimal', 'Duties and taxes', { unitColumn: 'tax_currency' }),
  extra('luxury_tax', 'Luxury Tax', 'decimal', 'Duties and taxes', { unitColumn: 'tax_currency' }),
  extra('bcd', 'BCD', 'decimal', 'Duties and taxes', { unit: 'INR' }),
  extra('cvd', 'CVD', 'decimal', 'Duties and taxes', { unit: 'INR' }),
  extra('igst', 'IGST', 'decimal', 'Duties and taxes', { unit: 'INR' }),
  extra('gst_cess', 'GST Cess', 'decimal', 'Duties and taxes', { unit: 'INR' }),
  extra('clearance_fee', 'Clearance Fee', 'decimal', 'Duties and taxes', {
    trade: 'EXPORT',
    unitColumn: 'tax_currency',
  }),

  // Declaration
  extra('date_known_to', 'Date Known To', 'label', 'Declaration'),
  extra('declarant', 'Declarant', 'text', 'Declaration'),
  extra('clearing_agent', 'Clearing Agent', 'text', 'Declaration'),
  extra('clearing_office', 'Clearing Office', 'label', 'Declaration'),
  inColumn(extra('import_purpose', 'Import Purpose', 'label', 'Declaration', { trade: 'IMPORT' })),
  extra('economic_zone', 'Economic Zone', 'label', 'Declaration', { trade: 'IMPORT' }),
  extra('sb_no', 'SB No.', 'code', 'Declaration', { trade: 'EXPORT' }),
  extra('sb_date', 'SB Date', 'date', 'Declaration', { trade: 'EXPORT' }),
  extra('licence_code', 'Licence Code', 'code', 'Declaration', { trade: 'EXPORT' }),
  inColumn(extra('export_purpose', 'Export Purpose', 'label', 'Declaration', { trade: 'EXPORT' })),
  extra('export_purpose_group', 'Export Purpose Group', 'label', 'Declaration', { trade: 'EXPORT' }),
  extra('purpose_consumption', 'Purpose Consumption', 'label', 'Declaration', { trade: 'EXPORT' }),
  extra('category', 'Category', 'label', 'Declaration', { trade: 'EXPORT' }),
  extra('foreign_importer_name', 'Foreign Importer Name', 'text', 'Parties', { trade: 'EXPORT' }),
];
