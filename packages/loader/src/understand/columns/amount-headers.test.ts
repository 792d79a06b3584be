/** Amounts whose names are short for a currency, and numbers that duties alone explain. */
import { describe, expect, it } from 'vitest';
import { GOODS, goods, ofGoods, understand } from '../../../testing/understood.js';
import { readHeaderWords } from '../../recognise/header-words.js';
import { candidatesFor } from './header-candidates.js';
import { CLEAR } from './weights.js';

describe('short names of currencies', () => {
  it.each([
    ...['Valor Aduan. ECV = CVE', 'Valeur en douane (DT) = TND|XXX', 'Valeur (DA) = DZD|XXX', 'Valor kwanza = AOA'],
    ...['שווי שקל = ILS', 'Value (KM) = BAM|XXX', 'Value (MAD) = MAD', 'CIF (CI$) = KYD', 'FOB Value T$ = TOP'],
    // No money that is no more, and other words outside of brackets.
    // An identifier of firms where no amount is.
    ...['UNIT_AVERAGE_PRICE_LEI = RON|MDL', 'IMPORTER LEI = ', 'LEI CODE = '],
    ...['PTE VALUE = ', 'MTL VALUE = ', 'DT REGISTRO = '],
  ])('%s', (header) => {
    const [name = '', currencies = ''] = header.split(' = ');
    expect(readHeaderWords(name).currencies.join('|')).toBe(currencies);
  });

  it.each([
    ['VALUE (FG)', 'GIN', 'GNF'],
    ['VALUE (FB)', 'BDI', 'BIF'],
    ['VALUE (KD)', 'KWT', 'KWD'],
    ['VALUE (TL)', 'TUR', 'TRY'],
    ['VALUE RM', 'MYS', 'MYR'],
    ['VALUE (ALL)', 'ALB', 'ALL'],
  ])('%s is in the money of %s there, and asked about elsewhere', (header, country, currency) => {
    const of = (asked: string | undefined) => ofGoods(`${header}`, (row) => [`${100 + row}`], { country: asked });
    expect(of(country)).toMatchObject({ questions: [], mapping: { columns: { currency: { constant: currency } } } });
    const elsewhere = of('KEN');
    expect(elsewhere.questions).toMatchObject([{ answers: ['--set currency=USD', '--set currency=KES'] }]);
    expect(elsewhere.mapping.columns.currency).toBeUndefined();
    expect(of(undefined).country.confidence).toBeLessThan(CLEAR);
    expect(of(undefined).mapping.columns.currency).toBeUndefined();
  });

  it.each(['FOB $us', 'Valor $US'])('%s is in dollars', (header) => {
    expect(readHeaderWords(header).concepts.has('usd')).toBe(true);
  });
});

it('the numbers of a file are written as its duties are, where nothing else tells', () => {
  const rows = goods((row) => [`${row % 3 === 0 ? 0 : 91 + row},${100 + row}`]);
  const { mapping } = understand('IMP DATE|HS CODE|DESCRIPTION|DUTY', rows);
  expect(mapping.decimalPoint).toBe(',');
});

it('the only party of exports is the exporter, of imports the importer', () => {
  const cells = (row: number) => [`${100 + row}`, `ACME ${row} LTD`];
  const answers = (tradeType: 'IMPORT' | 'EXPORT') =>
    understand(`${GOODS.replace('IMP DATE', 'DATE')}|VALUE USD|Opérateur`, goods(cells), { tradeType }).mapping.columns;
  expect(answers('EXPORT').exporter_name).toEqual({ from: 'Opérateur' });
  expect(answers('IMPORT').importer_name).toEqual({ from: 'Opérateur' });
});

it("a firm's name is the party at home where nothing else says who it is", () => {
  const cells = (row: number) => [`${100 + row}`, `ETS MAREM ${row}`];
  const { mapping } = ofGoods('VALUE USD|Raison sociale', cells);
  expect(mapping.columns.importer_name).toEqual({ from: 'Raison sociale' });
});

describe('amounts and countries by what is done with the goods', () => {
  it.each([
    ['EXPORT', 'İhracat (ABD Doları)', 'total_value_usd'],
    ['IMPORT', 'ITEM PRICE CURRENCY', 'unit_price_currency'],
    ['IMPORT', 'Country of Manufacture', 'origin_country'],
    ['EXPORT', 'Importing Country', 'destination_country'],
    ['EXPORT', 'Tên đối tác', 'importer_name'],
    ['EXPORT', 'قيمة فوب بالدولار', 'total_value_usd'],
  ] as const)('in a file of %s, %s is %s', (trade, header, target) => {
    const found = candidatesFor(readHeaderWords(header), { trade, currency: undefined, country: undefined });
    expect(found[0]?.target).toBe(target);
    expect(found[0]?.score).toBeGreaterThanOrEqual(CLEAR);
  });
});
