/** What access tokens hang on: made once, spending and ending as keys do. */
import { randomUUID } from 'node:crypto';
import { type KeyScope, LIMITS } from '@tidewaiter/contract';
import { DRAWN_ENGINES } from '@tidewaiter/testing/databases';
import { beforeAll, describe, expect, it } from 'vitest';
import { openKeyed, question } from '../../testing/keyed.js';
import { code } from '../../testing/refusals.js';
import type { Accounts } from '../accounts.js';
import type { User } from '../users/user.js';

const ISSUER = 'https://issuer.example';
const HERE = '127.0.0.1';
const GOOD = 'correct ferry window 42';

describe.each(DRAWN_ENGINES)('connections on %s are', (engine) => {
  let keyed: Awaited<ReturnType<typeof openKeyed>>;
  let accounts: Accounts;
  let now = new Date('2026-05-10T12:00:00Z');
  beforeAll(async () => {
    keyed = await openKeyed(engine, () => now);
    accounts = keyed.accounts;
    return keyed.close;
  });

  const open = async () => (await keyed.open()).user;
  /** A sub-user who has shown that the address is theirs. */
  const subUserOf = async (owner: User): Promise<User> => {
    const { id, email } = await keyed.subUserOf(owner);
    const [invitation = ''] = await mailed({ email });
    await accounts.passwords.set(/token=([\w-]+)/.exec(invitation)?.[1] ?? '', GOOD, HERE);
    return accounts.subUsers.find(owner, id);
  };
  const act = ({ email }: Pick<User, 'email'>, clientId = 'agent', scopes: KeyScope[] = ['search']) =>
    accounts.connections.actor({ issuer: ISSUER, clientId, email, scopes }, HERE);
  const listed = async (user: User) => accounts.apiKeys.list(user);
  const only = async (user: User) => (await listed(user))[0]?.key ?? expect.fail();
  const revoke = (user: User, id: string) => accounts.apiKeys.revoke(user, id, { actorId: user.id });
  const allow = (user: User, id: string) => code(accounts.connections.allow(user, id, { actorId: user.id }));
  const eventsOf = async (user: User) => (await accounts.audit.latest(50, user.id)).map(({ event }) => event);
  const mailed = async ({ email }: Pick<User, 'email'>) => {
    await accounts.mailer.idle();
    const texts = keyed.smtp.messages.filter(({ to }) => to.includes(email)).map(({ text }) => text);
    return texts.map((text) => text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='));
  };

  it('made by the first token of a client, and of another one beside it, with a mail and an entry for each', async () => {
    const user = await open();
    const one = await act({ email: ` ${user.email.toUpperCase()}` });
    now = new Date(now.getTime() + 1);
    const other = await act(user, 'notebook');
    expect(one.apiKey).toEqual({ id: expect.any(String), name: 'agent', scopes: ['search'], isConnection: true });
    expect((await act(user)).apiKey.id).toBe(one.apiKey.id);
    expect(other.apiKey.id).not.toBe(one.apiKey.id);
    expect((await listed(user)).map(({ key }) => key)).toMatchObject([
      { issuer: ISSUER, clientId: 'agent', prefix: '', expiresOn: null },
      { issuer: ISSUER, clientId: 'notebook' },
    ]);
    expect((await eventsOf(user)).filter((event) => event === 'KEY_CREATED')).toHaveLength(2);
    const [entry] = await accounts.audit.latest(1, user.id);
    expect(entry?.details).toMatchObject({ issuer: ISSUER, clientId: 'notebook', scopes: ['search'] });
    const said = (await mailed(user)).join('\n');
    for (const words of ['The program agent acts', 'The program notebook acts', ISSUER]) expect(said).toContain(words);
  });

  it('one where the first calls come at once, and no more than a person may have of keys', async () => {
    const user = await open();
    const ids = await Promise.all(Array.from({ length: 10 }, async () => (await act(user)).apiKey.id));
    expect(new Set(ids).size).toBe(1);
    const clients = Array.from({ length: LIMITS.apiKeys + 3 }, (_, at) => code(act(user, `client-${at}`)));
    expect((await Promise.all(clients)).filter((outcome) => outcome === 'API_KEYS_FULL')).toHaveLength(4);
    expect(await code(act(user))).toBe('no error');
  });

  it('let do what each token says, and listed with what the last one that was noted said', async () => {
    const user = await open();
    await act(user, 'agent', ['search', 'export']);
    expect((await act(user, 'agent', ['analysis'])).apiKey.scopes).toEqual(['analysis']);
    expect((await only(user)).scopes).toEqual(['search', 'export']);
    now = new Date(now.getTime() + 61_000);
    await act(user, 'agent', ['analysis']);
    expect(await only(user)).toMatchObject({ scopes: ['analysis'], lastUsedAt: now });
  });

  it('of nobody who is unknown, unverified or disabled, by themselves or by their main account', async () => {
    const owner = await open();
    const sub = await subUserOf(owner);
    expect(await code(act({ email: 'nobody@example.com' }))).toBe('TOKEN_REFUSED');
    expect(await code(act({ email: '' }))).toBe('TOKEN_REFUSED');
    expect(await code(act(sub))).toBe('no error');
    await accounts.subUsers.setActive(owner, sub.id, false);
    expect(await code(act(sub))).toBe('KEY_REVOKED');
    await accounts.subUsers.setActive(owner, sub.id, true);
    expect(await code(act(sub))).toBe('no error');
    await accounts.users.setDisabled(owner, true);
    for (const user of [owner, sub]) {
      expect(await code(act(user))).toBe('KEY_REVOKED');
      expect(await code(act(user, 'new'))).toBe('KEY_REVOKED');
    }
    expect(await listed(sub)).toHaveLength(1);
  });

  it('revoked by their person or the main account, listed so, and allowed again by their person alone', async () => {
    const owner = await open();
    const sub = await subUserOf(owner);
    const { id } = (await act(sub)).apiKey;
    await accounts.apiKeys.update(owner, id, { limits: { searches: 3, points: null } });
    await revoke(owner, id);
    for (let time = 0; time < 2; time += 1) expect(await code(act(sub))).toBe('KEY_REVOKED');
    expect(await listed(owner)).toMatchObject([{ key: { id, revokedBy: owner.id } }]);
    const stranger = await open();
    for (const user of [owner, stranger]) expect(await allow(user, id)).toBe('NOT_YOURS');
    for (const made of [randomUUID(), "x' or 1=1"]) expect(await allow(sub, made)).toBe('NOT_YOURS');
    for (let time = 0; time < 2; time += 1) expect(await allow(sub, id)).toBe('no error');
    expect(await code(act(sub))).toBe('no error');
    expect(await only(sub)).toMatchObject({ id, searchLimit: 3, revokedAt: null, revokedBy: null });
    expect((await eventsOf(sub)).filter((event) => event === 'KEY_ALLOWED')).toHaveLength(1);
    expect((await mailed(sub)).filter((text) => text.includes('The program agent acts'))).toHaveLength(2);
  });

  it('no keys: a key is never allowed again, and neither takes more than a person may have', async () => {
    const user = await open();
    const make = () =>
      accounts.apiKeys.create(user, { name: 'x', scopes: ['search'], expiresOn: null }, { actorId: user.id });
    const { key } = await make();
    await revoke(user, key.id);
    expect(await allow(user, key.id)).toBe('NOT_YOURS');
    const { id } = (await act(user)).apiKey;
    await revoke(user, id);
    for (let at = 0; at < LIMITS.apiKeys; at += 1) await make();
    expect(await allow(user, id)).toBe('API_KEYS_FULL');
  });

  it('paid for from the person’s own allowance, within limits of their own, and not once revoked', async () => {
    const user = await open();
    const actor = await act(user);
    const before = (await accounts.subscriptions.state(user))?.searchesLeft ?? 0;
    await accounts.apiKeys.update(user, actor.apiKey.id, { limits: { searches: 1, points: 0 } });
    await accounts.searches.charge(actor, question('tile'));
    expect(await code(accounts.searches.charge(actor, question('brick')))).toBe('KEY_LIMIT');
    expect((await accounts.subscriptions.state(user))?.searchesLeft).toBe(before - 1);
    expect(await listed(user)).toMatchObject([{ spent: { searches: 1, points: 0 } }]);
    await accounts.apiKeys.update(user, actor.apiKey.id, { limits: { searches: null, points: null } });
    await revoke(user, actor.apiKey.id);
    expect(await code(accounts.searches.charge(actor, question('brick')))).toBe('KEY_REVOKED');
  });

  it('revoked with a password that the operator takes away, and gone with their person', async () => {
    const user = await open();
    const { id } = (await act(user)).apiKey;
    await accounts.operatorResets.mailLink(user);
    expect(await code(act(user))).toBe('KEY_REVOKED');
    expect(await allow(user, id)).toBe('no error');
    await accounts.erasures.erase(user, 'asked for it');
    expect(await code(act(user))).toBe('TOKEN_REFUSED');
    expect(await listed(user)).toEqual([]);
  });
});
