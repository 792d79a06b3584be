/** Tools are counted as the calls that they make, and every message of the protocol besides. */
import { RATE_LIMITS } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { programFor } from '../../../testing/program.js';
import { sharedPortal } from '../../../testing/shared-portal.js';

const portal = sharedPortal({ RATE_LIMITS: 'on' });

const question = {
  ...{ trade: 'import', countries: ['KOR'], from: '2020-01-01', to: '2020-12-31' },
  where: [{ field: 'hs_code', values: ['8517'] }],
};

async function sender() {
  const { key } = await programFor(portal, await portal.signIn());
  return async (method: string, params = {}) => {
    const response = await fetch(`${portal.url}/mcp`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
}

/** Calls twenty at a time, until one is answered as looked for. */
async function until<Answer>(most: number, call: () => Promise<Answer>, isIt: (answer: Answer) => boolean) {
  for (let made = 0; made < most; made += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, call));
    const found = answers.find(isIt);
    if (found) return { made, found };
  }
  return undefined;
}

it('refuses the one call too many of 10,000 quick ones, and says when to come back', async () => {
  const send = await sender();
  const refused = await until(
    10_000,
    () => send('ping'),
    ({ status }) => status !== 200,
  );
  expect(refused?.made).toBe(RATE_LIMITS.LISTS.points);
  expect(refused?.found.status).toBe(429);
  expect(Number(refused?.found.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(JSON.parse(refused?.found.text ?? '')).toMatchObject({ code: 'too_many_requests' });
});

it('refuses a tool that is asked more often than its call may be, as a tool does', async () => {
  const send = await sender();
  const refused = await until(
    1000,
    () => send('tools/call', { name: 'count_records', arguments: { question } }),
    ({ text }) => !text.includes('"count":'),
  );
  expect(refused?.made).toBe(RATE_LIMITS.SEARCH.points);
  expect(refused?.found).toMatchObject({ status: 200, text: expect.stringContaining('too_many_requests') });
  expect(refused?.found.text).toMatch(/Ask again after \d+ seconds/);
});
