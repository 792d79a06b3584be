/** What an account may see no more tells it nothing, whatever it was told before: it hears what one hears that never saw more. */
import type { WebhookMessage } from '@tidewaiter/contract';
import { SEED } from '@tidewaiter/testing/generated';
import { differentials, FIRST, JOINED, LAST, LEAD, SOURCES, SUPPRESSED } from '@tidewaiter/testing/hidden-records';
import { outbox } from '@tidewaiter/testing/outbox';
import { type Receiver, startReceiver } from '@tidewaiter/testing/receiver';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payload } from '../../testing/calls.js';
import { addRows, everyCall, LIMITS, limit, loadRows } from '../../testing/every-call.js';
import type { SignedInAccount } from '../../testing/portal.js';
import { sharedPortalAtWork } from '../../testing/shared-portal.js';
import { askForTelling } from '../jobs/new-records.js';
import { writeDue } from '../watches/mailing.js';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());

const portal = sharedPortalAtWork({ WEBHOOK_TARGETS: '127.0.0.1' });

/** What nobody says of what may be seen. */
const HIDDEN = /hidden|secret/i;

/** What differs between accounts that see the same: what they have paid for, and had without points. */
const OWN_CALLS = /cost|^file$|^program (records|quote)/;
const OWN = new Set(['owned', 'freeRecordsLeft', 'free_records_left']);
const withoutOwn = (answer: unknown) =>
  JSON.stringify(answer, (key, value: unknown) => (OWN.has(key) ? undefined : value));

async function look(): Promise<void> {
  const { version, highestLoad } = await portal.services.records.versions.current();
  await askForTelling(portal.services, { dataVersion: version, highestLoad });
  await portal.services.accounts.jobs.settle();
  await writeDue(portal.services);
  await portal.services.accounts.jobs.settle();
}

/** All that was kept for an account, as it is told now: without what it typed itself. */
async function kept(
  { client }: SignedInAccount,
  { listId, webhookId, searchId }: Record<'listId' | 'webhookId' | 'searchId', string>,
) {
  const { deliveryList } = await client.deliveryList({}, { params: { webhookId } });
  const before = receiver.heard.length;
  for (const { deliveryId } of deliveryList) await client.replayDelivery({}, { params: { webhookId, deliveryId } });
  await portal.services.accounts.jobs.settle();
  const { entries } = await client.ownListEntries({ listId, numberOfRecords: 100 });
  const { rows } = await client.ownListRows({ listId, numberOfRecords: 100 });
  return {
    findings: (await client.findings({ numberOfRecords: 100 })).findings,
    watches: await client.watches({}),
    deliveryList,
    replayed: receiver.heard.slice(before).map(({ body }) => body),
    entries: entries.map(({ value: _, ...entry }) => entry),
    rows: rows.map(({ cells: _, ...row }) => row),
    news: await client.savedSearchNews({ ids: [searchId] }),
  };
}

it('what was found, sent and cached before tells nothing of what may be seen no more', async () => {
  const [
    {
      seen,
      hidden: [more],
    } = expect.fail(),
  ] = fc.sample(differentials(60, fc.constant(LIMITS)), { numRuns: 1, seed: SEED });
  await loadRows(portal, seen);
  await look();
  const account = await portal.signIn(null);
  const { client } = account;
  const query = payload({
    ...{ searchBy: 'PRODUCT', matchType: 'D', searchValue: ['zz'] },
    ...{ countryCode: SOURCES, fromDate: FIRST, toDate: LAST },
  });
  await client.createWatch({ name: 'Mine', query, strictness: 'WIDEST' });
  await client.changeWatchMail({ rhythm: 'AT_ONCE', timeZone: 'UTC' });
  const { webhookId } = await client.createWebhook({
    address: receiver.url,
    events: ['watch.found', 'search.found', 'data.new'],
  });
  const { searchId: search_id } = await client.search(query);
  const workspace_id = await client.createWorkspace({ name: 'Mine' });
  const { id: searchId } = await client.saveSearch({ workspace_id, search_id, name: 'Mine', description: 'All' });
  await addRows(portal, more, 10_000);
  await look();
  const names = ['Hidden Holdings Ltd', 'Hidden Trading Pte Ltd', SUPPRESSED, LEAD, JOINED, 'Acme Ltd'];
  const list = { name: 'Mine', kind: 'COMPANY' as const, columns: ['name'], valueColumn: 0, rows: names.length };
  const { listId } = await client.createOwnList(list);
  await client.sendOwnListRows({ listId, from: 0, rows: names.map((name) => [name]) });
  await portal.services.accounts.jobs.settle();
  const ids = { listId, webhookId, searchId };
  const told = await kept(account, ids);
  for (const of of ['findings', 'deliveryList', 'replayed', 'entries', 'rows'] as const)
    expect(JSON.stringify(told[of]), of).toMatch(HIDDEN);
  await everyCall(portal, account);
  const mailsBefore = (await outbox(portal.config.dataFolder, account.email)).length;

  const { suppressions, parties } = portal.services.records;
  await parties.join(LEAD, [JOINED, 'Hidden Holdings Ltd'], 'one company');
  await suppressions.suppress({ kind: 'party', subject: await suppressions.keyOf(SUPPRESSED) }, 'asked for');
  await limit(portal, account);
  const now = await kept(account, ids);
  for (const [of, one] of Object.entries(now)) expect.soft(JSON.stringify(one), of).not.toMatch(HIDDEN);
  // They are the same messages, and what may be seen of them is told.
  expect(now.deliveryList.map(({ deliveryId }) => deliveryId)).toEqual(
    told.deliveryList.map(({ deliveryId }) => deliveryId),
  );
  expect((JSON.parse(now.deliveryList[0]?.body ?? '{}') as WebhookMessage).type).toMatch(/found|new/);
  await look();
  const mails = (await outbox(portal.config.dataFolder, account.email)).slice(mailsBefore);
  expect(mails.join()).not.toMatch(HIDDEN);
  const other = await portal.signIn(LIMITS.countries);
  await limit(portal, other);
  const [one, another] = [await everyCall(portal, account), await everyCall(portal, other)];
  for (const of of Object.keys(another))
    if (!OWN_CALLS.test(of)) expect.soft(withoutOwn(one[of]), of).toBe(withoutOwn(another[of]));
});
