/** What is typed at a terminal as a question, and what is printed of its answer. */
import { describe, expect, it } from 'vitest';
import { countriesOf, questionOf } from './asked.js';
import { type PrintedFormat, print } from './printed.js';

describe('what is asked', () => {
  it.each([
    ['of IND', ['IND']],
    ['of IND, KR and vn', ['IND', 'KR', 'vn']],
    ['', undefined],
  ])('of %j names %j', (words, codes) => {
    expect(countriesOf(words.split(' ').filter(Boolean))).toEqual(codes);
  });

  it('is all that is looked for, of the last year', () => {
    const countries = ['IND'];
    const found = questionOf(
      { trade: 'import', countries },
      { hs: ['69'], product: ['tile', 'slab'], to: '2025-12-31' },
    );
    expect(found).toEqual({
      ...{ trade: 'import', countries, from: '2025-01-01', to: '2025-12-31' },
      where: [
        { field: 'hs_chapter', values: ['69'] },
        { field: 'product', values: ['tile', 'slab'] },
      ],
    });
    const { where } = questionOf({ trade: 'export', countries: undefined }, { hs: ['69', '6907'] });
    expect(where).toEqual([{ field: 'hs_code', values: ['69', '6907'] }]);
    const line = 'product:til* -from:china';
    const byLine = questionOf({ trade: 'import', countries }, { line, from: '2025-01-01', to: '2025-12-31' });
    expect(byLine).toEqual({ trade: 'import', countries, from: '2025-01-01', to: '2025-12-31', line });
  });
});

describe('what is printed', () => {
  const rows = [{ name: '=CMD("x")\u009b2J', value: '1.50' }, { value: null }];
  async function printed(format: PrintedFormat, isTerminal: boolean): Promise<string> {
    const lines: string[] = [];
    const out = (text: string) => void lines.push(text);
    const what = { columns: ['name', 'value'], numbers: ['value'], name: 'rows', rows, rest: () => ({ n: 2 }) };
    await print({ isTerminal, out }, format, what);
    return lines.join('\n');
  }

  it('runs in no spreadsheet, and steers no terminal', async () => {
    expect(await printed('csv', false)).toBe('name,value\n"\'=CMD(""x"")\u009b2J",1.50\n,');
    for (const format of ['csv', 'table'] as const) expect(await printed(format, true)).not.toContain('\u009b');
  });

  it('is one document of JSON', async () => {
    const text = await printed('json', true);
    expect(JSON.parse(text)).toEqual({ rows, n: 2 });
    expect(text).not.toContain('\u009b');
  });
});
