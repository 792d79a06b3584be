/** A portal whose records are on a server. */

import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '@tidewaiter/contract';
import { folderOfTest } from '@tidewaiter/testing/folder';
import { type Gateway, startGateway } from '@tidewaiter/testing/gateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BASIC, failure, payload } from '../../testing/calls.js';
import { startPortal, type TestPortal } from '../../testing/portal.js';
import { readConfig } from '../app/config.js';
import { openServices } from '../app/services.js';

let gateway: Gateway;
let portal: TestPortal;
beforeAll(async () => {
  gateway = await startGateway();
  portal = await startPortal({ CLICKHOUSE_URL: gateway.url() });
});
afterAll(async () => {
  await portal.close();
  await gateway.stop();
});

it('a portal on a record server stops a search whose caller has gone, and notes nothing of it', async () => {
  const { client, person } = await portal.signIn();
  const busy = new AbortController();
  // All lanes for searches are taken, so that the call waits for one: of so many accounts that there is no place for another one's.
  const endless = Array.from({ length: 8 }, (_, number) =>
    portal.services.records.askedEngine
      .query({
        ...{ name: 'test.endless', row: z.array(z.unknown()), signal: busy.signal },
        sql: 'SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1',
        asker: { person: `${number}`, account: `${number}` },
      })
      .catch((error: unknown) => error),
  );
  const searches = () => gateway.received.filter((sql) => sql.includes("'search.page'")).length;
  const before = searches();
  const gone = new AbortController();
  const arrived = once(portal.app.server, 'request');
  const asked = fetch(`${portal.url}/search-management/search`, {
    method: 'POST',
    headers: { authorization: BASIC, accessedby: person.token, 'content-type': 'application/json' },
    body: JSON.stringify(payload()),
    signal: gone.signal,
  }).catch((error: unknown) => error);
  await arrived;
  await sleep(300);
  gone.abort();
  await asked;
  await sleep(100);
  busy.abort();
  await Promise.all(endless);
  expect((await client.topFiveQueries({})).queryList).toEqual([]);
  expect(searches()).toBe(before);
  expect(await client.searchCount(payload())).toBe(4);
});

it('a record server that loses every connection is said to be away, and used again once it does not', async () => {
  const { client } = await portal.signIn();
  // Asked by nobody before.
  const asked = payload({ toDate: '2020-12-30' });
  gateway.cut(/'search\.page'/, 'before', 3);
  expect(await failure(client.search(asked))).toMatchObject({ code: 'DATABASE_AWAY' });
  expect((await client.search(asked)).impForeignList).toHaveLength(4);
});

describe('a record server that cannot be used', () => {
  it.each([
    ['is not there', () => 'http://user:secret@127.0.0.1:9/', 'cannot be reached'],
    ['refuses the password', () => gateway.url().replace(/:[^:@]+@/, ':secret@'), 'refuses the user or the password'],
    ['has no such database', () => gateway.url('nowhere'), 'has no database of the name'],
  ])('is named when it %s', async (_, url, message) => {
    const config = readConfig({ TIDEWAITER_DATA_DIR: folderOfTest(), CLICKHOUSE_URL: url() }, tmpdir());
    const error = await openServices(config, 'test').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OperatorError);
    expect(String(error)).toContain(`CLICKHOUSE_URL ${message}`);
    expect(`${(error as Error).stack}${(error as Error).cause}`).not.toContain('secret');
  });
});
