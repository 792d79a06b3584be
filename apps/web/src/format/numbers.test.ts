import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  axisAmount,
  columnUnit,
  decimalsNeeded,
  exactDecimal,
  formatBytes,
  formatCount,
  formatDecimal,
  formatDuration,
  formatMoney,
  formatPrice,
  parsePoints,
  readAmount,
  roundedDecimal,
  shortAmount,
  systemOfReader,
  writeNumbersAs,
} from './numbers.js';

/** A decimal as its digits and how many of them are decimals, so that a float has no part in the check either. */
const scaled = fc.record({ digits: fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n }), scale: fc.nat({ max: 18 }) });

function textOf({ digits, scale }: { digits: bigint; scale: number }): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const at = text.length - scale;
  return `${digits < 0n ? '-' : ''}${text.slice(0, at)}${scale > 0 ? `.${text.slice(at)}` : ''}`;
}

/** The digits of what is shown, as a whole number. */
const shownDigits = (shown: string) => BigInt(shown.replace('−', '-').replace(/[,.]/g, ''));

describe('a decimal', () => {
  it('is grouped as India groups it', () => {
    expect(formatDecimal('1234567.5', 2)).toBe('12,34,567.50');
    const indian = new Intl.NumberFormat('en-IN');
    fc.assert(
      fc.property(fc.bigInt(), (whole) => {
        expect(exactDecimal(String(whole))).toBe(indian.format(whole).replace('-', '−'));
      }),
    );
  });

  it('is rounded half away from zero, and carries', () => {
    expect(['0.125', '-0.125', '0.124999', '999.995', '0.995'].map((text) => formatDecimal(text, 2))).toEqual([
      '0.13',
      '−0.13',
      '0.12',
      '1,000.00',
      '1.00',
    ]);
  });

  it('is never shown further from its digits than half a step', () => {
    fc.assert(
      fc.property(scaled, fc.nat({ max: 4 }), (value, decimals) => {
        const shown = formatDecimal(textOf(value), decimals);
        fc.pre(!/^[<>]/.test(shown));
        const at = 10n ** BigInt(value.scale);
        const off = shownDigits(shown) * at - value.digits * 10n ** BigInt(decimals);
        expect(2n * (off < 0n ? -off : off)).toBeLessThanOrEqual(at);
      }),
    );
  });

  it('keeps every digit where all of it is shown, and drops only zeros that say nothing', () => {
    expect(exactDecimal('0.12345678901234567')).toBe('0.12345678901234567');
    expect(exactDecimal('0012345678901234567890.1000')).toBe('1,23,45,67,89,01,23,45,67,890.1');
  });

  it('that rounds to nothing says so instead of zero', () => {
    expect(formatDecimal('0.004', 2)).toBe('<0.01');
    expect(formatDecimal('-0.004', 2)).toBe('>−0.01');
    expect(formatDecimal('0.3', 0)).toBe('<1');
    expect(formatDecimal('0.00', 2)).toBe('0.00');
  });

  it('of zero has no sign', () => {
    expect(formatDecimal('-0.00', 2)).toBe('0.00');
    expect(exactDecimal('-0')).toBe('0');
  });

  it('needs as many decimals as it has, up to a most', () => {
    expect(['5', '5.100', '5.1234', 'n/a'].map((text) => decimalsNeeded(text, 3))).toEqual([0, 1, 3, 0]);
  });

  it('that is none stays as it was written', () => {
    for (const text of ['', 'n/a', '1e5', '1,000', '.5', '5.', '+5', ' 5', '٣']) {
      expect(formatDecimal(text, 2)).toBe(text);
      expect(exactDecimal(text)).toBe(text);
    }
  });
});

describe('a short amount', () => {
  afterEach(() => writeNumbersAs('INDIAN'));

  it.each([
    ['0', '0', '0'],
    ['0.004', '<1', '<1'],
    ['99999.49', '99,999', '99,999'],
    ['999999.49', '10 lakh', '999,999'],
    ['1000000', '10 lakh', '1 m'],
    ['312449999.99', '31.2 crore', '312.4 m'],
    ['312450000', '31.2 crore', '312.5 m'],
    ['3100000000.12', '310 crore', '3.1 bn'],
    ['1234567890123456', '12,34,56,789 crore', '1,234.6 tn'],
    ['-99999', '−99,999', '−99,999'],
    ['-1234567.8', '−12.3 lakh', '−1.2 m'],
  ])('%s is %s, or %s', (exact, indian, international) => {
    expect(shortAmount(exact)).toBe(indian);
    writeNumbersAs('INTERNATIONAL');
    expect(shortAmount(exact)).toBe(international);
  });

  it('and every other number are in one system', () => {
    writeNumbersAs('INTERNATIONAL');
    expect([formatCount(1234567), formatDecimal('1234567', 2)]).toEqual(['1,234,567', '1,234,567.00']);
    fc.assert(
      fc.property(fc.bigInt(), (whole) => {
        expect(exactDecimal(String(whole))).toBe(new Intl.NumberFormat('en-US').format(whole).replace('-', '−'));
      }),
    );
  });
});

it('a browser says by its languages how it groups digits', () => {
  for (const languages of [['en-IN', 'en-US'], ['hi'], ['ta-IN'], ['en-US@posix', 'en-IN']])
    expect(systemOfReader(languages)).toBe('INDIAN');
  for (const languages of [['en-US', 'en-IN'], ['de'], ['xx-unknown', 'en-GB'], ['en-US@posix'], ['']])
    expect(systemOfReader(languages)).toBe('INTERNATIONAL');
});

describe('amounts below each other', () => {
  afterEach(() => writeNumbersAs('INDIAN'));
  const column = (...amounts: string[]) => {
    const { of, write } = columnUnit(amounts);
    return [of('USD'), ...amounts.map(write)];
  };

  it('are in one unit, which the largest decides', () => {
    expect(column('130000.4', '1052')).toEqual(['USD thousand', '130.0', '1.1']);
    expect(column('52000000', '620000', '40', '-40')).toEqual(['USD lakh', '520.0', '6.2', '<0.1', '>−0.1']);
    expect(column('99999.5', '12')).toEqual(['USD', '1,00,000', '12']);
    writeNumbersAs('INTERNATIONAL');
    expect(column('52000000', '620000')).toEqual(['USD thousand', '52,000', '620']);
    expect(column('-312449999.99', '0')).toEqual(['USD million', '−312.4', '0.0']);
    expect(column()).toEqual(['USD']);
  });
});

describe('a figure without zeros that say nothing', () => {
  it.each([
    ['12.000', '12', '12'],
    ['0.5', '0.50', '0.5'],
    ['12780.4', '12,780.40', '12,780.4'],
    ['5.9996', '6', '6'],
    ['5.0996', '5.10', '5.1'],
    ['100', '100', '100'],
    ['-0.004', '>−0.01', '−0.004'],
  ])('%s is %s as money, and %s as a quantity', (exact, money, quantity) => {
    expect(formatMoney(exact)).toBe(money);
    expect(roundedDecimal(exact, 3)).toBe(quantity);
  });

  it('is a price too', () => {
    expect([12, 1234.5, 3.956, 0.012345, 0.0000001, 0, null, Number.NaN].map(formatPrice)).toEqual([
      ...['12', '1,234.50', '3.96', '0.0123', '<0.000001', '0', '–', '–'],
    ]);
  });
});

describe('a typed amount', () => {
  it.each([
    ['1 000', '1000'],
    ['1,23,45,678.50', '12345678.50'],
    ['1\u00a0234\u202f567', '1234567'],
    [' 2.5 ', '2.5'],
    ['', ''],
  ])('%j is %j, without what groups its digits', (typed, amount) => {
    expect(readAmount(typed)).toBe(amount);
  });

  it.each(['2,5', '1,0000', '12,34', ',100', '1,,000', '1 00', '10.', '.5', 'ten', '-1', '1e3', '1'.repeat(21)])(
    '%j is none: it might mean another number',
    (typed) => expect(readAmount(typed)).toBeNull(),
  );

  it('is read back from how it is printed, in either system', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n - 1n }), fc.boolean(), (whole, indian) => {
        writeNumbersAs(indian ? 'INDIAN' : 'INTERNATIONAL');
        expect(readAmount(exactDecimal(`${whole}`))).toBe(`${whole}`);
      }),
    );
    writeNumbersAs('INDIAN');
  });
});

it('amounts go to the cent where somebody asks for them in full, and lines of an axis stay short', () => {
  writeNumbersAs('INTERNATIONAL', true);
  expect(shortAmount('12345678.905')).toBe('12,345,678.91');
  const { of, write } = columnUnit(['12345678.905', '7']);
  expect([of('USD'), write('12345678.905'), write('7')]).toEqual(['USD', '12,345,678.91', '7.00']);
  expect(axisAmount(12_000_000)).toBe('12 m');
  writeNumbersAs('INDIAN');
});

it('download points are a whole number that can be given', () => {
  expect(['0', ' 250 ', '1000000000'].map(parsePoints)).toEqual([0, 250, 1_000_000_000]);
  for (const typed of ['', '-1', '1.5', '1e3', 'ten', '1000000001', '99999999999'])
    expect(parsePoints(typed)).toBeNull();
});

it('times and sizes are short', () => {
  expect([0, 0.2, 1.2, 45, 60, 150, 3540, 3541, 3600, 7200].map(formatDuration)).toEqual([
    ...['1 s', '1 s', '2 s', '45 s', '1 min', '3 min', '59 min', '1 h', '1 h', '2 h'],
  ]);
  expect([0, 820, 1000, 1234, 12_345, 1_200_000, 3e9, 4e12].map(formatBytes)).toEqual([
    ...['0 bytes', '820 bytes', '1 kB', '1.2 kB', '12 kB', '1.2 MB', '3 GB', '4000 GB'],
  ]);
});
