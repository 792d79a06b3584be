/** What the operator does with accounts, within a portal that they are used at. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandsOf, OPERATOR } from '../../testing/command-line.js';
import { subscription } from '../../testing/portal.js';
import { sharedPortal } from '../../testing/shared-portal.js';

const portal = sharedPortal();

const { run, json } = commandsOf(portal);
const WHO = ['--firstname', 'Ada', '--lastname', 'Bay', '--company', 'Acme'];

describe('accounts', () => {
  it('are put on plans, granted, kept out and let in, for people and for programs', async () => {
    const ada = 'ada@example.com';
    const create = ['account', 'create', ada, ...WHO, '--plan', 'Startup', '--countries', 'KOR'];
    const { password } = await json(...create, '--keep-password');
    expect((await run('account', 'subscribe', ada, '--plan', 'Gold')).err).toContain('There is no plan Gold.');
    let token: string | null = null;
    const client = portal.clientOf(() => token);
    const person = await client.login({ email: ada, password });
    token = person.token;
    const state = () => subscription({ client, person });
    expect(await state()).toMatchObject({ name: 'Startup', queryPerDay: 75, subUserCount: 9, countries: ['KOR'] });

    const grant = (...args: string[]) => run('grant', ada, ...args, '--reason', 'as agreed');
    expect(await grant('--searches', '5')).toMatchObject({ status: 0, out: `${ada} has 80 searches left.\n` });
    expect(await json('grant', ada, '--searches=-80', '--reason', 'back')).toMatchObject({ balance: 0 });
    expect(await grant('--searches=-1')).toMatchObject({ status: 1, err: 'There are not as many searches left.\n' });
    expect((await grant()).status).toBe(1);
    expect((await run('grant', 'nobody@example.com', '--searches', '1', '--reason', 'x')).status).toBe(1);
    expect((await client.ledger({})).ledgerList[0]).toMatchObject({ cause: 'CORRECTION', reason: 'back', balance: 0 });

    expect((await run('plan', 'list')).out).toContain('Startup');
    const port = 'plan set Port --searches 12 --period month --countries all --free-records 20000'.split(' ');
    expect(await json(...port)).toMatchObject({ name: 'Port', searches: 12, freeRecords: 20_000, countries: null });
    const { out: shown } = await run('plan', 'show', 'Port');
    expect(shown).toMatch(/searches in a period +12\n/);
    // What nothing was said of is no limit of nothing.
    expect(shown).toMatch(/saved searches in one workspace +50\n/);
    expect((await run('plan', 'show', 'Gold')).status).toBe(1);
    expect((await run('plan', 'set', 'Port')).status).toBe(1);
    const moved = await run('account', 'subscribe', ada, '--plan', 'Port', '--expires', 'never');
    expect(moved.out).toBe(`${ada} is on Port.\n`);
    expect(await state()).toMatchObject({ name: 'Port', queryPerDay: 12, accountExpireDate: null });

    expect((await run('account', 'disable', ada)).status).toBe(0);
    await expect(client.login({ email: ada, password })).rejects.toThrow('Invalid login');
    expect(await json('account', 'list')).toMatchObject([{ email: ada, plan: 'Port', state: 'disabled' }]);
    expect((await run('account', 'enable', ada)).status).toBe(0);
    expect(await client.login({ email: ada, password })).toMatchObject({ userid: person.userid });
    const byCommand = ['ACCOUNT_CREATED', 'SUBSCRIBED', 'GRANTED', 'ACCOUNT_DISABLED', 'ACCOUNT_ENABLED'];
    const entries: { event: string; operator: string | null }[] = await json('audit', ada);
    for (const { event, operator } of entries)
      expect(operator, event).toBe(byCommand.includes(event) ? OPERATOR : null);
    const events = [...byCommand, 'LOGIN', 'LOGIN_REFUSED'];
    expect(entries.map(({ event }) => event)).toEqual(expect.arrayContaining(events));
    expect((await run('audit', ada)).out).toMatch(new RegExp(`account disabled +\\d+ +${OPERATOR}`));
  });

  it('are opened with a password that is changed at the first sign-in, unless it is to stay', async () => {
    const client = portal.clientOf(() => null);
    for (const [email, ...options] of [['given@example.com'], ['stays@example.com', '--keep-password']] as const) {
      const { out } = await run('account', 'create', email, ...WHO, ...options);
      const [, password = ''] = /with the password (\S+?)(, and then chooses another one)?\n/.exec(out) ?? [];
      const mustChangePassword = options.length === 0;
      expect(out.includes('chooses another one')).toBe(mustChangePassword);
      expect(await client.login({ email, password })).toMatchObject({ mustChangePassword });
    }
  });
});

it('API keys are made, listed and revoked for a person, and for the people of a main account', async () => {
  const { email, person } = await portal.signIn();
  const key_ = (...args: string[]) => run('account', 'key', ...args);
  const create = ['create', email, '--name', 'Nightly', '--scope', 'search', 'export', '--expires', '2099-01-31'];
  const { key, keyId } = await json('account', 'key', ...create);
  const { apiKeys } = portal.services.accounts.access;
  expect((await apiKeys.resolve(key)).apiKey.scopes).toEqual(['search', 'export']);
  const made = await key_('create', email, '--name', 'Weekly');
  expect(made.out).toMatch(/^tw_live_\w{36}\nThis is not shown again/);
  const list = await json('account', 'key', 'list', email);
  expect(list).toMatchObject([
    { keyId, email, scopes: ['search', 'export'], expiresOn: '2099-01-31', spent: { searches: 0, points: 0 } },
    { name: 'Weekly', scopes: ['search'], expiresOn: null, userid: person.userid },
  ]);
  expect(JSON.stringify(list)).not.toContain(key.slice(12));
  expect((await key_('list', email)).out).toContain(key.slice(0, 12));
  expect((await key_('revoke', email, 'made-up')).err).toContain('has no API key made-up');
  const { email: other } = await portal.signIn();
  expect((await key_('revoke', other, keyId)).status).toBe(1);
  expect((await key_('revoke', email, keyId)).out).toBe(`The API key ${keyId} is revoked.\n`);
  await expect(apiKeys.resolve(key)).rejects.toMatchObject({ code: 'KEY_REVOKED' });
  const late = await key_('create', email, '--name', 'Late', '--expires', '2020-01-01');
  expect(late.err).toContain('today or a later day');
  expect((await key_('list', other)).out).toBe(`${other} has no API keys.\n`);
  const entries = await portal.services.accounts.audit.latest(10, { subjectId: person.userid });
  const ofKeys = entries.filter(({ event }) => event.startsWith('KEY_'));
  expect(ofKeys.map(({ event, operator }) => `${event} ${operator}`)).toEqual(
    ['KEY_REVOKED', 'KEY_CREATED', 'KEY_CREATED'].map((event) => `${event} ${OPERATOR}`),
  );
});

it('jobs are listed, tried anew and cancelled, for people and for programs', async () => {
  const { jobs } = portal.services.accounts;
  let fails = true;
  jobs.handle('test', {
    retryAfterMs: [],
    async work() {
      if (fails) throw new Error('not today');
    },
  });
  for (const key of ['first', 'second']) await jobs.enqueue({ key, kind: 'test' });
  await jobs.settle({ kinds: ['test'] });
  const [{ id: second }, { id: first, error }] = await json('jobs', 'list', '--kind', 'test', '--state', 'failed');
  expect(error).toBe('not today');
  expect((await run('jobs', 'list', '--kind', 'test')).out).toMatch(/failed .* not today/);
  fails = false;
  expect(await json('jobs', 'retry', String(first))).toMatchObject({ state: 'WAITING', tries: 0 });
  await jobs.settle({ kinds: ['test'] });
  const again = await run('jobs', 'retry', String(first));
  expect([again.status, again.err]).toEqual([1, expect.stringContaining(`Job ${first} has not failed: it is done.`)]);
  await json('jobs', 'retry', String(second));
  expect(await json('jobs', 'cancel', String(second))).toMatchObject({ state: 'CANCELLED' });
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
  const { id } = await json('notice', 'add', 'Welcome', '--file', file);
  const [welcome, may] = (await client.noticeList({})).noticeList;
  expect(welcome).toMatchObject({ id, title: 'Welcome', body: '\u0645\u0631\u062d\u0628\u0627' });
  expect(may).toMatchObject({ title: 'Records of May', body: 'Korea.\n\nVietnam \u{1F6A2}.' });
  const second = await client.noticeList({ pageNumber: 1, numberOfRecords: 1 });
  expect(second).toEqual({ noticeList: [may], totalRecords: 2 });
  expect((await run('notice', 'list')).out).toMatch(/Welcome[\s\S]*Records of May/);

  expect((await run('notice', 'remove', id)).out).toBe('Nobody reads “Welcome” any more.\n');
  expect(await run('notice', 'remove', id)).toMatchObject({ status: 1, err: expect.stringContaining('no notice') });
  expect(await json('notice', 'list')).toEqual([may]);
  const removed = { event: 'NOTICE_REMOVED', actorId: null, operator: OPERATOR, details: { id, title: 'Welcome' } };
  expect((await json('audit')).slice(0, 2)).toMatchObject([removed, { event: 'NOTICE_ADDED' }]);
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

it('weightages are set by country and trade type, listed, and refused where they are none', async () => {
  expect((await run('weightage', 'list')).out).toBe('Every record costs 1 point.\n');
  const set = await run('weightage', 'set', 'ind', '--import', '2', '--export', '3');
  expect(set).toMatchObject({ status: 0, out: 'India: import 2, export 3 points a record.\n' });
  expect(await json('weightage', 'set', 'KOR', '--import', '5')).toEqual({ country: 'KOR', IMPORT: 5 });
  expect(await json('weightage', 'list')).toMatchObject([
    { country: 'IND', IMPORT: 2, EXPORT: 3 },
    { country: 'KOR', IMPORT: 5, EXPORT: 1 },
  ]);
  expect((await run('audit')).out).toMatch(/weightage.set/i);
  expect(await run('weightage', 'set', 'ATL', '--import', '2')).toMatchObject({ status: 2 });
  for (const none of [['--import', '0'], []])
    expect(await run('weightage', 'set', 'IND', ...none)).toMatchObject({ status: 1 });
});
