/** What the command says of files that nobody described. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type CommandLine, commandLine } from '../../testing/command-line.js';
import { KOREAN_FIXTURE } from '../../testing/portal.js';

let folder: CommandLine;
beforeAll(async () => {
  folder = await commandLine();
});
afterEach(async () => {
  const { loads } = JSON.parse((await folder.run('loads', '--json')).out);
  for (const { loadId } of loads) await folder.run('unload', String(loadId));
  // What was learned stays when its load goes.
  for (const { name } of JSON.parse((await folder.run('mapping', 'list', '--json')).out))
    await folder.run('mapping', 'remove', name);
});
afterAll(() => folder.close());

const ROWS = Array.from(
  { length: 30 },
  (_, index) =>
    `D${index},1,${(index % 28) + 1}/03/2025,8517.13.00,ACME ${index} LTD,TELEPHONES,"1,${100 + index}.5",PCS`,
);
const HEADER = 'DECLARATION NO,ITEM NO,IMP DATE,HS CODE,IMPORTER,DESCRIPTION,QTY,UNIT';
const write = async (name: string, header = HEADER) => {
  const path = join(folder.path, name);
  await writeFile(path, [header, ...ROWS].join('\n'));
  return path;
};

describe('a dry run', () => {
  it('prints the form, whose records they are and what each column is, for people and for programs', async () => {
    const path = await write('kenya-imports.csv');
    const { status, out } = await folder.run('load', path, '--dry-run');
    expect(status).toBe(0);
    expect(out).toMatch(/^kenya-imports\.csv: CSV, utf-8, "," between cells, header on line 1, 30 rows$/m);
    expect(out).toMatch(/country {3}KEN \(95%: the file's name says Kenya\)/);
    expect(out).toMatch(/dates {5}DD\/MM\/YYYY \(100%: 13\/03\/2025 can only be read as DD\/MM\/YYYY\)/);
    expect(out).toMatch(/key {7}DECLARATION NO and ITEM NO/);
    expect(out).toMatch(/^ {2}HS CODE +hs_code +98% +8517\.13\.00 +its name says so; its values are HS codes$/m);
    expect(out).toContain('would load 30 of 30 rows');
    const [answer] = JSON.parse((await folder.run('load', path, '--dry-run', '--json')).out);
    expect(answer.understood).toMatchObject({ origin: 'understood', mapping: { name: 'ken-imports' } });
    expect((await folder.run('loads')).out).toContain('Nothing is loaded yet.');
  });

  it('names every column that nothing reads, with the rows that fill it, also where it was left out on purpose', async () => {
    const path = join(folder.path, 'kenya-left-out.csv');
    const rows = ROWS.map((row, index) => `${row},${index < 3 ? 'x y' : index < 6 ? '-' : ''},`);
    await writeFile(path, [`${HEADER},ZZQ,WVX`, ...rows].join('\n'));
    const { out, err } = await folder.run('load', path, '--dry-run', '--accept');
    expect(err).toBe('');
    expect(out).toMatch(/^ {2}not used +rows filled *$/m);
    expect(out).toMatch(/^ {2}ZZQ +3 +10\.0%$/m);
    expect(out).toMatch(/^ {2}WVX +0 +0\.0%$/m);
    const [answer] = JSON.parse((await folder.run('load', path, '--dry-run', '--accept', '--json')).out);
    expect(answer.report.leftOut).toEqual([
      { column: 'ZZQ', filled: 3 },
      { column: 'WVX', filled: 0 },
    ]);
  });

  it('says how the mapping that ships for a file reads it', async () => {
    const { out } = await folder.run('load', KOREAN_FIXTURE, '--dry-run');
    expect(out).toContain('kr-import-declarations, ships with the product and fits the header');
    expect(out).toMatch(/^ {2}Net Mass +net_weight +100%/m);
  });

  it('ends with status 1 where something is unclear, as the load would, and shows what', async () => {
    const { status, out, err } = await folder.run('load', await write('june.csv'), '--dry-run');
    expect(status).toBe(1);
    expect(out).toMatch(/unclear {3}which country reports these records\?/);
    expect(out).toMatch(/^ {2}IMPORTER +importer_name/m);
    expect(err).toContain('not all of it was understood');
  });
});

describe('a mapping that is written', () => {
  it('loads the file once it is edited, and is never written over unasked', async () => {
    const path = await write('june.csv', HEADER.replace('QTY', 'XYZ'));
    const mapping = join(folder.path, 'mapping.json');
    const written = await folder.run('load', path, '--write-mapping', mapping);
    expect(written).toMatchObject({ status: 0, err: '' });
    expect(written.out).toContain(`--mapping ${mapping}`);
    const proposed = JSON.parse(await readFile(mapping, 'utf8'));
    expect(proposed).toMatchObject({ trade: 'IMPORT', ignore: ['XYZ'], notes: expect.stringContaining('--country') });
    expect((await folder.run('load', path, '--write-mapping', mapping)).err).toContain('is there already');
    proposed.columns.quantity = { from: 'XYZ' };
    await writeFile(mapping, JSON.stringify({ ...proposed, thousands: ',', country: 'KEN', ignore: [] }));
    const loaded = await folder.run('load', path, '--mapping', mapping);
    expect(loaded.out).toMatch(/load \d+, 30 of 30 rows, 0 rejected/);
    expect(loaded.out).toMatch(/quantity +33450 +33450 +0/);
    expect((await folder.run('load', path, '--write-mapping', mapping, '--overwrite')).status).toBe(0);
  });

  it('is written from one file only', async () => {
    const [one, two] = [await write('one.csv'), await write('two.csv')];
    expect((await folder.run('load', one, two, '--write-mapping', 'x.json')).err).toContain('from one file');
  });
});

describe('what a file leaves open', () => {
  const priced = async (name: string) => {
    const path = join(folder.path, name);
    const rows = ROWS.map((row, at) => `${row},${(at + 1) * 8300},${at % 2 ? 'USD' : 'EUR'}`);
    await writeFile(path, [`${HEADER},ASSESSABLE VALUE,INVOICE CURRENCY`, ...rows].join('\n'));
    return path;
  };

  it('is taken as it was proposed with --accept, but for what has no proposal', async () => {
    expect((await folder.run('load', await priced('india-imports-2.csv'), '--accept')).status).toBe(0);
    const nowhere = await folder.run('load', await write('june.csv'), '--accept');
    expect([nowhere.status, nowhere.err]).toEqual([1, expect.stringContaining('--country')]);
    expect(nowhere.err).not.toContain('--accept');
  });

  it('a value without a currency is never converted, whatever rates there are, and the report says so', async () => {
    const path = join(folder.path, 'kenya-imports.csv');
    await writeFile(path, [`${HEADER},TOTAL VALUE`, ...ROWS.map((row) => `${row},100`)].join('\n'));
    expect((await folder.run('load', path)).err).toContain('which currency is "TOTAL VALUE" in?');
    const { out } = await folder.run('load', path, '--accept');
    expect(out).toContain('30 values have no currency, and no rate helps them');
    expect(out).not.toContain('rates load');
  });

  it('is asked once where the answer is remembered, unless the next file says otherwise', async () => {
    const first = await priced('india-imports-1.csv');
    expect((await folder.run('load', first, '--set', 'currency=INR', '--learn')).status).toBe(0);
    const written = async (name: string, letter = 'E', month = '04') => {
      const path = join(folder.path, name);
      const text = await readFile(first, 'utf8');
      await writeFile(
        path,
        text
          .replaceAll(/^D/gm, letter)
          .replace(/^.ECLARATION/, 'DECLARATION')
          .replaceAll('/03/2025', `/${month}/2025`),
      );
      return path;
    };
    const next = await folder.run('load', await written('india-imports-2.csv'), '--dry-run');
    expect([next.status, next.out]).toEqual([0, expect.stringContaining('as files with these columns are read')]);
    expect((await folder.run('load', await written('india-imports-2.csv'))).status).toBe(0);
    // Codes that have lost their zeros are a question of this file alone.
    const cut = await written('india-imports-3.csv');
    await writeFile(cut, (await readFile(cut, 'utf8')).replace('8517.13.00', '306.17.20'));
    expect((await folder.run('load', cut)).err).toContain('lost the zero');
    // Another country's file with the same header is another's.
    expect((await folder.run('load', await written('kenya-imports.csv'))).err).toContain('or in KES?');
    // What was answered last counts.
    const otherwise = await written('india-imports-4.csv', 'F', '05');
    const answer = ['--set', 'INVOICE CURRENCY=currency', '--learn'];
    expect((await folder.run('load', otherwise, ...answer)).status).toBe(0);
    const last = await folder.run('load', await written('india-imports-5.csv', 'G', '06'), '--dry-run');
    expect([last.status, last.out]).toEqual([0, expect.stringMatching(/^ {2}INVOICE CURRENCY +currency/m)]);
    expect(next.out).not.toMatch(/^ {2}INVOICE CURRENCY +currency/m);
  });

  it('is for people and for programs', async () => {
    const path = await priced('india-imports-3.csv');
    expect((await folder.run('load', path, '--dry-run')).out).toMatch(/answer with --set currency=INR or --set/);
    const [{ understood }] = JSON.parse((await folder.run('load', path, '--dry-run', '--json')).out);
    expect(understood.questions).toMatchObject([
      { answers: ['--set currency=INR', '--set "INVOICE CURRENCY=currency"'] },
    ]);
    expect((await folder.run('load', path, '--set', 'currency=RUPEES')).err).toContain('is no answer');
    expect((await folder.run('load', KOREAN_FIXTURE, '--set', 'currency=INR')).err).toContain('leave --set out');
  });
});

describe('a load that looks wrong', () => {
  const HEAD = 'IMP DATE,HS CODE,DESCRIPTION,QTY,UNIT,VALUE USD';
  const goods = (value: (at: number) => number, day = 1) =>
    Array.from(
      { length: 60 },
      (_, at) =>
        `2025-03-${String((at % 28) + day).padStart(2, '0')},${85 - (at % 3)}171300,GOODS ${at},${at + 1},KGS,${(at + 1) * value(at)}`,
    );
  const written = async (name: string, rows: string[], head = HEAD) => {
    const path = join(folder.path, name);
    await writeFile(path, [head, ...rows].join('\n'));
    return path;
  };

  it('is stopped before it is published, until it is accepted, and what was accepted is said from then on', async () => {
    expect(
      (
        await folder.run(
          'load',
          await written(
            'kenya-imports-1.csv',
            goods((at) => 10 + (at % 5)),
          ),
        )
      ).status,
    ).toBe(0);
    // Another country's customs, with values in another currency than their name says.
    const path = await written(
      'uganda-imports-1.csv',
      goods((at) => 83 * (10 + (at % 4))),
    );
    const stopped = await folder.run('load', path);
    expect([stopped.status, stopped.err]).toEqual([
      1,
      expect.stringMatching(/looks wrong[\s\S]*prices per unit in USD are 83 times, over 3 HS chapters/),
    ]);
    expect(JSON.parse((await folder.run('loads', '--json')).out).loads).toHaveLength(1);
    const dry = await folder.run('load', path, '--dry-run');
    expect([dry.status, dry.out, dry.err]).toEqual([
      1,
      expect.stringContaining('wrong?'),
      expect.stringContaining('would be stopped'),
    ]);
    const accepted = await folder.run('load', path, '--accept');
    expect([accepted.status, accepted.out]).toEqual([
      0,
      expect.stringMatching(/accepted {2}prices per unit in USD are 83 times/),
    ]);
    expect((await folder.run('coverage', '--country', 'UGA')).out).toMatch(
      /accepted {2}load \d+, uganda-imports-1\.csv: prices per unit/,
    );
    const { sources } = JSON.parse((await folder.run('coverage', '--country', 'KEN', '--json')).out);
    expect(sources).toMatchObject([{ accepted: [] }]);
    // A reload asks nothing again.
    const number = /load (\d+)/.exec(accepted.out)?.[1];
    expect((await folder.run('reload', `${number}`)).status).toBe(0);
    // The same source is held to less than others are.
    const own = await folder.run(
      'load',
      await written(
        'kenya-imports-2.csv',
        goods((at) => 100 + at, 2),
      ),
    );
    expect([own.status, own.err]).toEqual([1, expect.stringContaining('those of the same source')]);
  });

  it('is one whose dollars do not fit its local values, with a row of totals, or with HS codes without zeros', async () => {
    const both = goods(() => 10).map((row, at) => `${row},${(at + 1) * 10 * 40},USD`);
    const path = await written('kenya-imports.csv', both, `${HEAD},INVOICE VALUE,INVOICE CURRENCY`);
    expect((await folder.run('load', path, '--set', 'INVOICE CURRENCY=currency')).err).toContain(
      'values in USD are 40 times their values in USD',
    );
    const cif = goods(() => 10).map((row, at) => `${row},${(at + 1) * 10 * 40}`);
    const dollars = await written('kenya-imports-2.csv', cif, `${HEAD},CIF VALUE USD`);
    expect((await folder.run('load', dollars)).err).toContain(
      '60 of 60 values of total_value_cif_usd in USD are more than three times off',
    );
    const total = 60 * 61 * 5;
    const summed = await written('kenya-imports-3.csv', [...goods(() => 10), `2025-03-31,,TOTAL,1830,KGS,${total}`]);
    expect((await folder.run('load', summed)).err).toContain('is it a row of totals?');
    const mapping = join(folder.path, 'as-they-are.json');
    const cut = await written(
      'kenya-imports-4.csv',
      goods(() => 10).map((row) => row.replace('171300', '17130')),
    );
    await folder.run('load', cut, '--write-mapping', mapping);
    // No heading is 0831, 0841 or 0851: a zero is not what they lost.
    expect(JSON.parse(await readFile(mapping, 'utf8')).hsDigits).toBeUndefined();
    expect((await folder.run('load', cut, '--mapping', mapping)).err).toContain('60 HS codes have 5 or 7 digits');
    // 3061 is no heading, 0306 is one; 8531 and 8517 are.
    const other = await written(
      'kenya-imports-5.csv',
      goods(() => 10).map((row) => row.replace('83171300', '30617200')),
    );
    expect((await folder.run('load', other, '--mapping', mapping)).err).toContain('20 HS codes are of no heading');
  });

  it('is one with subtotals, dated or not, parties on the first row of several, or many rejected rows', async () => {
    const rows = goods((at) => 10 + at);
    const amount = (at: number) => (at + 1) * (10 + at);
    const sum = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => amount(from + at)).reduce((all, each) => all + each, 0);
    const totals = rows.toSpliced(60, 0, `2025-03-31,,TOTAL,,,${sum(0, 60)}`);
    const withSums = totals.toSpliced(20, 0, `2025-03-20,,Subtotal,,,${sum(0, 20)}`);
    const summed = await written('kenya-imports-6.csv', withSums);
    expect((await folder.run('load', summed)).err).toContain(
      'the rows of lines 22, 63 have the value of the rows before',
    );
    const importers = rows
      .toSorted()
      .map((row, at, all) => `${row},${row.slice(0, 10) === all[at - 1]?.slice(0, 10) ? '' : `ACME ${at} LTD`}`);
    const blocks = await written('kenya-imports-7.csv', importers, `${HEAD},IMPORTER`);
    const asked = await folder.run('load', blocks);
    expect([asked.status, asked.err]).toEqual([1, expect.stringContaining('--set blocks=fill-down')]);
    const broken = rows.map((row, at) => (at % 5 === 0 ? row.replace('2025-03', 'ABOUT') : row));
    const rejected = await written('kenya-imports-8.csv', broken);
    const stopped = await folder.run('load', rejected);
    expect([stopped.status, stopped.err]).toEqual([1, expect.stringContaining('12 of 60 rows are rejected')]);
    expect((await folder.run('load', rejected, '--accept')).status).toBe(0);
  });

  it('ends a dry run with five lines that can be held against the source', async () => {
    const rows = goods(() => 10).map((row) => `${row},x`);
    const { out } = await folder.run('load', await written('kenya-imports.csv', rows, `${HEAD},ZZTOP`), '--dry-run');
    expect(out.trimEnd().split('\n').slice(-6)).toEqual([
      '  to hold against the source:',
      '  rows      60 of 60, 0 rejected',
      '  months    2025-03: 60',
      '  values    USD 18,300 in all',
      '  per unit  HS 83 USD 10 a KGS, HS 84 USD 10 a KGS, HS 85 USD 10 a KGS',
      '  left out  ZZTOP',
    ]);
  });
});

describe('a file that holds records of another', () => {
  it('is shown by a dry run as it would be read, with the loads that hold them, and status 1', async () => {
    expect((await folder.run('load', await write('kenya-imports-1.csv'))).status).toBe(0);
    const again = await write('kenya-imports-2.csv', HEADER.replace('DESCRIPTION', 'Description'));
    const { status, out, err } = await folder.run('load', again, '--dry-run');
    expect([status, out]).toEqual([1, expect.stringContaining('would load 30 of 30 rows')]);
    expect(err).toMatch(/would be refused[\s\S]*kenya-imports-2\.csv: 30 of them in load \d+;.*--replace \d+/);
  });
});

describe('what the operator says of the form of a file', () => {
  it('is believed before what is found out, kept by the mapping, and wrong where nothing is called so', async () => {
    const path = join(folder.path, 'kenya-imports.csv');
    const rows = ROWS.map((row, at) => row.replace('TELEPHONES', at % 2 === 0 ? 'TÉLÉPHONES' : 'APPAREILS À FIL'));
    const mixed = rows.map((row, at) => Buffer.from(`${row}\n`, at % 2 === 0 ? 'latin1' : 'utf8'));
    await writeFile(path, Buffer.concat([Buffer.from(`${HEADER}\n`), ...mixed]));
    const refused = await folder.run('load', path);
    expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('--encoding windows-1252')]);
    const loaded = await folder.run(
      'load',
      path,
      '--encoding',
      'windows-1252',
      '--header-row',
      '1',
      '--delimiter',
      ',',
    );
    const number = Number(/load (\d+), 30 of 30 rows/.exec(loaded.out)?.[1]);
    expect((await folder.run('reload', `${number}`)).out).toContain(`load ${number + 1}, 30 of 30 rows`);
    const mapping = join(folder.path, 'said.json');
    await folder.run('load', path, '--encoding', 'windows-1252', '--write-mapping', mapping);
    expect(JSON.parse(await readFile(mapping, 'utf8')).file).toEqual({ encoding: 'windows-1252' });
    for (const wrong of [
      ['--encoding', 'klingon'],
      ['--header-row', 'one'],
      ['--delimiter', 'comma'],
    ]) {
      expect((await folder.run('load', path, ...wrong)).status).toBe(2);
    }
  });

  it('names the columns of a file without a header by a layout, which the mapping keeps', async () => {
    const path = join(folder.path, 'kenya-imports.txt');
    await writeFile(path, ROWS.join('\n'));
    const layout = join(folder.path, 'kenya.json');
    const columns = HEADER.split(',').map((name) => ({ name, ...(name === 'UNIT' && { codes: { PCS: 'PIECES' } }) }));
    await writeFile(layout, JSON.stringify({ name: 'kenya', title: 'Kenya, items', columns }));
    expect((await folder.run('load', path, '--layout', layout)).out).toContain('30 of 30 rows');
    const mapping = join(folder.path, 'by-layout.json');
    await folder.run('load', path, '--layout', layout, '--write-mapping', mapping);
    const { file } = JSON.parse(await readFile(mapping, 'utf8'));
    expect(file).toEqual({
      format: 'csv',
      headerRow: 0,
      header: HEADER.split(','),
      codes: { UNIT: { PCS: 'PIECES' } },
    });
    expect((await folder.run('load', path, '--layout', 'nowhere')).err).toContain('There is no layout nowhere');
  });
});
