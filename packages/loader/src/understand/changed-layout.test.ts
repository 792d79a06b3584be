import { expect, it } from 'vitest';
import { parseMapping } from '../layout/mapping.js';
import { changedLayouts, changeInWords, mappingAsAnswers } from './changed-layout.js';

const mapping = parseMapping(
  JSON.stringify({
    ...{ name: 'ken-imports', title: 'Kenya, imports', country: 'KEN', trade: 'IMPORT' },
    ...{ dateFormat: 'DD/MM/YYYY', decimalPoint: ',', naturalKey: ['Entry'] },
    columns: {
      record_date: { from: 'Date' },
      hs_code: { from: { anyOf: ['HS Code', 'HS'] } },
      product_description: { from: ['Goods', 'Make'] },
      total_value: { from: 'Value' },
      currency: { constant: 'KES' },
    },
    ignore: ['Clerk'],
  }),
  'test',
);
const HEADER = ['Entry', 'Date', 'HS', 'Goods', 'Make', 'Value', 'Clerk'];

it('a layout that has changed is told by the columns that came and went', () => {
  const [changed] = changedLayouts([mapping], ['Entry', 'Date', 'HS', 'Goods', 'Make', 'Amount', 'Clerk', 'Port']);
  expect(changed).toEqual({ mapping, added: ['Amount', 'Port'], gone: ['"Value"'] });
  if (changed) expect(changeInWords(changed)).toContain('new: "Amount", "Port"; gone: "Value"');
});

it('a layout that has changed is none where all columns are there, and none of a file that has little of it', () => {
  expect(changedLayouts([mapping], HEADER)).toEqual([]);
  expect(changedLayouts([mapping], ['Date', 'HS', 'A', 'B', 'C', 'D'])).toEqual([]);
});

it('a layout that has changed is that of the nearest mapping', () => {
  const other = { ...mapping, name: 'nearer', ignore: ['Clerk', 'Port'] };
  expect(changedLayouts([mapping, other], [...HEADER, 'Port', 'Ship'])[0]?.mapping.name).toBe('nearer');
});

it('a layout that has changed leaves what the mapping said of the columns that are still there', () => {
  expect(mappingAsAnswers(mapping, HEADER)).toEqual([
    ...['Date=record_date', 'HS=hs_code', 'Value=total_value', 'currency=KES', 'Clerk=-'],
    ...['dateFormat=DD/MM/YYYY', 'decimalPoint=,'],
  ]);
  expect(mappingAsAnswers(mapping, ['Date', 'Goods'])).not.toContain('Value=total_value');
});
