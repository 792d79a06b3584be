/** Hostile and broken files: each is refused with a message, and leaves nothing behind. */

import { execFileSync } from 'node:child_process';
import { appendFileSync, symlinkSync } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { OperatorError } from '@tidewaiter/contract';
import { workbookOf, zipOf, zstdOf } from '@tidewaiter/testing/archives';
import { leftBehind, readFile } from '@tidewaiter/testing/read-file';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { describe, expect, it } from 'vitest';
import { stageFile } from './archive/staged-file.js';
import { UnpackLimit, unpack } from './archive/unpack.js';
import { tablesIn } from './archive/zip-archive.js';
import { readRawRows, sampleRows } from './raw-rows.js';
import { CsvRepair } from './text/csv-repair.js';
import { passText } from './text/text-pass.js';
import { RowFile } from './workbook/row-file.js';

const test = sharedRecords();

const failure = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => error,
  );

async function refused(name: string, content: string | Buffer, message: string | RegExp): Promise<void> {
  const error = await failure(readFile(test, await test.file(name, content)));
  expect(error).toBeInstanceOf(OperatorError);
  expect([(error as OperatorError).message, ...(error as OperatorError).details].join('\n')).toMatch(message);
  expect(await leftBehind(test)).toEqual([]);
}

const CSV = 'no,name\n1,Acme\n2,Bolt\n';
const flipped = (bytes: Buffer, at: number) => bytes.with(at, (bytes[at] ?? 0) ^ 0xff);
const zeros = () => Buffer.alloc(90 << 20, 'a,b\n');

it.each<[string, () => Uint8Array, string | RegExp]>([
  ['cut.csv.gz', () => gzipSync(CSV.repeat(100)).subarray(0, 60), 'cut off'],
  ['cut.csv.zst', () => zstdOf(CSV).subarray(0, 20), 'cut off'],
  ['cut.zip', () => zipOf({ 'a.csv': CSV }).subarray(0, 60), 'ends too early'],
  ['damaged.zip', () => flipped(zipOf({ 'a.csv': CSV.repeat(10) }), 50), 'damaged'],
  ['damaged.zst', () => zstdOf(CSV).with(9, 0xff), /damaged|cut off/],
  ['zip.zip', () => zipOf({ 'a.zip': zipOf({ 'a.csv': CSV }) }), 'an archive within an archive'],
  ['twice.csv.gz', () => gzipSync(gzipSync(CSV)), 'an archive within an archive'],
  ['a.tar.gz', () => gzipSync(`${'x'.repeat(257)}ustar`), 'a tar archive'],
  ['none.zip', () => zipOf({}), 'no data file'],
  ['papers.zip', () => zipOf({ 'a.pdf': 'x', '.hidden': 'x' }), 'no data file'],
  ['empty.gz', () => gzipSync(''), 'holds nothing'],
  ['book.xlsb', () => zipOf({ 'xl/workbook.bin': 'x' }), 'a binary workbook'],
  ['book.ods', () => zipOf({ mimetype: 'x', 'content.xml': 'x' }), 'an OpenDocument file'],
  ['bomb.gz', () => gzipSync(zeros()), 'times its size'],
  ['bomb.zip', () => zipOf({ 'a.csv': zeros() }), 'times its size'],
  ['bomb.xlsx', () => workbookOf(`<sheetData>${' '.repeat(90 << 20)}</sheetData>`), 'too large'],
])('an archive is refused: %s', (name, content, message) => refused(name, Buffer.from(content()), message));

it('an archive is refused that names a file beyond all measure', async () => {
  const name = 'a'.repeat(1020);
  const message = 'long.zip holds a file whose name has 1025 bytes, of 1024 at most.';
  await refused('long.zip', zipOf({ [`${name}.csv1`]: CSV }), message);
  expect(await tablesIn(await test.file('longest.zip', zipOf({ [`${name}.csv`]: CSV })))).toEqual([`${name}.csv`]);
});

describe('files that are something else', () => {
  it.each([
    ['binary.csv', Buffer.from([1, 2, 3, 0, 0, 0, 9, 0xff, 0xfe, 0]), 'NUL bytes'],
    ['late.csv', Buffer.concat([Buffer.from('a,b\n'.repeat(100_000)), Buffer.alloc(9)]), 'NUL bytes'],
    ['array.json', '[{"a":1},\n{"a":2}]', 'is a JSON array. Write it as newline JSON'],
    ['rows.json', '[["a","b"],["1","2"]]', 'is a JSON array'],
    ['document.json', '{\n  "data": [{"a":1}]\n}', 'is one JSON document'],
    ['data.xml', '<?xml version="1.0"?><rows><row a="1"/></rows>', 'is an XML document'],
    ['bare.xml', '\ufeff<rows>\n<row/></rows>', 'is an XML document'],
    ['book.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old Excel workbook'],
    ['page.xls', '<html><table><tr><td>a</td></tr></table></html>', 'a web page'],
    ['paper.csv', '%PDF-1.7', 'a PDF'],
    ['a.rar', 'Rar!', 'unrar x NAME.rar'],
    ['empty.csv', '', 'is empty'],
    ['blank.csv', '\n\r\n\n', 'holds no rows'],
    ['no.jsonl', '{"a":1}\n[1]\n', 'line 2 is not an object'],
    ['cut.jsonl', '{"a":1}\n{"a":', 'line 2 is not an object'],
    ['empty.jsonl', '\n\n', 'holds no rows'],
    ['nameless.jsonl', '{"":1}\n', 'a value without a name'],
    ['cut.parquet', Buffer.from('PAR1xxxxxxxxxxxxxxx'), 'ends too early'],
    ['false.parquet', Buffer.from('PAR1xxxxxxxx\u0004\u0000\u0000\u0000PAR1'), 'not well-formed Parquet'],
    ['no.xlsx', workbookOf('<sheetData></sheetData>'), 'holds no table'],
    ['damaged.xlsx', workbookOf(`<sheetData><row><c><v>1</c></v>`), /workbook|table/],
  ])('%s', (name, content, message) => refused(name, content, message));

  it('whatever a mapping takes them for', async () => {
    const path = await test.file('plain.csv', CSV);
    const formats = (['xlsx', 'parquet', 'ndjson', 'dbf'] as const).map((format) => ({ format }));
    const packings = (['gzip', 'zstd', 'zip'] as const).map((compression) => ({ compression }));
    for (const file of [...formats, ...packings])
      expect(await failure(readFile(test, path, { file }))).toBeInstanceOf(OperatorError);
  });

  it('a dBase file that is cut off', async () => {
    const header = Buffer.alloc(65);
    header.set([3, 124, 1, 1]);
    header.writeUInt32LE(1000, 4);
    header.writeUInt16LE(65, 8);
    header.writeUInt16LE(11, 10);
    header.write('NAME', 32);
    header.set([0x43], 43);
    header.set([10], 48);
    header[64] = 0x0d;
    await refused('cut.dbf', header, 'cut off');
  });
});

it('tables beyond all measure are refused: 10,000 columns', async () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `c${index}`);
  await refused('wide.csv', `${names.join(',')}\n1\n`, 'more than 2000 columns');
  await refused('wide.jsonl', `{${names.map((name) => `"${name}":1`).join(',')}}\n`, 'more than 2000 columns');
  const cells = names.map((name) => `<c t="str"><v>${name}</v></c>`).join('');
  await refused('wide.xlsx', workbookOf(`<sheetData><row>${cells}</row></sheetData>`), 'more than 2000 columns');
});

it('tables beyond all measure are refused: a line of 100 MB, in memory for a few', async () => {
  const path = await test.file('long.csv', Buffer.concat([Buffer.from(CSV), Buffer.alloc(100_000_000, 'x')]));
  const before = process.resourceUsage().maxRSS;
  const message = expect.stringContaining('a line of more than 8 MiB');
  expect(await failure(readFile(test, path))).toMatchObject({ name: 'OperatorError', message });
  expect(process.resourceUsage().maxRSS - before).toBeLessThan(64 * 1024);
});

describe('mixed encodings', () => {
  const [inUtf8, inLatin] = [Buffer.from('Café\n'), Buffer.from('Café\n', 'latin1')];
  const header = Buffer.from('name\n');
  it('are refused, with the line where they meet', async () => {
    await refused('m1.csv', Buffer.concat([header, inUtf8, inLatin]), 'mixes encodings: line 3');
    await refused('m2.csv', Buffer.concat([header, inLatin, inUtf8]), 'mixes encodings: line 3');
    await refused('m3.csv', Buffer.from([0xff, 0xfe, 0x61, 0x00, 0x00, 0xd8, 0x61, 0x00]), 'not UTF-16LE');
  });
  it('are read where the mapping names one', async () => {
    const path = await test.file('m4.csv', Buffer.concat([header, inUtf8, inLatin]));
    expect((await readFile(test, path, { file: { encoding: 'latin1', headerRow: 1 } })).rows).toEqual([
      [2, 'CafÃ©'],
      [3, 'Café'],
    ]);
    await expect(readFile(test, path, { file: { encoding: 'utf-8' } })).rejects.toThrow('not UTF-8 text: line 3');
  });
});

it('a file that is written to while it is read', async () => {
  const path = await test.file('growing.csv', CSV);
  const error = await failure(readFile(test, path, { onBytes: () => appendFileSync(path, '3,Cord\n') }));
  const message = expect.stringContaining('was changed while it was read');
  expect(error).toMatchObject({ name: 'OperatorError', message });
  expect(await leftBehind(test)).toEqual([]);
});

describe('workbooks', () => {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const part = (kind: string) => `<Relationship Id="${kind}" Type="${office}/${kind}" Target="${kind}.xml"/>`;
  const sheet = `<Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/>`;
  const shared = '<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>';
  const holding = (parts: { sharedStrings: string }, rows = shared.repeat(3)) =>
    workbookOf(`<sheetData>${rows}</sheetData>`, {
      'xl/_rels/workbook.xml.rels': `<Relationships>${sheet}${part('sharedStrings')}</Relationships>`,
      'xl/sharedStrings.xml': parts.sharedStrings,
    });

  /** A comment is left to the library of workbooks, which makes objects of all texts at once. */
  const texts = `<sst><!-- -->${'<si><t>Acme</t></si>'.repeat(300_000)}</sst>`;

  it('are read while everybody else is answered, also what the library of workbooks reads without a pause', async () => {
    const path = await test.file('texts.xlsx', holding({ sharedStrings: texts }));
    let turns = 0;
    const beats = setInterval(() => {
      turns += 1;
    }, 5);
    expect((await readFile(test, path)).rows).toHaveLength(3);
    clearInterval(beats);
    // Read here, it would have had one or two.
    expect(turns).toBeGreaterThan(10);
  });
  it('that end their reader, as V8 does where its memory is used up, end nothing else', async () => {
    const read = refused('ends.xlsx', holding({ sharedStrings: texts }), 'more than 768 MiB of memory');
    const hasBegun = async () =>
      (await readdir(join(test.folder, 'reading'), { recursive: true })).some((name) => /sheet-0$/.test(name));
    await expect.poll(hasBegun).toBe(true);
    const readers = execFileSync('pgrep', ['-f', '-P', `${process.pid}`, 'row-reader'], { encoding: 'utf8' });
    for (const pid of readers.trim().split('\n')) process.kill(Number(pid), 'SIGKILL');
    await read;
    const good = holding({ sharedStrings: '<sst><si><t>Acme</t></si><si><t>Bolt</t></si></sst>' });
    expect((await readFile(test, await test.file('good.xlsx', good))).rows[0]).toEqual([1, 'Acme', 'Acme', 'Bolt']);
  });
  it('whose cells say one long text again and again', async () => {
    const sharedStrings = `<sst><si><t>${'x'.repeat(5_000_000)}</t></si><si><t>Acme</t></si></sst>`;
    await refused('row.xlsx', holding({ sharedStrings }), 'a row of more than 8 MiB: row 1');
    const once = shared.replace('<v>0</v>', '<v>1</v>');
    await refused('rows.xlsx', holding({ sharedStrings }, once.repeat(20)), 'more than 400 times its size');
  });
  it('of very many sheets, or with as many merged cells as fit', async () => {
    const sheets = Array.from({ length: 1001 }, (_, n) => `<sheet name="${n}" sheetId="${n}" r:id="rId1"/>`).join('');
    const many = `<workbook xmlns:r="${office}"><sheets>${sheets}</sheets></workbook>`;
    await refused('sheets.xlsx', workbookOf('<sheetData/>', { 'xl/workbook.xml': many }), 'more than 1000 sheets');
    const merged = `<sheetData/><mergeCells>${'<mergeCell ref="A2:A9"/>'.repeat(300_000)}</mergeCells>`;
    await refused('merged.xlsx', workbookOf(`${merged}${'mergeCell '.repeat(300_000)}`), 'holds no table');
  });
});

it('a text of as many columns as may be, of one name, is read', async () => {
  const path = await test.file('wide.csv', `${'importer,'.repeat(1999)}no\n${`${'"1",'.repeat(1999)}1\n`.repeat(60)}`);
  const { header, rows } = await readFile(test, path);
  expect([header.length, header[1998], rows.length]).toEqual([2000, 'importer (1999)', 60]);
  await refused('long.csv', `${'x'.repeat(400_000)},b\n1,2\n`, 'begins with a line of more than 393216 bytes');
});

it('what cells of megabytes mean is found out from their beginnings', async () => {
  const path = await test.file('cells.csv', `no,name\n${`1,${'x'.repeat(100_000)}\n`.repeat(5)}`);
  const raw = await readRawRows(test.records.staging.engine, join(test.folder, 'reading'), path);
  expect((await sampleRows(raw, 5)).map((cells) => cells[1]?.length)).toEqual(Array(5).fill(1000));
  await raw.drop();
});

/** Whatever is written to it, the kernel says that the disk is full. */
const FULL = '/dev/full';
const hasFullDisk = await stat(FULL).then(
  (file) => file.isCharacterDevice(),
  () => false,
);
if (!hasFullDisk) process.stdout.write(`Skipped: reading onto a full disk. There is no ${FULL} here.\n`);

describe.skipIf(!hasFullDisk)('a disk that is full', () => {
  const full = expect.objectContaining({ name: 'OperatorError', message: expect.stringContaining('The disk is full') });

  it('when the file is copied in', async () => {
    expect(await failure(stageFile(await test.file('a.csv', CSV), FULL))).toEqual(full);
  });
  it('when it is unpacked', async () => {
    const folder = join(test.folder, 'full');
    await mkdir(folder);
    symlinkSync(FULL, join(folder, 'content'));
    for (const bytes of [gzipSync(CSV), zstdOf(CSV), zipOf({ 'a.csv': CSV })]) {
      const copy = await test.file('packed', bytes);
      expect(await failure(unpack('packed', { copy, hash: '', bytes: bytes.length }, folder, {}))).toEqual(full);
    }
  });
  it('when its text is written', async () => {
    const path = await test.file('latin.csv', Buffer.from('name\nCaf\u00e9\n', 'latin1'));
    const source = { name: path, path, encoding: 'windows-1252', isTold: false, oldLineEnds: false };
    expect(await failure(passText(source, () => new CsvRepair(','), FULL))).toEqual(full);
  });
  it('when its rows are', async () => {
    const rows = await RowFile.create(FULL, await UnpackLimit.of('rows', 1, test.folder));
    await rows.add(1, ['a']);
    expect(await failure(rows.close())).toMatchObject({ code: 'ENOSPC' });
  });
});
