/** Whether the truth that lies beside each unseen file is the file's, and whether its numbers add up. */
import { gunzipSync } from 'node:zlib';
import { readXlsx } from 'hucre/xlsx';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { unseenFiles } from './files.js';
import { shipmentsOf } from './shipments.js';
import { filePlans, type Row, setOf } from './tables.js';

const SETS = ['unseen', 'unseen10', 'unseen11', 'unseen12'];
const sets = await Promise.all(SETS.map((set) => unseenFiles(set)));
const files = sets.flat();
const plans = SETS.flatMap((set) => filePlans(setOf(set)));

/** The lines of a file, the first at 1, without the quotes of quotes. */
async function linesOf(bytes: Uint8Array, settings: Row): Promise<string[]> {
  if (settings.as !== 'xlsx') {
    const plain = settings.gz ? gunzipSync(bytes) : Buffer.from(bytes);
    const text = iconv.decode(plain, settings.enc ?? 'utf8').replaceAll(/""|\\"/g, '"');
    return ['', ...text.split(/\r?\n/)];
  }
  const { sheets } = await readXlsx(bytes);
  const rows = sheets[settings.cover === undefined ? 0 : 1]?.rows ?? [];
  return ['', ...rows.map((row) => row.join('\t'))];
}

const withoutEntities = (text: string) => text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));

describe('the unseen files', () => {
  it('are of many sources, of 60 to 300 rows', () => {
    expect(sets.map((set) => new Set(set.map(({ source }) => source)).size)).toEqual([68, 24, 24, 24]);
    expect(sets.map(({ length }) => length)).toEqual([74, 24, 24, 24]);
    for (const { rows } of files) {
      expect(rows.length).toBeGreaterThanOrEqual(60);
      expect(rows.length).toBeLessThanOrEqual(300);
    }
  });

  it.each(plans.map((plan, at) => ({ name: plan.name, plan, at })))(
    '$name says what is true of its rows',
    async ({ plan, at }) => {
      const { bytes = new Uint8Array(), rows = [] } = files[at] ?? {};
      const lines = await linesOf(bytes, plan.settings);
      for (const { line, hs, importer, exporter, goods } of rows) {
        const text = withoutEntities(lines[line] ?? '');
        expect(text.replaceAll(/[ .-]/g, '')).toContain(hs.replace(/^0/, ''));
        for (const said of [goods, ...(plan.settings.down ? [] : [importer, exporter])])
          expect(text).toContain(said ?? '');
      }
      for (const column of plan.columns) expect(column.header).not.toBe('');
    },
  );

  it.each(plans.map((plan) => ({ name: plan.name, plan })))('$name adds up', ({ plan }) => {
    for (const { numbers, goods, hs } of shipmentsOf(plan)) {
      const { price = 0, qty = 0 } = numbers;
      expect(Math.abs(price * qty - (numbers['fob.fc'] ?? 0))).toBeLessThanOrEqual(0.5);
      for (const code of ['fc', 'usd', 'loc']) {
        const [fob = 0, freight = 0, insurance = 0] = ['fob', 'freight', 'insurance'].map(
          (of) => numbers[`${of}.${code}`],
        );
        // To half a hundredth: some currencies are written with three decimals.
        expect(Math.abs((numbers[`cif.${code}`] ?? 0) - (fob + freight + insurance))).toBeLessThan(0.0051);
      }
      const converted = (numbers['fob.fc'] ?? 0) * (numbers['rate.fc'] ?? 0);
      expect(Math.abs(converted - (numbers['fob.loc'] ?? 0))).toBeLessThanOrEqual(0.5);
      expect(numbers.gross).toBeGreaterThan(numbers.net ?? 0);
      expect(hs).toBe(goods.hs);
    }
  });
});
