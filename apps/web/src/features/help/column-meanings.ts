/** What the columns that every source's records have mean, by their name in the catalogue. */
export const COLUMN_MEANINGS: Readonly<Record<string, string>> = {
  record_date:
    'The day of the declaration. Where a source says only a month, a quarter or a year, that is shown; the record counts on its first day, and dates that hold that day find it.',
  hs_code:
    'The code of the goods in the Harmonized System: six digits are the same everywhere, further ones are the country’s own.',
  product_description: 'The goods in the words of the declaration.',
  importer_name: 'Who bought: the buyer or consignee, under the spelling of the declaration.',
  exporter_name: 'Who sold: the supplier or consignor, under the spelling of the declaration.',
  source_country: 'The country whose customs published the record.',
  origin_country: 'Where the goods come from, as declared.',
  destination_country: 'Where the goods go to, as declared.',
  quantity: 'How much was declared, in the unit beside it.',
  unit: 'The unit of the quantity, as the source writes it.',
  unit_price_usd: 'The price of one unit in US dollars.',
  total_value_usd:
    'The value of the goods in US dollars. Where a source gives its own currency alone, it is converted by the rate of the month and marked ≈.',
  origin_port: 'Where the goods were loaded.',
  destination_port: 'Where the goods arrived.',
  mode_of_transport: 'By sea, air, road, rail or post.',
  incoterm: 'The terms of delivery, such as FOB or CIF: they say what the value includes.',
  notify_party_name: 'Who is notified of the arrival: often the bank or the forwarder.',
  std_quantity: 'The quantity in a unit that records can be compared in.',
  std_unit: 'That unit: pieces, kilograms, litres, square metres …',
  std_unit_rate_usd: 'The price of one standard unit in US dollars: compare prices by this one.',
  gross_weight: 'The weight with its packing.',
  gross_weight_unit: 'The unit of the gross weight.',
  net_weight: 'The weight of the goods alone.',
  net_weight_unit: 'The unit of the net weight.',
  total_value: 'The value in the currency of the declaration.',
  currency: 'That currency.',
  hs_description:
    'What the code means, in one text on all screens: of the nomenclature, or where it has no subheading, of the source. What the source wrote is in the description of the record.',
  hs_code2: 'The chapter: the first two digits.',
  hs_code4: 'The heading: the first four digits.',
  hs_code6: 'The subheading: the first six digits.',
  month: 'The month of the date.',
  year: 'The year of the date.',
};
