/** Webhooks: what is told, signed, once; what becomes of it where it is not taken in; and who may have any. */
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, LIMITS } from '@tidewaiter/contract';
import { account } from '@tidewaiter/testing/account';
import { DRAWN_ENGINES } from '@tidewaiter/testing/databases';
import { startReceiver } from '@tidewaiter/testing/receiver';
import { sql } from 'drizzle-orm';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { code } from '../../testing/refusals.js';
import { startAccounts } from '../../testing/start.js';
import { databaseOf } from '../accounts.js';
import { Sealing } from '../site/sealing.js';
import type { User } from '../users/user.js';
import { post } from './post.js';
import { readTargets } from './targets.js';
import type { Facts } from './webhooks.js';

const HERE = { address: '127.0.0.1' };

const posted = (address: string, withinMs: number) => {
  const how = { allowed: readTargets('127.0.0.1'), signal: new AbortController().signal, withinMs };
  return post(address, { headers: {}, body: '{}' }, how);
};

describe.each(DRAWN_ENGINES)('webhooks on %s are', async (engine) => {
  const receiver = await startReceiver();
  const { accounts, smtp, clock, later } = await startAccounts(engine);
  accounts.webhooks.toldBy('data.new', async (_, told) => told.map(({ facts }) => facts));
  let user: User;
  afterAll(() => receiver.stop());
  beforeEach(async () => {
    ({ user } = await accounts.people.newAccounts.create(account()));
    clock.now = new Date();
    receiver.heard = [];
    receiver.answer = 204;
  });

  const add = (path = '/hook') =>
    accounts.webhooks.create(user, { address: `${receiver.url}${path}`, events: ['data.new'] }, HERE);
  const tell = (about: string, facts: Facts = {}) => accounts.webhooks.tell(user, { event: 'data.new', about, facts });
  const log = async (id: string) => (await accounts.webhooks.log(user, id, { number: 0, size: 100 })).deliveries;
  const settle = () => accounts.jobs.settle();
  const tellAndSettle = async (about: string, facts?: Facts) => {
    await tell(about, facts);
    await settle();
  };
  const stateOf = async () => (await accounts.webhooks.list(user)).map(({ webhook }) => webhook.stopped);
  const mailed = (subject: string) =>
    smtp.messages.filter(({ to, text }) => to.includes(user.email) && text.includes(subject)).length;

  it('told what they ask for, signed so that a library of the standard knows it', async () => {
    const { id, secret } = await add();
    await tell('one', { records: 3, name: 'Việt Nam' });
    await accounts.webhooks.tell(user, { event: 'export.ready', about: 'two', facts: {} });
    await settle();
    expect(receiver.heard).toHaveLength(1);
    const [{ path, headers, body } = expect.fail()] = receiver.heard;
    expect(path).toBe('/hook');
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Tidewaiter-Webhooks' });
    expect(new Verifier(secret).verify(body, headers)).toEqual({
      ...{ type: 'data.new', timestamp: clock.now.toISOString() },
      data: { records: 3, name: 'Việt Nam' },
    });
    expect(() => new Verifier(secret).verify(body.replace('3', '4'), headers)).toThrow();
    const [sent] = await log(id);
    expect(sent).toMatchObject({ id: headers['webhook-id'], state: 'DELIVERED', tries: 1, status: 204, error: null });
    expect(sent && (await accounts.webhooks.bodiesOf(user, [sent], new AbortController().signal))).toEqual([body]);
    expect(mailed('A webhook has been added')).toBe(1);
  });

  it('told once of the same, and again where somebody asks for it, under the same id', async () => {
    const { id } = await add();
    await tell('same');
    await tellAndSettle('same');
    expect(receiver.heard).toHaveLength(1);
    const [sent = expect.fail()] = await log(id);
    await accounts.webhooks.replay(user, id, sent.id);
    await accounts.webhooks.replay(user, id, sent.id);
    await settle();
    expect(receiver.heard.map(({ headers }) => headers['webhook-id'])).toEqual([sent.id, sent.id]);
    expect(await log(id)).toMatchObject([{ state: 'DELIVERED', tries: 2, replays: 1 }]);
  });

  it('told of nothing that did not come to pass', async () => {
    await add();
    const failing = databaseOf(accounts).transaction(async (transaction) => {
      await accounts.webhooks.tell(user, { event: 'data.new', about: 'rolled back', facts: {} }, transaction);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await settle();
    expect(receiver.heard).toEqual([]);
  });

  it('tried again until they take it in', async () => {
    const { id, secret } = await add();
    receiver.answer = (response) => response.writeHead(receiver.heard.length < 3 ? 503 : 200).end();
    await tellAndSettle('slow');
    const ids = new Set(receiver.heard.map(({ headers }) => headers['webhook-id']));
    expect([receiver.heard.length, ids.size]).toEqual([3, 1]);
    for (const { headers, body } of receiver.heard) new Verifier(secret).verify(body, headers);
    expect(await log(id)).toMatchObject([{ state: 'DELIVERED', tries: 3, status: 200, error: null }]);
    const [{ webhook } = expect.fail()] = await accounts.webhooks.list(user);
    expect(webhook.failingSince).toBeNull();
  });

  it('followed nowhere: a redirection is a refusal', async () => {
    const { id } = await add();
    receiver.answer = (response) => response.writeHead(302, { location: `${receiver.url}/metadata` }).end();
    await tellAndSettle('elsewhere');
    expect(new Set(receiver.heard.map(({ path }) => path))).toEqual(new Set(['/hook']));
    const error = 'It answered 302: redirections are not followed.';
    expect(await log(id)).toMatchObject([{ state: 'FAILED', tries: 17, status: 302, error }]);
    expect(await stateOf()).toEqual([null]);
  });

  it('waited for no longer than is said, and read no further than their status', async () => {
    const call = (withinMs: number) => posted(receiver.url, withinMs);
    receiver.answer = () => {};
    await expect(call(300)).rejects.toThrow('No answer within 0.3 seconds.');
    // The head comes, and a body that never ends.
    receiver.answer = (response) => {
      response.writeHead(200);
      const dripping = setInterval(() => response.write('x'.repeat(1000)), 1);
      response.on('close', () => clearInterval(dripping));
    };
    expect(await call(5000)).toMatchObject({ status: 200 });
    receiver.answer = (response) => response.socket?.end('what is this\r\n\r\n');
    await expect(call(5000)).rejects.toThrow('What it answered is not HTTP.');
    receiver.answer = (response) => response.socket?.destroy();
    await expect(call(5000)).rejects.toThrow('The connection was cut.');
    receiver.answer = (response) => response.writeHead(200, { a: 'x'.repeat(20_000) }).end();
    await expect(call(5000)).rejects.toThrow('The head of the answer is too large.');
    // The head comes in drops.
    receiver.answer = (response) => {
      response.socket?.write('HTTP/1.1 200 OK\r\na: ');
      const dripping = setInterval(() => response.socket?.write('x'), 10);
      response.on('close', () => clearInterval(dripping));
    };
    await expect(call(300)).rejects.toThrow('No answer within 0.3 seconds.');
    // What a client that asked for it would go on in another protocol with: the client of Node.js says nothing of it.
    receiver.answer = (response) =>
      response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    expect(await call(5000)).toMatchObject({ status: 101 });
    receiver.answer = (response) => {
      for (let index = 0; index < 5; index++) response.writeProcessing();
    };
    await expect(call(300)).rejects.toThrow('No answer within 0.3 seconds.');
  });

  it('waited for no longer where TLS is never spoken', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = `https://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    await expect(posted(address, 300)).rejects.toThrow('No answer within 0.3 seconds.');
    silent.close();
  });

  it('turned off where they answer that they are gone, which their person is mailed', async () => {
    const { id } = await add();
    receiver.answer = 410;
    await tellAndSettle('gone');
    expect(await stateOf()).toEqual(['GONE']);
    await tellAndSettle('more');
    expect(receiver.heard).toHaveLength(1);
    expect(mailed('A webhook has been turned off')).toBe(1);
    const [sent = expect.fail()] = await log(id);
    expect(await code(accounts.webhooks.replay(user, id, sent.id))).toBe('WEBHOOK_OFF');
    await accounts.webhooks.update(user, id, { isOn: true }, HERE);
    receiver.answer = 200;
    await accounts.webhooks.replay(user, id, sent.id);
    await settle();
    expect(await log(id)).toMatchObject([{ state: 'DELIVERED' }]);
  });

  it.each([
    ['turned off where nothing was taken in for five days', false, 'FAILING'],
    ['given these days anew with another address', true, null],
  ])('%s', async (_, isMoved, stopped) => {
    const { id } = await add();
    receiver.answer = 500;
    await tellAndSettle('first');
    expect(await stateOf()).toEqual([null]);
    later(5 * DAY_MS);
    if (isMoved) await accounts.webhooks.update(user, id, { address: `${receiver.url}/other` }, HERE);
    await tellAndSettle('second');
    expect(await stateOf()).toEqual([stopped]);
  });

  it('signed by the secret before for a day, beside the new one', async () => {
    const { id, secret } = await add();
    const renewed = await accounts.webhooks.renewSecret(user, id, HERE);
    await accounts.webhooks.test(user, id);
    await settle();
    const [{ headers, body } = expect.fail()] = receiver.heard;
    for (const each of [secret, renewed])
      expect(new Verifier(each).verify(body, headers)).toMatchObject({ type: 'webhook.test' });
    later(DAY_MS + 1);
    await accounts.webhooks.test(user, id);
    await settle();
    const second = receiver.heard[1] ?? expect.fail();
    expect(second.headers['webhook-signature']?.split(' ')).toHaveLength(1);
  });

  it('kept with secrets that the database alone does not have, and that open in their own row only', async () => {
    const { id, secret } = await add();
    const other = await add('/other');
    const rows = await databaseOf(accounts).execute(
      sql`select id::text, secret from webhooks where id in (${id}, ${other.id})`,
    );
    expect(JSON.stringify(rows)).not.toContain(secret.slice('whsec_'.length));
    await databaseOf(accounts).execute(
      sql`update webhooks set secret = (select secret from webhooks where id = ${other.id}) where id = ${id}`,
    );
    await tellAndSettle('swapped');
    expect(receiver.heard.map(({ path }) => path)).toEqual(['/other']);
    const error = 'Its secret cannot be read here any more. Please make a new one.';
    expect(await log(id)).toMatchObject([{ state: 'FAILED', status: null, error }]);
  });

  it('signed by a new secret at once where the key that sealed the one before is lost', async () => {
    const { id } = await add();
    const former = new Sealing(() => Buffer.alloc(32, 'another')).seal(Buffer.alloc(32), id);
    await databaseOf(accounts).execute(sql`update webhooks set secret = ${former} where id = ${id}`);
    const renewed = await accounts.webhooks.renewSecret(user, id, HERE);
    await accounts.webhooks.test(user, id);
    await settle();
    const [{ headers, body } = expect.fail()] = receiver.heard;
    expect(new Verifier(renewed).verify(body, headers)).toMatchObject({ type: 'webhook.test' });
  });

  it.skipIf(engine === 'PGlite')(
    'removed while something is told: it comes to pass, and is told to nobody',
    async () => {
      for (const told of ['happening', 'test'] as const) {
        const { id } = await add();
        let telling: Promise<unknown> = Promise.resolve();
        await databaseOf(accounts).transaction(async (transaction) => {
          await transaction.execute(sql`delete from webhooks where id = ${id}`);
          telling = told === 'test' ? code(accounts.webhooks.test(user, id)) : tell('late');
          telling.catch(() => {});
          await sleep(300);
        });
        expect(await telling).toBe(told === 'test' ? 'NOT_YOURS' : undefined);
      }
      await settle();
      expect(receiver.heard).toEqual([]);
    },
  );

  it.skipIf(engine === 'PGlite')(
    'removed while a message is under way: neither waits for the other for good',
    async () => {
      const { id } = await add();
      await tell('under way');
      const [sent = expect.fail()] = await log(id);
      let removing: Promise<unknown> = Promise.resolve();
      let sending: Promise<unknown> = Promise.resolve();
      await databaseOf(accounts).transaction(async (transaction) => {
        await transaction.execute(sql`select from webhooks where id = ${id} for update`);
        removing = accounts.webhooks.remove(user, id, HERE);
        removing.catch(() => {});
        await sleep(200);
        sending = settle();
        await expect.poll(() => receiver.heard.length).toBe(1);
        // Longer than PostgreSQL waits before it looks for a deadlock.
        await sleep(1500);
      });
      await removing;
      await sending;
      // Neither had to be ended by the server.
      expect(await accounts.jobs.find(`webhook ${sent.id} 0`)).toMatchObject({ state: 'DONE', tries: 1 });
      expect(receiver.heard).toHaveLength(1);
      expect(await stateOf()).toEqual([]);
    },
  );

  it('held to their number, and to addresses that may be called', async () => {
    for (const address of ['http://10.0.0.1/', 'https://169.254.169.254/latest/meta-data/'])
      expect(await code(accounts.webhooks.create(user, { address, events: ['data.new'] }, HERE))).toBe('VALIDATION');
    for (let index = 0; index < LIMITS.webhooks; index++) await add();
    expect(await code(add())).toBe('WEBHOOKS_FULL');
  });

  it('silent once their person is disabled or has set a password that was forgotten', async () => {
    const { id } = await add();
    await tell('before');
    await databaseOf(accounts).execute(sql`update users set disabled_at = now() where id = ${user.id}`);
    await settle();
    expect(receiver.heard).toEqual([]);
    expect(await log(id)).toMatchObject([{ state: 'FAILED', error: 'This webhook is off. Please turn it on first.' }]);
    expect((await accounts.webhooks.listeners(['data.new'])).map((one) => one.id)).not.toContain(user.id);
    await databaseOf(accounts).execute(sql`update users set disabled_at = null where id = ${user.id}`);
    await accounts.access.operatorResets.mailLink(user);
    expect(await stateOf()).toEqual(['PASSWORD']);
  });

  it('kept in the log for a month, a thousand of each', async () => {
    const { id } = await add();
    await tellAndSettle('old');
    later((LIMITS.deliveryDays + 1) * DAY_MS);
    await tellAndSettle('young');
    await databaseOf(accounts).execute(sql`
      insert into deliveries (id, webhook_id, event, about, facts, state, created_at)
      select gen_random_uuid(), ${id}, 'data.new', 'many ' || n, '{}', 'DELIVERED', ${clock.now.toISOString()}::timestamptz - n * interval '1 second'
      from generate_series(1, ${LIMITS.deliveries + 20}) as n`);
    await accounts.webhooks.forgetOld();
    const { total, deliveries } = await accounts.webhooks.log(user, id, { number: 0, size: 1 });
    expect([total, deliveries[0]?.about]).toEqual([LIMITS.deliveries, 'young']);
  });
});
