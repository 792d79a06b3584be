import type { Country } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { chosenOf, continentsOf, findCountries, optionsOf, toggleContinent, toggleCountry } from './continents.js';

const country = (shortcode: string, name: string, continentName: string, records: number, importFrom = '2020-01-01') =>
  ({ shortcode, name, continentName, records, importFrom: importFrom || null, iso2code: 'XX' }) as Country;

const continents = continentsOf(
  [
    country('MEX', 'Mexico', 'North America', 20),
    country('VNM', 'Vietnam', 'Asia', 30),
    country('NPL', 'Nepal', 'Asia', 0, ''),
    country('OMN', 'Oman', 'Asia', 5, ''),
    country('IND', 'India', 'Asia', 70),
    country('XKX', 'Nowhere', '', 0, ''),
  ],
  'IMPORT',
);
const [asia, , unknown] = continents;

describe('the countries of a trade type', () => {
  it('stand under their continents, unknown ones under Unknown, those with records first', () => {
    expect(continents.map(({ name, records }) => [name, records])).toEqual([
      ['Asia', 105],
      ['North America', 20],
      ['Unknown', 0],
    ]);
    expect(asia?.countries.map(({ name }) => name)).toEqual(['India', 'Vietnam', 'Nepal', 'Oman']);
    const others = [country('CHL', 'Chile', 'South America', 9), country('KEN', 'Kenya', 'Africa', 1)];
    const [peru, egypt] = [country('PER', 'Peru', 'South America', 0), country('EGY', 'Egypt', 'Africa', 8)];
    const names = (...of: Country[]) => continentsOf(of, 'IMPORT').map(({ name }) => name);
    expect(names(...others, peru)).toEqual(['South America', 'Africa']);
    expect(names(...others, egypt)).toEqual(['Africa', 'South America']);
  });

  it('cannot be chosen without data, or with none in the dates of the subscription', () => {
    expect(asia?.countries.map(({ unavailable }) => unavailable)).toEqual([
      null,
      null,
      'no data yet',
      'outside your dates',
    ]);
    expect(optionsOf(continents)).toEqual(['all of Asia', 'IND', 'VNM', 'MEX']);
    expect(unknown?.option).toBeNull();
  });
});

describe('a continent', () => {
  it('is chosen whole, its choosable countries alone, beside what is chosen elsewhere; then not at all', () => {
    if (!asia) throw new Error('no Asia');
    expect(chosenOf(asia, ['VNM', 'MEX'])).toEqual({ chosen: 1, of: 2 });
    const all = toggleContinent(asia, ['MEX', 'VNM']);
    expect(all).toEqual(['MEX', 'VNM', 'IND']);
    expect(toggleContinent(asia, all)).toEqual(['MEX']);
  });

  it('keeps countries of a link that its list does not have', () => {
    if (!asia) throw new Error('no Asia');
    expect(toggleContinent(asia, ['IND', 'VNM', 'PER'])).toEqual(['PER']);
    expect(toggleCountry('PER', ['IND', 'PER'])).toEqual(['IND']);
    expect(toggleCountry('PER', ['IND'])).toEqual(['IND', 'PER']);
  });
});

describe('a country', () => {
  const found = (text: string) =>
    findCountries(continents, text).map(({ name, option, countries }) => [name, option, countries.length]);

  it('is found by a part of its name or its code, without an option for the rest of its continent', () => {
    expect(found('viet')).toEqual([['Asia', null, 1]]);
    expect(found(' vnm ')).toEqual([['Asia', null, 1]]);
    expect(found('VIET')).toEqual([['Asia', null, 1]]);
    expect(found('atlantis')).toEqual([]);
  });

  it('is found with its whole continent by the name of that', () => {
    expect(found('asi')).toEqual([['Asia', 'all of Asia', 4]]);
    expect(found('')).toHaveLength(3);
  });
});
