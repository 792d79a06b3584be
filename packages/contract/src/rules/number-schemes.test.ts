import { expect, it } from 'vitest';
import { numbersOfCell } from './number-schemes.js';

it.each([
  ['RUC', '20600000013', ['RUC 20600000013']],
  ['Supplier tax no', 'RUC 20-60000001-3', ['RUC 20600000013']],
  // Several countries call theirs so: records say which it is.
  ['NIT', '900.654.321', ['NIT 900654321', 'NIT-GT 900654321', 'NIT-BO 900654321']],
  // Of a company of several branches, what all have.
  ['CNPJ', '16.727.230/0001-97', ['CNPJ 16727230']],
  // A spreadsheet's number, under a name that says no scheme: whatever looks so, but for what every number looks like.
  ['Tax ID', '20600000013.0', ['RUC 20600000013', 'NIT-GT 20600000013', 'CUIT 20600000013']],
  ['DUNS', '123456789', ['DUNS 123456789']],
  ['RUC', 'unknown', []],
])('a cell of %s that says %s may be %j', (heading, cell, numbers) => {
  expect(numbersOfCell(heading, cell)).toEqual(numbers);
});
