import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BASIC, payload } from '../../testing/calls.js';
import { loggedServer } from '../../testing/logged-server.js';
import { sharedPortal } from '../../testing/shared-portal.js';
import { startBackgroundWork } from '../jobs/housekeeping.js';

// Nobody listens there.
const portal = sharedPortal({ SMTP_URL: 'smtp://127.0.0.1:1' });
let server: Awaited<ReturnType<typeof loggedServer>>;
let background: { stop(): void };
beforeAll(async () => {
  server = await loggedServer(portal, { logLevel: 'warn' });
  background = await startBackgroundWork(portal.services, portal.config, server.app.log);
});
afterAll(async () => {
  background.stop();
  await server.app.close();
});

const TRACE = 'a0'.repeat(16);
const TRACEPARENT = `00-${TRACE}-${'b1'.repeat(8)}-00`;

const lines = (): Record<string, unknown>[] =>
  server
    .logged()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const told = (what: object) => expect.poll(lines).toContainEqual(expect.objectContaining(what));

async function searching() {
  const { person } = await portal.signIn();
  return (headers: Record<string, string>, searchValue: string[]) =>
    fetch(`${server.url}/search-management/search`, {
      method: 'POST',
      headers: { authorization: BASIC, accessedby: person.token, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(payload({ searchValue, incoterm: 'CIF' })),
    });
}

it('a slow statement is told with its name, its time, its rows, what was asked and by which call', async () => {
  const search = await searching();
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
  expect(lines().filter(({ statement }) => statement !== undefined && statement !== 'search.page')).toEqual([]);
  await search({ traceparent: 'broken' }, ['0901']);
  await told({ statement: 'search.page', reqId: expect.stringMatching(/^(?!a0a0)[\da-f]{32}$/) });
  statements.shift();
});

it('a call says where it waited, and a slow one says so in the log too', async () => {
  const search = await searching();
  const { askedEngine } = portal.services.records;
  const query = askedEngine.query.bind(askedEngine);
  // As if its page were read for so long.
  askedEngine.query = async (statement) => {
    if (statement.name === 'search.page') await sleep(2_000);
    return query(statement);
  };
  const { headers } = await search({ traceparent: TRACEPARENT }, ['6907']).finally(() => {
    askedEngine.query = query;
  });
  const waits = new Map(
    headers
      .get('server-timing')
      ?.split(', ')
      .map((one) => one.split(';dur=') as [string, string]),
  );
  expect([...waits.keys()].sort()).toEqual(expect.arrayContaining(['accounts', 'search']));
  for (const milliseconds of waits.values()) expect(milliseconds).toMatch(/^\d+\.\d$/);
  await told({
    level: 40,
    reqId: TRACE,
    msg: 'a slow call',
    waited: expect.objectContaining({ search: expect.any(Number) }),
  });
});

it('mail that no server takes is told with the call that caused it, and without its address', async () => {
  const { email } = await portal.signIn();
  await fetch(`${server.url}/user-management/forgotpassword?userEmail=${encodeURIComponent(email)}`, {
    headers: { authorization: BASIC, traceparent: TRACEPARENT },
  });
  await portal.services.accounts.jobs.settle({ early: 'untried' });
  await told({
    ...{ level: 40, reqId: TRACE, msg: 'a try of a job failed', kind: 'mail', tries: 1, outcome: 'POSTPONED' },
    ...{ job: expect.any(Number), failure: 'ESOCKET' },
  });
  expect(server.logged()).not.toContain(email);
});
