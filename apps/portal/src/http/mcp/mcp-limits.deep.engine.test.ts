/** Tools are counted as the calls that they make, and every message of the protocol besides. */
import { RATE_LIMITS } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { ASKED, programFor } from '../../../testing/program.js';
import { sharedPortal } from '../../../testing/shared-portal.js';

const portal = sharedPortal({ RATE_LIMITS: 'on' });

/** Somebody who has asked as often as they may but for one call, and how their agent sends a message. */
async function sender(bucket: 'LISTS' | 'SEARCH') {
  const account = await portal.signIn();
  const { key } = await programFor(portal, account);
  const { rateLimiter } = portal.services.accounts.access;
  for (let left = RATE_LIMITS[bucket].points; left > 1; left -= 1)
    await rateLimiter.count(bucket, String(account.person.userid));
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

it('refuses the one message too many, and says when to come back', async () => {
  const send = await sender('LISTS');
  expect((await send('ping')).status).toBe(200);
  const { status, headers, text } = await send('ping');
  expect([status, JSON.parse(text)]).toMatchObject([429, { code: 'too_many_requests' }]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});

it('refuses a tool that is asked more often than its call may be, as a tool does', async () => {
  const send = await sender('SEARCH');
  const ask = () => send('tools/call', { name: 'count_records', arguments: ASKED });
  expect((await ask()).text).toContain('"count":');
  const refused = await ask();
  expect(refused).toMatchObject({ status: 200, text: expect.stringContaining('too_many_requests') });
  expect(refused.text).toMatch(/Ask again after \d+ seconds/);
});
