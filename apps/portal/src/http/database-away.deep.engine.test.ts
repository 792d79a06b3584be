/** What those who call are told while the PostgreSQL of the accounts does not answer, and that it is over once it does. */
import { POSTGRES, startPostgres, type TemporaryPostgres } from '@tidewaiter/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { raw } from '../../testing/calls.js';
import { type SignedInAccount, startPortal, type TestPortal } from '../../testing/portal.js';

describe.runIf(POSTGRES)('a database that is away', () => {
  let server: TemporaryPostgres;
  let portal: TestPortal;
  let account: SignedInAccount;
  beforeAll(async () => {
    server = await startPostgres(POSTGRES ?? '');
    portal = await startPortal({ DATABASE_URL: server.url, RATE_LIMITS: 'on' });
    account = await portal.signIn();
  });
  afterAll(async () => {
    // Work in the background says that its database is gone.
    await portal.close().catch(() => {});
  });

  const ask = () => account.client.activeSubscriptions({ userId: account.person.userid });

  /** The same in the form in which it travels. */
  const askRaw = () =>
    raw(portal, '/masterdata-management/sitesettings', { method: 'POST', signal: AbortSignal.timeout(90_000) });

  it('is said within its limits of time while it is frozen, and over when it goes on', async () => {
    server.freeze();
    try {
      const [answer, called] = await Promise.all([askRaw(), ask().catch((error: unknown) => error)]);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(answer.body).toMatchObject({ errorCode: 'DATABASE_AWAY' });
      expect(called).toMatchObject({ code: 'DATABASE_AWAY' });
    } finally {
      server.thaw();
    }
    await expect.poll(() => ask().catch(() => undefined)).toBeDefined();
  });

  it('is said at once where nothing listens', async () => {
    await server.stop();
    await expect(ask()).rejects.toMatchObject({ code: 'DATABASE_AWAY' });
    expect((await askRaw()).status).toBe(503);
  });
});
