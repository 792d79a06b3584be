import { billsLink, loadBillsOfEntry } from '../../src/bills-of-entry.js';
import { headers, openTable } from '../../src/table.js';
import { callWithout } from '../caller.js';
import { COTTON, COTTON_EXPORTS, LIST } from '../screens.js';
import { loadShippingBill } from '../shipping-bill.js';
import { differs, expect, test } from '../surroundings.js';

const words = (text: string) => text.split(/\s+/);

const searchPath = '/search-management/search';

const listPath = (list: string) => `/search-management/list${list}`;

/** Records that no other question finds: see `bills-of-entry.ts` and `shipping-bill.ts`. */
const BILLS = { ...COTTON, countryCode: ['SEZ'], searchValue: ['tidal gauge'] };

const SHIPPING_BILL = { ...COTTON_EXPORTS, countryCode: ['IND'], searchValue: ['sextant'] };

const CORE_KEYS =
  'id ctry_name hs_code product_description exporter_name notify_party_name origin_country std_quantity std_unit quantity unit ' +
  'std_unit_rate_usd unit_price_usd origin_port destination_port mode_of_transport incoterm month year hs_code2 hs_code4 hs_code6 ' +
  'hs_description gross_weight gross_weight_unit net_weight net_weight_unit';

const ADDRESS_KEYS = 'importer_address exporter_address notify_party_address';

const EXTRA_KEYS =
  'bl_number container menifest_no menifest_date ship_name transport_company currency unit_price total_value_cif ' +
  'total_value_cif_usd unit_value_cif_usd cif_unit_price assessed_value_currency duty duty_mod tax_amount tax_percentge vat income_tax ' +
  'luxury_tax bcd cvd igst declarant clearing_agent import_purpose economic_zone exchange_rate';

const INDIAN_IMPORT_KEYS =
  'iec importer address1 address2 city pin prod_desc ind_port for_count for_port value value_usd qty ship_mode beno cha_no cha_name ' +
  'inv_no inv_date foreign_exporter foreign_address cush location';

const EXPORT_KEYS =
  'total_fob_value cif_value_usd total_cif_value cif_currency sb_no sb_date foreign_importer_name licence_code clearance_fee ' +
  'clearing_agent export_purpose export_purpose_group purpose_consumption quantity_of_container voyage_number type_of_cargo category ' +
  'fob_value_currency total_fob_value_pkr total_fob_value_usd';

const INDIAN_EXPORT_KEYS =
  'product unit_rate_in_foreign_currency unit_rate_currency total_sb_value_in_inr_in_lacs value_in_fc port_of_destination ' +
  'city_of_destination port_of_origin indian_exportar_name exporter_add1 exporter_add2 exporter_city for_add1 for_add2 for_add3 for_add4 ' +
  'importer_country hs2 hs4 cur_que invoice_no invoice_srl_no challan_no draw_back raw_port invoice_date leo_date country_code ' +
  'drawback_excise drawback_customs';

/** The list calls, the list that each answers with, and what names an item of it. */
const LISTS = {
  importers: ['importersList', 'importer_name'],
  exporters: ['exportersList', 'exporter_name'],
  indianports: ['portsList', 'port_name'],
  foreignports: ['portsList', 'port_name'],
  hscodes: ['hscodesList', 'hscode'],
  foreigncountries: ['countriesList', 'country_name'],
  indiancities: ['citiesList', 'city_name'],
} as const;

test('3.23 Entries of the lists are named importer_name, exporter_name, port_name, hscode, country_name and city_name, each with shipment_count, quantity, value_usd, value_inr and share.', async ({
  demo,
}) => {
  for (const [list, [name, item]] of Object.entries(LISTS)) {
    const { body } = await demo.post(listPath(list), COTTON);
    expect(body[name][0], list).toMatchObject({
      ...{ [item]: expect.any(String), shipment_count: expect.any(Number), quantity: expect.any(String) },
      ...{ value_usd: expect.any(String), share: expect.any(String) },
    });
    expect(body[name][0], list).toHaveProperty('value_inr');
  }
});

test('3.24 Entries of modes are named ship_mode (shipmentModeList), of units std_unit (stdUnitList), of headings hscode of 4 digits (hscodesList).', async ({
  demo,
}) => {
  const { body: modes } = await demo.post(listPath('shipmentmode'), COTTON);
  expect(modes.shipmentModeList[0]).toMatchObject({
    ship_mode: expect.any(String),
    shipment_count: expect.any(Number),
  });
  const { body: units } = await demo.post(listPath('stdunit'), COTTON);
  expect(units.stdUnitList[0]).toMatchObject({ std_unit: expect.any(String), shipment_count: expect.any(Number) });
  const { body: headings } = await demo.post(listPath('hscodes4digit'), COTTON);
  expect(headings.hscodesList[0]).toMatchObject({
    ...{ hscode: expect.stringMatching(/^\d{4}$/), shipment_count: expect.any(Number) },
  });
});

test('3.25 A distinct value has column_name and records_count.', async ({ demo }) => {
  const { body } = await demo.post(listPath('distinctcolumnvalue'), { ...COTTON, columnName: 'ctry_name' });
  expect(body.distinctColumnValuesList[0]).toMatchObject({
    ...{ column_name: expect.any(String), records_count: expect.any(Number) },
  });
});

test('3.26 The lists carry totalQuantity, shipmentCount, totalValueUSD, totalValueINR, valueShare and, with the ending Top10, the same of the ten largest.', async ({
  demo,
}) => {
  const { body } = await demo.post(listPath('importers'), COTTON);
  const sums = words('totalQuantity shipmentCount totalValueUSD totalValueINR valueShare');
  expect(Object.keys(body)).toEqual(expect.arrayContaining([...sums, ...sums.map((sum) => `${sum}Top10`)]));
});

test('3.27 The lists carry these sums and nothing else.', async ({ demo }) => {
  differs("The list calls' totals");
  const { body } = await demo.post(listPath('importers'), COTTON);
  expect(body).toMatchObject({ shipmentCountNotStated: expect.any(Number), distinctCount: expect.any(Number) });
});

test('3.28 monthwiseList has month_name, quantity, shipment_count and value_usd.', async ({ demo }) => {
  const { body } = await demo.post(listPath('monthwise'), COTTON);
  expect(body.monthwiseList[0]).toMatchObject({
    ...{ month_name: expect.any(String), quantity: expect.any(String) },
    ...{ shipment_count: expect.any(Number), value_usd: expect.any(String) },
  });
});

test('3.29 Site settings are isMaintanance (Y means maintenance; in this spelling) and siteMessage.', async ({
  portal,
}) => {
  const { body } = await callWithout(portal.url, 'POST', '/masterdata-management/sitesettings', { body: {} });
  expect(body.settingsList).toMatchObject([{ isMaintanance: 'N', siteMessage: expect.any(String) }]);
});

test('3.30 Every import record has the core columns, be_date, importer_name and total_value_usd.', async ({ demo }) => {
  const { body } = await demo.post(searchPath, COTTON);
  const keys = [...words(CORE_KEYS), 'be_date', 'importer_name', 'total_value_usd'];
  for (const row of body.impForeignList) expect(Object.keys(row)).toEqual(expect.arrayContaining(keys));
});

test('3.31 Import records have the address variants, the extras of single countries, and the Indian fields where their source fills them.', async ({
  demo,
  portal,
}) => {
  await loadBillsOfEntry(portal);
  const { body } = await demo.post(searchPath, BILLS);
  const keys = [ADDRESS_KEYS, EXTRA_KEYS, INDIAN_IMPORT_KEYS].flatMap(words);
  expect(Object.keys(body.impIndList[0])).toEqual(expect.arrayContaining(keys));
});

test('3.32 Every export record has the core columns, date, recepient_name (in this spelling) and destination_country.', async ({
  demo,
}) => {
  const { body } = await demo.post(searchPath, COTTON_EXPORTS);
  const keys = [...words(CORE_KEYS), 'date', 'recepient_name', 'destination_country'];
  for (const row of body.expForeignList) expect(Object.keys(row)).toEqual(expect.arrayContaining(keys));
});

test('3.33 Export records have their own values, papers and purposes, and the Indian fields where their source fills them.', async ({
  demo,
  portal,
}) => {
  await loadShippingBill(portal);
  const { body } = await demo.post(searchPath, SHIPPING_BILL);
  const keys = [EXPORT_KEYS, INDIAN_EXPORT_KEYS, ADDRESS_KEYS].flatMap(words);
  expect(Object.keys(body.expIndList[0])).toEqual(expect.arrayContaining(keys));
});

test('3.34 The id is shown as Sl.', async ({ look }) => {
  differs('The id of a record is shown as Sl');
  const page = await look(LIST);
  expect(await headers(page)).toContain('Sl');
  await expect(page.getByRole('grid').locator('[role=row][aria-selected]').first()).toContainText(/^›?1View/);
});

test('3.35 More than one country has the columns of all countries, a single one those of its own; imports and exports theirs.', async ({
  demo,
  portal,
}) => {
  await loadBillsOfEntry(portal);
  const columns = async (query: object) => (await demo.post(searchPath, query)).body.columns as string[];
  expect(await columns(BILLS)).toEqual(expect.arrayContaining(['iec', 'beno', 'cha_name']));
  expect(await columns({ ...COTTON, countryCode: ['VNM'] })).not.toContain('iec');
  const [imports, exports] = [await columns(COTTON), await columns(COTTON_EXPORTS)];
  expect(imports).toContain('be_date');
  expect(exports).toContain('recepient_name');
  expect(exports).not.toContain('be_date');
});

test('3.36 Only columns that are in the first row of the result are shown.', async ({ page, open, portal }) => {
  differs('Only columns of the first result row are shown');
  await loadBillsOfEntry(portal);
  await open('/profile');
  await openTable(page, billsLink({ cols: 'be_date,iec' }));
  expect((await headers(page)).slice(-2)).toEqual(['Date', 'IEC']);
});
