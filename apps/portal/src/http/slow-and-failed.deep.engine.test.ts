/** What the log tells of work that takes long or fails, and by which call it was asked for. */
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BASIC, payload } from '../../testing/calls.js';
import { sharedPortal } from '../../testing/shared-portal.js';
import { startBackgroundWork } from '../jobs/housekeeping.js';
import { createServer } from './server.js';

// Nobody listens there.
const portal = sharedPortal({ SMTP_URL: 'smtp://127.0.0.1:1' });
let url: string;
let close: () => Promise<void>;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  const logTo = new Writable({
    write(chunk: Buffer, _, done) {
      for (const line of chunk.toString().trim().split('\n')) lines.push(JSON.parse(line));
      done();
    },
  });
  const app = await createServer(portal.services, { ...portal.config, logLevel: 'warn' }, logTo);
  url = await app.listen({ port: 0, host: '127.0.0.1' });
  const background = await startBackgroundWork(portal.services, portal.config, app.log);
  close = async () => {
    background.stop();
    await app.close();
  };
});
afterAll(() => close());

const TRACE = 'a0'.repeat(16);
const TRACEPARENT = `00-${TRACE}-${'b1'.repeat(8)}-00`;

const told = (what: object) => expect.poll(() => lines).toContainEqual(expect.objectContaining(what));

it('a slow statement is told with its name, its time, its rows, what was asked and by which call', async () => {
  const { person } = await portal.signIn();
  const search = (headers: Record<string, string>, searchValue: string[]) =>
    fetch(`${url}/search-management/search`, {
      method: 'POST',
      headers: { authorization: BASIC, accessedby: person.token, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(payload({ searchValue, incoterm: 'CIF' })),
    });
  const { statements } = portal.services;
  // As if the engine had worked for so long.
  statements.unshift((taken) => {
    taken.ms = taken.name === 'search.page' ? 2_000 : 1_999;
  });
  expect((await search({ traceparent: TRACEPARENT }, ['8517'])).status).toBe(200);
  await told({
    ...{ level: 40, reqId: TRACE, msg: 'a slow statement', statement: 'search.page', ms: 2_000, rows: 0 },
    question: "Imports of South Korea whose HS code starts with '8517', 01 Jan 2020 – 31 Dec 2020 · Incoterm: CIF",
  });
  expect(lines.filter(({ statement }) => statement !== 'search.page')).toEqual([]);
  lines.length = 0;
  await search({ traceparent: 'broken' }, ['0901']);
  await told({ statement: 'search.page', reqId: expect.stringMatching(/^(?!a0a0)[\da-f]{32}$/) });
  statements.shift();
});

it('mail that no server takes is told with the call that caused it, and without its address', async () => {
  const { email } = await portal.signIn();
  await fetch(`${url}/user-management/forgotpassword?userEmail=${encodeURIComponent(email)}`, {
    headers: { authorization: BASIC, traceparent: TRACEPARENT },
  });
  await portal.services.accounts.jobs.settle({ early: 'untried' });
  await told({
    ...{ level: 40, reqId: TRACE, msg: 'a try of a job failed', kind: 'mail', tries: 1, outcome: 'POSTPONED' },
    ...{ job: expect.any(Number), failure: 'ESOCKET' },
  });
  expect(JSON.stringify(lines)).not.toContain(email);
});
