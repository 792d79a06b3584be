/** A load that an operator prepares over HTTP: sent in parts, looked at, asked about, loaded, its mapping followed. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ENDPOINTS, type PortalClient } from '@tidewaiter/contract';
import { zipOf } from '@tidewaiter/testing/archives';
import { appCode } from '@tidewaiter/testing/authenticator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failure, raw } from '../../testing/calls.js';
import { type SignedInAccount, startPortal, type TestPortal } from '../../testing/portal.js';
import { handleDrafts } from '../loading/job.js';

let portal: TestPortal;
let operator: SignedInAccount;
let client: PortalClient;
beforeAll(async () => {
  portal = await startPortal();
  operator = await portal.signIn();
  client = operator.client;
  const { challengeId, secret } = await client.beginApp({});
  await client.addApp({ challengeId, code: appCode(secret), name: 'Phone' });
  const user = await portal.services.accounts.users.findById(operator.person.userid);
  if (user) await portal.services.accounts.users.setOperator(user, true);
  handleDrafts(portal.services);
});
afterAll(() => portal.close());

const HEADER = 'DECLARATION NO,ITEM NO,IMP DATE,HS CODE,IMPORTER,DESCRIPTION,QTY,UNIT,TOTAL VALUE';

/** A file of Kenyan imports, whose value is in no currency that it says. */
const kenyan = (letter: string, { month = '03', header = HEADER, more = '', rows = 30 } = {}) =>
  [
    header,
    ...Array.from(
      { length: rows },
      (_, index) =>
        `${letter}${index},1,${(index % 28) + 1}/${month}/2025,8517.13.00,ACME ${index} LTD,TELEPHONES,${100 + index},PCS,${(100 + index) * 30}${more}`,
    ),
  ].join('\n');

/** Bytes, as a call sends them. */
const bytesOf = (part: Buffer) => new Blob([new Uint8Array(part)], { type: 'application/octet-stream' });

const settled = () => portal.services.accounts.jobs.settle({ withinMs: 60_000 });

async function sent(file: string, content: string | Buffer, part = 1000): Promise<string> {
  const bytes = Buffer.from(content);
  const { draft, received } = await client.beginDraft({ file, bytes: bytes.length, modified: 1 });
  for (let at = received; at < bytes.length; at += part)
    await client.sendDraftPart(bytesOf(bytes.subarray(at, at + part)), { params: { draft, offset: at } });
  await settled();
  return draft;
}

const draftOf = (draft: string) => client.operatorDraft({}, { params: { draft } });

async function answer(draft: string, question: string | null, said: string | null) {
  const { revision } = await draftOf(draft);
  await client.answerDraft({ revision, answers: [{ question, answer: said }] }, { params: { draft } });
  await settled();
  return draftOf(draft);
}

async function load(draft: string, accept = false) {
  const { revision } = await draftOf(draft);
  await client.loadDraft({ revision, accept }, { params: { draft } });
  await settled();
  return draftOf(draft);
}

const refusal = async (call: Promise<unknown>) => {
  const error = await failure(call);
  expect(error.code).toBe('OPERATOR_REFUSED');
  return error.message;
};

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
    expect(first?.record).toMatchObject({
      record_date: '2025-03-01',
      hs_code: '85171300',
      importer_name: 'ACME 0 LTD',
    });
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
    expect(await say('which colour is it?', '--set currency=KES')).toContain('no longer asked');
    expect(await say(question?.text ?? '', '--set currency=RUPEES')).toContain('is no answer');

    expect(await say(question?.text ?? '', '--mapping ../../etc/passwd')).toContain('There is no mapping');
    expect(await say(question?.text ?? '', '--encoding utf-7')).toContain('encodings that fit');
    expect(await say(null, '--layout x')).toContain('no longer asked');
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
    expect(found?.understood).toMatchObject({
      origin: 'learned',
      mapping: 'ken-imports',
      trade: { value: 'IMPORT' },
      country: { value: 'KEN' },
    });
    expect(found?.totals?.values).toMatchObject([{ currency: 'KES' }]);
    expect((await load(next)).state).toBe('LOADED');
    expect((await client.operatorMappings({})).mappings).toMatchObject([{ version: 1 }]);
    expect((await client.operatorAudit({})).entries.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['LOAD_FILE_SENT', 'LOAD_ASKED', 'MAPPING_SAVED']),
    );
  });

  it('is told its difference where the layout has changed, keeps what was known, and becomes another version', async () => {
    const header = HEADER.replace('ITEM NO', 'LINE NO').concat(',PORT OF ENTRY');
    const changed = await sent('kenya-imports-may.csv', kenyan('F', { month: '05', header, more: ',MOMBASA' }));
    const { found } = await draftOf(changed);
    expect(found?.understood?.changed).toEqual({
      mapping: 'ken-imports',
      added: ['LINE NO', 'PORT OF ENTRY'],
      gone: ['"ITEM NO"'],
    });
    expect(found?.questions.map(({ text }) => text).join()).not.toContain('currency');
    const open = found?.questions ?? [];
    for (const { text } of open) await answer(changed, text, null);
    expect((await load(changed)).state).toBe('LOADED');
    const { versions } = await client.operatorMapping({}, { params: { mapping: 'ken-imports' } });
    expect(versions.map(({ version }) => version)).toEqual([2, 1]);
  });
});

describe('what may go wrong with a file', () => {
  it('is cut off and goes on where it was, whoever sends; a part that comes twice is taken once', async () => {
    const content = Buffer.from(kenyan('G', { month: '06' }));
    const begun = await client.beginDraft({ file: 'cut.csv', bytes: content.length, modified: 5 });
    const params = (offset: number) => ({ params: { draft: begun.draft, offset } });
    await client.sendDraftPart(bytesOf(content.subarray(0, 900)), params(0));
    expect(await client.sendDraftPart(bytesOf(content.subarray(0, 900)), params(0))).toEqual({ received: 900 });
    expect(await client.sendDraftPart(bytesOf(content.subarray(500, 1400)), params(500))).toEqual({ received: 900 });
    const again = await client.beginDraft({ file: 'cut.csv', bytes: content.length, modified: 5 });
    expect(again).toMatchObject({ draft: begun.draft, received: 900, state: 'SENDING' });
    // Another file of its name and size is another file.
    const other = await client.beginDraft({ file: 'cut.csv', bytes: content.length, modified: 6 });
    expect(other.draft).not.toBe(begun.draft);
    await client.discardDraft({}, { params: { draft: other.draft } });
    expect(await refusal(client.answerDraft({ revision: again.revision, answers: [] }, params(0)))).toContain(
      'not come whole',
    );
    expect(await refusal(client.sendDraftPart(bytesOf(Buffer.alloc(content.length)), params(900)))).toContain(
      'was said to have',
    );
    await client.sendDraftPart(bytesOf(content.subarray(900)), params(900));
    await settled();
    expect((await draftOf(begun.draft)).state).toBe('OPEN');
    await client.discardDraft({}, { params: { draft: begun.draft } });
    expect(await refusal(draftOf(begun.draft))).toContain('no such file');
    expect(await readdir(portal.config.uploads)).toEqual([]);
  });

  it('is sent by two at once in parts of their own sizes: what comes is the file', async () => {
    const content = Buffer.from(kenyan('S', { month: '09', rows: 400 }));
    const { draft } = await client.beginDraft({ file: 'twice.csv', bytes: content.length, modified: 7 });
    const send = async (size: number) => {
      for (let offset = 0; offset < content.length; ) {
        const part = bytesOf(content.subarray(offset, offset + size));
        const { received } = await client.sendDraftPart(part, { params: { draft, offset } });
        offset = received;
      }
    };
    await Promise.all([send(5000), send(700), send(1900)]);
    const path = portal.services.draftFiles.pathOf({ id: draft, file: 'twice.csv' });
    expect((await readFile(path)).equals(content)).toBe(true);
    await settled();
    await client.discardDraft({}, { params: { draft } });
  });

  it('is loaded already: it says as which load, and is not loaded again', async () => {
    const draft = await sent('kenya-imports-april.csv', kenyan('E', { month: '04' }));
    const { found, revision } = await draftOf(draft);
    expect(found?.totals?.sameAs).toEqual(expect.any(Number));
    expect(await refusal(client.loadDraft({ revision }, { params: { draft } }))).toContain('loaded already');
    await client.discardDraft({}, { params: { draft } });
  });

  it('has 300 columns, or none that a record could be made of', async () => {
    const wide = Array.from({ length: 291 }, (_, at) => `X${at}`);
    const header = [HEADER, ...wide].join(',');
    const draft = await sent(
      'wide.csv',
      kenyan('H', { month: '07', header, more: wide.map(() => ',z').join('') }),
      8000,
    );
    expect((await draftOf(draft)).found?.understood?.columns).toHaveLength(300);
    const text = await sent('letter.txt', 'Dear reader,\n\nthis is no table.\n');
    const { state, error, found } = await draftOf(text);
    expect(state === 'FAILED' ? error?.join() : found?.questions.map((one) => one.text).join()).toBeTruthy();
    expect(JSON.stringify([error, found])).not.toContain(portal.config.uploads);
    await Promise.all([draft, text].map((one) => client.discardDraft({}, { params: { draft: one } })));
  });

  it('is an archive of several tables: which is meant is asked', async () => {
    const draft = await sent('both.zip', zipOf({ 'a/kenya-imports.csv': kenyan('I'), 'notes.csv': 'A,B\n1,2\n' }));
    const { found } = await draftOf(draft);
    expect(found?.understood).toBeNull();
    const [question] = found?.questions ?? [];
    expect(question?.answers).toHaveLength(2);
    const chosen = await answer(draft, question?.text ?? '', question?.answers[0]?.answer ?? '');
    expect(chosen.found?.understood?.rows).toBe(30);
    await client.discardDraft({}, { params: { draft } });
  });

  it('is of a name that would lead elsewhere: it lies in its folder', async () => {
    const draft = await sent('../../../etc/..\\evil\u202e.csv', kenyan('J'));
    expect((await draftOf(draft)).state).toBe('OPEN');
    expect(await readdir(portal.config.uploads)).toEqual([draft]);
    await client.discardDraft({}, { params: { draft } });
  });

  it('is of a name that is longer than file systems have them: it lies under its beginning, and its ending', async () => {
    const draft = await sent(`${'타'.repeat(190)}.csv.gz`, gzipSync(kenyan('O')));
    expect((await draftOf(draft)).state).toBe('OPEN');
    const [name = ''] = await readdir(join(portal.config.uploads, draft));
    expect(name).toMatch(/^타+\.csv\.gz$/);
    expect(Buffer.byteLength(name)).toBeLessThan(256);
    await client.discardDraft({}, { params: { draft } });
  });

  it('looks wrong: it is loaded by who says that it is right', async () => {
    const goods = (letter: string, value: number, month: string) =>
      [
        'ENTRY NO,IMP DATE,HS CODE,DESCRIPTION,QTY,UNIT,VALUE USD',
        ...Array.from(
          { length: 60 },
          (_, at) =>
            `${letter}${at},2025-${month}-${String((at % 28) + 1).padStart(2, '0')},${85 - (at % 3)}171300,GOODS ${at},${at + 1},KGS,${(at + 1) * value}`,
        ),
      ].join('\n');
    const first = await sent('uganda-imports-1.csv', goods('K', 12, '03'));
    for (const { text } of (await draftOf(first)).found?.questions ?? []) await answer(first, text, null);
    expect((await load(first)).state).toBe('LOADED');
    const dear = await sent('uganda-imports-2.csv', goods('L', 1200, '04'));
    const { found, revision } = await draftOf(dear);
    expect(found?.totals?.doubts.join()).toContain('those of the same source');
    expect(found?.totals?.prices[0]).toMatchObject({ known: expect.closeTo(12), median: expect.closeTo(1200) });
    expect(await refusal(client.loadDraft({ revision }, { params: { draft: dear } }))).toContain('looks wrong');
    expect((await load(dear, true)).state).toBe('LOADED');
  });
});

describe('a saved mapping', () => {
  it('is exported, imported as the next version, and removed; it names no file of this machine', async () => {
    const { versions } = await client.operatorMapping({}, { params: { mapping: 'ken-imports' } });
    const [latest] = versions;
    const changed = { ...JSON.parse(latest?.mapping ?? ''), title: 'Kenya, from the office' };
    const { message } = await client.importMapping({ file: 'ken.json', mapping: JSON.stringify(changed) });
    expect(message).toContain('version 3');
    const evil = { ...changed, columns: { ...changed.columns, unit: { from: 'UNIT', codes: '/etc/hostname.json' } } };
    const import_ = (mapping: unknown) =>
      refusal(client.importMapping({ file: 'x.json', mapping: JSON.stringify(mapping) }));
    expect(await import_(evil)).toContain('not valid');
    expect(await import_([])).toContain('not valid');
    expect(await refusal(client.importMapping({ file: 'x.json', mapping: 'no JSON' }))).toContain('not JSON');
    await client.removeMapping({}, { params: { mapping: 'ken-imports' } });
    expect(await refusal(client.removeMapping({}, { params: { mapping: 'ken-imports' } }))).toContain(
      'no saved mapping',
    );
  });
});

describe('rejected rows', () => {
  it('come with their cells, by line', async () => {
    const rows = kenyan('M', { month: '08' }).replace('2/08/2025', 'no day');
    const draft = await sent('kenya-imports-august.csv', rows);
    for (const { text } of (await draftOf(draft)).found?.questions ?? []) await answer(draft, text, null);
    const ready = await draftOf(draft);
    expect(ready.found?.totals).toMatchObject({ rowsRejected: 1, rejections: [{ line: 3, cell: 'no day' }] });
    const { load: number } = await load(draft, true);
    const page = await client.rejectedRows({}, { params: { load: number ?? 0 } });
    expect(page.rows).toMatchObject([{ line: 3, cells: expect.arrayContaining(['no day']) }]);
    expect((await client.rejectedRows({ after: 3 }, { params: { load: number ?? 0 } })).rows).toEqual([]);
  });
});

it('a file whose load was taken out says so, and may be sent anew', async () => {
  const content = kenyan('T', { month: '06' });
  const draft = await sent('kenya-imports-june.csv', content);
  const { load: number, isTakenOut } = await load(draft);
  expect(isTakenOut).toBe(false);
  await client.unloadLoad({}, { params: { load: number ?? 0 } });
  expect(await draftOf(draft)).toMatchObject({ state: 'LOADED', load: number, isTakenOut: true });
  const anew = await sent('kenya-imports-june.csv', content);
  expect((await draftOf(anew)).found?.totals).toMatchObject({ sameAs: null, overlaps: [] });
  await client.discardDraft({}, { params: { draft: anew } });
});

it('parts are bytes and nothing else, and no other call takes bytes', async () => {
  const begun = await client.beginDraft({ file: 'x.csv', bytes: 10, modified: 1 });
  const path = `/operator-management/drafts/${begun.draft}/from/0`;
  const headers = { accessedby: operator.person.token };
  const json = await raw(portal, path, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(json.status).toBe(415);
  const bytes = { ...headers, 'content-type': 'application/octet-stream' };
  const large = await raw(portal, path, { method: 'PUT', headers: bytes, body: Buffer.alloc(9 * 1024 ** 2) });
  expect(large.status).toBe(413);
  const elsewhere = await raw(portal, ENDPOINTS.beginDraft.path, {
    method: 'POST',
    headers: bytes,
    body: Buffer.from('{}'),
  });
  expect(elsewhere.status).toBe(415);
});
