/** The programs' calls, by keys. */
import { API_CALLS, type ApiCallName } from '@tidewaiter/contract/api';
import { beforeAll, describe, expect, it } from 'vitest';
import { payload } from '../../../testing/calls.js';
import { subscription, userOf } from '../../../testing/portal.js';
import { programFor, programWith, QUESTION, type TestProgram } from '../../../testing/program.js';
import { sharedAccount, sharedPortalAtWork } from '../../../testing/shared-portal.js';

const portal = sharedPortalAtWork();
let mine: TestProgram & { id: string };
const me = sharedAccount(portal);
beforeAll(async () => {
  mine = await programFor(portal, me);
});

const question = QUESTION;

describe('every call', () => {
  const examples = Object.entries(API_CALLS).flatMap(([name, call]) =>
    'example' in call && call.example ? [[name as ApiCallName, call.example as object] as const] : [],
  );

  it.each(examples)('%s answers its example', async (name, example) => {
    const { status, meta, problem } = await mine.call(name, example);
    expect(problem.detail).toBeUndefined();
    expect(status).toBe(200);
    expect(meta).toMatchObject({
      cost: expect.anything(),
      left: { searches: expect.any(Number), points: expect.any(Number) },
    });
  });
});

describe('an answer', () => {
  it('says what was understood, how much there is, what it cost, what is left and where a person sees it', async () => {
    const account = await portal.signIn();
    const program = await programFor(portal, account);
    const first = await program.call('count', { question });
    const left = (await subscription(account))?.queryPerDay;
    expect(first.data).toEqual({ count: 4 });
    expect(first.meta).toEqual({
      data_version: 1,
      question: "Imports of South Korea whose HS code starts with '8517', '0901', or '6907', 01 Jan 2020 – 31 Dec 2020",
      count: 4,
      searched: { countries: ['KOR'], from: '2020-01-01', to: '2020-12-31' },
      cost: { searches: 1, points: 0 },
      left: { searches: left, points: expect.any(Number) },
      link: expect.stringMatching(
        /\/list1\?trade=IMPORT&country=KOR&by=HS_CODE&q=8517&q=0901&q=6907&from=2020-01-01&to=2020-12-31$/,
      ),
    });
    // The same question is free for the rest of the day, on the screen too.
    const again = await program.call('breakdown', { question, by: 'importers' });
    expect(again.meta).toMatchObject({ count: 4, cost: { searches: 0 }, left: { searches: left } });
    await account.client.search(payload());
    expect((await subscription(account))?.queryPerDay).toBe(left);
  });

  it('of a question without countries is of those of the account, as on the screen, where it is paid for once', async () => {
    // Of India there are no records: the form is not filled in with it.
    const account = await portal.signIn(['KOR', 'IND']);
    await account.client.search(payload());
    const left = (await subscription(account))?.queryPerDay;
    const { countries: _, ...everywhere } = question;
    const { meta } = await (await programFor(portal, account)).call('count', { question: everywhere });
    const searched = { countries: ['KOR'], from: question.from, to: question.to };
    expect(meta).toMatchObject({ searched, count: 4, cost: { searches: 0 }, left: { searches: left } });
  });

  it('has the cells of the screen under names that both trade types share', async () => {
    const { impForeignList = [] } = await me.client.search(payload());
    const { data } = await mine.call('search', { question });
    expect(data.records.map(({ id }: { id: string }) => id)).toEqual(impForeignList.map(({ id }) => id));
    const [row] = impForeignList as Record<string, unknown>[];
    expect(data.records[0]).toMatchObject({ record_date: row?.be_date, hs_code: row?.hs_code, source: row?.source });
    const few = await mine.call('search', { question, columns: ['hs_code'], limit: 1 });
    expect(Object.keys(few.data.records[0] ?? {})).toEqual([
      ...['id', 'usd_derived', 'hs_derived', 'owned', 'source', 'as_written', 'hs_code'],
    ]);
  });

  it('is told by its tag to be the same, for nothing', async () => {
    const first = await mine.call('coverage');
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"1-/);
    expect((await mine.call('coverage', {}, { headers: { 'if-none-match': tag } })).status).toBe(304);
    const other = await programFor(portal, await portal.signIn(['KOR']));
    expect((await other.call('coverage', {}, { headers: { 'if-none-match': tag } })).status).toBe(200);
  });
});

it('a cursor of another question is refused, and what is none', async () => {
  const { data } = await mine.call('search', { question, limit: 1 });
  const other = { ...question, to: '2020-12-30' };
  for (const cursor of ['made up', btoa('[-1,1,"x"]'), '{}', data.next_cursor]) {
    const asked = cursor === data.next_cursor ? other : question;
    const { status, problem } = await mine.call('search', { question: asked, cursor });
    expect([status, problem.code]).toEqual([400, 'cursor_refused']);
  }
});

it('records beyond those that the plan gives without points are sold once, for no more than was agreed, by no narrower question', async () => {
  const rights = { searches: 9, downloads: 10, maxDownload: 10, countries: null, termMonths: null };
  await portal.services.accounts.plans.catalogue.set('Three records', { ...rights, freeRecords: 3 });
  const account = await portal.signIn(null, 'Three records');
  const program = await programFor(portal, account);
  const read = async (request: object) => {
    const { status, data, meta, problem } = await program.call('search', { question, ...request });
    return {
      status,
      code: problem.code,
      ids: data?.records.map(({ id }: { id: string }) => id),
      next: data?.next_cursor,
      meta,
    };
  };
  const { ids = [], next: cursor } = await read({ limit: 3 });
  expect(ids).toHaveLength(3);
  expect(await read({ limit: 3, cursor })).toMatchObject({ status: 402, code: 'points_needed' });
  expect((await program.call('cost', { question })).data).toMatchObject({ points: 1, free_records_left: 0 });
  for (const days of [
    { from: '2020-01-01', to: '2020-01-31' },
    { from: '2020-02-01', to: '2020-02-29' },
  ])
    for (const id of (await read({ question: { ...question, ...days } })).ids ?? []) expect(ids).toContain(id);
  for (const points of [1, 0]) {
    const bought = await read({ limit: 3, cursor, max_points: 1 });
    expect(bought).toMatchObject({ status: 200, ids: [expect.any(String)], meta: { cost: { points } } });
  }
  expect((await subscription(account))?.downloadLimit).toBe(9);
});

describe('a refusal', () => {
  const LATER = { from: '2020-03-01', to: '2020-03-31' };
  const BACKWARDS = { before: { from: '2020-02-01', to: '2020-01-01' } };
  const TYPED = { trade: 'import', field: 'product', from: '2020-01-01', to: '2020-12-31' };

  it('is a problem that points at the fields', async () => {
    const { status, headers, problem } = await mine.call('search', {
      question: { ...question, where: [{ field: 'hs_code', values: ['69'] }] },
    });
    expect(status).toBe(400);
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(problem).toMatchObject({
      type: 'urn:tidewaiter:problem:validation',
      code: 'validation',
      errors: [{ pointer: '/question/where/0/values/0' }],
    });
  });

  it.each([
    ['pivot', { question, rows: 'hs_codes', columns: 'hs_codes' }, '/columns'],
    ['pivot', { question, rows: 'hsCodes' }, '/rows'],
    ['pivot', { question, rows: 'hs_codes', topRows: 5 }, '/topRows'],
    ['comparePeriods', { question, by: 'importers', after: LATER, ...BACKWARDS }, '/before'],
    ['values', { question, column: 'total_value_usd' }, '/column'],
    ['suggest', { ...TYPED, text: 'x' }, '/text'],
    ['suggest', { ...TYPED, text: 'tiles', countries: ['AQ'] }, '/countries/0'],
    ['quoteExport', { question, columns: ['no_such'] }, '/columns/0'],
    ['quoteExport', { question, ids: ['none'] }, '/ids/0'],
    ['createWorkspace', { name: '' }, '/name'],
    ['count', { question: { ...question, countries: ['KOR', 'AQ'] } }, '/question/countries/1'],
    ['company', { company: 'Acme', country_code: ['ATA'] }, '/country_code/0'],
  ] as const)('of %s names the field as it was sent', async (name, request, pointer) => {
    const { status, problem } = await mine.call(name, request);
    expect([status, problem.errors?.[0]?.pointer]).toEqual([400, pointer]);
  });

  it('of a key says what to do about it', async () => {
    const refused = async (key: string) => {
      const { status, problem, headers } = await programWith(portal.url, key).call('account');
      return [status, problem.code, headers.get('www-authenticate')];
    };
    expect(await refused('')).toEqual([401, 'key_unknown', 'Bearer']);
    const mistyped = `${mine.key.slice(0, -1)}${mine.key.endsWith('x') ? 'y' : 'x'}`;
    expect(await refused(mistyped)).toEqual([401, 'key_unknown', 'Bearer']);
    const limited = await programFor(portal, me, ['contacts']);
    const { status, problem } = await limited.call('count', { question });
    expect([status, problem.code, problem.detail]).toEqual([403, 'key_scope', expect.stringContaining('“search”')]);
    const user = await userOf(portal, me);
    await portal.services.accounts.access.apiKeys.revoke(user, limited.id, { actorId: user.id });
    expect(await refused(limited.key)).toEqual([401, 'key_revoked', 'Bearer']);
  });

  it('of a key in an address comes whether it is good or not', async () => {
    for (const path of [`/api/v1/account?key=${mine.key}`, `/api/v1/${mine.key}`]) {
      const response = await fetch(portal.url + path, { headers: { authorization: `Bearer ${mine.key}` } });
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'key_in_url']);
    }
  });

  it('of an unknown call is a problem too', async () => {
    const response = await fetch(`${portal.url}/api/v1/no-such-call`);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([404, 'unknown_route']);
  });
});

describe('an export of a program', () => {
  it('is quoted, agreed, charged once by its key, and fetched', async () => {
    const account = await portal.signIn();
    const program = await programFor(portal, account);
    await program.call('count', { question });
    const wanted = { question, columns: ['record_date', 'importer_name', 'importer_name_company'] };
    const { data: quote } = await program.call('quoteExport', wanted);
    const { fingerprint, points } = quote;
    const start = () =>
      program.call('startExport', { ...wanted, fingerprint }, { headers: { 'idempotency-key': 'monthly file' } });
    const [one, other] = [await start(), await start()];
    expect(one.data).toMatchObject({ id: other.data.id, question, columns: wanted.columns, format: 'csv' });
    const params = { export_id: one.data.id as string };
    await expect
      .poll(async () => (await program.call('readExport', {}, { params })).data.state, { timeout: 20_000 })
      .toBe('ready');
    const file = await fetch(`${portal.url}/api/v1/exports/${params.export_id}/file`, {
      headers: { authorization: `Bearer ${program.key}` },
    });
    expect((await file.text()).trim().split('\n')).toHaveLength(1 + 4);
    const { exports } = (await program.call('listExports')).data;
    expect(exports.map(({ points: paid }: { points: number }) => paid)).toEqual([points]);
    expect((await start()).data.id).toBe(one.data.id);
  });

  it('needs a key that names it', async () => {
    const { problem } = await mine.call('startExport', { question, fingerprint: 'x' });
    expect(problem.detail).toContain('Idempotency-Key');
  });
});

it('a search is saved, shown as it can be asked again, and removed', async () => {
  const { data: workspace } = await mine.call('createWorkspace', { name: 'Tiles' });
  const texts = { name: 'Korea', description: 'What Korea buys' };
  const { data: saved } = await mine.call('saveSearch', { workspace_id: workspace, ...texts, question });
  const { data: listed } = await mine.call('savedSearches', { workspace_id: workspace });
  expect(listed).toMatchObject({ saved_searches: [{ id: saved.id, question, records: 4 }], saved_searches_count: 1 });
  const params = { saved_search_id: saved.id as string };
  await mine.call('renameSavedSearch', { ...texts, name: 'Korea again', revision: 1 }, { params });
  await mine.call('removeSavedSearch', {}, { params });
  expect((await mine.call('savedSearches', { workspace_id: workspace })).data.saved_searches).toEqual([]);
});
