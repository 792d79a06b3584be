import { expect, it } from 'vitest';
import { cardsOf, sectionsOf } from './sections.js';

const titles = (tradeType: 'IMPORT' | 'EXPORT', ...countryCode: string[]) =>
  sectionsOf({ tradeType, countryCode }).map(({ title, field }) => `${title}: ${field}`);

it('exports leave by Indian ports, imports arrive there', () => {
  expect(titles('EXPORT', 'IND')).toEqual([
    'Top 10 Importers: importerList',
    'Top 10 Exporters: exporterList',
    'Top 10 Origin Ports (Indian Ports): portOriginList',
    'Top 10 Destination Ports (Foreign Ports): portDestinationList',
    'Top 10 HS Codes: hsCodeList',
    'Top 10 Countries: destinationCountryList',
    'Top 10 Cities: cityOriginList',
  ]);
  expect(titles('IMPORT', 'IND', 'SEZ').slice(2, 4)).toEqual([
    'Top 10 Origin Ports (Foreign Ports): portOriginList',
    'Top 10 Destination Ports (Indian Ports): portDestinationList',
  ]);
});

it("other sources' own ports are local ones", () => {
  expect(titles('IMPORT', 'IND', 'VNM')[3]).toBe('Top 10 Destination Ports (Local Ports): portDestinationList');
  const labels = (countryCode: string[]) => cardsOf({ tradeType: 'IMPORT', countryCode }).map(({ label }) => label);
  expect(labels(['IND'])).toEqual(['Importer', 'Exporter', 'HSCODE', 'Foreign Ports', 'Indian Ports']);
  expect(labels(['VNM']).at(-1)).toBe('Local Ports');
});
