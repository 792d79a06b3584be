/** Files that were loaded are kept as they were given, and what they became can be made again from them. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { Loader, loadRates } from '@tidewaiter/loader';
import { zipOf } from '@tidewaiter/testing/archives';
import {
  AS_PORTAL,
  EVERYTHING,
  fixture,
  type GoldenRecords,
  goldenRecords,
  pageOf,
  question,
  type TestRecords,
  temporaryRecords,
} from '@tidewaiter/testing/records';
import { HEADER, smallMapping } from '@tidewaiter/testing/small-files';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EVERYTHING_LOADED } from '../query/entitlement.js';
import { Archive } from './archive.js';

let test: TestRecords;
/** What tests share; each leaves neither loads nor archived files behind. */
const share = () => {
  beforeAll(async () => {
    test = await temporaryRecords();
  });
  afterEach(async () => {
    await test.empty();
    await rm(join(test.folder, 'archive'), { recursive: true, force: true });
  });
  afterAll(() => test.close());
};

const SMALL = fixture('kr-import-small.csv');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const archived = () => {
  const folder = join(test.folder, 'archive');
  return existsSync(folder) ? readdirSync(folder).sort() : [];
};
const row = (no: number, usd: number) => `${no},2020-01-0${no},8517,Acme ${no},${usd}.50\n`;
const loadsOf = async () => (await test.records.loads.list()).map(({ loadId }) => loadId);

async function loadRows(name: string, rows: string, replace?: number) {
  const path = await test.file(name, `${HEADER}\n${rows}`);
  const [outcome] = await test.loader.load({ files: [{ path }], mapping: smallMapping(), replace });
  return { path, loadId: outcome?.loadId ?? 0 };
}

/** Ids, lines, sums and rejected rows of what can be seen, and what a search says of it. */
async function contents() {
  const { loads } = test.records;
  const { engine } = test.records.staging;
  const visible = await loadsOf();
  const [sums] = await engine.query({
    name: 'test.contents',
    sql: `SELECT count(), groupBitXor(cityHash64(id, line, importer_name, record_date)), sum(total_value_usd), sum(total_value),
        sum(net_weight), (SELECT (count(), groupBitXor(cityHash64(line, column_name, reason, cell, cells))) FROM rejections
          WHERE has({loads:Array(UInt32)}, load_id))
      FROM records WHERE has({loads:Array(UInt32)}, load_id)`,
    parameters: { loads: visible },
    row: z.array(z.unknown()),
  });
  const { rows } = await pageOf(
    test.records,
    question({ searchBy: 'PRODUCT', matchType: 'D', searchValue: ['zzz'] }),
    EVERYTHING,
  );
  const reports = (await loads.list()).map(({ file, source, country, tradeType, mapping, ratesVersion, report }) => ({
    ...{ file, source, country, tradeType, mapping, ratesVersion, report },
  }));
  return {
    sums,
    rows,
    reports,
    months: await (await test.records.ask(EVERYTHING_LOADED, EVERYTHING, AS_PORTAL)).months(),
  };
}

describe('a file that is loaded', () => {
  share();

  it('lies in the archive as it was given, under its hash', async () => {
    await test.loader.load({ files: [{ path: SMALL }] });
    const given = await readFile(SMALL);
    expect(archived()).toEqual([`${sha256(given)}.br`]);
    expect(brotliDecompressSync(await readFile(join(test.folder, 'archive', archived()[0] ?? '')))).toEqual(given);
    expect(await test.records.loads.list()).toMatchObject([
      { archived: true, hash: sha256(given), bytes: given.length },
    ]);
  });

  it('stays there when its load is taken out or replaced, and goes when that is said', async () => {
    const { publication } = test.records;
    const loader = new Loader(test.records);
    const june = await loadRows('june.csv', row(1, 1));
    const july = await loadRows('july.csv', row(1, 2) + row(2, 3), june.loadId);
    await publication.unload([july.loadId]);
    expect(archived()).toHaveLength(2);
    // The same file once more, by another source: two loads of one archived file.
    await loader.load({ files: [{ path: june.path }], mapping: smallMapping(), source: 'one' });
    await loader.load({ files: [{ path: june.path }], mapping: smallMapping(), source: 'two' });
    const [one = 0, two = 0] = await loadsOf();
    await publication.unload([one], { purge: true });
    expect(archived()).toHaveLength(2);
    await publication.unload([two], { purge: true });
    expect(archived()).toHaveLength(1);
  });

  it('is not archived by a dry run, nor where nothing of it is loaded', async () => {
    const path = await test.file('a.csv', `${HEADER}\n${row(1, 1)}`);
    await test.loader.load({ files: [{ path }], mapping: smallMapping(), dryRun: true });
    const wrong = await test.file('b.csv', `${HEADER}\n1,never,8517,Acme,1\n`);
    const load = test.loader.load({ files: [{ path }, { path: wrong }], mapping: smallMapping() });
    await expect(load).rejects.toThrow('No row of');
    expect(archived()).toEqual([]);
  });
});

describe('files that are joined', () => {
  share();

  const LINES = `${HEADER}\n${row(1, 1)}${row(2, 2)}${row(3, 3)}9,never,8517,Acme,1\n`;
  const PARTIES = 'no,name\n1,Joined One\n3,Joined Three\n';
  const joined = smallMapping({
    mainFile: 'lines',
    join: [{ file: 'parties', on: 'no' }],
    columns: {
      record_date: { from: 'date' },
      hs_code: { from: 'hs' },
      importer_name: { from: 'parties.name' },
      total_value_usd: { from: 'usd' },
    },
  });
  const written = async () => {
    const path = await test.file('2020_lines.csv', LINES);
    const beside = await test.file('2020_parties.csv', PARTIES);
    const [outcome] = await test.loader.load({ files: [{ path }], mapping: joined });
    return { path, beside, loadId: outcome?.loadId ?? 0 };
  };

  it('lie in the archive each under its own hash, and are made again together', async () => {
    const { path, beside, loadId } = await written();
    expect(archived()).toEqual([LINES, PARTIES].map((text) => `${sha256(Buffer.from(text))}.br`).sort());
    expect(await test.records.loads.list()).toMatchObject([{ file: '2020_lines.csv', archived: true }]);
    const before = await contents();
    expect(before.sums?.[0]).toBe('3');
    await rm(path);
    await rm(beside);
    await test.loader.reload('all');
    expect(await loadsOf()).toEqual([loadId + 1]);
    expect(await contents()).toEqual(before);
  });

  it('are one load as long as none of them changes', async () => {
    const { path, loadId } = await written();
    const again = () => test.loader.load({ files: [{ path }], mapping: joined });
    expect(await again()).toMatchObject([{ loadId: null, sameAs: loadId }]);
    await test.file('2020_parties.csv', PARTIES.replace('Three', 'Four'));
    await expect(again()).rejects.toMatchObject({ details: [expect.stringContaining(`--replace ${loadId}`)] });
    expect(archived()).toHaveLength(2);
  });

  it('are missed by name when one of them is gone, and go together when that is said', async () => {
    const { loadId } = await written();
    const parties = join(test.folder, 'archive', `${sha256(Buffer.from(PARTIES))}.br`);
    const whole = await readFile(parties);
    await rm(parties);
    await expect(test.loader.reload('all')).rejects.toMatchObject({
      details: [`load ${loadId} (2020_lines.csv): 2020_parties.csv is missing`],
    });
    await writeFile(parties, whole);
    await test.records.publication.unload([loadId], { purge: true });
    expect(archived()).toEqual([]);
  });

  it('may be members of one zip, which is archived once', async () => {
    const zip = zipOf({ 'y/2020_lines.csv': LINES, 'y/2020_parties.csv': PARTIES, 'y/2020_notes.csv': 'a,b\n1,2\n' });
    const path = await test.file('2020.zip', zip);
    await test.loader.load({ files: [{ path }], mapping: joined });
    expect(archived()).toEqual([`${sha256(zip)}.br`]);
    const before = await contents();
    expect(before.reports).toMatchObject([{ file: '2020.zip: y/2020_lines.csv', report: { rowsLoaded: 3 } }]);
    await rm(path);
    await test.loader.reload('all');
    expect(await contents()).toEqual(before);
  });
});

describe('a zip of several tables', () => {
  share();

  const zip = zipOf({ 'jan.csv': `${HEADER}\n${row(1, 1)}`, 'feb.csv': `${HEADER}\n${row(2, 2)}`, 'read.me.pdf': 'x' });

  it('is a load for each of them that is named, all of one archived file', async () => {
    const path = await test.file('2020.zip', zip);
    const files = ['jan.csv', 'feb.csv'].map((member) => ({ path, member }));
    const [jan, feb] = await test.loader.load({ files, mapping: smallMapping() });
    const before = await contents();
    expect(before.reports.map(({ file }) => file)).toEqual(['2020.zip: jan.csv', '2020.zip: feb.csv']);
    expect(archived()).toEqual([`${sha256(zip)}.br`]);
    expect(await test.loader.load({ files, mapping: smallMapping() })).toMatchObject([
      { sameAs: jan?.loadId },
      { sameAs: feb?.loadId },
    ]);
    await rm(path);
    await test.loader.reload('all');
    expect(await contents()).toEqual(before);
    const [janAgain = 0, febAgain = 0] = await loadsOf();
    await test.records.publication.unload([janAgain], { purge: true });
    expect(archived()).toHaveLength(1);
    await test.records.publication.unload([febAgain], { purge: true });
    expect(archived()).toEqual([]);
  });
});

describe('a workbook of several tables', () => {
  share();

  it('is a load for each sheet that is named, and says which were not read', async () => {
    const sheet = (name: string, ...rows: (string | number)[][]) => ({ name, rows: [HEADER.split(','), ...rows] });
    const sheets = [
      sheet('Jan', [1, '2020-01-01', '8517', 'Acme', 1.5]),
      sheet('Feb', [2, '2020-02-01', '8517', 'Acme', 2]),
    ];
    const path = await test.file('2020.xlsx', Buffer.from(await writeXlsx({ sheets })));
    const load = (named: string) =>
      test.loader.load({ files: [{ path }], mapping: smallMapping(), form: { sheet: named } });
    expect((await load('Jan'))[0]?.form).toMatchObject({ sheet: 'Jan', otherSheets: ['Feb'] });
    await load('Feb');
    const before = await contents();
    expect(before.reports.map(({ file }) => file)).toEqual(['2020.xlsx: Jan', '2020.xlsx: Feb']);
    await rm(path);
    await test.loader.reload('all');
    expect(await contents()).toEqual(before);
  });
});

describe('what was half archived', () => {
  share();

  it('is never taken for the file: it has no name until it is whole', async () => {
    const folder = join(test.folder, 'archive');
    const archive = new Archive(folder, true);
    const path = await test.file('large.bin', randomBytes(4 << 20));
    const hash = sha256(await readFile(path));
    const abort = new AbortController();
    const keeping = archive.keep(path, hash, abort.signal);
    abort.abort(new Error('killed'));
    await expect(keeping).rejects.toThrow();
    expect(archived()).toEqual([]);
    // As a kill leaves it.
    await writeFile(join(folder, `${hash}.part`), 'half');
    expect(await archive.holds(hash)).toBe(false);
    await test.reopen();
    expect(archived()).toEqual([]);
  });

  it('a file that changed after it was read is refused, and nothing is kept', async () => {
    const archive = new Archive(join(test.folder, 'archive'), true);
    const path = await test.file('changing.csv', 'other than before');
    await expect(archive.keep(path, sha256(Buffer.from('before')))).rejects.toThrow('changed while it was loaded');
    expect(archived()).toEqual([]);
  });

  it('a damaged archive is found by its hash', async () => {
    const { loadId } = await loadRows('june.csv', row(1, 1));
    const [name = ''] = archived();
    const path = join(test.folder, 'archive', name);
    const whole = await readFile(path);
    const version = (await test.records.versions.current()).version;
    for (const damage of [
      brotliCompressSync('something else'),
      whole.subarray(0, whole.length - 9),
      // Its end comes before the file's.
      Buffer.concat([brotliCompressSync('something else'), randomBytes(100)]),
      randomBytes(100),
    ]) {
      await writeFile(path, damage);
      await expect(test.loader.reload([loadId])).rejects.toThrow(/damaged/);
    }
    expect(await loadsOf()).toEqual([loadId]);
    expect((await test.records.versions.current()).version).toBe(version);
    expect(readdirSync(join(test.folder, 'incoming'))).toEqual([]);
  });

  // A device that is always full stands for the disk; only Linux has it.
  it.skipIf(!existsSync('/dev/full'))('a full disk is said, and the load is not there', async () => {
    const path = await test.file('june.csv', `${HEADER}\n${row(1, 1)}`);
    const folder = join(test.folder, 'archive');
    await mkdir(folder);
    await symlink('/dev/full', join(folder, `${sha256(await readFile(path))}.part`));
    const load = () => test.loader.load({ files: [{ path }], mapping: smallMapping() });
    await expect(load()).rejects.toThrow('The disk is full. Nothing has changed');
    expect([await loadsOf(), archived()]).toEqual([[], []]);
    await load();
    expect(archived()).toHaveLength(1);
  });
});

describe('loading one file again from the archive', () => {
  share();

  it('keeps the rates of then, unless those in force are asked for', async () => {
    const path = await test.file('krw.csv', 'no,date,hs,importer,value\n1,2020-01-01,8517,Acme,1000\n');
    const columns = { record_date: { from: 'date' }, hs_code: { from: 'hs' }, total_value: { from: 'value' } };
    const mapping = smallMapping({ columns: { ...columns, currency: { constant: 'KRW' } }, ignore: ['importer'] });
    const rate = async (perUsd: number) =>
      loadRates(
        test.records,
        await test.file('r.csv', `Date,Country,Exchange rate\n2020-01-01,South Korea,${perUsd}\n`),
      );
    const usd = async () => (await pageOf(test.records, question(), EVERYTHING)).rows[0]?.total_value_usd;
    await rate(1000);
    await test.loader.load({ files: [{ path }], mapping });
    await rate(500);
    await test.loader.reload('all');
    expect(await usd()).toBe('1');
    await test.loader.reload('all', 'current');
    expect(await usd()).toBe('2');
  });
});

describe('loading several again from the archive', () => {
  let several: GoldenRecords;
  beforeAll(async () => {
    several = await goldenRecords(async (made) => {
      test = made;
      await loadSeveral();
    });
  });
  afterAll(() => several.remove());
  beforeEach(async () => {
    test = await several.copy();
  });
  afterEach(() => test.close());

  async function loadSeveral(): Promise<void> {
    const loader = new Loader(test.records);
    await loadRates(
      test.records,
      await test.file('rates.csv', 'Date,Country,Exchange rate\n2020-01-01,South Korea,1160\n'),
    );
    await loader.load({ files: [{ path: SMALL }] });
    const byCountry = smallMapping({ country: undefined });
    const path = await test.file('exports.csv', `${HEADER}\n${row(1, 1)}${row(2, 2)}`);
    await loader.load({ files: [{ path }], mapping: byCountry, country: 'VNM', source: 'elsewhere' });
    await loadRows('june.csv', row(1, 1));
    await loadRows('june-2.csv', row(1, 7) + row(3, 3), 3);
    await loadRows('keyless.csv', `${row(5, 5)}${row(6, 6)}9,never,8517,Acme,1\n`);
  }

  it('ends with the same ids, lines, sums and rejected rows, in one version, whoever searches meanwhile', async () => {
    const before = await contents();
    const { version } = await test.records.versions.current();
    // Whoever searches meanwhile sees the state of before or the new one, which show the same.
    const reload = test.loader.reload('all');
    let ended = false;
    reload.finally(() => {
      ended = true;
    });
    while (!ended) expect((await contents()).rows).toEqual(before.rows);
    const outcomes = await reload;
    expect(outcomes).toHaveLength(4);
    expect((await test.records.versions.current()).version).toBe(version + 1);
    expect(await contents()).toEqual(before);
    expect(await loadsOf()).toEqual([6, 7, 8, 9]);
    await test.reopen();
    expect(await contents()).toEqual(before);
  });

  it('one load alone, under another number, in its own place', async () => {
    const before = await contents();
    await test.loader.reload([2]);
    expect(await loadsOf()).toEqual([1, 4, 5, 6]);
    const after = await contents();
    expect(after.sums).toEqual(before.sums);
    expect(after.rows).toEqual(before.rows);
  });

  it('touches nothing where a load has no archive, and names every such load', async () => {
    const before = await contents();
    await rm(join(test.folder, 'archive', archived()[0] ?? ''));
    await rm(join(test.folder, 'archive', archived()[0] ?? ''));
    const error = await test.loader.reload('all').catch((thrown) => thrown);
    expect(error.message).toContain('These loads have no archived file in');
    expect(error.details).toHaveLength(2);
    expect(await contents()).toEqual(before);
    await expect(test.loader.reload([77])).rejects.toThrow('There is no load 77.');
  });
});
