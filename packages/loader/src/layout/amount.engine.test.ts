import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AmountWriting, bareNumber } from './amount.js';

const test = sharedRecords();

async function bare(cells: readonly string[], writing: AmountWriting): Promise<string[]> {
  const rows = await test.records.staging.engine.query({
    name: 'test.amounts',
    sql: `SELECT ${bareNumber('cell', writing)} FROM (SELECT arrayJoin({cells:Array(String)}) AS cell)`,
    parameters: { cells },
    row: z.tuple([z.string()]),
  });
  return rows.map(([text]) => text);
}

describe('an amount that is more than a number', () => {
  it('loses the signs that its column is said to have, before or after it', async () => {
    const cells = ['US$ 1,234.50', '-US$5', 'us$ -5', '5 $', '12USD', '$7 USD', '(US$ 3)', '8', ''];
    expect(await bare(cells, { signs: ['$', 'US$', 'USD'] })).toEqual([
      ...['1,234.50', '-5', '-5', '5', '12', '7', '(3)', '8', ''],
    ]);
  });

  it('keeps any other sign, and one amid the digits', async () => {
    const cells = ['€ 5', '5 KG', '12$34', 'US 5', '$'];
    expect(await bare(cells, { signs: ['$'] })).toEqual(['€ 5', '5 KG', '12$34', 'US 5', '$']);
  });

  it('has its minus in front, of the one way that its column has', async () => {
    expect(
      await bare(['(1,234.50)', '( 5 )', '(-5)', '5-', '((5))', '(5', '5'], { negative: 'in-parentheses' }),
    ).toEqual(['-1,234.50', '-5', '--5', '5-', '((5))', '(5', '5']);
    expect(await bare(['1,234.50-', '5 -', '-5-', '(5)', '5'], { negative: 'minus-behind' })).toEqual([
      ...['-1,234.50', '-5', '-5-', '(5)', '5'],
    ]);
    expect(await bare(['($ 5)', '$ (5)', '(5) $'], { signs: ['$'], negative: 'in-parentheses' })).toEqual([
      ...['-5', '-5', '-5'],
    ]);
  });

  it('may have a sign of any characters', async () => {
    for (const sign of ['S/.', 'A^B', 'x\\y', "d'E", '[1]x', '€']) {
      expect(await bare([`${sign} 5`, `5${sign}`, `${sign}x 5`], { signs: [sign] })).toEqual(['5', '5', `${sign}x 5`]);
    }
  });
});
