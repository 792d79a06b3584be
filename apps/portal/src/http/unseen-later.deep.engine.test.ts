/** What an account may see no more tells it nothing, whatever it was told before: it hears what one hears that never saw more. */
import type { WebhookEvent, WebhookMessage } from '@tidewaiter/contract';
import { SEED } from '@tidewaiter/testing/generated';
import { differentials, FIRST, JOINED, LAST, LEAD, SOURCES, SUPPRESSED } from '@tidewaiter/testing/hidden-records';
import { outbox } from '@tidewaiter/testing/outbox';
import { startReceiver } from '@tidewaiter/testing/receiver';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { payload } from '../../testing/calls.js';
import { addRows, everyCall, LIMITS, limit, loadRows } from '../../testing/every-call.js';
import { lookForRecords } from '../../testing/following.js';
import { bringList } from '../../testing/own-lists.js';
import type { SignedInAccount } from '../../testing/portal.js';
import { saveSearch } from '../../testing/saving.js';
import { sharedPortalAtWork } from '../../testing/shared-portal.js';
import { writeDue } from '../standing/mailing.js';

const receiver = await startReceiver();
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
  await lookForRecords(portal);
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
    following: await client.following({}),
    deliveryList,
    replayed: receiver.heard.slice(before).map(({ body }) => body),
    entries: entries.map(({ value: _, ...entry }) => entry),
    rows: rows.map(({ cells: _, ...row }) => row),
    news: await client.savedSearchNews({ ids: [searchId] }),
  };
}

it('what was found, sent and cached before tells nothing of what may be seen no more', async () => {
  const [drawn = expect.fail()] = fc.sample(differentials(60, fc.constant(LIMITS)), { numRuns: 1, seed: SEED });
  const { seen, hidden } = drawn;
  await loadRows(portal, seen);
  await look();
  const account = await portal.signIn(null);
  const { client } = account;
  const query = payload({
    ...{ searchBy: 'PRODUCT', matchType: 'D', searchValue: ['zz'] },
    ...{ countryCode: SOURCES, fromDate: FIRST, toDate: LAST },
  });
  await client.follow({ name: 'Mine', query, strictness: 'WIDEST' });
  await client.changeDigest({ rhythm: 'AT_ONCE', timeZone: 'UTC' });
  const events: WebhookEvent[] = ['watch.found', 'search.found', 'data.new'];
  const { webhookId } = await client.createWebhook({ address: receiver.url, events });
  const { id: searchId } = await saveSearch(account, query, 'Mine');
  await addRows(portal, hidden[0], 10_000);
  await look();
  const names = ['Hidden Holdings Ltd', 'Hidden Trading Pte Ltd', SUPPRESSED, LEAD, JOINED, 'Acme Ltd'];
  const rows = names.map((name) => [name]);
  const listId = await bringList(portal, account, 'Mine', rows, { kind: 'COMPANY' });
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
  // Nor is it chosen by who remembers its name.
  const [{ entry } = expect.fail()] = (await client.ownListEntries({ listId })).entries;
  await client.decideOwnList({ listId, decisions: [{ entry, chosen: 'Hidden Holdings Ltd' }] });
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
