/** What the operator does about the sign-in of an account's own firm. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startIssuer, type TestIssuer } from '@tidewaiter/testing/issuer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandsOf } from '../../testing/command-line.js';
import { commonPortal } from '../../testing/shared-portal.js';

const portal = commonPortal();
let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer.close());

const { run, json } = commandsOf(portal);
const signOn = (verb: string, ...args: string[]) => run('account', 'sign-on', verb, ...args);
const shown = (who: string) => json('account', 'sign-on', 'show', who);

it('is set up with what a provider that answers has given, shown without the secret, checked, changed and ended', async () => {
  const [{ email }, other] = [await portal.signIn(), await portal.signIn()];
  const set = (...more: string[]) =>
    signOn('set', email, '--issuer', issuer.issuer, '--client-id', 'tidewaiter', '--domain', '@Acme.example', ...more);
  expect(await signOn('show', email)).toMatchObject({ status: 1, err: `${email} has no sign-in of its own.\n` });
  expect((await set('--secret-file', 'nowhere.txt')).err).toContain('There is no file nowhere.txt');
  const file = join(portal.config.dataFolder, 'secret.txt');
  await writeFile(file, '\n');
  expect((await set('--secret-file', file)).err).toContain('is empty');
  await writeFile(file, 'the secret of both\n');
  const done = await set('--secret-file', file, '--domain', 'acme.test', '--enforced', '--group', 'trade');
  expect(done).toMatchObject({ status: 0, err: '' });
  expect(done.out).toContain('acme.example or acme.test');
  expect(done.out).toContain('/sign-on');
  expect(await shown(email)).toEqual({
    ...{ issuer: issuer.issuer, clientId: 'tidewaiter', domains: ['acme.example', 'acme.test'] },
    ...{ enforced: true, group: 'trade', trustsAddresses: false, hasSecret: true },
  });
  const { accounts } = portal.services;
  const owner = await accounts.people.users.mainAccount(email);
  expect((await accounts.access.signOns.of(owner.id))?.clientSecret).toBe('the secret of both');
  const words = await signOn('show', email);
  expect(words.out).toContain('domains: acme.example, acme.test');
  expect(words.out + JSON.stringify(await shown(email)) + done.out).not.toContain('the secret');

  expect((await signOn('check', email)).out).toContain('has nowhere to sign out');
  issuer.behaviour = { more: { end_session_endpoint: `${issuer.issuer}/end` } };
  expect(await json('account', 'sign-on', 'check', email)).toMatchObject({ canSignOut: true });
  issuer.behaviour = { more: { code_challenge_methods_supported: ['plain'] } };
  expect((await signOn('check', email)).err).toContain('does not take PKCE');
  issuer.behaviour = { status: 500 };
  expect(await signOn('check', email)).toMatchObject({ status: 1, err: expect.stringContaining('cannot be used') });
  // A provider that nobody could sign in by is not set up.
  expect((await set('--public')).status).toBe(1);
  issuer.behaviour = {};
  expect((await set('--public')).status).toBe(0);
  expect(await shown(email)).toMatchObject({ enforced: false, hasSecret: false });

  const theirs = ['--issuer', issuer.issuer, '--client-id', 'x', '--domain', 'acme.example', '--public'];
  expect((await signOn('set', other.email, ...theirs)).err).toContain('another account already');
  expect((await signOn('unlink', email)).err).toContain('has not signed in with a firm');
  expect((await signOn('remove', email)).status).toBe(0);
  expect((await signOn('remove', email)).status).toBe(1);
  expect((await signOn('set', other.email, ...theirs)).status).toBe(0);
  const events = (await accounts.audit.latest(10)).map(({ event }) => event);
  expect(events).toEqual(expect.arrayContaining(['SIGN_ON_SET', 'SIGN_ON_REMOVED']));
});

it('is the installation’s for everybody, in the same words', async () => {
  issuer.behaviour = {};
  const { email } = await portal.signIn();
  const asked = ['--issuer', issuer.issuer, '--client-id', 'tidewaiter', '--public'];
  const whose = 'Say whose: the address of a main account, or --everybody.\n';
  expect(await signOn('set', ...asked)).toMatchObject({ status: 1, err: whose });
  expect(await signOn('show', email, '--everybody')).toMatchObject({ status: 1, err: whose });
  expect((await signOn('set', email, ...asked)).err).toContain('Say --domain');
  expect((await signOn('set', '--everybody', ...asked, '--trust-email')).err).toContain('needs --domain');
  expect((await signOn('check', '--everybody')).err).toBe('The installation has no sign-in of its own.\n');
  expect((await signOn('set', '--everybody', ...asked)).out).toContain(`All people sign in by ${issuer.issuer}.`);
  expect(await shown('--everybody')).toMatchObject({ domains: [], enforced: false });
  expect((await signOn('set', '--everybody', ...asked, '--domain', 'house.example')).out).toContain('house.example');
  expect((await signOn('check', '--everybody')).status).toBe(0);
  expect((await signOn('remove', '--everybody')).out).toBe('All people sign in by password.\n');
  expect((await signOn('remove', '--everybody')).status).toBe(1);
});
