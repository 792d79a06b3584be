/** Whether the portal is well, as those ask who keep it running; and that nothing else answers for it. */
import { POSTGRES, startPostgres, type TemporaryPostgres } from '@tidewaiter/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPortal, type TestPortal } from '../../testing/portal.js';

let server: TemporaryPostgres | undefined;
let portal: TestPortal;
beforeAll(async () => {
  server = POSTGRES === undefined ? undefined : await startPostgres(POSTGRES);
  portal = await startPortal({ DATABASE_URL: server?.url });
});
afterAll(async () => {
  await portal.close();
  await server?.stop();
});

describe('the health of the portal', () => {
  it.each(['live', 'ready'])('is told at /health/%s, which nobody keeps', async (question) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(`${portal.url}/health/${question}`, { method });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      if (method === 'GET') expect(await answer.json()).toEqual({ [question]: true });
    }
  });

  it('is not to be ready from when the portal was told to stop, while it still answers', async () => {
    portal.services.isLeaving = true;
    expect((await fetch(`${portal.url}/health/ready`)).status).toBe(503);
    expect((await fetch(`${portal.url}/health/live`)).status).toBe(200);
    portal.services.isLeaving = false;
  });

  it.skipIf(!POSTGRES)(
    'is to be ready while the accounts take their time, as on a busy machine, and not where they do not answer at all',
    async () => {
      server?.freeze();
      try {
        expect(await (await fetch(`${portal.url}/health/ready`)).json()).toEqual({ ready: true });
        await expect
          .poll(async () => (await fetch(`${portal.url}/health/ready`)).json(), { timeout: 60_000 })
          .toEqual({ ready: false, reason: 'The accounts do not answer.' });
        expect((await fetch(`${portal.url}/health/live`)).status).toBe(200);
      } finally {
        server?.thaw();
      }
      await expect.poll(async () => (await fetch(`${portal.url}/health/ready`)).status).toBe(200);
    },
  );
});

describe('an address', () => {
  it.each(['/healthz', '/ready', '/health', '/health/other', '/metrics', '/wp-login.php', '/.env', '/login/x'])(
    '%s is not found, with the page of the app',
    async (path) => {
      const answer = await fetch(portal.url + path);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('<div id="root">');
    },
  );

  it.each(['/', '/login', '/Login/', '/list1?trade=x', '/reset?token=x'])('%s is a screen', async (path) => {
    expect((await fetch(portal.url + path)).status).toBe(200);
  });
});
