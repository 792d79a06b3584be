/** What the operator does with accounts, within a portal that they are used at. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { OPERATOR, runHere } from '../../testing/command-line.js';
import { sharedPortal } from '../../testing/shared-portal.js';

const portal = sharedPortal();

const run = (...args: string[]) =>
  runHere({ records: async () => portal.services.records, services: async () => portal.services }, ...args);

describe('accounts', () => {
  it('are put on plans, granted, kept out and let in, for people and for programs', async () => {
    const { url } = portal;
    const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).out);
    const who = ['--email', 'ada@example.com', '--firstname', 'Ada', '--lastname', 'Bay', '--company', 'Acme'];
    const create = ['account', 'create', ...who, '--plan', 'Startup', '--countries', 'KOR'];
    const { password } = await json(...create, '--keep-password');
    expect((await run('account', 'subscribe', 'ada@example.com', '--plan', 'Gold')).err).toContain(
      'There is no plan Gold.',
    );
    let token: string | null = null;
    const client = createClient({ baseUrl: url, credential: 'tidewaiter-web:', token: () => token });
    const person = await client.login({ email: 'ada@example.com', password });
    token = person.token;
    const state = async () => (await client.activeSubscriptions({ userId: person.userid })).userSubscriptionList[0];
    expect(await state()).toMatchObject({ name: 'Startup', queryPerDay: 75, subUserCount: 9, countries: ['KOR'] });

    const granted = await run('grant', 'ada@example.com', '--searches', '5', '--reason', 'as agreed');
    expect(granted).toMatchObject({ status: 0, out: 'ada@example.com has 80 searches left.\n' });
    expect(await json('grant', 'ada@example.com', '--searches=-80', '--reason', 'back')).toMatchObject({ balance: 0 });
    const refused = await run('grant', 'ada@example.com', '--searches=-1', '--reason', 'more');
    expect(refused).toMatchObject({ status: 1, err: 'There are not as many searches left.\n' });
    expect((await run('grant', 'ada@example.com', '--reason', 'x')).status).toBe(1);
    expect((await run('grant', 'nobody@example.com', '--searches', '1', '--reason', 'x')).status).toBe(1);
    expect((await client.ledger({})).ledgerList[0]).toMatchObject({ cause: 'CORRECTION', reason: 'back', balance: 0 });

    expect((await run('plan', 'list')).out).toContain('Startup');
    expect(
      await json(...'plan set Port --searches 12 --period month --countries all --free-records 20000'.split(' ')),
    ).toMatchObject({
      name: 'Port',
      searches: 12,
      freeRecords: 20_000,
      countries: null,
    });
    expect((await run('plan', 'show', 'Port')).out).toContain('12 a period');
    expect((await run('plan', 'show', 'Gold')).status).toBe(1);
    expect((await run('plan', 'set', 'Port')).status).toBe(1);
    expect((await run('account', 'subscribe', 'ada@example.com', '--plan', 'Port', '--expires', 'never')).out).toBe(
      'ada@example.com is on Port.\n',
    );
    expect(await state()).toMatchObject({ name: 'Port', queryPerDay: 12, accountExpireDate: null });

    expect((await run('account', 'disable', 'ada@example.com')).status).toBe(0);
    await expect(client.login({ email: 'ada@example.com', password })).rejects.toThrow('Invalid login');
    expect(await json('account', 'list')).toMatchObject([
      { email: 'ada@example.com', plan: 'Port', state: 'disabled' },
    ]);
    expect((await run('account', 'enable', 'ada@example.com')).status).toBe(0);
    expect(await client.login({ email: 'ada@example.com', password })).toMatchObject({ userid: person.userid });
    const byCommand = new Set(['ACCOUNT_CREATED', 'SUBSCRIBED', 'GRANTED', 'ACCOUNT_DISABLED', 'ACCOUNT_ENABLED']);
    for (const { event, operator } of await json('audit', 'ada@example.com'))
      expect(operator, event).toBe(byCommand.has(event) ? OPERATOR : null);
    expect((await run('audit', 'ada@example.com')).out).toMatch(new RegExp(`account disabled +\\d+ +${OPERATOR}`));
    const events = (await json('audit', 'ada@example.com')).map(({ event }: { event: string }) => event);
    expect(events).toEqual(
      expect.arrayContaining([
        'ACCOUNT_CREATED',
        'SUBSCRIBED',
        'LOGIN',
        'GRANTED',
        'LOGIN_REFUSED',
        'ACCOUNT_DISABLED',
      ]),
    );
  });

  it('are opened with a password that is changed at the first sign-in, unless it is to stay', async () => {
    const client = portal.clientOf(() => null);
    for (const [email, ...options] of [['given@example.com'], ['stays@example.com', '--keep-password']] as const) {
      const who = [email, '--firstname', 'Ada', '--lastname', 'Bay', '--company', 'Acme'];
      const { out } = await run('account', 'create', ...who, ...options);
      const [, password = ''] = /with the password (\S+?)(, and then chooses another one)?\n/.exec(out) ?? [];
      const mustChangePassword = options.length === 0;
      expect(out.includes('chooses another one')).toBe(mustChangePassword);
      expect(await client.login({ email, password })).toMatchObject({ mustChangePassword });
    }
  });

  it('that were asked for wait until they are verified, and mail lies in the outbox', async () => {
    const { url } = portal;
    const client = createClient({ baseUrl: url, credential: 'tidewaiter-web:', token: () => null });
    const { captchaId } = await client.captcha({});
    const person = {
      firstname: 'Eva',
      lastname: 'Tide',
      email: 'eva@example.com',
      mobile: '+31201234567',
      company_name: 'X',
    };
    const asked = client.signUp({ ...person, termsAccepted: true, captchaId, captcha: 'wrong' });
    await expect(asked).rejects.toThrow('Captcha not matched');
    expect((await run('account', 'verify', 'eva@example.com')).err).toContain('eva@example.com has no account.');
  });
});

it('API keys are made, listed and revoked for a person, and for the people of a main account', async () => {
  const { email, person } = await portal.signIn();
  const json = async (...args: string[]) => JSON.parse((await run('account', 'key', ...args, '--json')).out);
  const create = ['create', email, '--name', 'Nightly', '--scope', 'search', 'export', '--expires', '2099-01-31'];
  const { key, keyId } = await json(...create);
  const { apiKeys } = portal.services.accounts;
  expect((await apiKeys.resolve(key)).apiKey.scopes).toEqual(['search', 'export']);
  const made = await run('account', 'key', 'create', email, '--name', 'Weekly');
  expect(made.out).toMatch(/^tw_live_\w{36}\nThis is not shown again/);
  const list = await json('list', email);
  expect(list).toMatchObject([
    { keyId, email, scopes: ['search', 'export'], expiresOn: '2099-01-31', spent: { searches: 0, points: 0 } },
    { name: 'Weekly', scopes: ['search'], expiresOn: null, userid: person.userid },
  ]);
  expect(JSON.stringify(list)).not.toContain(key.slice(12));
  expect((await run('account', 'key', 'list', email)).out).toContain(key.slice(0, 12));
  expect((await run('account', 'key', 'revoke', email, 'made-up')).err).toContain('has no API key made-up');
  const { email: other } = await portal.signIn();
  expect((await run('account', 'key', 'revoke', other, keyId)).status).toBe(1);
  expect((await run('account', 'key', 'revoke', email, keyId)).out).toBe(`The API key ${keyId} is revoked.\n`);
  await expect(apiKeys.resolve(key)).rejects.toMatchObject({ code: 'KEY_REVOKED' });
  expect((await run('account', 'key', 'create', email, '--name', 'Late', '--expires', '2020-01-01')).err).toContain(
    'today or later',
  );
  expect((await run('account', 'key', 'list', other)).out).toBe(`${other} has no API keys.\n`);
  const audited = (await portal.services.accounts.audit.latest(10, person.userid)).filter(({ event }) =>
    /^KEY_/.test(event),
  );
  expect(audited.map(({ event, operator }) => [event, operator])).toEqual([
    ['KEY_REVOKED', OPERATOR],
    ['KEY_CREATED', OPERATOR],
    ['KEY_CREATED', OPERATOR],
  ]);
});

it('jobs are listed, tried anew and cancelled, for people and for programs', async () => {
  const { jobs } = portal.services.accounts;
  const json = async (...args: string[]) => JSON.parse((await run('jobs', ...args, '--json')).out);
  let fails = true;
  jobs.handle('test', {
    retryAfterMs: [],
    async work() {
      if (fails) throw new Error('not today');
    },
  });
  for (const key of ['first', 'second']) await jobs.enqueue({ key, kind: 'test' });
  await jobs.settle({ kinds: ['test'] });
  const [{ id: second }, { id: first, error }] = await json('list', '--kind', 'test', '--state', 'failed');
  expect(error).toBe('not today');
  expect((await run('jobs', 'list', '--kind', 'test')).out).toMatch(/failed .* not today/);
  fails = false;
  expect(await json('retry', String(first))).toMatchObject({ state: 'WAITING', tries: 0 });
  await jobs.settle({ kinds: ['test'] });
  expect(await run('jobs', 'retry', String(first))).toMatchObject({
    status: 1,
    err: expect.stringContaining(`Job ${first} has not failed: it is done.`),
  });
  await json('retry', String(second));
  expect(await json('cancel', String(second))).toMatchObject({ state: 'CANCELLED' });
  expect(await run('jobs', 'cancel', String(second))).toMatchObject({ status: 1 });
  expect((await run('jobs', 'cancel', '12345')).err).toContain('There is no job 12345.');
  expect((await run('jobs', 'list', '--state', 'lost')).status).toBe(2);
});

it('notices are written, read by everybody who is signed in, newest first, and taken away', async () => {
  const { client } = await portal.signIn();
  const added = await run('notice', 'add', ' Records of May ', '--text', 'Korea.\r\n\r\nVietnam \u{1F6A2}.');
  expect(added).toMatchObject({ status: 0, out: expect.stringMatching(/Its id is [0-9a-f-]{36}\./) });
  const file = join(portal.config.dataFolder, 'notice.txt');
  await writeFile(file, '\u0645\u0631\u062d\u0628\u0627\n');
  const { id } = JSON.parse((await run('notice', 'add', 'Welcome', '--file', file, '--json')).out);
  const [welcome, may] = (await client.noticeList({})).noticeList;
  expect(welcome).toMatchObject({ id, title: 'Welcome', body: '\u0645\u0631\u062d\u0628\u0627' });
  expect(may).toMatchObject({ title: 'Records of May', body: 'Korea.\n\nVietnam \u{1F6A2}.' });
  expect(await client.noticeList({ pageNumber: 1, numberOfRecords: 1 })).toEqual({
    noticeList: [may],
    totalRecords: 2,
  });
  expect((await run('notice', 'list')).out).toMatch(/Welcome[\s\S]*Records of May/);

  expect((await run('notice', 'remove', id)).out).toBe('Nobody reads “Welcome” any more.\n');
  expect(await run('notice', 'remove', id)).toMatchObject({ status: 1, err: expect.stringContaining('no notice') });
  expect(JSON.parse((await run('notice', 'list', '--json')).out)).toEqual([may]);
  expect(JSON.parse((await run('audit', '--json')).out).slice(0, 3)).toMatchObject([
    { event: 'NOTICE_REMOVED', actorId: null, operator: OPERATOR, details: { id, title: 'Welcome' } },
    { event: 'NOTICE_ADDED' },
    { event: 'NOTICE_ADDED' },
  ]);
  for (const args of [
    ['x'],
    [' ', '--text', 'y'],
    ['x', '--text', '\n'],
    ['x', '--text', 'y'.repeat(4001)],
    ['x', '--text', 'y', '--file', file],
    ['x', '--file', `${file}.gone`],
    ['x', '--file', portal.config.dataFolder],
  ])
    expect(await run('notice', 'add', ...args), args.join(' ').slice(0, 40)).toMatchObject({ status: 1, out: '' });
  expect((await run('notice', 'remove')).status).toBe(2);
});

describe('weightages', () => {
  it('are set by country and trade type, listed, and refused where they are none', async () => {
    expect((await run('weightage', 'list')).out).toBe('Every record costs 1 point.\n');
    const set = await run('weightage', 'set', 'ind', '--import', '2', '--export', '3');
    expect(set).toMatchObject({ status: 0, out: 'India: import 2, export 3 points a record.\n' });
    expect(JSON.parse((await run('weightage', 'set', 'KOR', '--import', '5', '--json')).out)).toEqual({
      country: 'KOR',
      IMPORT: 5,
    });
    expect(JSON.parse((await run('weightage', 'list', '--json')).out)).toMatchObject([
      { country: 'IND', IMPORT: 2, EXPORT: 3 },
      { country: 'KOR', IMPORT: 5, EXPORT: 1 },
    ]);
    expect((await run('audit')).out).toMatch(/weightage.set/i);
    expect(await run('weightage', 'set', 'ATL', '--import', '2')).toMatchObject({ status: 2 });
    expect(await run('weightage', 'set', 'IND', '--import', '0')).toMatchObject({ status: 1 });
    expect(await run('weightage', 'set', 'IND')).toMatchObject({ status: 1 });
    await run('weightage', 'set', 'KOR', '--import', '1');
  });
});
