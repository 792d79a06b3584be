import { describe, expect, it } from 'vitest';
import { sender } from './send.js';

/** A server that knows one token, and what it was asked with. */
function server(known: string) {
  const asked: (string | null)[] = [];
  const send: typeof fetch = async (_input, init) => {
    const token = new Headers(init?.headers).get('accessedby');
    asked.push(token);
    return new Response(`${init?.body ?? ''}`, { status: token === known ? 200 : 401 });
  };
  return { asked, send };
}

const renewed = (sent: string | null) => (sent === 'old' ? 'new' : null);
const call = (token: string): RequestInit => ({ method: 'PUT', headers: { accessedby: token }, body: 'x' });

describe('a call', () => {
  it('that left before its session was renewed is sent once more, whole', async () => {
    const { asked, send } = server('new');
    const response = await sender(renewed, send)('/', call('old'));
    expect([response.status, await response.text()]).toEqual([200, 'x']);
    expect(asked).toEqual(['old', 'new']);
  });

  it.each(['new', 'of a session that has ended'])('with the token %j is sent once', async (token) => {
    const { asked, send } = server('new');
    await sender(renewed, send)('/', call(token));
    expect(asked).toEqual([token]);
  });

  it('is refused where the session has ended that took the place of its own', async () => {
    const { asked, send } = server('another');
    expect((await sender(renewed, send)('/', call('old'))).status).toBe(401);
    expect(asked).toEqual(['old', 'new']);
  });
});
