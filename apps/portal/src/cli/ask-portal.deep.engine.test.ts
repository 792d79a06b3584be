/** A portal that is asked from elsewhere: by the client of programs, and by the command of a person. */
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiProblem, type Client, createClient } from '@tidewaiter/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { saidAlone } from '../../testing/command-line.js';
import { subscription } from '../../testing/portal.js';
import { programFor } from '../../testing/program.js';
import { sharedAccount, sharedPortalAtWork } from '../../testing/shared-portal.js';
import { loadTiles, TILES } from '../../testing/tiles.js';

const RECORDS = 10_050;

const portal = sharedPortalAtWork();
let key: string;
let client: Client;
const me = sharedAccount(portal);
beforeAll(async () => {
  await loadTiles(portal, RECORDS);
  ({ key } = await programFor(portal, me));
  client = createClient({ url: portal.url, key });
});
afterAll(() => vi.unstubAllEnvs());

const points = async () => (await subscription(me))?.downloadLimit ?? 0;

const problem = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: ApiProblem) => error,
  );

describe('the client', () => {
  it('answers calls by their names, with what is told beside it', async () => {
    const { data: counted, meta } = await client.count({ question: TILES });
    expect([counted.count, meta.count, meta.cost.searches]).toEqual([RECORDS, RECORDS, 1]);
    expect((await client.account()).data.person.email).toBe(me.email);
    const { data: workspace } = await client.createWorkspace({ name: 'Tiles' });
    const { data: saved } = await client.saveSearch({
      ...{ workspace_id: workspace, name: 'Tiles', description: 'All of them' },
      question: TILES,
    });
    await client.removeSavedSearch({ saved_search_id: saved.id });
  });

  it('reads every record of a question once, for no more than was agreed to', async () => {
    const refused = await problem(
      (async () => {
        for await (const _ of client.records(TILES, { maxPoints: 49 }));
      })(),
    );
    expect(refused).toMatchObject({ code: 'points_needed', status: 402 });
    const before = await points();
    const ids = new Set<string>();
    const reading = client.records(TILES, { maxPoints: 50, columns: ['hs_code'] });
    for await (const { id } of reading) ids.add(id);
    expect([ids.size, reading.progress?.read, reading.progress?.points]).toEqual([RECORDS, RECORDS, 50]);
    expect(await points()).toBe(before - 50);
  });
});

describe('the command', () => {
  const ask = (...args: string[]) => {
    vi.stubEnv('TIDEWAITER_URL', portal.url);
    vi.stubEnv('TIDEWAITER_API_KEY', key);
    return saidAlone('ask', ...args);
  };
  const tiles = ['imports', 'of', 'IND', '--product', 'ceramic tile', '--from', '2025-01-01', '--to', '2025-12-31'];

  it('prints records, and tells what was understood, what it cost and where to see it', async () => {
    const { status, out, err } = await ask(...tiles, '--limit', '3');
    expect([status, out.trim().split('\n').length]).toEqual([0, 4]);
    expect(out).toContain('CERAMIC TILES');
    expect(err).toMatch(/^Imports of India whose product.*\n10,050 records\. Spent: 0 searches and 0 points; left: /);
    expect(err).toContain(`${portal.config.publicUrl}/list1?`);
    expect(err).toContain('These are the first 3');
  });

  it('prints CSV of which a spreadsheet runs nothing, all of it', async () => {
    const csv = ['--format', 'csv', '--columns', 'importer_name,total_value_usd'];
    const { out } = await ask(...tiles, ...csv, '--limit', '1500');
    const lines = out.trim().split('\n');
    expect([lines[0], lines.length]).toEqual(['importer_name,total_value_usd', 1501]);
    expect(lines.some((line) => line.startsWith("'=CMD(),"))).toBe(true);
    expect(lines.some((line) => line.startsWith('='))).toBe(false);
  });

  it('prints JSON with what is told beside it', async () => {
    const { out } = await ask(...tiles, '--json', '--limit', '2');
    const { records, meta } = JSON.parse(out);
    expect([records.length, records[0].hs_code, meta.count, meta.cost.points]).toEqual([2, '69072100', RECORDS, 0]);
    const { items, total } = JSON.parse((await ask(...tiles, '--json', '--by', 'exporters')).out);
    expect([items.length, total.shipments]).toEqual([30, RECORDS]);
    expect(JSON.parse((await ask('imports', '--hs', '9999', '--json')).out).records).toEqual([]);
  });

  it('prints a breakdown', async () => {
    const { out, err } = await ask(...tiles, '--by', 'importers', '--limit', '2');
    expect(out).toMatch(/name +shipments +value_usd +share/);
    expect(err).toContain('These are the first 2 of 40.');
  });

  it('writes a file for no more than was agreed to', async () => {
    const path = join(tmpdir(), `tidewaiter-tiles-${process.pid}.parquet`);
    const day = ['imports', 'of', 'IN', '--hs', '6907', '--from', '2025-01-03', '--to', '2025-01-04'];
    const refused = await ask(...day, '--format', 'parquet', '--out', path);
    expect([refused.status, refused.err]).toEqual([1, expect.stringContaining('cost 68 points')]);
    const { status, out, err } = await ask(...day, '--format', 'parquet', '--out', path, '--max-points', '68');
    expect([status, out]).toEqual([0, `68 records are in ${path}.\n`]);
    expect(err).toContain('Spent: 0 searches and 68 points');
    expect((await readFile(path)).subarray(0, 4).toString()).toBe('PAR1');
    await rm(path);
  });

  it('fails in words', async () => {
    const wrong = await ask('imports', 'of', 'IND', '--hs', '1');
    expect([wrong.status, wrong.out]).toEqual([1, '']);
    const nobody = await ask(...tiles, '--url', 'http://127.0.0.1:1', '--limit', '1');
    expect(nobody).toMatchObject({ status: 1, err: 'http://127.0.0.1:1 has not answered as a portal does.\n' });
    vi.stubEnv('TIDEWAITER_API_KEY', '');
    const keyless = await saidAlone('ask', ...tiles);
    expect([keyless.status, keyless.err]).toEqual([1, expect.stringContaining('Set TIDEWAITER_API_KEY')]);
  });
});
