/** What the command asks a person at a terminal about files that nobody described. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { sharedCommandLine } from '../../testing/command-line.js';

const folder = sharedCommandLine();
const loads = async () => (await folder.json('loads')).loads;
afterEach(async () => {
  for (const { loadId } of await loads()) await folder.run('unload', String(loadId));
});

const HEADER = 'IMP DATE,HS CODE,DESCRIPTION,QTY,UNIT,ASSESSABLE VALUE,INVOICE CURRENCY';
const ROWS = Array.from(
  { length: 30 },
  (_, at) =>
    `2025-0${3 + (at % 2)}-${10 + (at % 18)},85171300,TELEPHONE ${at},${at + 1},PCS,${(at + 1) * 100},${at % 2 ? 'USD' : 'EUR'}`,
);
const write = async (name: string, header = HEADER, rows = ROWS) => {
  const path = join(folder.path, name);
  await writeFile(path, [header, ...rows].join('\n'));
  return path;
};

describe('a load at a terminal', () => {
  it('asks one question after the other, each with examples, a sum, and what every answer leads to', async () => {
    const path = await write('june.csv');
    const { status, out, err } = await folder.runAsked(['ind', '2'], 'load', path);
    // Whose records may not be published is said once.
    expect([status, err]).toEqual([0, expect.stringMatching(/^Warning: India, [^\n]*\n$/)]);
    expect(out).toContain('june.csv leaves 2 questions open.\nQuestion 1 of 2: which country reports these records?');
    expect(out).toMatch(/^ {9}--country CODE$/m);
    expect(out).toContain('the code; Ctrl-C loads nothing: ');
    // What depends on the country is asked once it is known.
    expect(out).toContain(
      'june.csv leaves a question open.\nQuestion 1 of 1: is "ASSESSABLE VALUE" in the currency that "INVOICE CURRENCY" says, or in INR?',
    );
    expect(out).toContain('  "ASSESSABLE VALUE": 100 · 200 · 300 · sum 46,500\n');
    expect(out).toContain('  "INVOICE CURRENCY": EUR · USD\n');
    const either = '30 rows, no value in USD, 2 months from 2025-03 to 2025-04\n';
    expect(out).toContain(`  Enter  as it is proposed: ${either}  1      --set currency=INR: ${either}`);
    expect(out).toContain('  2      --set "INVOICE CURRENCY=currency": 30 rows, USD 24,000 in all, 2 months');
    expect(out).toMatch(/load \d+, 30 of 30 rows/);
    expect(await loads()).toMatchObject([{ country: 'IND', report: { assumed: [] } }]);
  });

  it('takes what is proposed on Enter, and says so of the load from then on', async () => {
    const { status, out } = await folder.runAsked([''], 'load', await write('india-imports.csv'));
    expect([status, out]).toEqual([0, expect.stringContaining('assumed   is "ASSESSABLE VALUE" in')]);
    expect(await loads()).toMatchObject([{ report: { assumed: [expect.stringContaining('or in INR?')] } }]);
  });

  it('asks again where an answer says nothing', async () => {
    const answers = ['', 'XYZ', 'UGA', 'currency=ABC', '7', 'NO SUCH=unit', 'currency=UGX'];
    const said = await folder.runAsked(answers, 'load', await write('june.csv'));
    for (const words of ['Nothing is proposed here.', 'There is no source country "XYZ".', '"7" is no answer.'])
      expect(said.out).toContain(words);
    expect(said.out).toContain('"currency=ABC" is no answer.');
    expect(said.out).toContain('The file has no column "NO SUCH".');
    expect([said.status, await loads()]).toMatchObject([0, [{ country: 'UGA' }]]);
  });

  it('takes the name of a column where one is missing', async () => {
    const nameless = HEADER.replace('IMP DATE', 'D1').replace('HS CODE', 'IMP HS CODE');
    const rows = ROWS.map((row) => row.replace(/^(\d+)-(\d+)-(\d+)/, 'day $3.$2.$1'));
    const path = await write('kenya-imports.csv', nameless, rows);
    const { out } = await folder.runAsked(['D1'], 'load', path);
    expect(out).toContain('no column holds the date that a record needs');
    expect(out).toContain('the column; Ctrl-C loads nothing: ');
    expect(out).not.toContain('is no answer');
  });

  it('asks the same of several files once', async () => {
    const others = ROWS.map((row) => row.replaceAll('TELEPHONE', 'PHONE'));
    const [one, two] = [await write('india-imports-1.csv'), await write('india-imports-2.csv', HEADER, others)];
    const { status, out } = await folder.runAsked(['1'], 'load', one, two);
    expect([status, out]).toEqual([0, expect.stringContaining('answered as before: --set currency=INR')]);
    expect(await loads()).toHaveLength(2);
  });

  it('loads nothing where no answer comes', async () => {
    const { status, err } = await folder.runAsked([], 'load', await write('june.csv'));
    expect({ status, err }).toEqual({ status: 1, err: 'No answer: the command has ended, and nothing is changed.\n' });
    expect(await loads()).toEqual([]);
  });

  it('asks nothing of programs, of dry runs, and of whoever accepts', async () => {
    const path = await write('india-imports.csv');
    for (const option of ['--json', '--dry-run']) {
      const { status, err } = await folder.runAsked([], 'load', path, option);
      expect([status, err]).toEqual([1, expect.stringContaining('--set currency=INR')]);
    }
    expect((await folder.runAsked([], 'load', path, '--accept')).status).toBe(0);
  });
});
