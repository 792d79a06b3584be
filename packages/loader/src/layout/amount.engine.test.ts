import { expect, it } from 'vitest';
import { cleanedTexts } from '../../testing/cleaned-texts.js';
import { type AmountWriting, bareNumber } from './amount.js';

const clean = cleanedTexts();

const dollars: AmountWriting = { signs: ['$'] };
const bracketed: AmountWriting = { negative: 'in-parentheses' };

/** How a column writes amounts, its cells, and what is left of each. */
const COLUMNS: [string, AmountWriting, string[], string[]][] = [
  [
    'loses the signs that its column is said to have, before or after it',
    { signs: ['$', 'US$', 'USD'] },
    ['US$ 1,234.50', '-US$5', 'us$ -5', '5 $', '12USD', '$7 USD', '(US$ 3)', '8', ''],
    ['1,234.50', '-5', '-5', '5', '12', '7', '(3)', '8', ''],
  ],
  [
    'keeps any other sign, and one amid the digits',
    dollars,
    ['€ 5', '5 KG', '12$34', 'US 5', '$'],
    ['€ 5', '5 KG', '12$34', 'US 5', '$'],
  ],
  [
    'has the minus in front that stands around it',
    bracketed,
    ['(1,234.50)', '( 5 )', '(-5)', '5-', '((5))', '(5', '5'],
    ['-1,234.50', '-5', '--5', '5-', '((5))', '(5', '5'],
  ],
  [
    'or behind it',
    { negative: 'minus-behind' },
    ['1,234.50-', '5 -', '-5-', '(5)', '5'],
    ['-1,234.50', '-5', '-5-', '(5)', '5'],
  ],
  ['or around its sign', { ...dollars, ...bracketed }, ['($ 5)', '$ (5)', '(5) $'], ['-5', '-5', '-5']],
];

it.each(COLUMNS)('an amount that is more than a number %s', async (_, writing, cells, bare) => {
  expect(await clean((text) => bareNumber(text, writing), cells)).toEqual(bare);
});

it.each(['S/.', 'A^B', 'x\\y', "d'E", '[1]x', '€'])(
  'an amount that is more than a number may have the sign %s',
  async (sign) => {
    const cells = [`${sign} 5`, `5${sign}`, `${sign}x 5`];
    expect(await clean((text) => bareNumber(text, { signs: [sign] }), cells)).toEqual(['5', '5', `${sign}x 5`]);
  },
);
