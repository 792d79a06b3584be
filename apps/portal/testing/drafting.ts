/** An operator who sends files to be loaded, over HTTP. */
import type { PortalClient } from '@tidewaiter/contract';
import { beforeAll, expect } from 'vitest';
import { handleDrafts } from '../src/loading/job.js';
import { failure } from './calls.js';
import { addApp, type SignedInAccount, userOf } from './portal.js';
import { sharedPortal } from './shared-portal.js';

export const HEADER = 'DECLARATION NO,ITEM NO,IMP DATE,HS CODE,IMPORTER,DESCRIPTION,QTY,UNIT,TOTAL VALUE';

/** A file of Kenyan imports, whose value is in no currency that it says. */
export const kenyan = (letter: string, { month = '03', header = HEADER, more = '', rows = 30 } = {}) =>
  [
    header,
    ...Array.from(
      { length: rows },
      (_, index) =>
        `${letter}${index},1,${(index % 28) + 1}/${month}/2025,8517.13.00,ACME ${index} LTD,TELEPHONES,${100 + index},PCS,${(100 + index) * 30}${more}`,
    ),
  ].join('\n');

/** What an operator is refused with. */
export const refusal = async (call: Promise<unknown>) => {
  const error = await failure(call);
  expect(error.code).toBe('OPERATOR_REFUSED');
  return error.message;
};

/** Around the tests of a file. */
export function draftingPortal(environment: Parameters<typeof sharedPortal>[0] = {}) {
  const portal = sharedPortal(environment);
  const client = {} as PortalClient;
  const operator = {} as SignedInAccount;
  beforeAll(async () => {
    Object.assign(operator, await portal.signIn());
    Object.setPrototypeOf(client, operator.client);
    await addApp(operator);
    await portal.services.accounts.people.users.setOperator(await userOf(portal, operator), true);
    handleDrafts(portal.services);
  });

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

  return { portal, client, operator, bytesOf, settled, sent, draftOf, answer, load };
}
