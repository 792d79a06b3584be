/** A load that an operator prepares over HTTP: sent in parts, looked at, asked about, loaded, its mapping followed. */
import { readdir } from 'node:fs/promises';
import { ENDPOINTS } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { raw } from '../../testing/calls.js';
import { draftingPortal, kenyan, refusal } from '../../testing/drafting.js';

const { portal, client, operator, settled, sent, draftOf, answer, load } = draftingPortal();

describe('a file that leaves a question open', () => {
  let draft: string;

  it('is sent in parts, and shown as a table with what each column means and what its first rows become', async () => {
    draft = await sent('kenya-imports.csv', kenyan('D'));
    const { state, found } = await draftOf(draft);
    expect(state).toBe('OPEN');
    expect(found?.understood).toMatchObject({ origin: 'understood', mapping: 'ken-imports', rows: 30 });
    expect(found?.understood?.country).toMatchObject({ value: 'KEN', sure: expect.any(Number) });
    expect(found?.understood?.columns).toContainEqual(
      expect.objectContaining({ header: 'HS CODE', target: 'hs_code', reason: expect.stringContaining('name') }),
    );
    const [first] = found?.understood?.first ?? [];
    expect(first?.cells.slice(0, 4)).toEqual(['D0', '1', '1/03/2025', '8517.13.00']);
    const record = { record_date: '2025-03-01', hs_code: '85171300', importer_name: 'ACME 0 LTD' };
    expect(first?.record).toMatchObject(record);
    expect(found?.totals).toBeNull();
  });

  it('says where each answer leads, and takes none that is not asked or is no answer', async () => {
    const { found, revision } = await draftOf(draft);
    const [question] = found?.questions ?? [];
    expect(question?.text).toContain('which currency is "TOTAL VALUE" in?');
    expect(question?.answers.map((one) => one.answer)).toContain('--set currency=KES');
    expect(question?.named).toMatchObject([{ header: 'TOTAL VALUE' }]);
    const say = (text: string | null, said: string | null) =>
      refusal(client.answerDraft({ revision, answers: [{ question: text, answer: said }] }, { params: { draft } }));
    expect(await say('which colour is it?', '--set currency=KES')).toContain('answered already');
    expect(await say(question?.text ?? '', '--set currency=RUPEES')).toContain('is no answer');

    expect(await say(question?.text ?? '', '--mapping ../../etc/passwd')).toContain('There is no mapping');
    expect(await say(question?.text ?? '', '--encoding utf-7')).toContain('encodings that fit');
    expect(await say(null, '--layout x')).toContain('answered already');
    expect(await say(null, '--set "NO SUCH=hs_code"')).toContain('no column');
    expect(await refusal(client.loadDraft({ revision }, { params: { draft } }))).toContain('answer that first');
  });

  it('is looked at again with an answer; who comes second with another is told', async () => {
    const { revision, found } = await draftOf(draft);
    const text = found?.questions[0]?.text ?? '';
    const both = await Promise.allSettled(
      ['--set currency=KES', '--set currency=USD'].map((said) =>
        client.answerDraft({ revision, answers: [{ question: text, answer: said }] }, { params: { draft } }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await settled();
    const { found: then, state } = await answer(draft, null, '--set currency=KES');
    expect([state, then?.questions]).toEqual(['OPEN', []]);
    expect(then?.totals).toMatchObject({ rowsRead: 30, rowsLoaded: 30, rowsRejected: 0, months: [{ records: 30 }] });
    expect(then?.totals?.values).toMatchObject([{ currency: 'KES', records: 30, total: '103050' }]);
    // Nothing of it is loaded.
    expect((await client.operatorLoads({})).loads.map(({ file }) => file)).not.toContain('kenya-imports.csv');
  });

  it('is loaded, its file goes, and how it was read is a mapping that the next file follows without a question', async () => {
    const { state, load: number } = await load(draft);
    expect([state, number]).toEqual(['LOADED', expect.any(Number)]);
    expect(await readdir(portal.config.uploads)).toEqual([]);
    expect((await client.operatorMappings({})).mappings).toMatchObject([
      { name: 'ken-imports', version: 1, origin: `kenya-imports.csv, load ${number}` },
    ]);
    const next = await sent('kenya-imports-april.csv', kenyan('E', { month: '04' }));
    const { found } = await draftOf(next);
    expect(found?.questions).toEqual([]);
    const whose = { trade: { value: 'IMPORT' }, country: { value: 'KEN' } };
    expect(found?.understood).toMatchObject({ origin: 'learned', mapping: 'ken-imports', ...whose });
    expect(found?.totals?.values).toMatchObject([{ currency: 'KES' }]);
    expect((await load(next)).state).toBe('LOADED');
    expect((await client.operatorMappings({})).mappings).toMatchObject([{ version: 1 }]);
    expect((await client.operatorAudit({})).entries.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['LOAD_FILE_SENT', 'LOAD_ASKED', 'MAPPING_SAVED']),
    );
  });
});

it('a file is of a name that would lead elsewhere: it lies in its folder', async () => {
  const draft = await sent('../../../etc/..\\evil\u202e.csv', kenyan('J'));
  expect((await draftOf(draft)).state).toBe('OPEN');
  expect(await readdir(portal.config.uploads)).toEqual([draft]);
  await client.discardDraft({}, { params: { draft } });
});

it('a saved mapping is exported, imported as the next version, and removed; it names no file of this machine', async () => {
  const { versions } = await client.operatorMapping({}, { params: { mapping: 'ken-imports' } });
  const [latest] = versions;
  const changed = { ...JSON.parse(latest?.mapping ?? ''), title: 'Kenya, from the office' };
  const { message } = await client.importMapping({ file: 'ken.json', mapping: JSON.stringify(changed) });
  expect(message).toContain('version 2');
  const evil = { ...changed, columns: { ...changed.columns, unit: { from: 'UNIT', codes: '/etc/hostname.json' } } };
  const import_ = (mapping: unknown) =>
    refusal(client.importMapping({ file: 'x.json', mapping: JSON.stringify(mapping) }));
  expect(await import_(evil)).toContain('not valid');
  expect(await import_([])).toContain('not valid');
  expect(await refusal(client.importMapping({ file: 'x.json', mapping: 'no JSON' }))).toContain('not JSON');
  const remove = () => client.removeMapping({}, { params: { mapping: 'ken-imports' } });
  await remove();
  expect(await refusal(remove())).toContain('no saved mapping');
});

it('parts are bytes and nothing else, and no other call takes bytes', async () => {
  const begun = await client.beginDraft({ file: 'x.csv', bytes: 10, modified: 1 });
  const path = `/operator-management/drafts/${begun.draft}/from/0`;
  const headers = { accessedby: operator.person.token };
  const statusOf = async (where: string, method: string, type: string, body: Buffer) =>
    (await raw(portal, where, { method, headers: { ...headers, 'content-type': `application/${type}` }, body })).status;
  expect(await statusOf(path, 'PUT', 'json', Buffer.from('{}'))).toBe(415);
  expect(await statusOf(path, 'PUT', 'octet-stream', Buffer.alloc(9 * 1024 ** 2))).toBe(413);
  expect(await statusOf(ENDPOINTS.beginDraft.path, 'POST', 'octet-stream', Buffer.from('{}'))).toBe(415);
});

it('public sources have cards, and a file of a country whose records may not be published is doubted', async () => {
  const { sources } = await client.operatorSources({});
  expect(sources.find(({ name }) => name === 'chile')).toMatchObject({
    ...{ licence: { show: 'yes' }, loads: [], until: null },
  });
  const draft = await sent('india-imports.csv', kenyan('P'));
  const { found } = await answer(draft, null, '--set currency=INR');
  expect(found?.totals?.doubts).toContainEqual(expect.stringContaining('section 135AA'));
  await client.discardDraft({}, { params: { draft } });
});
