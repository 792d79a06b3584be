/** What is proposed, and asked about, where names leave a main column open. */
import { expect, it } from 'vitest';
import { understand } from '../../testing/understood.js';
import { lookAtColumn } from './column-values.js';

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
const peru = { country: 'PER', tradeType: 'IMPORT' } as const;

it('codes of headings under another name are the HS codes, and asked about', () => {
  const { mapping, questions } = understand('FECHA|POSICION|PAIS ORIGEN|CANTIDAD|FOB USD', rows(), peru);
  expect(mapping.columns.hs_code).toEqual({ from: 'POSICION' });
  expect(questions).toMatchObject([{ answers: ['--set POSICION=hs_code', '--set POSICION=-'] }]);
});

it('numbers of papers are no codes, whatever they begin with', () => {
  const { mapping } = understand('FECHA|NRO DECLARACION|PAIS ORIGEN|CANTIDAD|FOB USD', rows(), peru);
  expect(mapping.columns.hs_code).toBeUndefined();
});

it('of several days the first is proposed, that of a release last', () => {
  const header = 'CANCELACION|HS CODE|PAIS ORIGEN|CANTIDAD|FOB USD|OFICIALIZACION';
  const { mapping, questions } = understand(
    header,
    rows((index) => row(index + 2).slice(0, 1)),
    peru,
  );
  expect(mapping.columns.record_date).toEqual({ from: 'OFICIALIZACION' });
  expect(mapping.dateFormat).toBe('DD/MM/YYYY');
  expect(questions[0]).toMatchObject({
    text: expect.stringMatching(/^which of the days/),
    answers: ['--set OFICIALIZACION=record_date', '--set CANCELACION=record_date'],
  });
});

it('the net weight is the quantity of a file that counts nothing else, where its name or its prices say kilograms', () => {
  const weighed = understand('FECHA|HS CODE|PAIS ORIGEN|PESO NETO KG|FOB USD', rows(), peru);
  expect(weighed.mapping.columns).toMatchObject({
    ...{ net_weight: { from: 'PESO NETO KG' }, quantity: { from: 'PESO NETO KG' }, unit: { constant: 'KGS' } },
  });
  expect(weighed.unclear).toEqual([]);
  expect(
    understand('FECHA|HS CODE|PAIS ORIGEN|PESO NETO|FOB SOLES', rows(), peru).mapping.columns.quantity,
  ).toBeUndefined();
  const counted = understand(
    'FECHA|HS CODE|PAIS ORIGEN|PESO NETO KG|FOB USD|CANTIDAD',
    rows((index) => [`${index + 2}`]),
    peru,
  );
  expect(counted.mapping.columns).toMatchObject({ quantity: { from: 'CANTIDAD' } });
  expect(counted.mapping.columns.unit).toBeUndefined();
});

it('the gross weight is the quantity of a manifest that weighs nothing else', () => {
  const manifest = (value: string) =>
    understand(
      `FECHA|HS CODE|PAIS ORIGEN|PESO BRUTO KG|${value}|NRO DE BL`,
      rows((row) => [`OLBL${1000 + row}`]),
      peru,
    );
  expect(manifest('PUERTO').mapping.columns).toMatchObject({
    ...{ quantity: { from: 'PESO BRUTO KG' }, unit: { constant: 'KGS' } },
  });
  expect(manifest('FOB USD').mapping.columns.quantity).toBeUndefined();
});

it.each(['PESO NETO (T)', 'Net weight, t', 'Net weight (tonnes)', 'NET_WEIGHT_MT', 'Вес нетто, тонн', '净重(吨)'])(
  '%s is in tonnes, and so is the quantity that it stands for',
  (weight) => {
    const { mapping, unclear } = understand(`FECHA|HS CODE|PAIS ORIGEN|${weight}|FOB USD`, rows(), peru);
    expect(mapping.columns).toMatchObject({
      ...{ net_weight: { from: weight }, net_weight_unit: { constant: 'TNE' } },
      ...{ quantity: { from: weight }, unit: { constant: 'TNE' } },
    });
    expect(unclear).toEqual([]);
  },
);

it('a quantity in tonnes is, and a value in meticais is not', () => {
  const of = (name: string) => understand(`DATE|HS CODE|COUNTRY OF ORIGIN|${name}|FOB USD`, rows()).mapping.columns;
  expect(of('Quantity (MT)')).toMatchObject({ quantity: { from: 'Quantity (MT)' }, unit: { constant: 'TNE' } });
  expect(of('Valor (MT)').unit).toBeUndefined();
});

it.each([
  ['KEN', 'CUSTOMS VALUE KSH', 'total_value_kes'],
  ['ISR', 'VALUE NIS', 'total_value'],
  ['TWN', '離岸價格(新臺幣)', 'total_value'],
])('the short name of a currency is its: %s, %s', (country, value, target) => {
  const { mapping } = understand(`DATE|HS CODE|ORIGIN COUNTRY|QUANTITY|${value}`, rows(), {
    country,
    tradeType: 'IMPORT',
  });
  expect(mapping.columns[target]).toMatchObject({ from: value });
});

it('a quantity whose name says kilograms is in kilograms', () => {
  const { mapping } = understand('DATE|HS CODE|COUNTRY OF ORIGIN|QUANTITY, KG|FOB USD', rows());
  expect(mapping.columns).toMatchObject({ quantity: { from: 'QUANTITY, KG' }, unit: { constant: 'KGS' } });
});

it('firms are known by legal forms of other languages', () => {
  const named = (name: string) =>
    lookAtColumn(
      rows((index) => [`${name} ${index}`, name.replace(/^\S+ /, '')]),
      5,
    ).company;
  expect(['SARL HODNA', 'ОсОО АЛАТОО', 'شرکت پامیر', 'SPA TELLIA'].map(named)).toEqual([1, 1, 1, 1]);
  expect(['Осоок', 'SPANISH OIL', 'COFFEE'].map(named)).toEqual([0, 0, 0]);
});

it('a name that says one party twice is of that party', () => {
  const { columns } = understand(
    'DATE|HS CODE|COUNTRY OF ORIGIN|QUANTITY|FOB USD|Consignee/Buyer',
    rows((index) => [`FIRM ${index % 7} LTD`]),
    {
      ...{ country: 'KEN', tradeType: 'IMPORT' },
    },
  );
  expect(columns.at(-1)?.target).toBe('importer_name');
});

it('columns whose names may say two things are no shift', () => {
  const { questions } = understand(
    'DATE|HS CODE|COUNTRY OF ORIGIN|NET WEIGHT KG|FOB USD|SUPP_UNIT_QTY|SUPP_UNIT|GROSS WEIGHT',
    rows((index) => [`${index + 2}`, ['KG', 'PCS'][index % 2] ?? '', `${index * 3 + 4}`]),
    { country: 'KEN' },
  );
  expect(questions.filter(({ text }) => text.includes('stand one column'))).toEqual([]);
});

it('numbers that nothing names are no quantity beside a weight in kilograms', () => {
  const { mapping } = understand(
    'FECHA|HS CODE|PAIS ORIGEN|QWERTZ|FOB USD|PESO NETO KG',
    rows((index) => [`${50 + 3 * index}.5`]),
    peru,
  );
  expect(mapping.columns).toMatchObject({ quantity: { from: 'PESO NETO KG' }, unit: { constant: 'KGS' } });
});

it('numbers of papers are no names of firms', () => {
  expect(lookAtColumn([['CO-12345'], ['CO-998'], ['CO 77/2024']], 0).company).toBe(0);
  expect(lookAtColumn([['HANSON & CO'], ['CO-OP 24']], 0).company).toBe(1);
});

it.each(['PARTNER CODE', 'PARTNER DESC'])('the country in %s is asked about or known', (name) => {
  const { mapping } = understand(`FECHA|HS CODE|${name}|CANTIDAD|FOB USD`, rows(), peru);
  expect(mapping.columns.origin_country).toEqual({ from: name });
});

it('a weight of exports in tonnes is one, and a country of statistics', () => {
  const header = 'MONTH|HS CODE|COUNTRY OF DESTINATION (STATISTICS)|Exports: weight (t)|Exports: value USD';
  const { mapping, unclear } = understand(header, rows(), { country: 'PER', tradeType: 'EXPORT' });
  expect(mapping.columns).toMatchObject({
    ...{
      gross_weight: { from: 'Exports: weight (t)' },
      quantity: { from: 'Exports: weight (t)' },
      unit: { constant: 'TNE' },
    },
    ...{ destination_country: { from: 'COUNTRY OF DESTINATION (STATISTICS)' } },
  });
  expect(unclear.join()).not.toContain('DESTINATION');
});

it('whoever holds a licence may be the party at home, and is no description of goods', () => {
  const names = ['PELJOR LTD', 'DAGALA HARDWARE STORE', 'GANGRI SUPPLIES', 'ZHUNGLAM TRADERS'];
  const { mapping } = understand(
    'FECHA|HS CODE|PAIS ORIGEN|CANTIDAD|FOB USD|LICENCE HOLDER|SUPPLIER|ITEM NAME',
    rows((index) => [names[index % 4] ?? '', 'NORVIA SPA', `BALL BEARING ${index}`]),
    peru,
  );
  expect(mapping.columns.importer_name).toEqual({ from: 'LICENCE HOLDER' });
  expect(mapping.columns.product_description).toEqual({ from: 'ITEM NAME' });
});
