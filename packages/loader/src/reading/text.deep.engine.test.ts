/** Text files of every delimiter and encoding. */

import { isUtf8 } from 'node:buffer';
import { leftBehind, readFile } from '@tidewaiter/testing/read-file';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import type { ReadOptions } from './raw-rows.js';
import { readRawRows, sampleRows } from './raw-rows.js';

const test = sharedRecords();

const read = async (name: string, text: string | Buffer, options?: ReadOptions) =>
  readFile(test, await test.file(name, text), options);

it('a cell that is one constant in a formula is that text, whatever parts the cells', async () => {
  for (const [sign, quoted] of [
    [',', true],
    [';', false],
    ['\t', false],
  ] as const) {
    const cell = (text: string) => (quoted ? `"${text.replaceAll('"', '""')}"` : text);
    const line = (...cells: string[]) => `${cells.map(cell).join(sign)}\n`;
    const rows = line('="0012"', '=12.50', '=A1', 'a=b') + line('="a ""b"""', '=""', '="x"&"y"', '=');
    const { header, rows: found } = await read('constants.csv', line('="no"', 'amount', 'sum', 'text') + rows);
    expect(header).toEqual(['no', 'amount', 'sum', 'text']);
    expect(found.map(([, ...cells]) => cells)).toEqual([
      ['0012', '12.50', '=A1', 'a=b'],
      ['a "b"', '', '="x"&"y"', '='],
    ]);
  }
});

it('any delimiter is found out, with line breaks in quotes', async () => {
  for (const delimiter of [',', ';', '\t', '|', '^', '~', ':']) {
    const rows = [
      ['no', 'goods', 'value'],
      ['1', `"5"" pipe,\nwelded${delimiter} ; x"`, '1'],
      ['2', '5" pipe', ''],
    ];
    const { form, rows: found } = await read('d.txt', rows.map((row) => row.join(delimiter)).join('\r\n'));
    const plain = { format: 'csv', compression: 'none', member: null, sheet: null, otherSheets: [] };
    expect(form).toEqual({ ...plain, encoding: 'utf-8', delimiter, headerRow: 1 });
    expect(found).toEqual([
      [2, '1', `5" pipe,\nwelded${delimiter} ; x`, '1'],
      [4, '2', '5" pipe', ''],
    ]);
  }
});

it('a delimiter may be another, which the mapping says', async () => {
  const { header } = await read('s.csv', 'a b,c\n1 2,3\n', { file: { delimiter: ' ', headerRow: 1 } });
  expect(header).toEqual(['a', 'b,c']);
});

describe('encodings', () => {
  it.each([
    ['windows-1254', '1;ÇELİK BORU, DİKİŞSİZ\n2;PAMUKLU DOKUMA KUMAŞ\n3;BUĞDAY\n'],
    ['windows-1251', '1;ТРУБЫ СТАЛЬНЫЕ БЕСШОВНЫЕ\n2;Мука пшеничная\n'],
    ['windows-1250', '1;RURY STALOWE BEZ SZWU, ŁOŻYSKA\n2;MĄKA, PIENIĄDZE\n'],
    // In cp857 a degree sign would stand in the word.
    ['windows-1252', '1;Udførsel af rejer\n2;Frosne\n'],
    ['windows-1253', '1;ΣΩΛΗΝΕΣ ΑΠΟ ΧΑΛΥΒΑ\n2;Ελαιόλαδο παρθένο\n'],
  ])('%s is found out by the letters of its language', async (encoding, lines) => {
    const { form, doubt, rows } = await read('e.csv', iconv.encode(`no;goods\n${lines}`, encoding));
    expect([form.encoding, doubt]).toEqual([encoding, undefined]);
    expect(rows.map(([, , goods]) => goods).join()).toMatch(/^[\p{L} ,]+$/u);
  });

  it.each([
    // Their first letters are a sign of UTF-8 by chance.
    ['euc-kr', '품목별 수출실적\n기간,국가명\n2024,독일\n2025,소매용 의약품\n2026,대한민국\n'],
    ['windows-1251', 'Рівне\nno,goods\n1,Шини пневматичні гумові нові\n2,Олія соняшникова\n'],
    ['windows-1250', 'ĘŻ\nno,goods\n1,KSIĘŻYC I RURY\n2,SPÓŁKA ŻÓŁĆ\n3,PIENIĄDZE\n'],
    ['windows-874', 'ยกเลิก\nno,goods\n1,ประเทศไทย\n2,สาธารณรัฐเกาหลี\n3,ยางพารา\n'],
  ])('%s is none mixed with UTF-8 because two of its letters look like a sign of that', async (encoding, text) => {
    const bytes = iconv.encode(text, encoding);
    expect(isUtf8(bytes.subarray(0, 2))).toBe(true);
    const { form, rows } = await read('k.csv', bytes, { file: { headerRow: 2 } });
    expect([form.encoding, rows.at(-1)?.[2]]).toEqual([encoding, text.trim().split(',').at(-1)]);
    const both = Buffer.concat([bytes, ...Array(5).fill(Buffer.from(text))]);
    await expect(read('both.csv', both, { file: { headerRow: 2 } })).rejects.toThrow('mixes encodings');
  });

  it('of the same letters in both is mixed', async () => {
    const polish = 'no,goods\n1,Łożyska żeliwne\n2,Mąka pszenna, pieniądze\n3,Rury ze szkła i ołowiu, śruby\n';
    const bytes = [Buffer.from(polish), iconv.encode(polish, 'windows-1250')];
    for (const both of [bytes, bytes.toReversed()])
      await expect(read('both.csv', Buffer.concat(both))).rejects.toThrow('mixes encodings');
  });

  it('are asked about where the letters do not tell which it is', async () => {
    const { doubt } = await read('one.csv', iconv.encode('no;goods\n1;PA\u00c8\n', 'windows-1252'));
    expect(doubt).toMatchObject({
      ...{ encoding: 'windows-1252', words: ['PAÈ'] },
      rival: { encoding: 'windows-1250', words: ['PAČ'] },
    });
  });

  const text = 'name;qty\nCafé – 5 €;1\n김치;2\n';
  const latin = 'name;qty\nCafé – 5 €;1\n';
  const inLatin = Buffer.from(latin.replace('–', '\u0096').replace('€', '\u0080'), 'latin1');
  const big = (text: string) => Buffer.from(text, 'utf16le').swap16();

  it.each([
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\ufeff${text}`)],
    ['utf-16le', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['utf-16le', Buffer.from(text, 'utf16le')],
    ['utf-16be', big(`\ufeff${text}`)],
    ['utf-16be', big(text)],
    ['windows-1252', inLatin],
  ])('%s is found out', async (encoding, bytes) => {
    const { form, header, rows } = await read('e.csv', bytes);
    expect([form.encoding, header]).toEqual([encoding, ['name', 'qty']]);
    expect(rows[0]).toEqual([2, 'Café – 5 €', '1']);
    if (encoding !== 'windows-1252') expect(rows[1]).toEqual([3, '김치', '2']);
  });

  it('a mapping says another', async () => {
    for (const [encoding, text] of Object.entries({ cp850: 'éñ', 'iso-8859-7': 'αβ' })) {
      const bytes = iconv.encode(`name,qty\n${text},`, encoding);
      expect((await read('other.csv', bytes, { file: { encoding } })).rows).toEqual([[2, text, '']]);
    }
  });

  it('is latin-1 when the first sign of it comes late, and signs may lie across two pieces', async () => {
    const lines = `${'a'.repeat(199)},b\n`.repeat(10_000);
    const late = Buffer.concat([Buffer.from(lines), Buffer.from('Caf\u00e9,1\n', 'latin1')]);
    const { form, rows } = await read('late.csv', late, { file: { headerRow: 1 } });
    expect(form.encoding).toBe('windows-1252');
    expect(rows.at(-1)).toEqual([10_001, 'Café', '1']);
    const odd = await read('odd.csv', `name,qty\n${'é'.repeat(1_200_000)},2\n`);
    expect(odd.rows[0]?.[1]).toBe('é'.repeat(1_200_000));
  });
});

it('lines may end as on old Macintoshes', async () => {
  const { rows } = await read('mac.csv', 'name,qty\r1,2\r3,4\r');
  expect(rows.map((row) => row.join(' '))).toEqual(['2 1 2', '3 3 4']);
});

it('lines may come before the header, and without one', async () => {
  const banner = await read('banner.csv', 'Ministry,,\n"Report\n2020"\ndate,importer,importer,\n1,x,y,\n');
  expect(banner.form.headerRow).toBe(3);
  expect(banner.header).toEqual(['date', 'importer', 'importer (2)', 'column 4']);
  expect(banner.rows).toEqual([[5, '1', 'x', 'y', '']]);
  const none = await read('none.csv', '1;2020-01-01\n2;2020-01-02\n');
  expect([none.form.headerRow, none.header]).toEqual([0, ['column 1', 'column 2']]);
  const named = await read('named.csv', 'a;b\nc;d\n', { file: { header: ['x', 'y'] } });
  expect([named.header, named.rows.length]).toEqual([['x', 'y'], 2]);
});

it('a sample has one row of each stretch of the file, at no regular place', async () => {
  const rows = Array.from({ length: 1000 }, (_, index) => `${index},x`);
  const path = await test.file('many.csv', `date,importer\n${rows.join('\n')}\n`);
  const raw = await readRawRows(test.records.staging.engine, `${test.folder}/reading`, path);
  const sample = await sampleRows(raw, 10);
  const places = sample.map(([no]) => Number(no));
  expect(places.map((place) => Math.floor(place / 100))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(new Set(places.map((place) => place % 100)).size).toBeGreaterThan(5);
  await raw.drop();
});

it('nothing is left behind', async () => {
  expect(await leftBehind(test)).toEqual([]);
});
