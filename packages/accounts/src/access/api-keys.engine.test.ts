/** Keys by which programs call: who they let in, what they may spend, and when they end. */
import { randomUUID } from 'node:crypto';
import { DAY_MS, type KeyScope, LIMITS } from '@tidewaiter/contract';
import { DRAWN_ENGINES } from '@tidewaiter/testing/databases';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { openKeyed, question } from '../../testing/keyed.js';
import { code } from '../../testing/refusals.js';
import { type Accounts, databaseOf } from '../accounts.js';
import { Ledger } from '../plans/ledger.js';
import { Searches } from '../saved/searches.js';
import type { Actor, User } from '../users/user.js';
import { canBeKey, newKeyText } from './api-key-text.js';

const GOOD = 'correct ferry window 42';
const HERE = '127.0.0.1';

describe.each(DRAWN_ENGINES)('API keys on %s are', (engine) => {
  let keyed: Awaited<ReturnType<typeof openKeyed>>;
  let accounts: Accounts;
  let now = new Date('2026-05-10T12:00:00Z');

  beforeAll(async () => {
    keyed = await openKeyed(engine, () => now);
    accounts = keyed.accounts;
    return keyed.close;
  });

  const open = () => keyed.open();
  const subUserOf = (owner: User) => keyed.subUserOf(owner);
  const create = (user: User, changes: { scopes?: KeyScope[]; expiresOn?: string } = {}) =>
    accounts.apiKeys.create(
      user,
      { name: 'Nightly', scopes: ['search'], expiresOn: null, ...changes },
      { actorId: user.id, address: HERE },
    );
  const actorOf = async (user: User): Promise<Actor & { apiKey: { id: string } }> =>
    accounts.apiKeys.resolve((await create(user)).text);
  const resolved = (text: string) => code(accounts.apiKeys.resolve(text));
  const limit = (owner: User, id: string, limits: { searches: number | null; points: number | null }) =>
    accounts.apiKeys.update(owner, id, { limits });
  const spentBy = async (user: User, id: string) =>
    (await accounts.apiKeys.list(user)).find(({ key }) => key.id === id)?.spent;
  const eventsOf = async (user: User) => (await accounts.audit.latest(50, user.id)).map(({ event }) => event);

  it('told once, kept as a hash, and let their person in by what they were made for', async () => {
    const { user } = await open();
    const { key, text } = await create(user, { scopes: ['export', 'search', 'export'] });
    expect(text).toMatch(/^tw_live_[0-9A-Za-z]{36}$/);
    expect(key).toMatchObject({ prefix: text.slice(0, 12), scopes: ['export', 'search'], lastUsedAt: null });
    const caller = await accounts.apiKeys.resolve(text);
    expect(caller).toMatchObject({ user: { id: user.id } });
    expect(caller.apiKey).toEqual({ id: key.id, name: 'Nightly', scopes: ['export', 'search'] });
    const { rows } = await databaseOf(accounts).execute<{ kept: string }>(
      sql`select a::text || coalesce((select string_agg(l::text, '') from audit_log l), '') as kept from api_keys a`,
    );
    for (const { kept } of rows) expect(kept).not.toContain(text.slice(12));
    // The name is its person's own words, which no entry of the audit log keeps.
    expect(JSON.stringify(await accounts.audit.latest(50, user.id))).not.toContain('Nightly');
    expect(await eventsOf(user)).toContain('KEY_CREATED');
  });

  it('refused where mistyped or made up without asking the database, and where nobody has them', async () => {
    const { text } = await create((await open()).user);
    const asked = vi.spyOn(databaseOf(accounts), 'select');
    const mistyped = `${text.slice(0, -1)}${text.endsWith('a') ? 'b' : 'a'}`;
    for (const bad of [
      '',
      'tw_live_',
      mistyped,
      ` ${text}`,
      text.toUpperCase(),
      `tw_live_${'0'.repeat(36)}`,
      `${text}0`,
    ])
      expect(await resolved(bad), bad).toBe('KEY_UNKNOWN');
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
    const nobodys = newKeyText();
    expect(canBeKey(nobodys)).toBe(true);
    expect(await resolved(nobodys)).toBe('KEY_UNKNOWN');
  });

  it('good through their last day, in universal time, and made for none that has passed', async () => {
    const { user } = await open();
    expect(await code(create(user, { expiresOn: '2026-05-09' }))).toBe('VALIDATION');
    const { text } = await create(user, { expiresOn: '2026-05-11' });
    const before = now;
    now = new Date('2026-05-11T23:59:59Z');
    expect(await resolved(text)).toBe('no error');
    now = new Date('2026-05-12T00:00:00Z');
    expect(await resolved(text)).toBe('KEY_EXPIRED');
    now = before;
  });

  it('noted as used, at most once a minute', async () => {
    const { user } = await open();
    const { text } = await create(user);
    const used = async () => (await accounts.apiKeys.list(user))[0]?.key.lastUsedAt?.getTime();
    const began = now.getTime();
    for (const [later, noted] of [
      [0, 0],
      [59_000, 0],
      [61_000, 61_000],
    ] as const) {
      now = new Date(began + later);
      await Promise.all([resolved(text), resolved(text)]);
      expect(await used()).toBe(began + noted);
    }
  });

  it('revoked by their person or the main account, and by nobody else', async () => {
    const { user: owner } = await open();
    const [sub, other] = [await subUserOf(owner), await subUserOf(owner)];
    const { user: stranger } = await open();
    const [ofOwner, ofSub] = [await create(owner), await create(sub)];
    const revoke = (user: User, id: string) => code(accounts.apiKeys.revoke(user, id, { actorId: user.id }));
    for (const id of [ofOwner.key.id, ofSub.key.id, randomUUID(), "x' or 1=1"]) {
      expect(await revoke(stranger, id)).toBe('NOT_YOURS');
      expect(await revoke(other, id)).toBe('NOT_YOURS');
    }
    expect(await revoke(sub, ofOwner.key.id)).toBe('NOT_YOURS');
    expect((await accounts.apiKeys.list(owner)).map(({ key }) => key.id)).toEqual([ofOwner.key.id, ofSub.key.id]);
    expect((await accounts.apiKeys.list(sub)).map(({ key }) => key.id)).toEqual([ofSub.key.id]);
    expect(await accounts.apiKeys.list(other)).toEqual([]);
    for (let time = 0; time < 2; time += 1) expect(await revoke(owner, ofSub.key.id)).toBe('no error');
    expect((await eventsOf(sub)).filter((event) => event === 'KEY_REVOKED')).toHaveLength(1);
    expect(await resolved(ofSub.text)).toBe('KEY_REVOKED');
    expect(await resolved(ofOwner.text)).toBe('no error');
    expect(await accounts.apiKeys.list(sub)).toEqual([]);
  });

  it('named by their person, and limited by the main account alone', async () => {
    const { user: owner } = await open();
    const sub = await subUserOf(owner);
    const { key } = await create(sub);
    const update = (user: User, change: Parameters<Accounts['apiKeys']['update']>[2]) =>
      code(accounts.apiKeys.update(user, key.id, change));
    const limits = { searches: 5, points: null };
    expect(await update(owner, { name: 'Mine now' })).toBe('NOT_YOURS');
    expect(await update(sub, { limits })).toBe('MAIN_ACCOUNT_ONLY');
    expect(await update(sub, { name: 'Weekly' })).toBe('no error');
    expect(await update(owner, { limits })).toBe('no error');
    expect(await update((await open()).user, { limits })).toBe('NOT_YOURS');
    expect(await accounts.apiKeys.list(sub)).toMatchObject([
      { key: { name: 'Weekly', searchLimit: 5, pointLimit: null }, spent: { searches: 0, points: 0 } },
    ]);
    await accounts.apiKeys.revoke(sub, key.id, { actorId: sub.id });
    expect(await update(sub, { name: 'Late' })).toBe('REMOVED_MEANWHILE');
  });

  it('as many as a person may have, also when they are made at once', async () => {
    const { user } = await open();
    const outcomes = await Promise.all(Array.from({ length: LIMITS.apiKeys + 5 }, () => code(create(user))));
    expect(outcomes.filter((outcome) => outcome === 'API_KEYS_FULL')).toHaveLength(5);
    const [first] = await accounts.apiKeys.list(user);
    await accounts.apiKeys.revoke(user, first?.key.id ?? '', { actorId: user.id });
    expect(await code(create(user))).toBe('no error');
  });

  it('no way in while their account or its main account is disabled', async () => {
    const { user: owner } = await open();
    const sub = await subUserOf(owner);
    const keys = [await create(owner), await create(sub)];
    const outcomes = () => Promise.all(keys.map(({ text }) => resolved(text)));
    await accounts.subUsers.setActive(owner, sub.id, false);
    expect(await outcomes()).toEqual(['no error', 'KEY_REVOKED']);
    await accounts.subUsers.setActive(owner, sub.id, true);
    expect(await outcomes()).toEqual(['no error', 'no error']);
    await accounts.users.setDisabled(owner, true);
    expect(await outcomes()).toEqual(['KEY_REVOKED', 'KEY_REVOKED']);
    expect(await code(create(owner))).toBe('SESSION_TIMEOUT');
  });

  it('a person’s until a password is taken away or set by a mailed link, not until they change it themselves', async () => {
    const { user, password } = await open();
    const { text } = await create(user);
    const { signedIn } = await accounts.sessions.login({
      ...{ email: user.email, password, keepLoggedIn: false, address: HERE },
    });
    const change = { currentPassword: password, password: GOOD, sessionId: signedIn.sessionId, address: HERE };
    await accounts.passwords.change(user, change);
    expect(await resolved(text)).toBe('no error');
    const changed = await accounts.users.findByEmail(user.email);
    if (!changed) throw new Error('nobody');
    // Who acts by what stood before the change is shut out.
    expect(await code(create(user))).toBe('SESSION_TIMEOUT');
    await accounts.operatorResets.mailLink(changed);
    expect(await resolved(text)).toBe('KEY_REVOKED');
    await accounts.mailer.idle();
    const mails = keyed.smtp.messages.filter(({ to }) => to.includes(user.email)).map((message) => message.text);
    const said = mails.join('\n').replaceAll(/=\r?\n/g, '');
    expect(said).not.toContain(text);
    for (const words of [`begins with ${text.slice(0, 12)}`, 'Your API keys still work', 'keys have been revoked'])
      expect(said).toContain(words);
    expect(await eventsOf(user)).toContain('KEY_REVOKED');
  });

  it('revoked with a forgotten password', async () => {
    const { user } = await open();
    const { text } = await create(user);
    const id = await accounts.passwordResets.begin(user.email, HERE);
    await accounts.mailer.idle();
    const mailed = () => keyed.smtp.messages.filter(({ to }) => to.includes(user.email)).map((message) => message.text);
    const otp = /password is (\d{8})/.exec(mailed().at(-1) ?? '')?.[1] ?? '';
    const token = await accounts.passwordResets.verify(id, otp);
    expect(await resolved(text)).toBe('no error');
    await accounts.passwords.set(token, GOOD, HERE);
    expect(await resolved(text)).toBe('KEY_REVOKED');
    await accounts.mailer.idle();
    expect(mailed().at(-1)).toContain('Your API keys have been revoked');
  });

  it('gone with their person', async () => {
    const { user } = await open();
    const { text } = await create(user);
    await accounts.erasures.erase(user, 'asked for it');
    expect(await resolved(text)).toBe('KEY_UNKNOWN');
  });

  it('paid for from the person’s own allowance, within limits of their own', async () => {
    const { user } = await open();
    const actor = await actorOf(user);
    const left = async () => (await accounts.subscriptions.state(user))?.searchesLeft ?? 0;
    const before = await left();
    await limit(user, actor.apiKey.id, { searches: 2, points: 0 });
    const { charge: first } = await accounts.searches.charge(actor, question('tile'));
    await accounts.searches.chargeCompany(actor, { party: 'ACME', name: 'Acme' });
    expect(await spentBy(user, actor.apiKey.id)).toEqual({ searches: 2, points: 0 });
    const refused = accounts.searches.charge(actor, question('brick'));
    await expect(refused).rejects.toMatchObject({
      code: 'KEY_LIMIT',
      message: expect.stringContaining('2 searches'),
    });
    await expect(refused).rejects.toMatchObject({ message: expect.stringContaining('anew on 01 Jun 2026') });
    expect(await left()).toBe(before - 2);
    // What the account has paid for that day is free to the key too, and the person is not held by its limit.
    const isPaidHere = async (by: Actor, word: string) =>
      (await accounts.searches.charge(by, question(word))).charge !== undefined;
    expect(await isPaidHere(actor, 'tile')).toBe(false);
    expect(await isPaidHere({ user }, 'stone')).toBe(true);
    expect(await isPaidHere(actor, 'stone')).toBe(false);
    await first?.release();
    expect(await spentBy(user, actor.apiKey.id)).toEqual({ searches: 1, points: 0 });
    expect(await isPaidHere(actor, 'brick')).toBe(true);
    expect(await code(accounts.searches.charge(actor, question('glass')))).toBe('KEY_LIMIT');
    await limit(user, actor.apiKey.id, { searches: null, points: 0 });
    expect(await code(accounts.searches.charge(actor, question('glass')))).toBe('no error');
  });

  it('free to spend anew with a calendar month, of which a charge of the month before gives nothing back', async () => {
    const { user } = await open();
    const actor = await actorOf(user);
    await limit(user, actor.apiKey.id, { searches: 1, points: null });
    const before = now;
    now = new Date('2026-05-31T23:59:00Z');
    const { charge } = await accounts.searches.charge(actor, question('last of May'));
    expect(await code(accounts.searches.charge(actor, question('another')))).toBe('KEY_LIMIT');
    now = new Date('2026-06-01T00:00:00Z');
    await charge?.release();
    expect(await spentBy(user, actor.apiKey.id)).toEqual({ searches: 0, points: 0 });
    expect(await code(accounts.searches.charge(actor, question('first of June')))).toBe('no error');
    expect(await code(accounts.searches.charge(actor, question('second of June')))).toBe('KEY_LIMIT');
    now = new Date(before.getTime() + DAY_MS);
  });

  it('never spent above their limit by charges at once, of several portals and of searches and company pages', async () => {
    const { user: owner } = await open();
    const sub = await subUserOf(owner);
    const [limited, free] = [await actorOf(sub), await actorOf(sub)];
    await limit(owner, limited.apiKey.id, { searches: 7, points: null });
    const portals = Array.from({ length: 4 }, () => {
      const database = databaseOf(accounts);
      return new Searches(database, new Ledger(database, () => now), accounts.ownLists, () => now);
    });
    const charges = Array.from({ length: 40 }, (_, at) => {
      const portal = portals[at % portals.length] ?? accounts.searches;
      if (at % 10 === 9) return code(portal.charge(free, question(`free ${at}`)));
      if (at % 10 === 8) return code(portal.chargeCompany(limited, { party: `P${at}`, name: 'P' }));
      return code(portal.charge(limited, question(`limited ${at}`)));
    });
    const outcomes = await Promise.all(charges);
    expect(outcomes.filter((outcome) => outcome === 'no error')).toHaveLength(7 + 4);
    expect(outcomes.filter((outcome) => outcome === 'KEY_LIMIT')).toHaveLength(40 - 11);
    expect(await spentBy(owner, limited.apiKey.id)).toEqual({ searches: 7, points: 0 });
    expect(await spentBy(sub, free.apiKey.id)).toEqual({ searches: 4, points: 0 });
  });

  it('refused by their own limit only, where the same question is asked at once by a key without one', async () => {
    const { user } = await open();
    const [spent, free] = [await actorOf(user), await actorOf(user)];
    await limit(user, spent.apiKey.id, { searches: 0, points: null });
    const outcomes = await Promise.all(
      [spent, free].map((actor) => code(accounts.searches.charge(actor, question('same')))),
    );
    expect(outcomes[1]).toBe('no error');
    expect(await spentBy(user, free.apiKey.id)).toEqual({ searches: 1, points: 0 });
  });

  it('held to their points in a transaction that takes some, with nothing changed, and never to pay once revoked', async () => {
    const { user } = await open();
    const actor = await actorOf(user);
    const { id } = actor.apiKey;
    await limit(user, id, { searches: null, points: 10 });
    const holder = { userId: user.id, allowance: 'DOWNLOADS' } as const;
    const before = await accounts.ledger.balance(holder);
    const spend = (key: string, points: number) =>
      code(accounts.ledger.charge(holder, { key, points, cause: 'DOWNLOAD', actorId: user.id, apiKeyId: id }));
    const outcomes = await Promise.all([spend('a', 6), spend('b', 6)]);
    expect(outcomes.sort()).toEqual(['KEY_LIMIT', 'no error']);
    expect(await accounts.ledger.balance(holder)).toBe(before - 6);
    await accounts.apiKeys.revoke(user, id, { actorId: user.id });
    expect(await spend('c', 1)).toBe('KEY_REVOKED');
    expect(await accounts.ledger.balance(holder)).toBe(before - 6);
  });
});
