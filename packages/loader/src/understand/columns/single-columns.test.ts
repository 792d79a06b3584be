/** What one column alone holds needs no name. */
import { expect, it } from 'vitest';
import { ofGoods } from '../../../testing/understood.js';

const COUNTRIES = ['France', 'Japan', 'Kenya', 'Italy', 'Peru', 'Spain', 'China'];
const country = (row: number) => COUNTRIES[row % COUNTRIES.length] ?? '';
const UNITS = ['KG', 'PCS', 'LTR'];
const GERMAN = ['DE', 'FR'];

it.each(['Partner', 'From', 'ZZ'])('the only countries are the partner: %s', (name) => {
  const { mapping, questions } = ofGoods(`VALUE USD|${name}`, (row) => [`${100 + row}`, country(row)]);
  expect([mapping.columns.origin_country, questions]).toEqual([{ from: name }, []]);
});

it.each([
  ['a name that says another kind of country', 'Flag of vessel', country],
  ['countries that are few', 'ZZ', (row: number) => GERMAN[row % 2] ?? ''],
])('is not clear for %s', (_, name, cells) => {
  const { columns, unclear } = ofGoods(`VALUE USD|${name}`, (row) => [`${100 + row}`, cells(row)]);
  const isAsked = unclear.some((question) => question.includes(`"${name}"`));
  expect(isAsked || columns.at(-1)?.target !== 'origin_country').toBe(true);
});

it('a quantity in kilograms is a weight, and no quantity of the units beside another', () => {
  const cells = (row: number) => [`${100 + row}`, `${50 + row}`, `${5 + row}`, UNITS[1 + (row % 2)] ?? ''];
  const { columns } = ofGoods('VALUE USD|QUANTITY_IN_KG|QUANTITY_IN_SUPPL_UNIT|SUPPL_UNIT', cells).mapping;
  expect([columns.net_weight, columns.net_weight_unit]).toEqual([{ from: 'QUANTITY_IN_KG' }, { constant: 'KGS' }]);
  expect(columns.quantity).not.toEqual({ from: 'QUANTITY_IN_KG' });
  const alone = ofGoods('VALUE USD|Quantity (kg)', (row) => [`${100 + row}`, `${50 + row}`]).mapping.columns;
  expect([alone.quantity, alone.unit]).toEqual([{ from: 'Quantity (kg)' }, { constant: 'KGS' }]);
});

it.each([
  ['Weight (kg)', { from: 'Weight (kg)' }],
  ['Gross weight (kg)', undefined],
  ['Weight', undefined],
])('of %s alone, the quantity is %j', (name, quantity) => {
  const { mapping } = ofGoods(`VALUE USD|${name}`, (row) => [`${100 + row}`, `${50 + row}`]);
  expect(mapping.columns.quantity).toEqual(quantity);
});

it('amounts that are headed by a currency alone are proposed as the value', () => {
  const { mapping, questions } = ofGoods('euros', (row) => [`${100 + row}.5`], { country: 'ESP' });
  expect(mapping.columns.total_value).toEqual({ from: 'euros' });
  expect(questions.map(({ answers }) => answers[0])).toEqual(['--set euros=total_value']);
});
