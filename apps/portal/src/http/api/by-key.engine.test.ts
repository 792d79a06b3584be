/** The contract's own calls by a key, and their description. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { ENDPOINTS, LIST_CALLS } from '@tidewaiter/contract';
import { API_CALLS, type ApiCall, isDerived, KEY_CALLS } from '@tidewaiter/contract/api';
import { beforeAll, expect, it } from 'vitest';
import { payload } from '../../../testing/calls.js';
import { programFor } from '../../../testing/program.js';
import { sharedAccount, sharedPortalAtWork } from '../../../testing/shared-portal.js';

const portal = sharedPortalAtWork();
const me = sharedAccount(portal);
let key: string;
beforeAll(async () => {
  ({ key } = await programFor(portal, me));
});

async function ask(by: string, route: string, body?: object) {
  const [method = '', path = ''] = route.split(' ');
  const response = await fetch(portal.url + path, {
    method,
    headers: { authorization: `Bearer ${by}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer: ReturnType<JSON['parse']> = await response.json();
  return { status: response.status, headers: response.headers, answer };
}

const COUNT = 'POST /search-management/searchcount';

it('answer as they answer their person', async () => {
  const { answer } = await ask(key, COUNT, payload());
  expect(answer).toBe(await me.client.searchCount(payload()));
  const { answer: read } = await ask(key, 'POST /search-management/records', { query: payload(), limit: 3 });
  expect(read).toMatchObject({ records: [{}, {}, {}], nextCursor: expect.any(String), found: 4, points: 0 });
  const [list] = Object.values(LIST_CALLS);
  expect((await ask(key, `POST ${list?.path}`, payload())).status).toBe(200);
});

const examples = Object.values<ApiCall>(API_CALLS).flatMap((call) =>
  isDerived(call) && call.example ? [[call.wire, call] as const] : [],
);

it.each(examples)('%s answers what its former name is asked', async (name, { example, request, forms }) => {
  const { method, path } = ENDPOINTS[name];
  const asked = forms.request.toWire(request.parse(example)) as Record<string, string>;
  const { status, answer } =
    method === 'GET'
      ? await ask(key, `GET ${path}?${new URLSearchParams(asked)}`)
      : await ask(key, `${method} ${path}`, asked);
  expect([status, answer?.errorCode]).toEqual([200, undefined]);
});

it('take the account from the key', async () => {
  const { answer } = await ask(key, 'GET /export-management/list');
  expect(answer).toMatchObject({ exportList: expect.any(Array) });
  const saved = await ask(key, `POST ${ENDPOINTS.createWorkspace.path}`, { name: 'Tiles' });
  expect(saved.status).toBe(200);
});

it('are refused in words that say what the key lacks', async () => {
  const { key: limited } = await programFor(portal, me, ['contacts']);
  const refused = async (...asked: Parameters<typeof ask>) => {
    const { status, answer, headers } = await ask(...asked);
    return [status, answer.errorCode, headers.get('www-authenticate')];
  };
  expect(await refused(limited, COUNT, payload())).toEqual([403, 'KEY_SCOPE', null]);
  expect(await refused('tw_live_made_up', COUNT, payload())).toEqual([401, 'KEY_UNKNOWN', 'Bearer']);
  expect(await refused(key, `${COUNT}?key=${key}`, payload())).toEqual([400, 'KEY_IN_URL', null]);
  // What opens the account is a person's alone.
  for (const name of ['createApiKey', 'updateUser', 'createWebhook', 'operatorPeople'] as const) {
    const { method, path } = ENDPOINTS[name];
    expect((await refused(key, `${method} ${path}`, method === 'GET' ? undefined : {}))[0]).toBe(401);
  }
  const wanted = {
    name: 'Tiles',
    trigger: 'NEW_DATA',
    query: payload(),
    file: { format: 'csv' },
    destinationId: crypto.randomUUID(),
  };
  expect((await ask(key, `POST ${ENDPOINTS.follow.path}`, wanted)).status).toBe(400);
});

it('are described: all that a key opens, with nothing that a linter would say', async () => {
  const source = await (await fetch(`${portal.url}/api/v1/openapi.json`)).text();
  const { paths } = JSON.parse(source) as { paths: Record<string, Record<string, { operationId: string }>> };
  const names = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  expect(names.sort()).toEqual(Object.keys(KEY_CALLS).sort());
  // Objects that have a field for each of some constants name them by a pattern.
  const rules = {
    'no-required-schema-properties-undefined': 'off',
    'no-illogical-composition-keywords': 'off',
  } as const;
  const config = await createConfig({ extends: ['recommended'], rules });
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
});
