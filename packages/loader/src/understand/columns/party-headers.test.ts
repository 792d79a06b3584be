/** Columns whose names say a little more than what they are, or whose kind is told by what stands beside them. */
import { expect, it } from 'vitest';
import { ofGoods } from '../../../testing/understood.js';

const FIRMS = ['MERIDIAN TRADE LTD', 'ALDERON GMBH', 'NORTHWAY SARL', 'KESTREL FOODS INC'];
const firm = (index: number) => FIRMS[index % FIRMS.length] ?? '';

it.each([
  ['Goods receiver', 'importer_name'],
  ['Consignee of goods', 'importer_name'],
  ['Получатель товара', 'importer_name'],
  ['NOM_DEST', 'importer_name'],
  ['Shipper of goods', 'exporter_name'],
])('%s is a party', (name, target) => {
  const { columns } = ofGoods(`${name}`, (index) => [firm(index)]);
  expect(columns.at(-1)).toMatchObject({ target });
});

it('a party that nothing else fills is asked about, however its name goes on', () => {
  const of = (name: string) =>
    ofGoods(`${name}`, (index) => [['Anna Brown', 'Hill & Dale', 'Northway', 'K. Foods'][index % 4] ?? '']);
  expect(of('Consignee licence holder').questions).toMatchObject([
    { answers: expect.arrayContaining(['--set "Consignee licence holder=importer_name"']) },
  ]);
  expect(of('Consignee phone').questions).toEqual([]);
});

it.each(['EUR', 'KES'])('a value that is named is one before what values alone may make one, in %s', (money) => {
  const cells = (index: number) => [String(1000 + index * 37), (150 + index * 5.55).toFixed(2)];
  const { mapping, questions } = ofGoods(`CIF Value (${money})|ZYX (${money})`, cells);
  const { total_value, total_value_kes } = mapping.columns;
  expect([questions, total_value ?? total_value_kes]).toEqual([[], { from: `CIF Value (${money})` }]);
});

it('weights under a heading of quantities are weights', () => {
  const [gross, net] = ['Quantités Poids brut (kg)', 'Quantités Poids net (kg)'];
  const cells = (index: number) => [String(5 + index), String(110 + index), String(100.5 + index)];
  const { mapping, questions } = ofGoods(`Quantités Colis|${gross}|${net}`, cells);
  expect(questions).toEqual([]);
  const counted = { quantity: { from: net }, unit: { constant: 'KGS' } };
  expect(mapping.columns).toMatchObject({ gross_weight: { from: gross }, net_weight: { from: net }, ...counted });
});

it.each([
  ['البضاعة الوزن بالطن', 'TNE'],
  ['Tonnage sec (t)', 'TNE'],
  ['KILOS', 'KGS'],
])('%s counts the goods of a file that counts them by nothing else', (name, unit) => {
  const { mapping } = ofGoods(name, (index) => [String(10.5 + index)]);
  expect(mapping.columns).toMatchObject({ quantity: { from: name }, unit: { constant: unit } });
});
