/** SPEC 3: entities and their fields, as the calls answer and take them. */
import { CLIENT, enter } from '../../src/accounts.js';
import { billsLink, loadBillsOfEntry } from '../../src/bills-of-entry.js';
import { headers, openTable } from '../../src/table.js';
import { callWithout } from '../caller.js';
import type { Points } from '../point.js';
import { COTTON, COTTON_EXPORTS, LIST } from '../screens.js';
import { loadShippingBill } from '../shipping-bill.js';
import { expect } from '../surroundings.js';

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

export const FIELDS: Points = {
  '3.1': {
    says: 'A user has userid, uplineId, firstname, lastname, email, mobile, company_name, companyName, loginId and sessionId.',
    check: async ({ portal }) => {
      const { email, password } = portal;
      const { body } = await callWithout(portal.url, 'POST', '/user-management/login', { body: { email, password } });
      expect(Object.keys(body)).toEqual(
        expect.arrayContaining(
          words('userid uplineId firstname lastname email mobile company_name companyName loginId sessionId'),
        ),
      );
    },
  },
  '3.2': {
    says: 'The user lies in local storage, with the password.',
    differs: 'Token and user in browser storage, password too',
    check: async ({ page, account }) => {
      const person = await account();
      await enter(page, person, '/profile');
      await expect(page.getByRole('button', { name: /^Profile menu of First Last/ })).toBeVisible();
      const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
      expect(kept).toContain('sessionId');
      for (const secret of [person.password, person.email, 'First', 'Company']) expect(kept).not.toContain(secret);
    },
  },
  '3.3': {
    says: 'The user id also serves as the token.',
    differs: 'The user id serves as the token',
    check: async ({ demo }) => {
      expect(demo.user.token).toMatch(/^[\w-]{43}$/);
      const headers = { authorization: CLIENT, accessedby: String(demo.user.userid) };
      const { status } = await demo.ask('GET', '/search-management/search/topFiveQueries', { headers });
      expect(status).toBe(401);
    },
  },
  '3.4': {
    says: 'An active subscription has id, name, accountExpireDate, downloadLimit, dataAccessInMonth, dataAccessUpto, totalWorkspace, subUserCount, queryPerDay, countries and recordsPerWorkspace; maxDownload with it.',
    check: async ({ demo }) => {
      const { body } = await demo.get('/user-management/user-subscription/activelist', { userId: demo.user.userid });
      expect(Object.keys(body.userSubscriptionList[0])).toEqual(
        expect.arrayContaining(
          words(
            'id name accountExpireDate downloadLimit dataAccessInMonth dataAccessUpto totalWorkspace subUserCount queryPerDay countries recordsPerWorkspace maxDownload',
          ),
        ),
      );
    },
  },
  '3.5': {
    says: 'The subscription state holds downloadArray, the ids of all records that were downloaded.',
    differs: 'The browser keeps `downloadArray`, the ids of all that was downloaded',
    check: async ({ demo }) => {
      const { body } = await demo.post(searchPath, COTTON);
      for (const { owned } of body.impForeignList) expect(typeof owned).toBe('boolean');
    },
  },
  '3.6': {
    says: 'User details give uplineId and downloadLimit.',
    check: async ({ demo }) => {
      const { body } = await demo.get('/user-management/user/details', { userId: demo.user.userid });
      expect(body).toMatchObject({ uplineId: 0, downloadLimit: expect.any(Number) });
    },
  },
  '3.7': {
    says: 'A country has name, shortcode, importFrom, importUpto, exportFrom, exportUpto, importerForExport and exporterForImport (Y or N), importPointWeightage and exportPointWeightage.',
    check: async ({ demo }) => {
      const { body } = await demo.get('/masterdata-management/countrylistbytrade/I');
      const vietnam = body.countryList.find(({ shortcode }: { shortcode: string }) => shortcode === 'VNM');
      expect(vietnam).toMatchObject({
        ...{ name: 'Vietnam', importFrom: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), importUpto: '2026-10-31' },
        ...{ exportFrom: expect.any(String), exportUpto: expect.any(String) },
        ...{ importerForExport: expect.stringMatching(/^[YN]$/), exporterForImport: expect.stringMatching(/^[YN]$/) },
        ...{ importPointWeightage: expect.any(Number), exportPointWeightage: expect.any(Number) },
      });
    },
  },
  '3.8': {
    says: 'A country of the results screen has its iso2code and continentName.',
    check: async ({ demo }) => {
      const { body } = await demo.get('/masterdata-management/countrylistbytrade/I');
      const vietnam = body.countryList.find(({ shortcode }: { shortcode: string }) => shortcode === 'VNM');
      expect(vietnam).toMatchObject({ iso2code: 'VN', continentName: 'Asia' });
    },
  },
  '3.9': {
    says: 'tradeType is IMPORT or EXPORT, searchType TRADE; anything else is refused.',
    check: async ({ demo }) => {
      for (const changes of [{ searchType: 'TRADE' }, { ...COTTON_EXPORTS, searchType: 'TRADE' }])
        expect((await demo.post(searchPath, { ...COTTON, ...changes })).status).toBe(200);
      for (const changes of [{ tradeType: 'TRANSIT' }, { searchType: 'COMPANY' }])
        expect((await demo.post(searchPath, { ...COTTON, ...changes })).status).toBe(400);
    },
  },
  '3.10': {
    says: 'searchBy is HS_CODE, PRODUCT, IMPORTER, EXPORTER or HS_CODE_2.',
    check: async ({ demo }) => {
      const asked = { HS_CODE: '5201', PRODUCT: 'cotton', IMPORTER: 'trading', EXPORTER: 'trading', HS_CODE_2: '52' };
      for (const [searchBy, value] of Object.entries(asked)) {
        const matchType = searchBy === 'PRODUCT' ? 'C' : 'L';
        const { status, body } = await demo.post('/search-management/searchcount', {
          ...{ ...COTTON, searchBy, matchType, searchValue: [value] },
        });
        expect(status, searchBy).toBe(200);
        expect(body, searchBy).toBeGreaterThan(0);
      }
    },
  },
  '3.11': {
    says: 'searchValue is a list of at most 10 strings.',
    check: async ({ demo }) => {
      const of = (count: number) => Array.from({ length: count }, (_, index) => `cotton ${index}`);
      expect((await demo.post(searchPath, { ...COTTON, searchValue: of(10) })).status).toBe(200);
      expect((await demo.post(searchPath, { ...COTTON, searchValue: of(11) })).status).toBe(400);
    },
  },
  '3.12': {
    says: 'matchType is L (like), C (contains) or D (does not contain).',
    check: async ({ demo }) => {
      const count = async (changes: object) =>
        (await demo.post('/search-management/searchcount', { ...COTTON, ...changes })).body;
      const [all, without] = [await count({}), await count({ matchType: 'D' })];
      expect(all).toBeGreaterThan(0);
      expect(without).toBeGreaterThan(all);
      const row = { relation: 'AND', searchBy: 'PRODUCT', matchType: 'L', searchValue: ['cotton'] };
      expect(await count({ queryBuilder: [row] })).toBe(all);
      expect((await demo.post(searchPath, { ...COTTON, matchType: 'X' })).status).toBe(400);
    },
  },
  '3.13': {
    says: 'queryBuilder holds up to 3 rows of relation, searchBy, matchType and searchValue.',
    check: async ({ demo }) => {
      const row = { relation: 'AND', searchBy: 'HS_CODE', matchType: 'L', searchValue: ['5208'] };
      expect((await demo.post(searchPath, { ...COTTON, queryBuilder: [row, row, row] })).status).toBe(200);
      expect((await demo.post(searchPath, { ...COTTON, queryBuilder: [row, row, row, row] })).status).toBe(400);
    },
  },
  '3.14': {
    says: 'The filter lists are hsCodeList, hsCode4DigitList, importerList, exporterList, portOriginList, portDestinationList, cityOriginList, cityDestinationList, shipmentModeList (also shipModeList) and stdUnitList.',
    check: async ({ demo }) => {
      for (const list of words(
        'hsCodeList hsCode4DigitList importerList exporterList portOriginList portDestinationList cityOriginList cityDestinationList shipmentModeList shipModeList stdUnitList',
      )) {
        const count = { ...COTTON, [list]: ['no such value'] };
        expect(await demo.post('/search-management/searchcount', count), list).toMatchObject({ status: 200, body: 0 });
      }
    },
  },
  '3.15': {
    says: 'The ranges are rangeQuantityStart/End, rangeValueUsdStart/End and rangeUnitPriceUsdStart/End.',
    check: async ({ demo }) => {
      const { body: all } = await demo.post('/search-management/searchcount', COTTON);
      for (const range of ['rangeQuantity', 'rangeValueUsd', 'rangeUnitPriceUsd']) {
        const { body } = await demo.post('/search-management/searchcount', {
          ...{ ...COTTON, [`${range}Start`]: 10, [`${range}End`]: 1000 },
        });
        expect(body, range).toBeGreaterThan(0);
        expect(body, range).toBeLessThan(all);
      }
    },
  },
  '3.16': {
    says: 'consumptionType is a list; incoterm and notifyParty are a list or a value.',
    check: async ({ demo }) => {
      const count = async (changes: object) =>
        (await demo.post('/search-management/searchcount', { ...COTTON, ...changes })).body;
      expect(await count({ incoterm: 'CIF' })).toBe(await count({ incoterm: ['CIF'] }));
      expect(await count({ incoterm: 'CIF' })).toBeGreaterThan(0);
      expect(await count({ notifyParty: 'nobody at all' })).toBe(0);
      expect(await count({ notifyParty: ['nobody at all'], consumptionType: ['none'] })).toBe(0);
    },
  },
  '3.17': {
    says: "productDesc is a list, and conditionProductDesc 'C' (contains) or 'D' (does not contain).",
    check: async ({ demo }) => {
      const count = async (changes: object) =>
        (await demo.post('/search-management/searchcount', { ...COTTON, ...changes })).body;
      const [all, within, without] = [
        await count({}),
        await count({ productDesc: ['shirt'], conditionProductDesc: 'C' }),
        await count({ productDesc: ['shirt'], conditionProductDesc: 'D' }),
      ];
      expect(within).toBeGreaterThan(0);
      expect(within + without).toBe(all);
    },
  },
  '3.18': {
    says: "orderByColumn and orderByMode ('asc' or 'desc', desc by default) order the records.",
    check: async ({ demo }) => {
      const codes = async (changes: object) => {
        const { body } = await demo.post(searchPath, { ...COTTON, orderByColumn: 'hs_code', ...changes });
        return body.impForeignList.map(({ hs_code }: { hs_code: string }) => hs_code) as string[];
      };
      const [down, up] = [await codes({}), await codes({ orderByMode: 'asc' })];
      expect(down).toEqual(down.toSorted().reverse());
      expect(up).toEqual(up.toSorted());
    },
  },
  '3.19': {
    says: 'A search query also holds returnSearchId, columnName, pageNumber, numberOfRecords and searchId.',
    check: async ({ demo }) => {
      const { body: first } = await demo.post(searchPath, { ...COTTON, pageNumber: 0, numberOfRecords: 30 });
      expect(first.impForeignList).toHaveLength(30);
      const { status, body } = await demo.post(searchPath, {
        ...{ ...COTTON, pageNumber: 1, numberOfRecords: 30, searchId: first.searchId },
        ...{ returnSearchId: first.searchId, columnName: 'ctry_name' },
      });
      expect(status).toBe(200);
      expect(body.impForeignList[0].id).not.toBe(first.impForeignList[0].id);
      expect(body.searchId).toBe(first.searchId);
    },
  },
  '3.20': {
    says: 'A saved search has id, searchId, workspaceId, name, description, createdDate, tradeType, countryCode, totalRecords, fromDate and toDate; its query carries isDownloaded and totalRecords. A workspace has id and name.',
    check: async ({ account }) => {
      const person = await account();
      const { body: workspaceId } = await person.post('/activity-management/workspace', {
        name: 'Fabrics',
        is_active: 'Y',
      });
      const { body: found } = await person.post(searchPath, COTTON);
      await person.post('/activity-management/workspace/savesearch', {
        ...{ workspace_id: workspaceId, search_id: found.searchId, name: 'Cotton', description: 'About cotton' },
      });
      const { body } = await person.get('/activity-management/workspace/searchByUser', {
        ...{ createdBy: person.user.userid, workspaceId },
      });
      expect(body.searchQueryWithWS).toMatchObject([
        {
          ...{
            id: expect.any(String),
            searchId: found.searchId,
            workspaceId,
            name: 'Cotton',
            description: 'About cotton',
          },
          ...{ createdDate: expect.any(String), tradeType: 'IMPORT', countryCode: COTTON.countryCode },
          ...{ totalRecords: expect.any(Number), fromDate: COTTON.fromDate, toDate: COTTON.toDate },
          userSearchQuery: { isDownloaded: false, totalRecords: expect.any(Number) },
        },
      ]);
      const { body: list } = await person.get('/activity-management/workspace/list', { userId: person.user.userid });
      expect(list.workspaceList).toMatchObject([{ id: workspaceId, name: 'Fabrics' }]);
    },
  },
  '3.21': {
    says: 'A recent search has searchId and userSearchQuery with searchType, searchBy, searchValue, tradeType, countryCode, fromDate and toDate.',
    check: async ({ demo }) => {
      await demo.post(searchPath, COTTON);
      const { body } = await demo.get('/search-management/search/topFiveQueries');
      const { matchType: _, ...asked } = COTTON;
      expect(body.queryList[0]).toMatchObject({
        ...{ searchId: expect.any(String), userSearchQuery: { ...asked, searchType: 'TRADE' } },
      });
    },
  },
  '3.22': {
    says: 'A contact has companyName, address, mobile, email and website.',
    check: async ({ account }) => {
      const person = await account();
      const contact = {
        ...{ companyName: 'Acme Trading Ltd', address: '1 Quay', mobile: '+31 20 123 4567' },
        ...{ email: 'mail@acme.example', website: 'https://acme.example' },
      };
      await person.post('/activity-management/savecontact', contact);
      const { body } = await person.get('/activity-management/listcontact', { userId: person.user.userid });
      expect(body.contactList).toMatchObject([contact]);
    },
  },
  '3.23': {
    says: 'Entries of the lists are named importer_name, exporter_name, port_name, hscode, country_name and city_name, each with shipment_count, quantity, value_usd, value_inr and share.',
    check: async ({ demo }) => {
      for (const [list, [name, item]] of Object.entries(LISTS)) {
        const { body } = await demo.post(listPath(list), COTTON);
        expect(body[name][0], list).toMatchObject({
          ...{ [item]: expect.any(String), shipment_count: expect.any(Number), quantity: expect.any(String) },
          ...{ value_usd: expect.any(String), share: expect.any(String) },
        });
        expect(body[name][0], list).toHaveProperty('value_inr');
      }
    },
  },
  '3.24': {
    says: 'Entries of modes are named ship_mode (shipmentModeList), of units std_unit (stdUnitList), of headings hscode of 4 digits (hscodesList).',
    check: async ({ demo }) => {
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
    },
  },
  '3.25': {
    says: 'A distinct value has column_name and records_count.',
    check: async ({ demo }) => {
      const { body } = await demo.post(listPath('distinctcolumnvalue'), { ...COTTON, columnName: 'ctry_name' });
      expect(body.distinctColumnValuesList[0]).toMatchObject({
        ...{ column_name: expect.any(String), records_count: expect.any(Number) },
      });
    },
  },
  '3.26': {
    says: 'The lists carry totalQuantity, shipmentCount, totalValueUSD, totalValueINR, valueShare and, with the ending Top10, the same of the ten largest.',
    check: async ({ demo }) => {
      const { body } = await demo.post(listPath('importers'), COTTON);
      const sums = words('totalQuantity shipmentCount totalValueUSD totalValueINR valueShare');
      expect(Object.keys(body)).toEqual(expect.arrayContaining([...sums, ...sums.map((sum) => `${sum}Top10`)]));
    },
  },
  '3.27': {
    says: 'The lists carry these sums and nothing else.',
    differs: "The list calls' totals",
    check: async ({ demo }) => {
      const { body } = await demo.post(listPath('importers'), COTTON);
      expect(body).toMatchObject({ shipmentCountNotStated: expect.any(Number), distinctCount: expect.any(Number) });
    },
  },
  '3.28': {
    says: 'monthwiseList has month_name, quantity, shipment_count and value_usd.',
    check: async ({ demo }) => {
      const { body } = await demo.post(listPath('monthwise'), COTTON);
      expect(body.monthwiseList[0]).toMatchObject({
        ...{ month_name: expect.any(String), quantity: expect.any(String) },
        ...{ shipment_count: expect.any(Number), value_usd: expect.any(String) },
      });
    },
  },
  '3.29': {
    says: 'Site settings are isMaintanance (Y means maintenance; in this spelling) and siteMessage.',
    check: async ({ portal }) => {
      const { body } = await callWithout(portal.url, 'POST', '/masterdata-management/sitesettings', { body: {} });
      expect(body.settingsList).toMatchObject([{ isMaintanance: 'N', siteMessage: expect.any(String) }]);
    },
  },
  '3.30': {
    says: 'Every import record has the core columns, be_date, importer_name and total_value_usd.',
    check: async ({ demo }) => {
      const { body } = await demo.post(searchPath, COTTON);
      const keys = [...words(CORE_KEYS), 'be_date', 'importer_name', 'total_value_usd'];
      for (const row of body.impForeignList) expect(Object.keys(row)).toEqual(expect.arrayContaining(keys));
    },
  },
  '3.31': {
    says: 'Import records have the address variants, the extras of single countries, and the Indian fields where their source fills them.',
    check: async ({ demo, portal }) => {
      await loadBillsOfEntry(portal);
      const { body } = await demo.post(searchPath, BILLS);
      const keys = [ADDRESS_KEYS, EXTRA_KEYS, INDIAN_IMPORT_KEYS].flatMap(words);
      expect(Object.keys(body.impIndList[0])).toEqual(expect.arrayContaining(keys));
    },
  },
  '3.32': {
    says: 'Every export record has the core columns, date, recepient_name (in this spelling) and destination_country.',
    check: async ({ demo }) => {
      const { body } = await demo.post(searchPath, COTTON_EXPORTS);
      const keys = [...words(CORE_KEYS), 'date', 'recepient_name', 'destination_country'];
      for (const row of body.expForeignList) expect(Object.keys(row)).toEqual(expect.arrayContaining(keys));
    },
  },
  '3.33': {
    says: 'Export records have their own values, papers and purposes, and the Indian fields where their source fills them.',
    check: async ({ demo, portal }) => {
      await loadShippingBill(portal);
      const { body } = await demo.post(searchPath, SHIPPING_BILL);
      const keys = [EXPORT_KEYS, INDIAN_EXPORT_KEYS, ADDRESS_KEYS].flatMap(words);
      expect(Object.keys(body.expIndList[0])).toEqual(expect.arrayContaining(keys));
    },
  },
  '3.34': {
    says: 'The id is shown as Sl.',
    differs: 'The id of a record is shown as Sl',
    check: async ({ look }) => {
      const page = await look(LIST);
      expect(await headers(page)).toContain('Sl');
      await expect(page.getByRole('grid').locator('[role=row][aria-selected]').first()).toContainText(/^›?1View/);
    },
  },
  '3.35': {
    says: 'More than one country has the columns of all countries, a single one those of its own; imports and exports theirs.',
    check: async ({ demo, portal }) => {
      await loadBillsOfEntry(portal);
      const columns = async (query: object) => (await demo.post(searchPath, query)).body.columns as string[];
      expect(await columns(BILLS)).toEqual(expect.arrayContaining(['iec', 'beno', 'cha_name']));
      expect(await columns({ ...COTTON, countryCode: ['VNM'] })).not.toContain('iec');
      const [imports, exports] = [await columns(COTTON), await columns(COTTON_EXPORTS)];
      expect(imports).toContain('be_date');
      expect(exports).toContain('recepient_name');
      expect(exports).not.toContain('be_date');
    },
  },
  '3.36': {
    says: 'Only columns that are in the first row of the result are shown.',
    differs: 'Only columns of the first result row are shown',
    check: async ({ page, open, portal }) => {
      await loadBillsOfEntry(portal);
      await open('/profile');
      await openTable(page, billsLink({ cols: 'be_date,iec' }));
      expect((await headers(page)).slice(-2)).toEqual(['Date', 'IEC']);
    },
  },
};
