import { describe, expect, it } from 'vitest';
import { type Coverage, namedSources, shownSources } from './sources.js';

const saying = { importer: 0, exporter: 0, quantity: 0, value: 0, port: 0 };
const source = (shortcode: string, tradeType: 'IMPORT' | 'EXPORT', records: number, lagDays: number) => ({
  ...{ shortcode, tradeType, records, lagDays, saying, months: [], publishedBy: [] },
  ...{ firstDay: '2024-01-01', lastDay: '2024-02-01' },
});
const country = (shortcode: string, name: string) => ({ shortcode, name, iso2code: 'XX', continentName: 'Asia' });

const COVERAGE: Coverage = {
  fromDate: null,
  uptoDate: null,
  countryList: [country('IND', 'India'), country('VNM', 'Vietnam'), country('KEN', 'Kenya')],
  coverageList: [
    source('IND', 'EXPORT', 5, 30),
    source('IND', 'IMPORT', 9, 10),
    source('VNM', 'IMPORT', 7, 10),
    source('USA', 'IMPORT', 7, 10),
  ],
  notInPlan: [],
};

describe('the sources', () => {
  const order = (by: 'country' | 'records' | 'behind', typed = '') =>
    shownSources(namedSources(COVERAGE), typed, by).map(({ name, tradeType }) => `${name} ${tradeType}`);

  it('bear the names of their countries, imports first', () => {
    expect(order('country')).toEqual(['India IMPORT', 'India EXPORT', 'Vietnam IMPORT']);
  });
});
