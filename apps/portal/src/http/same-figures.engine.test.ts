/**
 * What is told of one company, or of two periods, is the same wherever it is told: by the definitions in
 * `contract/src/rules/definitions.ts`.
 */
import { DEFINITIONS } from '@tidewaiter/contract';
import { cases, SEED } from '@tidewaiter/testing/generated';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { payload } from '../../testing/calls.js';
import { ended, fileOf, linesOf, start } from '../../testing/exporting.js';
import { type SignedInAccount, subscription } from '../../testing/portal.js';
import { programFor, type TestProgram } from '../../testing/program.js';
import { sharedAccount, sharedPortalAtWork } from '../../testing/shared-portal.js';
import { loadTestRows } from '../../testing/test-rows.js';

/** Two spellings of one buyer, of which each year has another one more often; and buyers that are none. */
const BUYERS = ['Acme Trading Ltd', 'ACME TRADING LIMITED', 'Beta Foods', 'Gamma GmbH', 'Delta Oy', 'Epsilon SA'];
const NOBODY = ['', 'TO ORDER', 'TO THE ORDER OF SEVEN SEAS BANK LTD', 'NOT AVAILABLE', 'UNKNOWN'];
const SELLERS = ['Bolt Co', 'Nut Works', 'Screw Mills', '', 'TO ORDER OF SHIPPER'];
const CODES = ['851712', '851762', '690721', '690722', '610910'];

function rows(): string[] {
  return Array.from({ length: 420 }, (_, no) => {
    const year = 2022 + (no % 3);
    const month = String(1 + (no % 12)).padStart(2, '0');
    const day = String(1 + (no % 28)).padStart(2, '0');
    const buyer = no % 7 === 0 ? NOBODY[(no / 7) % NOBODY.length] : BUYERS[year === 2023 ? no % 6 : (no * no) % 6];
    const usd = no % 11 === 0 ? '' : (((no * 7919) % 9973) / 4).toFixed(2);
    return [no, `${year}-${month}-${day}`, CODES[no % 5], buyer, SELLERS[no % 5], 1 + (no % 9), 'PCS', usd].join(',');
  });
}

const portal = sharedPortalAtWork();
const me = sharedAccount(portal);
let program: TestProgram;
beforeAll(async () => {
  await loadTestRows(portal, 'VNM', 'no,date,hs,importer,exporter,quantity,unit,usd', rows());
  program = await programFor(portal, me);
});

/** Whole months and cut ones, codes of every length, one buyer alone or all. */
const question = fc.record({
  searchValue: fc.subarray(['8517', '851762', '6907', '690721', '6109'], { minLength: 1 }),
  fromDate: fc.constantFrom('2022-01-01', '2022-03-01', '2022-11-17', '2023-02-01', '2023-06-05', '2024-01-01'),
  toDate: fc.constantFrom('2024-01-31', '2024-05-20', '2024-08-31', '2024-12-31'),
});

const sumOf = (some: readonly { value_usd: string }[]) =>
  some.reduce((sum, { value_usd }) => sum + Number(value_usd), 0).toFixed(2);

it('every surface tells the same six figures of any question', async () => {
  await fc.assert(
    fc.asyncProperty(question, async (changes) => {
      const query = payload({ countryCode: ['VNM'], ...changes });
      const { searchId } = await me.client.search(query);
      const [buyers, sellers] = [await me.client.listImporters(query), await me.client.listExporters(query)];
      const [largest] = buyers.importersList;
      const six = {
        shipments: buyers.shipmentCount,
        valued: buyers.valuedCount,
        value: Number(buyers.totalValueUSD).toFixed(2),
        buyers: buyers.distinctCount,
        sellers: sellers.distinctCount,
        largest: [largest?.importer_name, largest?.shipment_count, Number(largest?.value_usd).toFixed(2)],
      };
      const told = async (surface: string, figures: () => Promise<Partial<typeof six>>) => {
        const said = await figures();
        const expected = Object.keys(said).map((key) => [key, six[key as keyof typeof six]]);
        expect({ surface, ...said }).toEqual({ surface, ...Object.fromEntries(expected) });
      };
      const totals = ({ shipments, valued, value_usd }: { shipments: number; valued: number; value_usd: string }) => ({
        ...{ shipments, valued, value: Number(value_usd).toFixed(2) },
      });
      const first = (rows: readonly { name: string; total: { shipments: number; value_usd: string } }[]) => {
        const [row] = rows.filter(({ name }) => name !== '');
        return [row?.name, row?.total.shipments, Number(row?.total.value_usd).toFixed(2)];
      };
      await told('the list', async () => ({ shipments: await me.client.searchCount({ ...query, searchId }) }));
      await told('the list of suppliers', async () => ({
        ...{ shipments: sellers.shipmentCount, valued: sellers.valuedCount },
        value: Number(sellers.totalValueUSD).toFixed(2),
      }));
      await told('buyers in depth', async () => {
        const { parties, counts, ...market } = await me.client.marketParties({ query, by: 'importers' });
        return { ...totals(market), buyers: counts.NEW + counts.LOST + counts.STAYED, largest: first(parties) };
      });
      await told('the pivot', async () => {
        const { rows, total, otherRows, others } = await me.client.pivot({
          ...{ query, rows: 'importers', columns: 'quarters', topRows: 3 },
        });
        const named = rows.filter(({ name }) => name !== '');
        expect(sumOf([...rows, others].map((row) => row.total))).toBe(six.value);
        return { ...totals(total.total), buyers: named.length + otherRows, largest: first(named) };
      });
      await told('the side by side', async () => {
        const { rows, total, otherColumns, columns } = await me.client.pivot({
          ...{ query, rows: 'importers', columns: 'exporters', topRows: 25, topColumns: 2 },
        });
        for (const row of rows) expect(sumOf(row.cells.flatMap((cell) => cell ?? []))).toBe(sumOf([row.total]));
        const named = columns.filter(({ name }) => name !== '');
        return { ...totals(total.total), sellers: named.length + otherColumns };
      });
      await told('concentration', async () => {
        const { whole } = await me.client.concentration({ query, by: 'importers' });
        // Of nothing there are no shares.
        if (six.shipments === 0) {
          expect(whole).toBeNull();
          return {};
        }
        expect(whole?.shares[0]).toBeCloseTo((100 * Number(largest?.value_usd)) / Number(buyers.totalValueUSD), 6);
        const value = Number(whole?.value_usd) + Number(whole?.unnamed_usd);
        return { value: value.toFixed(2) };
      });
      await told('flows', async () => {
        const { steps } = await me.client.tradeFlows({ query, steps: ['importers', 'exporters'], top: 15 });
        const nodes = steps[0]?.nodes ?? [];
        return { value: sumOf(nodes), shipments: nodes.reduce((sum, { shipments }) => sum + shipments, 0) };
      });
      await told('the comparison', async () => {
        if (query.fromDate >= '2024') return {};
        const { counts, total } = await me.client.comparePeriods({
          ...{ query, by: 'importers' },
          before: { from: query.fromDate, to: '2023-12-31' },
          after: { from: '2024-01-01', to: query.toDate },
        });
        const both = [total.before, total.after];
        return {
          ...{ shipments: both.reduce((sum, { shipments }) => sum + shipments, 0), value: sumOf(both) },
          buyers: counts.ENTERED + counts.LEFT + counts.STAYED,
        };
      });
      await told('the page of a company', async () => {
        if (largest === undefined) return {};
        const name = [largest.importer_name];
        const picked = { searchBy: 'IMPORTER' as const, searchValue: name, pickedValue: name };
        const listed = await me.client.listImporters({ ...query, ...picked });
        const asked = { countryCode: ['VNM'], fromDate: query.fromDate, toDate: query.toDate };
        const { parts } = await me.client.company({ company: largest.importer_name, ...asked });
        const [buys] = parts.filter(({ role }) => role === 'IMPORTER');
        expect([buys?.shipments, buys?.value_usd]).toEqual([listed.shipmentCount, listed.totalValueUSD]);
        return {};
      });
      await told('the program', async () => {
        const days = { trade: 'import', countries: ['VN'], from: query.fromDate, to: query.toDate };
        const where = [{ field: 'hs_code', values: query.searchValue }];
        return { shipments: (await program.call('count', { question: { ...days, where } })).data.count };
      });
      await told('the file', async () => {
        const what = { query, columnKeys: ['importer_name', 'total_value_usd'] };
        if (six.shipments === 0) {
          await expect(start(me.client, what)).rejects.toThrow('Nothing has been charged');
          return {};
        }
        const made = await ended(portal, me.client, await start(me.client, what));
        const [, ...lines] = linesOf(await fileOf(portal, me, made));
        const values = lines.map((line) => line.slice(line.lastIndexOf(',') + 1)).filter((value) => value !== '');
        return {
          ...{ shipments: lines.length, valued: values.length },
          value: values.reduce((sum, value) => sum + Number(value), 0).toFixed(2),
        };
      });
    }),
    { seed: SEED, numRuns: cases(6, 60) },
  );
});

it('what has no value in USD is told in the currency it is stated in, beside the sum of the others', async () => {
  await loadTestRows(portal, 'PHL', 'no,date,hs,importer,usd,value,currency', [
    '1,2024-03-01,851712,Acme Trading Ltd,1845,,',
    ...['2,2024-03-02,851712,Beta Foods,,600000.5,XOF', '3,2024-03-03,851762,Beta Foods,,300000,XOF'],
    ...['4,2024-03-04,851762,Beta Foods,,12,CHF', '5,2024-03-05,851762,Beta Foods,,,'],
  ]);
  const query = payload({
    ...{ countryCode: ['PHL'], searchValue: ['8517'], fromDate: '2024-01-01', toDate: '2024-12-31' },
  });
  const { shipmentCount, valuedCount, totalValueUSD } = await me.client.listImporters(query);
  expect([shipmentCount, valuedCount, totalValueUSD]).toEqual([5, 1, '1845']);
  expect((await me.client.quantities({ query })).otherCurrencies).toEqual([
    { currency: 'XOF', shipments: 2, value: '900000.5' },
    { currency: 'CHF', shipments: 1, value: '12' },
  ]);
  const valued = payload({ countryCode: ['VNM'], searchValue: ['8517'], fromDate: '2024-01-01', toDate: '2024-12-31' });
  expect((await me.client.quantities({ query: valued })).otherCurrencies).toEqual([]);
});

it('one shipment under a master and a house bill is counted once, and its records, values and numbers stay', async () => {
  await loadTestRows(portal, 'TZA', 'no,date,hs,importer,usd,bl_number,house_bl_number', [
    // One house bill in two lines, another one, the record of their master bill; one bill alone in two lines; two that state none.
    ...['1,2024-03-01,851712,Acme Trading Ltd,10,MSCU1,H1', '2,2024-03-01,851762,Acme Trading Ltd,20,MSCU1,H1'],
    ...['3,2024-03-01,851762,Beta Foods,30,MSCU1,H2', '4,2024-03-01,851762,Gamma Freight,60,MSCU1,'],
    ...['5,2024-03-02,851762,Beta Foods,5,MSCU2,', '6,2024-03-02,851712,Beta Foods,5,MSCU2,'],
    ...[
      '7,2024-03-03,851762,Beta Foods,1,,',
      '8,2024-03-03,851762,Beta Foods,1,,',
      '9,2024-03-04,851762,Beta Foods,1,,H9',
    ],
  ]);
  const days = { fromDate: '2024-03-01', toDate: '2024-03-31' };
  const of = (searchValue: string[], countryCode = ['TZA']) => payload({ countryCode, searchValue, ...days });
  const shipments = async (query: ReturnType<typeof payload>) =>
    (await me.client.quantities({ query })).shipmentsByBill;
  expect(await shipments(of(['8517']))).toBe(6);
  expect(await shipments(of(['851712']))).toBe(2);
  // The master's record is a shipment where none of its house bills is found, and records without any house bill are as they are counted.
  const ofMaster = { ...of(['8517']), importerList: ['Gamma Freight'] };
  expect(await shipments(ofMaster)).toBeNull();
  expect(await shipments(of(['8517'], ['VNM']))).toBeNull();
  const { shipmentCount, totalValueUSD } = await me.client.listImporters(of(['8517']));
  expect([shipmentCount, totalValueUSD]).toEqual([9, '133']);
});

it('two periods count companies as lists of each do, and spell them as any list does', async () => {
  const of = (fromDate: string, toDate: string) =>
    payload({ countryCode: ['VNM'], searchValue: ['8517'], fromDate, toDate });
  const [before, after] = [of('2023-01-01', '2023-12-31'), of('2024-01-01', '2024-12-31')];
  const compared = await me.client.comparePeriods({
    ...{ query: after, by: 'importers' },
    before: { from: before.fromDate, to: before.toDate },
    after: { from: after.fromDate, to: after.toDate },
  });
  const { ENTERED, LEFT, STAYED } = compared.counts;
  const [was, is] = [await me.client.listImporters(before), await me.client.listImporters(after)];
  expect([STAYED + LEFT, STAYED + ENTERED]).toEqual([was.distinctCount, is.distinctCount]);
  const names = new Set([...was.importersList, ...is.importersList].map(({ importer_name }) => importer_name));
  expect(new Set(compared.items.map(({ name }) => name).filter((name) => name !== ''))).toEqual(names);
  // What switched is told with all that it bought, as in the table beside it.
  for (const { importer, before: bought, after: buys } of compared.switched) {
    const item = compared.items.find(({ name }) => name === importer);
    expect([bought, buys]).toEqual([item?.before.value_usd, item?.after.value_usd]);
  }
});

it('nobody is new who shipped before the dates of the search, here as on the page of a company', async () => {
  const query = payload({ countryCode: ['VNM'], searchValue: ['8517'], fromDate: '2024-07-01', toDate: '2024-12-31' });
  const { parties, recent } = await me.client.marketParties({ query, by: 'importers' });
  const earlier = await me.client.listImporters({ ...query, fromDate: '2022-01-01', toDate: '2024-06-30' });
  const known = new Set(earlier.importersList.map(({ importer_name }) => importer_name));
  expect(parties.filter(({ first }) => first >= (recent?.from ?? '9')).length).toBeGreaterThan(0);
  for (const { name, change } of parties) if (known.has(name)) expect([name, change]).not.toEqual([name, 'NEW']);
  expect(DEFINITIONS.new).toContain('three years');
});

it('a company is written and counted on its page as among the contacts and in lists', async () => {
  const { importersList } = await me.client.listImporters(
    payload({ countryCode: ['VNM'], searchValue: ['8517'], fromDate: '2024-01-01', toDate: '2024-12-31' }),
  );
  const name = importersList.map(({ importer_name }) => importer_name).find((one) => /acme/i.test(one)) ?? '';
  const page = await me.client.company({ company: 'acme trading' });
  expect(page.name).toBe(name);
  const [subUser, elsewhere] = [await portal.signInSubUser(me), await portal.signIn(['KOR'])];
  for (const { client } of [me, elsewhere]) await client.saveContact({ companyName: 'ACME TRADING' });
  const shipments = async ({ client, person }: SignedInAccount) => {
    const [contact] = (await client.contactList({ userId: person.userid })).contactList;
    return client.contactShipments({ contactId: contact?.id ?? '' });
  };
  const before = await subscription(me);
  const { shipmentsList, newRecords } = await shipments(me);
  expect(newRecords).toBeNull();
  expect(shipmentsList.map(({ tradeType, role, records }) => [tradeType, role, records])).toEqual(
    page.parts.map(({ tradeType, role, shipments: many }) => [tradeType, role, many]),
  );
  // How many are new is each person's own, within the subscription, and for nothing.
  const more = ['999,2024-06-01,851712,Acme Trading Ltd,Bolt Co,1,PCS,10'];
  await loadTestRows(portal, 'VNM', 'no,date,hs,importer,exporter,quantity,unit,usd', more);
  for (const many of [1, 0]) expect((await shipments(me)).newRecords).toBe(many);
  expect((await shipments(subUser)).newRecords).toBeNull();
  expect(await shipments(elsewhere)).toEqual({ shipmentsList: [], newRecords: null, lookedAt: null });
  expect(await subscription(me)).toEqual(before);
});

it('a code has one name wherever it stands, and a heading its own, whatever its codes are called', async () => {
  // Two sources that call one code otherwise, one that says nothing, and words that say nothing without the line above.
  const words = ['Smartphones', 'Handsets', '', 'Smartphones', 'Other', ''];
  const rows = words.map(
    (said, no) =>
      `${no},2024-0${1 + (no % 3)}-10,${['85171300', '85171300', '85171300', '85176290', '85176290', '40151900'][no]},${said},Quay Phones,Bolt Co,1,PCS,${10 + no},China`,
  );
  await loadTestRows(portal, 'LKA', 'no,date,hs,hs_description,importer,exporter,quantity,unit,usd,origin', rows);
  const reader = await portal.signIn();
  const { client } = reader;
  const query = payload({
    countryCode: ['LKA'],
    ...{ searchBy: 'IMPORTER', searchValue: ['Quay Phones'], fromDate: '2024-01-01', toDate: '2024-12-31' },
  });
  const names = new Map<string, Set<string>>();
  const told = (surface: string, code: string, name: unknown) => {
    names.set(code, (names.get(code) ?? new Set()).add(String(name)));
    surfaces.add(surface);
  };
  const surfaces = new Set<string>();
  for (const { hscode, hs_description, hs_heading } of (await client.listHsCodes(query)).hscodesList) {
    told('facets and analysis', hscode, hs_description);
    told('families of a facet', hscode.slice(0, 4), hs_heading);
  }
  for (const { hscode, hs_description } of (await client.listHsCodes4Digit(query)).hscodesList)
    told('headings', hscode, hs_description);
  const distinct = await client.listDistinctColumnValue({ ...query, columnName: 'hs_code' });
  for (const { column_name, hs_description } of distinct.distinctColumnValuesList)
    told('list of a column', column_name, hs_description);
  for (const by of ['hsCodes', 'hsHeadings'] as const) {
    for (const { name, hs_description } of (await client.pivot({ query, rows: by })).rows)
      if (name !== '') told('pivot', name, hs_description);
    const flows = await client.tradeFlows({ query, steps: [by, 'importers'] });
    for (const { name, hs_description } of flows.steps[0]?.nodes ?? [])
      if (name !== '') told('flows', name, hs_description);
    const before = { from: '2024-01-01', to: '2024-01-31' };
    const compared = await client.comparePeriods({
      query,
      by,
      before,
      after: { from: '2024-02-01', to: '2024-03-31' },
    });
    for (const { name, hs_description } of compared.items) if (name !== '') told('compare', name, hs_description);
  }
  const asked = { company: 'Quay Phones', countryCode: ['LKA'], fromDate: query.fromDate, toDate: query.toDate };
  for (const { name, hs_description } of (await client.company(asked)).shown?.goods.rows ?? [])
    told('company', name, hs_description);
  for (const { heading, hs_description } of (await client.similarCompanies(asked))?.lanes ?? [])
    told('lanes', heading, hs_description);
  const codes = { ...query, searchBy: 'HS_CODE' as const, matchType: 'L' as const };
  for (const searchValue of ['8517', '40151900']) {
    const { suggestionList } = await client.suggestionList({ ...codes, searchValue });
    for (const { value, description } of suggestionList[0]?.listSuggestion ?? [])
      if (names.has(value)) told('suggestions', value, description);
  }
  const sorted = await client.search({ ...query, orderByColumn: 'hs_description', orderByMode: 'asc' });
  const records: readonly Record<string, unknown>[] = sorted.impForeignList ?? [];
  expect(records).toHaveLength(6);
  for (const { hs_code, hs_description } of records) told('records', String(hs_code), hs_description);
  const shown = records.map(({ hs_description }) => String(hs_description));
  expect(shown).toEqual(shown.toSorted());
  const file = await start(client, { query, columnKeys: ['hs_code', 'hs_description'] });
  const lines = linesOf(await fileOf(portal, reader, await ended(portal, client, file)));
  for (const line of lines.slice(1)) {
    const [, code = '', name = ''] = /^"?(\d+)"?,"?(.*?)"?$/.exec(line) ?? [];
    told('file', code, name);
  }

  expect([...surfaces]).toEqual([
    ...['facets and analysis', 'families of a facet', 'headings', 'list of a column', 'pivot', 'flows', 'compare'],
    ...['company', 'lanes', 'suggestions', 'records', 'file'],
  ]);
  expect(Object.fromEntries([...names].map(([code, all]) => [code, [...all]]))).toEqual({
    '85171300': ['Smartphones'],
    '85176290': ['Smartphones'],
    '40151900': ['Rubber gloves and clothing'],
    '8517': ['Telephones, smartphones and network equipment'],
    '4015': ['Rubber gloves and clothing'],
  });
});

it('a list in which a name is looked for says of it what the whole list says', async () => {
  const { client } = me;
  const years = payload({
    countryCode: ['VNM'],
    searchValue: ['8517', '6907'],
    fromDate: '2022-01-01',
    toDate: '2024-12-31',
  });
  const hold = async (texts: readonly string[]) => {
    for (const query of [years, { ...years, fromDate: '2023-01-01', toDate: '2023-12-31' }]) {
      const buyers = async (nameContains: string) =>
        (await client.listImporters({ ...query, nameContains })).importersList.map((one) => ({
          ...one,
          name: one.importer_name,
        }));
      const values = async (nameContains: string) =>
        (
          await client.listDistinctColumnValue({ ...query, nameContains, columnName: 'importer_name' })
        ).distinctColumnValuesList.map((one) => ({ ...one, name: one.column_name }));
      for (const list of [buyers, values]) {
        const acme = (await list('')).filter(({ name }) => /acme/i.test(name));
        expect(acme).toHaveLength(1);
        for (const text of texts) expect([text, await list(text)]).toEqual([text, acme]);
      }
    }
  };
  await hold(['acme', 'Acme Trading Ltd', 'ACME TRADING LIMITED']);
  await portal.services.records.parties.join('Acme Trading Ltd', ['Delta Oy'], 'one owner');
  await hold(['acme', 'ACME TRADING LIMITED', 'Delta']);
  // Of two codes of a heading one is called so.
  await loadTestRows(portal, 'IDN', 'no,date,hs,hs_description,usd', [
    ...['1,2023-05-02,85179910,Clamshells,10', '2,2023-05-03,85179920,Relay boxes,20'],
  ]);
  const phones = { ...years, countryCode: ['IDN'], columnName: 'hs_code4' };
  for (const list of [client.listHsCodes4Digit, client.listDistinctColumnValue])
    expect(await list({ ...phones, nameContains: 'clamshells' })).toEqual(await list({ ...phones, nameContains: '' }));
});

it('a chapter alone is no heading, and a heading no subheading, wherever they are told', async () => {
  const rows = ['1,2022-01-01,85,A1,10', '2,2022-01-02,8517,A2,10', '3,2022-01-03,851712,A3,10'];
  await loadTestRows(portal, 'THA', 'no,date,hs,importer,usd', rows);
  const { client } = await portal.signIn();
  const query = payload({
    ...{ countryCode: ['THA'], searchBy: 'HS_CODE_2', searchValue: ['85'] },
    ...{ fromDate: '2022-01-01', toDate: '2022-12-31' },
  });
  const { hscodesList, shipmentCountNotStated } = await client.listHsCodes4Digit(query);
  const told = hscodesList.map(({ hscode, shipment_count }) => [hscode, shipment_count]);
  expect([told, shipmentCountNotStated]).toEqual([[['8517', 2]], 1]);
  const pivot = await client.pivot({ query, rows: 'hsSubheadings' });
  expect(pivot.rows.map(({ name, total }) => [name, total.shipments])).toEqual([
    ['851712', 1],
    ['', 2],
  ]);
  const values = await client.listDistinctColumnValue({ ...query, columnName: 'hs_code6' });
  expect(values.distinctColumnValuesList.map(({ column_name }) => column_name)).toEqual(['851712']);
  const { impForeignList = [] } = await client.search({ ...query, orderByColumn: 'hs_code', orderByMode: 'asc' });
  expect(impForeignList).toMatchObject([
    { hs_code2: '85', hs_code4: null, hs_code6: null },
    { hs_code2: '85', hs_code4: '8517', hs_code6: null },
    { hs_code2: '85', hs_code4: '8517', hs_code6: '851712' },
  ]);
  const counts = ['85', '8517'].map((heading) => client.searchCount({ ...query, hsCode4DigitList: [heading] }));
  expect(await Promise.all(counts)).toEqual([0, 2]);
});
