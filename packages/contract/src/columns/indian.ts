import {
  type ColumnDefinition,
  type ColumnGroup,
  type ColumnType,
  firstDigits,
  inColumn,
  type TradeType,
} from './column.js';

/** A key of the specification for what every record has: another name of a stored column. */
function view(
  trade: TradeType,
  key: string,
  label: string,
  type: ColumnType,
  group: ColumnGroup,
  sql: string,
  unit: { unit?: string; unitColumn?: string } = {},
): ColumnDefinition {
  const name = `indian_${trade.toLowerCase()}_${key}`;
  return { name, wire: { [trade]: key }, label, type, group, set: 'indian', alias: true, sql, ...unit };
}

/** What only Indian declarations report; kept in the map of extras. */
function reported(
  trade: TradeType,
  key: string,
  label: string,
  type: ColumnType,
  group: ColumnGroup,
  unit: { unit?: string; unitColumn?: string } = {},
): ColumnDefinition {
  return { name: key, wire: { [trade]: key }, label, type, group, set: 'indian', extra: true, ...unit };
}

/** Indian bills of entry and shipping bills (SPEC 3, "Indian import fields" and "Indian export fields"). */
export const INDIAN_COLUMNS: readonly ColumnDefinition[] = [
  // Bills of entry (imports): the specification's own keys for what every record has
  view('IMPORT', 'importer', 'Importer', 'text', 'Parties', 'importer_name'),
  view('IMPORT', 'prod_desc', 'Product Description', 'text', 'Goods', 'product_description'),
  view('IMPORT', 'ind_port', 'Indian Port', 'label', 'Places', 'destination_port'),
  view('IMPORT', 'for_count', 'Foreign Country', 'label', 'Places', 'origin_country'),
  view('IMPORT', 'for_port', 'Foreign Port', 'label', 'Places', 'origin_port'),
  view('IMPORT', 'foreign_exporter', 'Foreign Exporter', 'text', 'Parties', 'exporter_name'),
  view('IMPORT', 'ship_mode', 'Ship Mode', 'label', 'Transport', 'mode_of_transport'),
  view('IMPORT', 'value_usd', 'Value', 'decimal', 'Value', 'total_value_usd', { unit: 'USD' }),
  view('IMPORT', 'qty', 'Quantity', 'decimal', 'Quantity', 'quantity', { unitColumn: 'unit' }),

  // Bills of entry: what only they report
  reported('IMPORT', 'iec', 'IEC', 'code', 'Parties'),
  reported('IMPORT', 'address1', 'Address 1', 'text', 'Parties'),
  reported('IMPORT', 'address2', 'Address 2', 'text', 'Parties'),
  inColumn(reported('IMPORT', 'city', 'City', 'label', 'Places')),
  reported('IMPORT', 'pin', 'PIN', 'code', 'Places'),
  reported('IMPORT', 'beno', 'Bill of Entry No.', 'code', 'Declaration'),
  reported('IMPORT', 'cha_no', 'CHA No.', 'code', 'Declaration'),
  reported('IMPORT', 'cha_name', 'CHA Name', 'text', 'Declaration'),
  reported('IMPORT', 'inv_no', 'Invoice No.', 'code', 'Declaration'),
  reported('IMPORT', 'inv_date', 'Invoice Date', 'date', 'Declaration'),
  reported('IMPORT', 'foreign_address', 'Foreign Address', 'text', 'Parties'),
  reported('IMPORT', 'cush', 'Customs House', 'label', 'Places'),
  reported('IMPORT', 'location', 'Location', 'label', 'Places'),
  reported('IMPORT', 'shipment_port', 'Shipment Port', 'label', 'Places'),
  reported('IMPORT', 'value', 'Value', 'decimal', 'Value', { unit: 'INR' }),
  reported('IMPORT', 'unit_rate_inr', 'Unit Rate', 'decimal', 'Value', { unit: 'INR' }),
  reported('IMPORT', 'unit_rate_usd', 'Unit Rate', 'decimal', 'Value', { unit: 'USD' }),
  reported('IMPORT', 'actual_duty', 'Actual Duty', 'decimal', 'Duties and taxes', { unit: 'INR' }),

  // Shipping bills (exports): the specification's own keys for what every record has
  view('EXPORT', 'product', 'Product', 'text', 'Goods', 'product_description'),
  view('EXPORT', 'port_of_destination', 'Port of Destination', 'label', 'Places', 'destination_port'),
  view('EXPORT', 'port_of_origin', 'Port of Origin', 'label', 'Places', 'origin_port'),
  view('EXPORT', 'indian_exportar_name', 'Indian Exporter Name', 'text', 'Parties', 'exporter_name'),
  view('EXPORT', 'importer_country', 'Importer Country', 'label', 'Places', 'destination_country'),
  view('EXPORT', 'hs2', 'HS 2', 'code', 'Goods', firstDigits(2)),
  view('EXPORT', 'hs4', 'HS 4', 'code', 'Goods', firstDigits(4)),

  // Shipping bills: what only they report
  reported('EXPORT', 'unit_rate_in_foreign_currency', 'Unit Rate in Foreign Currency', 'decimal', 'Value', {
    unitColumn: 'unit_rate_currency',
  }),
  reported('EXPORT', 'unit_rate_currency', 'Unit Rate Currency', 'label', 'Value'),
  reported('EXPORT', 'total_sb_value_in_inr_in_lacs', 'Total SB Value', 'decimal', 'Value', { unit: 'INR lacs' }),
  reported('EXPORT', 'value_in_fc', 'Value in Foreign Currency', 'decimal', 'Value', {
    unitColumn: 'unit_rate_currency',
  }),
  inColumn(reported('EXPORT', 'city_of_destination', 'City of Destination', 'label', 'Places')),
  reported('EXPORT', 'exporter_add1', 'Exporter Address 1', 'text', 'Parties'),
  reported('EXPORT', 'exporter_add2', 'Exporter Address 2', 'text', 'Parties'),
  inColumn(reported('EXPORT', 'exporter_city', 'Exporter City', 'label', 'Places')),
  reported('EXPORT', 'for_add1', 'Foreign Address 1', 'text', 'Parties'),
  reported('EXPORT', 'for_add2', 'Foreign Address 2', 'text', 'Parties'),
  reported('EXPORT', 'for_add3', 'Foreign Address 3', 'text', 'Parties'),
  reported('EXPORT', 'for_add4', 'Foreign Address 4', 'text', 'Parties'),
  reported('EXPORT', 'cur_que', 'Currency of Quotation', 'label', 'Value'),
  reported('EXPORT', 'invoice_no', 'Invoice No.', 'code', 'Declaration'),
  reported('EXPORT', 'invoice_srl_no', 'Invoice Serial No.', 'code', 'Declaration'),
  reported('EXPORT', 'challan_no', 'Challan No.', 'code', 'Declaration'),
  reported('EXPORT', 'draw_back', 'Drawback', 'decimal', 'Duties and taxes', { unit: 'INR' }),
  reported('EXPORT', 'raw_port', 'Raw Port', 'text', 'Places'),
  reported('EXPORT', 'invoice_date', 'Invoice Date', 'date', 'Declaration'),
  reported('EXPORT', 'leo_date', 'LEO Date', 'date', 'Declaration'),
  reported('EXPORT', 'country_code', 'Country Code', 'code', 'Places'),
  reported('EXPORT', 'drawback_excise', 'Drawback Excise', 'decimal', 'Duties and taxes', { unit: 'INR' }),
  reported('EXPORT', 'drawback_customs', 'Drawback Customs', 'decimal', 'Duties and taxes', { unit: 'INR' }),
];
