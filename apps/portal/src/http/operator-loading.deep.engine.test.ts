/** Files that an operator sends to be loaded, and what may be with them: cut off, known, changed, wide, wrong. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipOf } from '@tidewaiter/testing/archives';
import { beforeAll, describe, expect, it } from 'vitest';
import { draftingPortal, HEADER, kenyan, refusal } from '../../testing/drafting.js';

const { portal, client, bytesOf, settled, sent, draftOf, answer, load } = draftingPortal();

/** Takes what is proposed for every question. */
async function answerAll(draft: string): Promise<void> {
  for (const { text } of (await draftOf(draft)).found?.questions ?? []) await answer(draft, text, null);
}

/** What the files after it are held against: loaded, and its mapping saved. */
beforeAll(async () => {
  const draft = await sent('kenya-imports-april.csv', kenyan('E', { month: '04' }));
  await answer(draft, null, '--set currency=KES');
  expect((await load(draft)).state).toBe('LOADED');
});

it('a file is told its difference where the layout has changed, keeps what was known, and becomes another version', async () => {
  const header = HEADER.replace('ITEM NO', 'LINE NO').concat(',PORT OF ENTRY');
  const changed = await sent('kenya-imports-may.csv', kenyan('F', { month: '05', header, more: ',MOMBASA' }));
  const { found } = await draftOf(changed);
  expect(found?.understood?.changed).toEqual({
    mapping: 'ken-imports',
    added: ['LINE NO', 'PORT OF ENTRY'],
    gone: ['"ITEM NO"'],
  });
  expect(found?.questions.map(({ text }) => text).join()).not.toContain('currency');
  await answerAll(changed);
  expect((await load(changed)).state).toBe('LOADED');
  const { versions } = await client.operatorMapping({}, { params: { mapping: 'ken-imports' } });
  expect(versions.map(({ version }) => version)).toEqual([2, 1]);
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
    const early = refusal(client.answerDraft({ revision: again.revision, answers: [] }, params(0)));
    expect(await early).toContain('not come whole');
    const more = refusal(client.sendDraftPart(bytesOf(Buffer.alloc(content.length)), params(900)));
    expect(await more).toContain('was said to have');
    await client.sendDraftPart(bytesOf(content.subarray(900)), params(900));
    await settled();
    expect((await draftOf(begun.draft)).state).toBe('OPEN');
    await client.discardDraft({}, { params: { draft: begun.draft } });
    expect(await refusal(draftOf(begun.draft))).toContain('no longer here');
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
    const header = [HEADER, ...Array.from({ length: 291 }, (_, at) => `X${at}`)].join(',');
    const draft = await sent('wide.csv', kenyan('H', { month: '07', header, more: ',z'.repeat(291) }), 8000);
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

  it('is of a name that is longer than file systems have them: it lies under its beginning, and its ending', async () => {
    const draft = await sent(`${'타'.repeat(190)}.csv.gz`, gzipSync(kenyan('O')));
    expect((await draftOf(draft)).state).toBe('OPEN');
    const [name = ''] = await readdir(join(portal.config.uploads, draft));
    expect(name).toMatch(/^타+\.csv\.gz$/);
    expect(Buffer.byteLength(name)).toBeLessThan(256);
    await client.discardDraft({}, { params: { draft } });
  });

  it('looks wrong: it is loaded by who says that it is right', async () => {
    const header = HEADER.replace('TOTAL VALUE', 'VALUE USD');
    const goods = (letter: string, month: string, dearer: string) =>
      kenyan(letter, { month, header, more: dearer, rows: 60 });
    const first = await sent('uganda-imports-1.csv', goods('K', '03', ''));
    await answerAll(first);
    expect((await load(first)).state).toBe('LOADED');
    const dear = await sent('uganda-imports-2.csv', goods('L', '04', '00'));
    const { found, revision } = await draftOf(dear);
    expect(found?.totals?.doubts.join()).toContain('those of the same source');
    expect(found?.totals?.prices[0]).toMatchObject({ known: expect.closeTo(30), median: expect.closeTo(3000) });
    expect(await refusal(client.loadDraft({ revision }, { params: { draft: dear } }))).toContain('looks wrong');
    expect((await load(dear, true)).state).toBe('LOADED');
  });
});

it('rejected rows come with their cells, by line', async () => {
  const rows = kenyan('M', { month: '08' }).replace('2/08/2025', 'no day');
  const draft = await sent('kenya-imports-august.csv', rows);
  await answerAll(draft);
  const ready = await draftOf(draft);
  expect(ready.found?.totals).toMatchObject({ rowsRejected: 1, rejections: [{ line: 3, cell: 'no day' }] });
  const { load: number } = await load(draft, true);
  const page = await client.rejectedRows({}, { params: { load: number ?? 0 } });
  expect(page.rows).toMatchObject([{ line: 3, cells: expect.arrayContaining(['no day']) }]);
  expect((await client.rejectedRows({ after: 3 }, { params: { load: number ?? 0 } })).rows).toEqual([]);
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
