import { describe, expect, it } from 'vitest';
import { offerOfSuggestion, offersOfLists, offersOfValues, offersToBegin } from './line-offers.js';

const NOTHING = { countries: [], listed: [] };
const texts = (offers: readonly { text: string }[]) => offers.map(({ text }) => text);

describe('what may begin a condition', () => {
  it('is a field by its name, or by what it is, and what joins conditions', () => {
    expect(texts(offersToBegin('imp'))).toEqual(['importer:', 'importer-number:', 'trade:']);
    expect(texts(offersToBegin('price'))).toEqual(['unit-price:']);
    expect(texts(offersToBegin('or'))).toEqual(['origin-port:', 'origin-city:', 'OR']);
    expect(texts(offersToBegin('cotton'))).toEqual([]);
    expect(offersToBegin('').length).toBeGreaterThan(20);
  });
});

describe('the values of a field', () => {
  it('are countries by name and by code, those of the records first', () => {
    const listed = [{ value: 'Viet Nam (north)', records: 1200 }];
    const [first, second] = offersOfValues('from', 'vi', '', { ...NOTHING, listed });
    expect(first).toMatchObject({ text: '"Viet Nam (north)"', count: '1,200 shipments' });
    expect(second).toMatchObject({ text: 'Vietnam', about: 'VN' });
    expect(texts(offersOfValues('to', 'united st', '', NOTHING))).toEqual(['"United States"']);
    expect(texts(offersOfValues('to', 'CH', '', NOTHING))).toContain('Switzerland');
  });

  it('are countries that declare by name, written by code', () => {
    const countries = [{ shortcode: 'IND', name: 'India', records: 5 }] as never;
    expect(offersOfValues('country', 'in', '', { ...NOTHING, countries })).toEqual([
      { text: 'IND', label: 'India', about: 'IND', count: '5 shipments' },
    ]);
  });

  it('are relative days with those that they are, signs of amounts, and the two directions', () => {
    const [lastYear] = offersOfValues('date', 'last-y', '', NOTHING);
    expect(lastYear?.about).toMatch(/^01 Jan \d{4} – 31 Dec \d{4}$/);
    expect(texts(offersOfValues('value', '', '', NOTHING))).toEqual(['>', '>=', '<', '<=']);
    expect(texts(offersOfValues('value', '', '>', NOTHING))).toEqual([]);
    expect(texts(offersOfValues('trade', 'e', '', NOTHING))).toEqual(['export']);
  });
});

describe('lists of the account', () => {
  const list = (name: string, kind: string, state = 'READY') => ({ name, kind, state, members: 1200 });
  const lists = [
    ...[list('My suppliers', 'COMPANY'), list('Known', 'COMPANY'), list('Suppliers to come', 'COMPANY', 'SENDING')],
    ...[list('Codes', 'HS_CODE'), list('Ids', 'RECORD')],
  ] as never[];

  it('are those that a field takes, by their names', () => {
    expect(offersOfLists('importer', 'supp', lists)).toEqual([
      { text: '@"My suppliers"', label: 'My suppliers', about: '1,200 on it' },
    ]);
    expect(texts(offersOfLists('company', '', lists))).toEqual(['@"My suppliers"', '@Known']);
    expect(texts(offersOfLists('hs', '', lists))).toEqual(['@Codes']);
    expect(texts(offersOfLists('record', '', lists))).toEqual(['@Ids']);
    expect(texts(offersOfLists('product', '', lists))).toEqual([]);
  });
});

describe('a suggestion', () => {
  it('is written as its field has it', () => {
    const text = (...[field, suggestion]: [Parameters<typeof offerOfSuggestion>[0], { value: string; key?: string }]) =>
      offerOfSuggestion(field, { ...suggestion, shipment_count: 1 }, '').text;
    expect(text('importer', { value: 'IKEA Supply AG', key: 'k' })).toBe('="IKEA Supply AG"');
    expect(text('importer', { value: 'IKEA' })).toBe('IKEA');
    expect(text('product', { value: 'ceramic tile' })).toBe('(ceramic tile)');
    expect(text('hs', { value: '6907' })).toBe('6907');
  });
});
