/** Columns under a title of several, which stands before their names. */
import { expect, it } from 'vitest';
import { understand } from '../../testing/understood.js';
import { readHeaders } from '../recognise/header-words.js';
import { withoutGroups } from './names.js';

const rows = (day: (row: number) => string) =>
  Array.from({ length: 30 }, (_, row) => [
    ...[day(row), ['85171300', '69072100', '09011100'][row % 3] ?? '', 'COTON IMPRIME', `${1000 + 37 * row}`],
  ]);
const NAMES = ['Date', 'Position SH', 'Désignation', 'Valeur CAF (USD)'];
const GROUPS = ['Vldr', 'Marchandise', 'Marchandise', 'Vldr'];
const of = (names: string[], groups = GROUPS, day = (row: number) => `2025-03-${10 + (row % 18)}`) =>
  understand(names.map((name, at) => `${groups[at]} ${name}`.trim()).join('|'), rows(day), { groups });

it('are read by their own names where the title adds nothing', () => {
  const { mapping, questions } = of(NAMES);
  expect(mapping.columns).toMatchObject({
    record_date: { from: 'Vldr Date' },
    hs_code: { from: 'Marchandise Position SH' },
    product_description: { from: 'Marchandise Désignation' },
    total_value_usd: { from: 'Vldr Valeur CAF (USD)' },
  });
  expect(questions).toEqual([]);
});

it('hold days of a spreadsheet', () => {
  const { mapping, questions } = of(NAMES, GROUPS, (row) => `${45600 + row}`);
  expect([mapping.dateFormat, questions]).toEqual(['excel-serial', []]);
});

it('are what the title makes of them where it says something else', () => {
  const header = ['Assurance Date', 'Vldr Date'];
  const read = readHeaders(header);
  const context = { trade: 'IMPORT', country: undefined, currency: undefined } as const;
  const [insured, date] = withoutGroups({ header, groups: ['Assurance', 'Vldr'] }, read, context);
  expect([insured, [...(date?.concepts ?? [])]]).toEqual([read[0], ['date']]);
});
