import { databaseOf } from '@tidewaiter/accounts/database';
import type { WebhookEvent, WebhookMessage } from '@tidewaiter/contract';
import { startReceiver } from '@tidewaiter/testing/receiver';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { payload } from '../../testing/calls.js';
import { loadDeclarations } from '../../testing/declarations.js';
import { balanceOf, start, wanted } from '../../testing/exporting.js';
import { lookForRecords } from '../../testing/following.js';
import { entitle, type SignedInAccount, userOf } from '../../testing/portal.js';
import { saveSearch } from '../../testing/saving.js';
import { sharedPortal } from '../../testing/shared-portal.js';
import { handleExports } from '../exports/job.js';
import { handleStandingQuestions } from '../standing/job.js';
import { watchRecords } from './new-records.js';

const receiver = await startReceiver();
const portal = sharedPortal({ WEBHOOK_TARGETS: '127.0.0.1', PUBLIC_URL: 'https://portal.example.com' });
let watching: { stop(): void };
beforeAll(async () => {
  handleExports(portal.services, portal.config.publicUrl);
  handleStandingQuestions(portal.services, portal.config.publicUrl);
  watching = watchRecords(portal.services, portal.app.log);
  await look();
});
afterAll(async () => {
  watching.stop();
  await receiver.stop();
});
beforeEach(() => {
  receiver.heard = [];
});

const look = (before?: () => Promise<void>) => lookForRecords(portal, before);

/** Has a path of the receiver told of events. */
async function listen({ client }: SignedInAccount, path: string, events: WebhookEvent[]): Promise<string> {
  const { webhookId } = await client.createWebhook({ address: `${receiver.url}${path}`, events });
  return webhookId;
}

const heard = (path: string) =>
  receiver.heard.filter((one) => one.path === path).map(({ body }) => JSON.parse(body) as WebhookMessage);

it('tells of new records what each person may see, once a state of the records', async () => {
  const [korean, german] = [await portal.signIn(['KOR']), await portal.signIn(['DEU'])];
  await listen(korean, '/korean', ['data.new']);
  await listen(german, '/german', ['data.new']);
  await look();
  expect(receiver.heard).toEqual([]);
  await loadDeclarations(portal, '2021-03-05', 7);
  await look();
  await look();
  const { version } = await portal.services.records.versions.current();
  expect(heard('/german')).toEqual([]);
  const source = {
    ...{ country: 'KOR', name: 'South Korea', trade: 'import', records: 7 },
    ...{ new_months: ['2021-03'], last_month: '2021-03', is_new: false },
  };
  expect(heard('/korean')).toEqual([
    {
      type: 'data.new',
      timestamp: expect.any(String),
      data: { data_version: version, sources: [source], link: 'https://portal.example.com/coverage' },
    },
  ]);
});

it('tells of the saved searches to which something came, and of no others', async () => {
  const account = await portal.signIn(['KOR']);
  const { client } = account;
  const colleague = await portal.signInSubUser(account);
  const webhookId = await listen(account, '/finds', ['search.found']);
  await listen(colleague, '/colleague', ['search.found']);
  // It asks for more days than may be seen, and these move on.
  await entitle(portal, account, { countries: ['KOR'], dataAccessUpto: '2021-05-05', dataAccessInMonth: 1 });
  const asked = (hs: string) => payload({ searchValue: [hs], toDate: '2021-12-31' });
  const { id: phones } = await saveSearch(account, asked('851712'));
  await saveSearch(account, asked('640399'), 'Shoes');
  await loadDeclarations(portal, '2021-04-05', 3);
  await look();
  expect(heard('/colleague')).toEqual([]);
  const [{ data } = expect.fail(), ...others] = heard('/finds');
  expect(others).toEqual([]);
  const told = data as { new_records: number; records: number; link: string; since_data_version: number };
  expect(told).toMatchObject({ saved_search_id: phones, title: 'Phones', new_records: 3 });
  // The link asks for just those records.
  const { searchParams, pathname } = new URL(told.link);
  expect([pathname, searchParams.get('newSince')]).toEqual(['/list1', String(told.since_data_version)]);
  // What an earlier release kept in another way is told as gone, and holds up no other.
  const { deliveryList } = await client.deliveryList({}, { params: { webhookId } });
  const dataOf = ({ body }: { body: string }) => (JSON.parse(body) as WebhookMessage).data;
  await databaseOf(portal.services.accounts).execute(`
    insert into deliveries (id, webhook_id, event, about, facts, state, created_at)
    select gen_random_uuid(), webhook_id, kept.event, about || number, kept.facts, state, created_at from deliveries, lateral (values
      (1, 'search.found', facts - 'query'), (2, 'search.found', jsonb_set(facts, '{query,toDate}', '"1999-01-01"')),
      (3, 'search.found', '{}'::jsonb), (4, 'watch.found', '{}'), (5, 'data.new', '{}')) as kept (number, event, facts)
    where id = '${deliveryList[0]?.deliveryId}'`);
  const all = await client.deliveryList({}, { params: { webhookId } });
  const gone = all.deliveryList.filter(({ deliveryId }) => !deliveryList.some((one) => one.deliveryId === deliveryId));
  expect(gone.map(dataOf)).toEqual(Array(5).fill({ is_gone: true }));
  expect(all.deliveryList.filter((one) => !gone.includes(one))).toEqual(deliveryList);
  await client.replayDelivery({}, { params: { webhookId, deliveryId: gone[0]?.deliveryId ?? '' } });
  await portal.services.accounts.jobs.settle();
  expect(heard('/finds').at(-1)?.data).toEqual({ is_gone: true });
  // Of a removed one nothing is told.
  await client.removeSavedSearch({ userWorkspaceId: phones });
  receiver.heard = [];
  await loadDeclarations(portal, '2021-04-06', 1);
  await look();
  expect(heard('/finds')).toEqual([]);
});

it('tells of an export that is ready or came to nothing, and not again when its file is made anew', async () => {
  const account = await portal.signIn(['KOR']);
  const { client } = account;
  const webhookId = await listen(account, '/exports', ['export.ready', 'export.failed']);
  await client.search(payload());
  const { exportId } = await start(client, wanted());
  await portal.services.accounts.jobs.settle();
  const made = await portal.services.accounts.exports.get(exportId);
  expect(heard('/exports')).toEqual([
    {
      type: 'export.ready',
      timestamp: expect.any(String),
      data: {
        ...{ export_id: exportId, in_words: made?.question, format: made?.format, file_name: made?.fileName },
        ...{ records: made?.rows, points: made?.points, bytes: made?.bytes, data_version: made?.dataVersion },
        link: 'https://portal.example.com/downloadlog',
      },
    },
  ]);
  await portal.services.accounts.exports.makeAgain(made ?? expect.fail(), 99);
  await portal.services.accounts.jobs.settle();
  expect(heard('/exports')).toHaveLength(1);

  // Its points are gone when its turn comes.
  const poor = await portal.signIn(['KOR'], 'Free');
  await listen(poor, '/poor', ['export.failed']);
  const asked = { query: payload({ fromDate: '2020-02-01' }), columnKeys: ['be_date'] };
  await poor.client.search(asked.query);
  const started = await start(poor.client, asked);
  const { grants } = portal.services.accounts.plans;
  await grants.give(await userOf(portal, poor), 'DOWNLOADS', -(await balanceOf(poor)), 'taken back');
  await portal.services.accounts.jobs.settle();
  expect(heard('/poor')).toMatchObject([
    { type: 'export.failed', data: { export_id: started.exportId, code: 'download_limit_exhausted' } },
  ]);
  const log = await client.deliveryList({}, { params: { webhookId } });
  expect(log).toMatchObject({ totalRecords: 1, deliveryList: [{ event: 'export.ready', state: 'DELIVERED' }] });
});
