/** Files of exports: fetched by tickets, for a time, made again, and what they tell of. */
import { beforeEach, describe, expect, it } from 'vitest';
import { payload } from '../../testing/calls.js';
import { balanceOf, ended, madeAgain, search, start, wanted } from '../../testing/exporting.js';
import type { SignedInAccount } from '../../testing/portal.js';
import { sharedPortalAtWork } from '../../testing/shared-portal.js';

const portal = sharedPortalAtWork();
let me: SignedInAccount;

beforeEach(async () => {
  me = await portal.signIn();
});

describe('a file', () => {
  it('is fetched by a ticket once, under a name in the letters of any language, and by nobody who made one up', async () => {
    const without = { relation: 'NOT' as const, searchBy: 'PRODUCT' as const, searchValue: ['타일'] };
    const query = payload({ queryBuilder: [{ ...without, matchType: 'L' }] });
    await me.client.search(query);
    const made = await ended(portal, me.client, await start(me.client, { ...wanted(), query }));
    const { url } = await me.client.fetchExport({ exportId: made.exportId });
    const response = await fetch(`${portal.url}${url}`);
    const name = `IMPORT_KOR_${query.fromDate}_${query.toDate}_8517-0901-6907-not-`;
    expect(made.fileName).toBe(`${name}타일.csv`);
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="${name}.csv"; filename*=UTF-8''${name}${encodeURIComponent('타일')}.csv`,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    await response.arrayBuffer();
    expect((await fetch(`${portal.url}${url}`)).status).toBe(400);
    expect((await fetch(`${portal.url}/export-management/file/made-up`)).status).toBe(400);
  });

  it('is fetched no more by a ticket whose session has ended, or that is older than a suppression', async () => {
    const ids = await search(me);
    const made = await ended(portal, me.client, await start(me.client, wanted()));
    const { url } = await me.client.fetchExport({ exportId: made.exportId });
    const { suppressions } = portal.services.records;
    const { number } = await suppressions.suppress({ kind: 'record', subject: ids[0] ?? '' }, 'asked');
    expect((await fetch(`${portal.url}${url}`)).status).toBe(400);
    await suppressions.lift(number, 'not any more');

    const other = await ended(portal, me.client, await start(me.client, wanted()));
    const { url: ticket } = await me.client.fetchExport({ exportId: other.exportId });
    const { userid, loginId, sessionId } = me.person;
    await me.client.logout({ userId: userid, loginId, sessionId });
    expect((await fetch(`${portal.url}${ticket}`)).status).toBe(400);
  });

  it('is fetched for as many days as the operator keeps it, and then no more', async () => {
    await search(me);
    const { exportId } = await ended(portal, me.client, await start(me.client, wanted()));
    const kept = portal.config.exports;
    const { days } = kept;
    kept.days = 0;
    try {
      await expect(me.client.fetchExport({ exportId })).rejects.toMatchObject({ code: 'EXPORT_GONE' });
    } finally {
      kept.days = days;
    }
    expect((await me.client.fetchExport({ exportId })).url).toMatch(/^\/export-management\/file\//);
  });

  it('is made again where it lies no longer, free of charge, and without what was suppressed since', async () => {
    const ids = await search(me);
    const made = await ended(portal, me.client, await start(me.client, wanted()));
    const before = await balanceOf(me);
    const kept = (await portal.services.accounts.exports.get(made.exportId)) ?? expect.fail();
    await portal.services.exportFiles.remove(kept);
    expect(await madeAgain(portal, me, made)).toHaveLength(ids.length + 1);
    const { suppressions } = portal.services.records;
    const { number } = await suppressions.suppress({ kind: 'record', subject: ids[0] ?? '' }, 'asked');
    expect(await madeAgain(portal, me, made)).toHaveLength(ids.length);
    await suppressions.lift(number, 'not any more');
    expect(await balanceOf(me)).toBe(before);
  });
});
