/** Files that were loaded are kept as they were given, and what they became can be made again from them. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { type LoadRequest, loadRates } from '@tidewaiter/loader';
import { zipOf } from '@tidewaiter/testing/archives';
import { AS_PORTAL, EVERY_RECORD, EVERYTHING, fixture, pageOf, question } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { columnsFrom, HEADER, smallMapping } from '@tidewaiter/testing/small-files';
import { writeXlsx } from 'hucre/xlsx';
import { afterEach, describe, expect, it } from 'vitest';
import { EVERYTHING_LOADED } from '../query/entitlement.js';
import { Archive } from './archive.js';

/** Each test leaves neither loads nor archived files behind. */
const test = sharedRecords();
afterEach(async () => {
  await test.empty();
  await rm(folder(), { recursive: true, force: true });
});

const folder = () => join(test.folder, 'archive');
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const archived = () => (existsSync(folder()) ? readdirSync(folder()).sort() : []);
const row = (no: number, usd: number) => `${no},2020-01-0${no},8517,Acme ${no},${usd}.50`;
const csv = (...rows: string[]) => `${HEADER}\n${rows.join('\n')}\n`;
const loadsOf = async () => (await test.records.loads.list()).map(({ loadId }) => loadId);
const load = async (files: string | LoadRequest['files'], how: Partial<LoadRequest> = {}) =>
  test.loader.load({
    ...{ files: typeof files === 'string' ? [{ path: files }] : files, mapping: smallMapping() },
    ...how,
  });
const versionNow = async () => (await test.records.versions.current()).version;
const purge = (loadId: number) => test.records.publication.unload([loadId], { purge: true });
const rates = async (country: string, perUsd: number) => {
  const text = `Date,Country,Exchange rate\n2020-01-01,${country},${perUsd}\n`;
  return loadRates(test.records, await test.file('rates.csv', text));
};

/** Ids, lines, sums and rejected rows of what can be seen, and what a search says of it. */
async function contents() {
  const sums = await test.rows(
    `SELECT count(), groupBitXor(cityHash64(id, line, importer_name, record_date)), sum(total_value_usd), sum(total_value),
        sum(net_weight), (SELECT count() FROM rejections WHERE has({loads:Array(UInt32)}, load_id)),
        (SELECT groupBitXor(cityHash64(line, column_name, reason, cell, cells)) FROM rejections WHERE has({loads:Array(UInt32)}, load_id))
      FROM records WHERE has({loads:Array(UInt32)}, load_id)`,
    { loads: await loadsOf() },
  );
  const { rows } = await pageOf(test.records, question(EVERY_RECORD));
  const reports = (await test.records.loads.list()).map(
    ({ file, source, country, tradeType, mapping, ratesVersion, report }) => ({
      ...{ file, source, country, tradeType, mapping, ratesVersion, report },
    }),
  );
  const months = await (await test.records.ask(EVERYTHING_LOADED, EVERYTHING, AS_PORTAL)).months();
  return { sums, rows, reports, months };
}

const LINES = csv(row(1, 1), row(2, 2), row(3, 3), '9,never,8517,Acme,1');
const PARTIES = 'no,name\n1,Joined One\n3,Joined Three\n';
const JOINED = smallMapping({
  ...{ mainFile: 'lines', join: [{ file: 'parties', on: 'no' }] },
  columns: columnsFrom({ record_date: 'date', hs_code: 'hs', importer_name: 'parties.name', total_value_usd: 'usd' }),
});
const JOINED_ZIP = zipOf({
  'y/2020_lines.csv': LINES,
  'y/2020_parties.csv': PARTIES,
  'y/2020_notes.csv': 'a,b\n1,2\n',
});
const TABLES_ZIP = zipOf({ 'jan.csv': csv(row(1, 1)), 'feb.csv': csv(row(2, 2)), 'read.me.pdf': 'x' });
const sheets = ['Jan', 'Feb'].map((name, at) => ({
  ...{ name, rows: [HEADER.split(','), [at + 1, `2020-0${at + 1}-01`, '8517', 'Acme', 1.5]] },
}));
const WORKBOOK = Buffer.from(await writeXlsx({ sheets }));

interface Given {
  files: Record<string, Buffer | string>;
  /** Each a load of the first of the files. */
  loads: (Partial<LoadRequest> & { member?: string })[];
  /** What the loads are called. */
  called: string[];
}

const GIVEN: Record<string, Given> = {
  'a file': {
    files: { 'kr.csv': await readFile(fixture('kr-import-small.csv')) },
    ...{ loads: [{ mapping: undefined }], called: ['kr.csv'] },
  },
  'files that are joined': {
    files: { '2020_lines.csv': LINES, '2020_parties.csv': PARTIES },
    ...{ loads: [{ mapping: JOINED }], called: ['2020_lines.csv'] },
  },
  'joined members of a zip': {
    files: { '2020.zip': JOINED_ZIP },
    ...{ loads: [{ mapping: JOINED }], called: ['2020.zip: y/2020_lines.csv'] },
  },
  'a zip of several tables': {
    files: { '2020.zip': TABLES_ZIP },
    loads: ['jan.csv', 'feb.csv'].map((member) => ({ member })),
    called: ['2020.zip: jan.csv', '2020.zip: feb.csv'],
  },
  'a workbook of several tables': {
    files: { '2020.xlsx': WORKBOOK },
    loads: ['Jan', 'Feb'].map((sheet) => ({ form: { sheet } })),
    called: ['2020.xlsx: Jan', '2020.xlsx: Feb'],
  },
};

describe('what is loaded', () => {
  it.each(Object.entries(GIVEN))(
    'lies in the archive as it was given, under its hash, and is made again from it: %s',
    async (_, { files, loads, called }) => {
      const paths: string[] = [];
      for (const [name, bytes] of Object.entries(files)) paths.push(await test.file(name, bytes));
      const [path = ''] = paths;
      const loadAll = async () => {
        const outcomes = [];
        for (const { member, ...how } of loads)
          outcomes.push(...(await load([{ path, ...(member && { member }) }], how)));
        return outcomes;
      };
      const outcomes = await loadAll();
      if (path.endsWith('.xlsx')) expect(outcomes[0]?.form).toMatchObject({ sheet: 'Jan', otherSheets: ['Feb'] });
      expect(archived()).toEqual(
        Object.values(files)
          .map((bytes) => `${sha256(bytes)}.br`)
          .sort(),
      );
      const [first = ''] = Object.values(files);
      const kept = brotliDecompressSync(await readFile(join(folder(), `${sha256(first)}.br`)));
      expect(kept.equals(Buffer.from(first))).toBe(true);
      const before = await contents();
      expect(before.reports.map(({ file }) => file)).toEqual(called);
      expect(Number(before.sums[0]?.[0])).toBeGreaterThan(0);
      // As long as none of the files changes, they are what is loaded already.
      expect((await loadAll()).map(({ loadId, sameAs }) => [loadId, sameAs])).toEqual(
        outcomes.map(({ loadId }) => [null, loadId]),
      );
      for (const one of paths) await rm(one);
      await test.loader.reload('all');
      expect(await contents()).toEqual(before);
      const again = await loadsOf();
      expect(again.filter((loadId) => outcomes.some((outcome) => outcome.loadId === loadId))).toEqual([]);
      for (const loadId of again) {
        expect(archived()).toHaveLength(paths.length);
        await purge(loadId);
      }
      expect(archived()).toEqual([]);
    },
  );

  it('stays there when its load is taken out or replaced, and goes when that is said', async () => {
    const path = await test.file('june.csv', csv(row(1, 1)));
    const [june] = await load(path);
    const july = await test.load([row(1, 2), row(2, 3)], { replace: june?.loadId ?? 0 });
    await test.records.publication.unload([july]);
    expect(archived()).toHaveLength(2);
    // The same file once more, by another source: two loads of one archived file.
    for (const source of ['one', 'two']) await load(path, { source });
    const [one = 0, two = 0] = await loadsOf();
    await purge(one);
    expect(archived()).toHaveLength(2);
    await purge(two);
    expect(archived()).toHaveLength(1);
  });

  it('is not archived by a dry run, nor where nothing of it is loaded', async () => {
    const path = await test.file('a.csv', csv(row(1, 1)));
    await load(path, { dryRun: true });
    const wrong = await test.file('b.csv', csv('1,never,8517,Acme,1'));
    await expect(load([{ path }, { path: wrong }])).rejects.toThrow('No row of');
    expect(archived()).toEqual([]);
  });

  it('is another where a file beside it changes, which is missed by name when it is gone', async () => {
    const path = await test.file('2020_lines.csv', LINES);
    await test.file('2020_parties.csv', PARTIES);
    const [{ loadId } = expect.fail()] = await load(path, { mapping: JOINED });
    await test.file('2020_parties.csv', PARTIES.replace('Three', 'Four'));
    const refused = { details: [expect.stringContaining(`--replace ${loadId}`)] };
    await expect(load(path, { mapping: JOINED })).rejects.toMatchObject(refused);
    await rm(join(folder(), `${sha256(PARTIES)}.br`));
    const missed = { details: [`load ${loadId} (2020_lines.csv): 2020_parties.csv is missing`] };
    await expect(test.loader.reload('all')).rejects.toMatchObject(missed);
  });
});

describe('what was half archived', () => {
  it('is never taken for the file: it has no name until it is whole', async () => {
    const archive = new Archive(folder(), true);
    const path = await test.file('large.bin', randomBytes(4 << 20));
    const hash = sha256(await readFile(path));
    const abort = new AbortController();
    const keeping = archive.keep(path, hash, abort.signal);
    abort.abort(new Error('killed'));
    await expect(keeping).rejects.toThrow();
    expect(archived()).toEqual([]);
    // As a kill leaves it.
    await writeFile(join(folder(), `${hash}.part`), 'half');
    expect(await archive.holds(hash)).toBe(false);
    await test.reopen();
    expect(archived()).toEqual([]);
    await expect(archive.keep(path, sha256('before'))).rejects.toThrow('changed while it was loaded');
    expect(archived()).toEqual([]);
  });

  it('is found by its hash where it is damaged', async () => {
    const loadId = await test.load([row(1, 1)]);
    const path = join(folder(), archived()[0] ?? '');
    const whole = await readFile(path);
    const version = await versionNow();
    const other = brotliCompressSync('something else');
    // Of the third, its end comes before the file's.
    for (const damage of [other, whole.subarray(0, -9), Buffer.concat([other, randomBytes(100)]), randomBytes(100)]) {
      await writeFile(path, damage);
      await expect(test.loader.reload([loadId])).rejects.toThrow(/damaged/);
    }
    expect([await loadsOf(), await versionNow()]).toEqual([[loadId], version]);
    expect(readdirSync(join(test.folder, 'incoming'))).toEqual([]);
  });

  // A device that is always full stands for the disk; only Linux has it.
  it.skipIf(!existsSync('/dev/full'))('is no load where the disk is full, which is said', async () => {
    const path = await test.file('june.csv', csv(row(1, 1)));
    await mkdir(folder(), { recursive: true });
    await symlink('/dev/full', join(folder(), `${sha256(await readFile(path))}.part`));
    await expect(load(path)).rejects.toThrow('The disk is full. Nothing has changed');
    expect([await loadsOf(), archived()]).toEqual([[], []]);
    await load(path);
    expect(archived()).toHaveLength(1);
  });
});

describe('loading again from the archive', () => {
  it('keeps the rates of then, unless those in force are asked for', async () => {
    const columns = {
      ...columnsFrom({ record_date: 'date', hs_code: 'hs', total_value: 'value' }),
      currency: { constant: 'KRW' },
    };
    const mapping = smallMapping({ columns, ignore: ['importer'] });
    const usd = async () => (await pageOf(test.records, question())).rows[0]?.total_value_usd;
    await rates('South Korea', 1000);
    await test.load(['1,2020-01-01,8517,Acme,1000'], { header: 'no,date,hs,importer,value', mapping });
    await rates('South Korea', 500);
    await test.loader.reload('all');
    expect(await usd()).toBe('1');
    await test.loader.reload('all', 'current');
    expect(await usd()).toBe('2');
  });

  it('ends with the same ids, lines, sums and rejected rows, in one version, whoever searches meanwhile', async () => {
    await rates('South Korea', 1160);
    await load(fixture('kr-import-small.csv'), { mapping: undefined });
    const byCountry = smallMapping({ country: undefined });
    await test.load([row(1, 1), row(2, 2)], { mapping: byCountry, country: 'VNM', source: 'elsewhere' });
    const june = await test.load([row(1, 1)]);
    await test.load([row(1, 7), row(3, 3)], { replace: june });
    await test.load([row(5, 5), row(6, 6), '9,never,8517,Acme,1']);
    const [before, version, loads] = [await contents(), await versionNow(), await loadsOf()];
    // Whoever searches meanwhile sees the state of before or the new one, which show the same.
    let ended = false;
    const reload = test.loader.reload('all').finally(() => {
      ended = true;
    });
    while (!ended) expect((await contents()).rows).toEqual(before.rows);
    expect(await reload).toHaveLength(4);
    expect(await versionNow()).toBe(version + 1);
    expect(await contents()).toEqual(before);
    const again = await loadsOf();
    const next = (loads.at(-1) ?? 0) + 1;
    expect(again).toEqual([next, next + 1, next + 2, next + 3]);
    await test.reopen();
    expect(await contents()).toEqual(before);
    // One load alone, under another number, in its own place.
    await test.loader.reload([next + 1]);
    expect(await loadsOf()).toEqual([next, next + 2, next + 3, next + 4]);
    const after = await contents();
    expect([after.sums, after.rows]).toEqual([before.sums, before.rows]);
    // Where loads have no archive nothing is touched, and every such load is named.
    for (const { hash } of (await test.records.loads.list()).slice(0, 2)) await rm(join(folder(), `${hash}.br`));
    const error = await test.loader.reload('all').catch((thrown) => thrown);
    expect(error.message).toContain('These loads have no archived file in');
    expect(error.details).toHaveLength(2);
    expect(await contents()).toEqual(after);
    await expect(test.loader.reload([77_777])).rejects.toThrow('There is no load 77777.');
  });
});
