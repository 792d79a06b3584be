import { expect, it } from 'vitest';
import { ofShipments, oneOfUnit, otherCurrenciesInWords, quantitiesInWords, valueInWords } from './quantities.js';

const of = (unit: string, quantity: string, shipments: number) => ({ unit, quantity, shipments });

it('each quantity stands in its unit, with what it is of and what is left out', () => {
  expect(quantitiesInWords(45, [of('SQM', '108278.5', 40), of('NOS', '12', 3)])).toBe(
    '1,08,278.5 SQM of 40 shipments, 12 pieces (NOS) of 3 shipments; 2 shipments have no quantity',
  );
  expect(quantitiesInWords(1, [of('KGS', '3', 1)])).toBe('3 KGS of 1 shipment');
  expect(quantitiesInWords(2, [])).toBe('2 shipments have no quantity');
  expect([ofShipments(40, 45), ofShipments(45, 45)]).toEqual(['40 of 45 shipments', '45 shipments']);
});

it('a sum of values says of how many shipments it is, where some state none', () => {
  expect(valueInWords('1845', { valued: 1, shipments: 2 })).toBe('USD 1,845, of 1 of 2 shipments');
  expect(valueInWords('1845', { valued: 2, shipments: 2 })).toBe('USD 1,845');
  expect(otherCurrenciesInWords([{ currency: 'INR', value: '912000.5', shipments: 1 }])).toBe(
    'INR 9,12,000.5 of 1 shipment',
  );
  expect(valueInWords('0', { valued: 0, shipments: 2 })).toBe('No value in USD is stated of 2 shipments');
});

it('a price is of one of its unit', () => {
  expect(['NOS', 'DOZ', 'KGS', 'net KGS', ''].map(oneOfUnit)).toEqual([
    ...['piece (NOS)', 'dozen (DOZ)', 'KGS', 'KGS net weight', ''],
  ]);
});
