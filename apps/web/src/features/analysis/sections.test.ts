import { expect, it } from 'vitest';
import { cardsOf, sectionsOf } from './sections.js';

const titles = (tradeType: 'IMPORT' | 'EXPORT', ...countryCode: string[]) =>
  sectionsOf({ tradeType, countryCode }).map(({ title, field }) => `${title}: ${field}`);

it("other sources' own ports are local ones", () => {
  expect(titles('IMPORT', 'IND', 'VNM')[3]).toBe('Top 10 Destination Ports (Local Ports): portDestinationList');
  const labels = (countryCode: string[]) => cardsOf({ tradeType: 'IMPORT', countryCode }).map(({ label }) => label);
  expect(labels(['IND'])).toEqual(['Importer', 'Exporter', 'HSCODE', 'Foreign Ports', 'Indian Ports']);
  expect(labels(['VNM']).at(-1)).toBe('Local Ports');
});
