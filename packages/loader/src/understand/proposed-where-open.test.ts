/** What is proposed, and asked about, where names leave a main column open. */
import { expect, it } from 'vitest';
import { understand } from '../../testing/understood.js';
import { lookAtColumn } from './columns/column-values.js';

const CODES = ['09011100', '69072100', '85171300', '30049099', '40111000'];
const row = (index: number) => [
  `${String((index % 27) + 1).padStart(2, '0')}/03/2024`,
  CODES[index % CODES.length] ?? '',
  ['BRAZIL', 'CHINA', 'ITALY', 'PERU'][index % 4] ?? '',
  `${10 + index}`,
  `${1000 + 31 * index}.50`,
];
const rows = (more: (index: number) => string[] = () => []) =>
  Array.from({ length: 40 }, (_, index) => [...row(index), ...more(index)]);
/** What is understood of a file of Peru with these columns, and of others whose cells are given. */
const ofPeru = (header: string, more?: (index: number) => string[], tradeType: 'IMPORT' | 'EXPORT' = 'IMPORT') =>
  understand(header, rows(more), { country: 'PER', tradeType });
const columnsOf = (...asked: Parameters<typeof ofPeru>) => ofPeru(...asked).mapping.columns;
const KGS = { constant: 'KGS' };
const TNE = { constant: 'TNE' };

it('several codes of headings are the HS codes under whatever name, and numbers of papers are none', () => {
  const { mapping, questions } = ofPeru('FECHA|POSICION|PAIS ORIGEN|CANTIDAD|FOB USD');
  expect(mapping.columns.hs_code).toEqual({ from: 'POSICION' });
  expect(questions).toEqual([]);
  expect(columnsOf('FECHA|NRO DECLARACION|PAIS ORIGEN|CANTIDAD|FOB USD').hs_code).toBeUndefined();
});

it('of several days the first is proposed, that of a release last', () => {
  const header = 'CANCELACION|HS CODE|PAIS ORIGEN|CANTIDAD|FOB USD|OFICIALIZACION';
  const { mapping, questions } = ofPeru(header, (index) => row(index + 2).slice(0, 1));
  expect([mapping.columns.record_date, mapping.dateFormat]).toEqual([{ from: 'OFICIALIZACION' }, 'DD/MM/YYYY']);
  expect(questions[0]).toMatchObject({
    text: expect.stringMatching(/^which of the days/),
    answers: ['--set OFICIALIZACION=record_date', '--set CANCELACION=record_date'],
  });
});

it('the net weight is the quantity of a file that counts nothing else, where its name or its prices say kilograms', () => {
  const { mapping, unclear } = ofPeru('FECHA|HS CODE|PAIS ORIGEN|PESO NETO KG|FOB USD');
  const weight = { from: 'PESO NETO KG' };
  expect(mapping.columns).toMatchObject({ net_weight: weight, quantity: weight, unit: KGS });
  expect(unclear).toEqual([]);
  expect(columnsOf('FECHA|HS CODE|PAIS ORIGEN|PESO NETO|FOB SOLES').quantity).toBeUndefined();
  const counted = columnsOf('FECHA|HS CODE|PAIS ORIGEN|PESO NETO KG|FOB USD|CANTIDAD', (index) => [`${index + 2}`]);
  expect([counted.quantity, counted.unit]).toEqual([{ from: 'CANTIDAD' }, undefined]);
  // Numbers that nothing names are no quantity beside it.
  const nameless = columnsOf('FECHA|HS CODE|PAIS ORIGEN|QWERTZ|FOB USD|PESO NETO KG', (at) => [`${50 + 3 * at}.5`]);
  expect(nameless).toMatchObject({ quantity: weight, unit: KGS });
});

it.each(['PESO NETO (T)', 'Net weight, t', 'Net weight (tonnes)', 'NET_WEIGHT_MT', 'Вес нетто, тонн', '净重(吨)'])(
  '%s is in tonnes, and so is the quantity that it stands for',
  (name) => {
    const { mapping, unclear } = ofPeru(`FECHA|HS CODE|PAIS ORIGEN|${name}|FOB USD`);
    const weight = { from: name };
    expect(mapping.columns).toMatchObject({ net_weight: weight, net_weight_unit: TNE, quantity: weight, unit: TNE });
    expect(unclear).toEqual([]);
  },
);

it.each([
  ['Quantity (MT)', TNE],
  ['QUANTITY, KG', KGS],
  // Of meticais.
  ['Valor (MT)', undefined],
])('%s is in %j', (name, unit) => {
  const { columns } = understand(`DATE|HS CODE|COUNTRY OF ORIGIN|${name}|FOB USD`, rows()).mapping;
  expect([columns.quantity, columns.unit]).toEqual([unit && { from: name }, unit]);
});

it.each([
  ['KEN', 'CUSTOMS VALUE KSH', 'total_value_kes'],
  ['ISR', 'VALUE NIS', 'total_value'],
  ['TWN', '離岸價格(新臺幣)', 'total_value'],
])('the short name of a currency is its: %s, %s', (country, value, target) => {
  const { mapping } = understand(`DATE|HS CODE|ORIGIN COUNTRY|QUANTITY|${value}`, rows(), { country });
  expect(mapping.columns[target]).toMatchObject({ from: value });
});

it('firms are known by legal forms of other languages, and numbers of papers are no names of firms', () => {
  const share = (cells: string[]) =>
    lookAtColumn(
      cells.map((cell) => [cell]),
      0,
    ).company;
  const named = (name: string) => share(rows().map((_, index) => (index % 2 ? name : `${name} ${index}`)));
  expect(['SARL HODNA', 'ОсОО АЛАТОО', 'شرکت پامیر', 'SPA TELLIA', 'HANSON & CO', 'CO-OP'].map(named)).toEqual(
    Array(6).fill(1),
  );
  expect(['Осоок', 'SPANISH OIL', 'COFFEE'].map(named)).toEqual([0, 0, 0]);
  expect(share(['CO-12345', 'CO-998', 'CO 77/2024'])).toBe(0);
});

it('a name that says one party twice is of that party', () => {
  const header = 'DATE|HS CODE|COUNTRY OF ORIGIN|QUANTITY|FOB USD|Consignee/Buyer';
  const { columns } = understand(
    header,
    rows((index) => [`FIRM ${index % 7} LTD`]),
  );
  expect(columns.at(-1)?.target).toBe('importer_name');
});

it('columns whose names may say two things are no shift', () => {
  const header = 'DATE|HS CODE|COUNTRY OF ORIGIN|NET WEIGHT KG|FOB USD|SUPP_UNIT_QTY|SUPP_UNIT|GROSS WEIGHT';
  const { unclear } = understand(
    header,
    rows((index) => [`${index + 2}`, ['KG', 'PCS'][index % 2] ?? '', `${index * 3 + 4}`]),
  );
  expect(unclear.join()).not.toContain('stand one column');
});

it.each(['PARTNER CODE', 'PARTNER DESC'])('the country in %s is asked about or known', (name) => {
  expect(columnsOf(`FECHA|HS CODE|${name}|CANTIDAD|FOB USD`).origin_country).toEqual({ from: name });
});

it('a weight of exports in tonnes is one, and a country of statistics', () => {
  const header = 'MONTH|HS CODE|COUNTRY OF DESTINATION (STATISTICS)|Exports: weight (t)|Exports: value USD';
  const { mapping, unclear } = ofPeru(header, undefined, 'EXPORT');
  const weight = { from: 'Exports: weight (t)' };
  expect(mapping.columns).toMatchObject({ gross_weight: weight, quantity: weight, unit: TNE });
  expect(mapping.columns.destination_country).toEqual({ from: 'COUNTRY OF DESTINATION (STATISTICS)' });
  expect(unclear.join()).not.toContain('DESTINATION');
});

it('whoever holds a licence may be the party at home, and is no description of goods', () => {
  const names = ['PELJOR LTD', 'DAGALA HARDWARE STORE', 'GANGRI SUPPLIES', 'ZHUNGLAM TRADERS'];
  const header = 'FECHA|HS CODE|PAIS ORIGEN|CANTIDAD|FOB USD|LICENCE HOLDER|SUPPLIER|ITEM NAME';
  const columns = columnsOf(header, (index) => [names[index % 4] ?? '', 'NORVIA SPA', `BALL BEARING ${index}`]);
  expect(columns).toMatchObject({
    ...{ importer_name: { from: 'LICENCE HOLDER' }, product_description: { from: 'ITEM NAME' } },
  });
});
