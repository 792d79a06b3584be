/**
 * Reads files that were made to take much of whoever reads them, each in a process of its own, and prints how long the event loop stood
 * at most, how long it all took, the most memory that the process had, and what became of the file.
 *
 *   npm run build && node tools/src/hold-readers.mjs [NAME…]
 */
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { workbookOf, zipOf } from '@tidewaiter/testing/archives';
import { temporaryRecords } from '@tidewaiter/testing/records';

const HEADER = ['no', 'date', 'hs', 'importer', 'usd'];
const row = (n) => [`${n}`, '2020-01-01', '8517', `Acme ${n} of Busan`, `${n}.25`];
const xml = (cells, n, cell) => `<row r="${n}">${cells.map(cell).join('')}</row>`;
const inline = (text) => `<c t="str"><v>${text}</v></c>`;
const times = (count, make) => {
  const parts = [];
  for (let n = 0; n < count; n += 1) parts.push(make(n));
  return parts.join('');
};
const sheet = (rows, cell = inline) =>
  `<sheetData>${xml(HEADER, 1, cell)}${times(rows, (n) => xml(row(n), n + 2, cell))}</sheetData>`;
const relation = (id, kind, target) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/>`;
const RELATIONS = `<Relationships>${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relation('rId2', 'sharedStrings', 'sharedStrings.xml')}${relation('rId3', 'styles', 'styles.xml')}</Relationships>`;
const workbook = (sheetXml, parts = {}) => workbookOf(sheetXml, { 'xl/_rels/workbook.xml.rels': RELATIONS, ...parts });
const shared = (count, first = '') => ({
  'xl/sharedStrings.xml': `<sst>${first}${times(count, (n) => `<si><t>${n}</t></si>`)}</sst>`,
});
const big = (count, text = 'x') => text.repeat(count);

function ordinary(rows) {
  const texts = [];
  const place = new Map();
  const at = (text) => {
    if (!place.has(text)) place.set(text, texts.push(text) - 1);
    return place.get(text);
  };
  const names = [...HEADER, ...Array.from({ length: 25 }, (_, n) => `note ${n}`)];
  const cells = (n) => [
    ...row(n),
    ...Array.from({ length: 25 }, (_, c) =>
      c % 3 === 0 ? `${(n * 7 + c) % 9973}.5` : `some text ${(n * 31 + c * 17) % 5003}`,
    ),
  ];
  const cell = (text) => (/^[\d.]+$/.test(text) ? `<c><v>${text}</v></c>` : `<c t="s"><v>${at(text)}</v></c>`);
  const body = `<sheetData>${xml(names, 1, cell)}${times(rows, (n) => xml(cells(n), n + 2, cell))}</sheetData>`;
  return workbook(body, {
    'xl/sharedStrings.xml': `<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
  });
}

/** Each file by its name. */
const FILES = {
  'ordinary-100k.xlsx': () => ordinary(100_000),
  'strings-1m.xlsx': () => workbook(sheet(10), shared(1_000_000)),
  'strings-5m.xlsx': () => workbook(sheet(10), shared(5_000_000)),
  'strings-library-1m.xlsx': () => workbook(sheet(10), shared(1_000_000, '<!-- -->')),
  'strings-library-5m.xlsx': () => workbook(sheet(10), shared(5_000_000, '<!-- -->')),
  'strings-one.xlsx': () => workbook(sheet(10), { 'xl/sharedStrings.xml': `<sst><si><t>${big(200e6)}</t></si></sst>` }),
  'strings-runs.xlsx': () =>
    workbook(sheet(10), { 'xl/sharedStrings.xml': `<sst><si>${big(4e6, '<r><t>a</t></r>')}</si></sst>` }),
  'styles.xlsx': () =>
    workbook(sheet(10), {
      'xl/styles.xml': `<styleSheet><cellXfs>${big(3.2e6, '<xf numFmtId="14"/>')}</cellXfs></styleSheet>`,
    }),
  'formats.xlsx': () =>
    workbook(sheet(10), {
      'xl/styles.xml': `<styleSheet><numFmts>${times(2e6, (n) => `<numFmt numFmtId="${n}" formatCode="yy"/>`)}</numFmts><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>`,
    }),
  'sheets.xlsx': () =>
    workbook(sheet(10), {
      'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${times(1e6, (n) => `<sheet name="Data ${n}" sheetId="${n}" r:id="rId1"/>`)}</sheets></workbook>`,
    }),
  'sheets-empty.xlsx': () =>
    workbook('<sheetData/>', {
      'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${times(20_000, (n) => `<sheet name="Data ${n}" sheetId="${n}" r:id="rId1"/>`)}</sheets></workbook>`,
    }),
  'relations.xlsx': () =>
    workbook(sheet(10), {
      'xl/_rels/workbook.xml.rels': `<Relationships>${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${times(1e6, (n) => relation(`x${n}`, 'x', 'y'))}</Relationships>`,
    }),
  'merged.xlsx': () =>
    workbook(`${sheet(10)}<mergeCells>${times(1e6, (n) => `<mergeCell ref="A${n + 1}:A${n + 3}"/>`)}</mergeCells>`),
  'merged-one-row.xlsx': () =>
    workbook(`${sheet(100_000)}<mergeCells>${big(500_000, '<mergeCell ref="A2:A1000000"/>')}</mergeCells>`),
  'merged-cut.xlsx': () => workbook(`${sheet(10)}${big(60e6 / 11, 'mergeCell  ')}`),
  'cell-one.xlsx': () =>
    workbook(`<sheetData><row><c t="inlineStr"><is><t>${big(200e6)}</t></is></c></row></sheetData>`),
  'cell-one-library.xlsx': () =>
    workbook(`<!-- --><sheetData><row><c t="inlineStr"><is><t>${big(200e6)}</t></is></c></row></sheetData>`),
  'columns.xlsx': () =>
    workbook(`<sheetData>${big(50, `<row>${big(1_000_000, '<c><v>1</v></c>')}</row>`)}</sheetData>`),
  'columns-reference.xlsx': () =>
    workbook(`<sheetData>${big(1000, '<row><c r="XFD1"><v>1</v></c><c r="ZZZZZZ1"><v>1</v></c></row>')}</sheetData>`),
  'rows-empty.xlsx': () => workbook(`<sheetData>${big(20e6, '<row/>')}</sheetData>`),
  'rows-small.xlsx': () =>
    workbook(`<sheetData>${big(4e6, '<row><c><v>1</v></c><c><v>2</v></c><c><v>3</v></c></row>')}</sheetData>`),
  'rows-library.xlsx': () =>
    workbook(`<!-- --><sheetData>${big(1e6, '<row><c><v>1</v></c><c><v>2</v></c><c><v>3</v></c></row>')}</sheetData>`),
  'cells-shared-long.xlsx': () =>
    workbook(`<sheetData>${big(20_000, `<row>${big(50, '<c t="s"><v>0</v></c>')}</row>`)}</sheetData>`, {
      'xl/sharedStrings.xml': `<sst><si><t>${big(1e6)}</t></si></sst>`,
    }),
  'deep.xlsx': () => workbook(sheet(10), { 'xl/styles.xml': `<styleSheet><cellXfs>${big(5e6, '<xf>')}` }),
  'members.zip': () => zipOf(Object.fromEntries(Array.from({ length: 9_999 }, (_, n) => [`${n}.csv`, 'a,b\n1,2\n']))),
  'bomb.zip': () => zipOf({ 'a.csv': big(400e6, '\0') }),
  'bomb.csv.gz': () => gzipSync(Buffer.alloc(1e9, 0x61)),
  'line-one.csv': () => big(200e6),
  'line-8m.csv': () => big(20, `${big(8e6)}\n`),
  'cells-4m.csv': () => `${HEADER.join(',')}\n${big(20, `1,2020-01-01,8517,${big(4e6)},5\n`)}`,
  'cells-digits.csv': () => `${HEADER.join(',')}\n${big(20, `1,2020-01-01,8517,${big(1e6, '1 ')},${big(1e6, '1')}\n`)}`,
  'header-long.csv': () => `${big(1e6, 'a')},b,c\n${big(20, '1,2,3\n')}`,
  'header-words.csv': () => `${big(300, `${big(300, 'importer ')},`)}\n${big(20, `${big(300, '1,')}\n`)}`,
  'columns-2000.csv': () => `${big(1999, 'importer,')}x\n${big(5000, `${big(1999, '1,')}1\n`)}`,
  'columns-1m.csv': () => big(20, `${big(1e6, ',')}\n`),
  'quotes.csv': () => `a,b\n${big(4e6, '"x')}\n${big(4e6, '""')}`,
  'quotes-open.csv': () => big(200_000, `"${big(90)}\n`),
  'deep.jsonl': () => `{"a":${big(3e6, '[')}${big(3e6, ']')}}\n`,
  'keys.jsonl': () => `{${times(90_000, (n) => `"k${n}":1,`)}"z":1}\n`,
  'keys-deep.jsonl': () => big(20, `{"a":${big(1e6, '{"a":')}1${big(1e6, '}')}}\n`),
  'blank.jsonl': () => `{"a":1,"b":2}\n${big(20e6, ' \n')}`,
  'fields.dbf': () => dbase(2046, 4000),
  'records.dbf': () => dbase(5, 2_000_000),
};

function dbase(fields, records) {
  const header = Buffer.alloc(32 + 32 * fields + 1);
  header[0] = 3;
  header[2] = header[3] = 1;
  header.writeUInt32LE(records, 4);
  header.writeUInt16LE(header.length, 8);
  header.writeUInt16LE(1 + 4 * fields, 10);
  for (let n = 0; n < fields; n += 1) {
    header.write(`F${n}`, 32 + 32 * n);
    header[32 + 32 * n + 11] = 0x43;
    header[32 + 32 * n + 16] = 4;
  }
  header[header.length - 1] = 0x0d;
  return Buffer.concat([header, Buffer.alloc(records * (1 + 4 * fields), 'a')]);
}

if (process.send) {
  process.once('message', async (name) => {
    const test = await temporaryRecords();
    const load = (path) => test.loader.load({ files: [{ path }], dryRun: true, preview: true, accept: true });
    // The first file of a process waits for words and tables that are read once.
    await load(await test.file('first.csv', `${HEADER.join(',')}\n${row(1).join(',')}\n`)).catch(() => {});
    const path = await test.file(name, FILES[name]());
    global.gc?.();
    let [most, last] = [0, performance.now()];
    const beat = () => {
      const now = performance.now();
      most = Math.max(most, now - last);
      last = now;
    };
    const timer = setInterval(beat, 5);
    const before = process.memoryUsage.rss();
    let [peak, apart] = [before, 0];
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss());
      // What forks itself holds whoever has much memory: the kernel is asked.
      for (const child of readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')) {
        if (child === '') continue;
        const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child}/status`, 'utf8')) ?? [];
        apart = Math.max(apart, Number(kilobytes ?? 0) * 1024);
      }
    }, 100);
    const begun = performance.now();
    let said;
    try {
      const [outcome] = await load(path);
      said = `${outcome.report.rowsLoaded} rows`;
    } catch (error) {
      said = `${error.constructor.name}: ${[error.message, ...(error.details ?? [])].join(' ').slice(0, 300)}`;
    }
    beat();
    clearInterval(timer);
    clearInterval(watch);
    const mib = (bytes) => `${Math.round(bytes / 2 ** 20)} MiB`;
    peak = Math.max(peak, process.memoryUsage.rss());
    const line = `${name}: held ${Math.round(most)} ms of ${Math.round(performance.now() - begun)} ms, ${mib(before)} → ${mib(peak)} and ${mib(apart)} apart; ${said.replaceAll(test.folder, '')}`;
    await test.close();
    process.send(line, () => process.exit(0));
  });
} else {
  const asked = process.argv.slice(2);
  for (const name of asked.length > 0 ? asked : Object.keys(FILES)) {
    const child = fork(new URL(import.meta.url), {
      execArgv: ['--expose-gc'],
    });
    let said = `${name}: the process ended`;
    child.on('message', (line) => {
      said = line;
    });
    child.send(name);
    await new Promise((resolve) => child.once('exit', resolve));
    console.log(said);
  }
}
