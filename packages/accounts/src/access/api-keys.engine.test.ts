/** Keys by which programs call, and connections, on which access tokens hang: who they let in, what they may spend, and when they end. */
import { randomUUID } from 'node:crypto';
import { DAY_MS, type KeyScope, LIMITS } from '@tidewaiter/contract';
import { DRAWN_ENGINES } from '@tidewaiter/testing/databases';
import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { code } from '../../testing/refusals.js';
import { GOOD, HERE, otpIn, question, startAccounts, tokenIn } from '../../testing/start.js';
import { type Accounts, databaseOf } from '../accounts.js';
import { Ledger } from '../plans/ledger.js';
import { Searches } from '../saved/searches.js';
import type { Actor, User } from '../users/user.js';
import { canBeKey, newKeyText } from './api-key-text.js';

const ISSUER = 'https://issuer.example';

describe.each(DRAWN_ENGINES)('on %s', async (engine) => {
  const { accounts, clock, later, opened, subUserOf, signIn, mailed, eventsOf } = await startAccounts(engine);
  const open = async () => (await opened()).user;
  const by = ({ id }: User) => ({ actorId: id, address: HERE });
  const create = (user: User, changes: { scopes?: KeyScope[]; expiresOn?: string } = {}) =>
    accounts.access.apiKeys.create(
      user,
      { name: 'Nightly', scopes: ['search'], expiresOn: null, ...changes },
      by(user),
    );
  const act = ({ email }: Pick<User, 'email'>, clientId = 'agent', scopes: KeyScope[] = ['search']) =>
    accounts.access.connections.actor({ issuer: ISSUER, clientId, email, scopes }, HERE);
  const keyOf = async (user: User): Promise<Actor & { apiKey: { id: string } }> =>
    accounts.access.apiKeys.resolve((await create(user)).text);
  const resolved = (text: string) => code(accounts.access.apiKeys.resolve(text));
  const revoke = (user: User, id: string) => code(accounts.access.apiKeys.revoke(user, id, by(user)));
  const allow = (user: User, id: string) => code(accounts.access.connections.allow(user, id, by(user)));
  const limit = (owner: User, id: string, limits: { searches: number | null; points: number | null }) =>
    accounts.access.apiKeys.update(owner, id, { limits });
  const charged = (actor: Actor, word: string) => code(accounts.saved.searches.charge(actor, question(word), []));
  const left = async (user: User) => (await accounts.plans.subscriptions.state(user))?.searchesLeft ?? 0;
  const listed = (user: User) => accounts.access.apiKeys.list(user);
  const only = async (user: User) => (await listed(user))[0]?.key ?? expect.fail();
  const spentBy = async (user: User, id: string) => (await listed(user)).find(({ key }) => key.id === id)?.spent;
  /** A sub-user who has shown that the address is theirs. */
  async function shownSubUserOf(owner: User): Promise<User> {
    const { id, email } = await subUserOf(owner);
    await accounts.access.passwords.set(tokenIn((await mailed(email))[0]), GOOD, HERE);
    return accounts.people.subUsers.find(owner, id);
  }

  /** Both of them: how one is made, how it is shown again, and what is said of it once its person is gone. */
  const KINDS = [
    [
      'a key',
      keyOf,
      async (user: User) =>
        (
          ({ text }) =>
          () =>
            resolved(text)
        )(await create(user)),
      'KEY_UNKNOWN',
    ],
    ['a connection', act, async (user: User) => () => code(act(user)), 'TOKEN_REFUSED'],
  ] as const;

  describe.each(KINDS)('%s is', (kind, actorOf, shownAgain, unknown) => {
    it('no way in while its account or its main account is disabled', async () => {
      const owner = await open();
      const sub = await shownSubUserOf(owner);
      const shown = [await shownAgain(owner), await shownAgain(sub)];
      const outcomes = () => Promise.all(shown.map((show) => show()));
      expect(await outcomes()).toEqual(['no error', 'no error']);
      await accounts.people.subUsers.setActive(owner, sub.id, false);
      expect(await outcomes()).toEqual(['no error', 'KEY_REVOKED']);
      await accounts.people.subUsers.setActive(owner, sub.id, true);
      expect(await outcomes()).toEqual(['no error', 'no error']);
      await accounts.people.users.setDisabled(owner, true);
      expect(await outcomes()).toEqual(['KEY_REVOKED', 'KEY_REVOKED']);
      expect(await code(kind === 'a key' ? create(owner) : act(sub, 'new'))).toMatch(/SESSION_TIMEOUT|KEY_REVOKED/);
    });

    it('paid for from the person’s own allowance, within limits of its own, and not once revoked', async () => {
      const user = await open();
      const actor = await actorOf(user);
      const before = await left(user);
      await limit(user, actor.apiKey.id, { searches: 1, points: 0 });
      expect([await charged(actor, 'tile'), await charged(actor, 'brick')]).toEqual(['no error', 'KEY_LIMIT']);
      expect(await left(user)).toBe(before - 1);
      expect(await spentBy(user, actor.apiKey.id)).toEqual({ searches: 1, points: 0 });
      await limit(user, actor.apiKey.id, { searches: null, points: null });
      await revoke(user, actor.apiKey.id);
      expect(await charged(actor, 'brick')).toBe('KEY_REVOKED');
    });

    it('revoked with a password that the operator takes away, and gone with its person', async () => {
      const user = await open();
      const show = await shownAgain(user);
      expect(await show()).toBe('no error');
      await accounts.access.operatorResets.mailLink(user);
      expect(await show()).toBe('KEY_REVOKED');
      await accounts.people.erasures.erase(user, 'asked for it');
      expect(await show()).toBe(unknown);
      expect(await listed(user)).toEqual([]);
    });
  });

  describe('keys are', () => {
    it('told once, kept as a hash, and let their person in by what they were made for', async () => {
      const user = await open();
      const { key, text } = await create(user, { scopes: ['export', 'search', 'export'] });
      expect(text).toMatch(/^tw_live_[0-9A-Za-z]{36}$/);
      expect(key).toMatchObject({ prefix: text.slice(0, 12), scopes: ['export', 'search'], lastUsedAt: null });
      const caller = await accounts.access.apiKeys.resolve(text);
      expect(caller).toMatchObject({ user: { id: user.id } });
      expect(caller.apiKey).toEqual({ id: key.id, name: 'Nightly', scopes: ['export', 'search'] });
      const { rows } = await databaseOf(accounts).execute(
        sql`select a::text || coalesce((select string_agg(l::text, '') from audit_log l), '') as kept from api_keys a`,
      );
      expect(JSON.stringify(rows)).not.toContain(text.slice(12));
      // The name is its person's own words, which no entry of the audit log keeps.
      expect(JSON.stringify(await accounts.audit.latest(50, { subjectId: user.id }))).not.toContain('Nightly');
      expect(await eventsOf(user)).toContain('KEY_CREATED');
    });

    it('refused where mistyped or made up without asking the database, and where nobody has them', async () => {
      const { text } = await create(await open());
      const asked = vi.spyOn(databaseOf(accounts), 'select');
      const mistyped = `${text.slice(0, -1)}${text.endsWith('a') ? 'b' : 'a'}`;
      const zeros = `tw_live_${'0'.repeat(36)}`;
      for (const bad of ['', 'tw_live_', mistyped, ` ${text}`, text.toUpperCase(), zeros, `${text}0`])
        expect(await resolved(bad), bad).toBe('KEY_UNKNOWN');
      expect(asked).not.toHaveBeenCalled();
      asked.mockRestore();
      const nobodys = newKeyText();
      expect([canBeKey(nobodys), await resolved(nobodys)]).toEqual([true, 'KEY_UNKNOWN']);
    });

    it('good through their last day, in universal time, and made for none that has passed', async () => {
      const user = await open();
      expect(await code(create(user, { expiresOn: '2026-05-09' }))).toBe('VALIDATION');
      const { text } = await create(user, { expiresOn: '2026-05-11' });
      const before = clock.now;
      clock.now = new Date('2026-05-11T23:59:59Z');
      expect(await resolved(text)).toBe('no error');
      clock.now = new Date('2026-05-12T00:00:00Z');
      expect(await resolved(text)).toBe('KEY_EXPIRED');
      clock.now = before;
    });

    it('noted as used, at most once a minute', async () => {
      const user = await open();
      const { text } = await create(user);
      const began = clock.now.getTime();
      for (const [ms, noted] of Object.entries({ 0: 0, 59000: 0, 61000: 61_000 })) {
        clock.now = new Date(began + Number(ms));
        await Promise.all([resolved(text), resolved(text)]);
        expect((await only(user)).lastUsedAt?.getTime()).toBe(began + noted);
      }
    });

    it('revoked by their person or the main account, and by nobody else', async () => {
      const [owner, stranger] = [await open(), await open()];
      const [sub, other] = [await subUserOf(owner), await subUserOf(owner)];
      const [ofOwner, ofSub] = [await create(owner), await create(sub)];
      for (const id of [ofOwner.key.id, ofSub.key.id, randomUUID(), "x' or 1=1"])
        expect([await revoke(stranger, id), await revoke(other, id)]).toEqual(['NOT_YOURS', 'NOT_YOURS']);
      expect(await revoke(sub, ofOwner.key.id)).toBe('NOT_YOURS');
      const ids = async (user: User) => (await listed(user)).map(({ key }) => key.id);
      expect(await ids(owner)).toEqual([ofOwner.key.id, ofSub.key.id]);
      expect([await ids(sub), await ids(other)]).toEqual([[ofSub.key.id], []]);
      for (let time = 0; time < 2; time += 1) expect(await revoke(owner, ofSub.key.id)).toBe('no error');
      expect((await eventsOf(sub)).filter((event) => event === 'KEY_REVOKED')).toHaveLength(1);
      expect([await resolved(ofSub.text), await resolved(ofOwner.text)]).toEqual(['KEY_REVOKED', 'no error']);
      expect(await ids(sub)).toEqual([]);
    });

    it('named by their person, and limited by the main account alone', async () => {
      const owner = await open();
      const sub = await subUserOf(owner);
      const { key } = await create(sub);
      const update = (user: User, change: Parameters<Accounts['access']['apiKeys']['update']>[2]) =>
        code(accounts.access.apiKeys.update(user, key.id, change));
      const limits = { searches: 5, points: null };
      expect(await update(owner, { name: 'Mine now' })).toBe('NOT_YOURS');
      expect(await update(sub, { limits })).toBe('MAIN_ACCOUNT_ONLY');
      expect(await update(sub, { name: 'Weekly' })).toBe('no error');
      expect(await update(owner, { limits })).toBe('no error');
      expect(await update(await open(), { limits })).toBe('NOT_YOURS');
      expect(await listed(sub)).toMatchObject([
        { key: { name: 'Weekly', searchLimit: 5, pointLimit: null }, spent: { searches: 0, points: 0 } },
      ]);
      await revoke(sub, key.id);
      expect(await update(sub, { name: 'Late' })).toBe('REMOVED_MEANWHILE');
    });

    it('as many as a person may have, also when they are made at once', async () => {
      const user = await open();
      const outcomes = await Promise.all(Array.from({ length: LIMITS.apiKeys + 5 }, () => code(create(user))));
      expect(outcomes.filter((outcome) => outcome === 'API_KEYS_FULL')).toHaveLength(5);
      await revoke(user, (await only(user)).id);
      expect(await code(create(user))).toBe('no error');
    });

    it('not revoked where a person changes the password; an operator’s mail names each that is', async () => {
      const { user, password } = await opened();
      const { text } = await create(user);
      const { sessionId } = (await signIn(user.email, password)).signedIn;
      await accounts.access.passwords.change(user, {
        currentPassword: password,
        password: GOOD,
        sessionId,
        address: HERE,
      });
      expect(await resolved(text)).toBe('no error');
      // Who acts by what stood before the change is shut out.
      expect(await code(create(user))).toBe('SESSION_TIMEOUT');
      await accounts.access.operatorResets.mailLink(
        (await accounts.people.users.findByEmail(user.email)) ?? expect.fail(),
      );
      const said = (await mailed(user.email)).join('\n');
      expect(said).not.toContain(text);
      for (const words of [`begins with ${text.slice(0, 12)}`, 'Your API keys still work', 'keys have been revoked'])
        expect(said).toContain(words);
      expect(await eventsOf(user)).toContain('KEY_REVOKED');
    });

    it('revoked with a forgotten password, once another is set', async () => {
      const user = await open();
      const { text } = await create(user);
      const id = await accounts.access.passwordResets.begin(user.email, HERE);
      const token = await accounts.access.passwordResets.verify(id, otpIn((await mailed(user.email)).at(-1)));
      expect(await resolved(text)).toBe('no error');
      await accounts.access.passwords.set(token, GOOD, HERE);
      expect(await resolved(text)).toBe('KEY_REVOKED');
      expect((await mailed(user.email)).at(-1)).toContain('Your API keys have been revoked');
    });

    it('charged for searches and company pages, and free for what the account has paid for', async () => {
      const user = await open();
      const actor = await keyOf(user);
      const { id } = actor.apiKey;
      await limit(user, id, { searches: 2, points: 0 });
      const { charge: first } = await accounts.saved.searches.charge(actor, question('tile'), []);
      await accounts.saved.searches.chargeCompany(actor, { party: 'ACME', name: 'Acme' });
      expect(await spentBy(user, id)).toEqual({ searches: 2, points: 0 });
      await expect(accounts.saved.searches.charge(actor, question('brick'), [])).rejects.toMatchObject({
        ...{ code: 'KEY_LIMIT', message: expect.stringMatching(/2 searches.*anew on 01 Jun 2026/) },
      });
      // What the account has paid for that day is free to the key too, and the person is not held by its limit.
      const isPaidHere = async (actor: Actor, word: string) => {
        const { charge } = await accounts.saved.searches.charge(actor, question(word), []);
        if (!charge?.isOwn) await charge?.release();
        return charge?.isOwn === true;
      };
      expect(await isPaidHere(actor, 'tile')).toBe(false);
      expect(await isPaidHere({ user }, 'stone')).toBe(true);
      expect(await isPaidHere(actor, 'stone')).toBe(false);
      await first?.release();
      expect(await spentBy(user, id)).toEqual({ searches: 1, points: 0 });
      expect(await isPaidHere(actor, 'brick')).toBe(true);
      expect(await charged(actor, 'glass')).toBe('KEY_LIMIT');
      await limit(user, id, { searches: null, points: 0 });
      expect(await charged(actor, 'glass')).toBe('no error');
    });

    it('free to spend anew with a calendar month, of which a charge of the month before gives nothing back', async () => {
      const user = await open();
      const actor = await keyOf(user);
      await limit(user, actor.apiKey.id, { searches: 1, points: null });
      const before = clock.now;
      clock.now = new Date('2026-05-31T23:59:00Z');
      const { charge } = await accounts.saved.searches.charge(actor, question('last of May'), []);
      expect(await charged(actor, 'another')).toBe('KEY_LIMIT');
      clock.now = new Date('2026-06-01T00:00:00Z');
      await charge?.release();
      expect(await spentBy(user, actor.apiKey.id)).toEqual({ searches: 0, points: 0 });
      const outcomes = [await charged(actor, 'first of June'), await charged(actor, 'second of June')];
      expect(outcomes).toEqual(['no error', 'KEY_LIMIT']);
      clock.now = new Date(before.getTime() + DAY_MS);
    });

    it('never spent above their limit by charges at once, of several portals and of searches and company pages', async () => {
      const owner = await open();
      const sub = await subUserOf(owner);
      const [limited, free] = [await keyOf(sub), await keyOf(sub)];
      await limit(owner, limited.apiKey.id, { searches: 7, points: null });
      const portals = Array.from({ length: 4 }, () => {
        const database = databaseOf(accounts);
        return new Searches(database, new Ledger(database, () => clock.now), () => clock.now);
      });
      const charges = Array.from({ length: 40 }, (_, at) => {
        const portal = portals[at % portals.length] ?? accounts.saved.searches;
        if (at % 10 === 9) return code(portal.charge(free, question(`free ${at}`), []));
        if (at % 10 === 8) return code(portal.chargeCompany(limited, { party: `P${at}`, name: 'P' }));
        return code(portal.charge(limited, question(`limited ${at}`), []));
      });
      const outcomes = await Promise.all(charges);
      expect(outcomes.filter((outcome) => outcome === 'no error')).toHaveLength(7 + 4);
      expect(outcomes.filter((outcome) => outcome === 'KEY_LIMIT')).toHaveLength(40 - 11);
      expect(await spentBy(owner, limited.apiKey.id)).toEqual({ searches: 7, points: 0 });
      expect(await spentBy(sub, free.apiKey.id)).toEqual({ searches: 4, points: 0 });
    });

    it('refused by their own limit only, where the same question is asked at once by a key without one', async () => {
      const user = await open();
      const [spent, free] = [await keyOf(user), await keyOf(user)];
      await limit(user, spent.apiKey.id, { searches: 0, points: null });
      const outcomes = await Promise.all([spent, free].map((actor) => charged(actor, 'same')));
      expect(outcomes[1]).toBe('no error');
      expect(await spentBy(user, free.apiKey.id)).toEqual({ searches: 1, points: 0 });
    });

    it('held to their points in a transaction that takes some, with nothing changed, and never to pay once revoked', async () => {
      const user = await open();
      const { id } = (await keyOf(user)).apiKey;
      await limit(user, id, { searches: null, points: 10 });
      const holder = { userId: user.id, allowance: 'DOWNLOADS' } as const;
      const before = await accounts.plans.ledger.balance(holder);
      const spend = (key: string, points: number) =>
        code(accounts.plans.ledger.charge(holder, { key, points, cause: 'DOWNLOAD', actorId: user.id, apiKeyId: id }));
      expect((await Promise.all([spend('a', 6), spend('b', 6)])).sort()).toEqual(['KEY_LIMIT', 'no error']);
      expect(await accounts.plans.ledger.balance(holder)).toBe(before - 6);
      await revoke(user, id);
      expect(await spend('c', 1)).toBe('KEY_REVOKED');
      expect(await accounts.plans.ledger.balance(holder)).toBe(before - 6);
    });
  });

  describe('connections are', () => {
    it('made by the first token of a client, and of another one beside it, with a mail and an entry for each', async () => {
      const user = await open();
      const one = await act({ email: ` ${user.email.toUpperCase()}` });
      later(1);
      const other = await act(user, 'notebook');
      expect(one.apiKey).toEqual({ id: expect.any(String), name: 'agent', scopes: ['search'], isConnection: true });
      expect((await act(user)).apiKey.id).toBe(one.apiKey.id);
      expect(other.apiKey.id).not.toBe(one.apiKey.id);
      expect((await listed(user)).map(({ key }) => key)).toMatchObject([
        { issuer: ISSUER, clientId: 'agent', prefix: '', expiresOn: null },
        { issuer: ISSUER, clientId: 'notebook' },
      ]);
      expect((await eventsOf(user)).filter((event) => event === 'KEY_CREATED')).toHaveLength(2);
      const [entry] = await accounts.audit.latest(1, { subjectId: user.id });
      expect(entry?.details).toMatchObject({ issuer: ISSUER, clientId: 'notebook', scopes: ['search'] });
      const said = (await mailed(user.email)).join('\n');
      for (const words of ['The program agent acts', 'The program notebook acts', ISSUER])
        expect(said).toContain(words);
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
      later(61_000);
      await act(user, 'agent', ['analysis']);
      expect(await only(user)).toMatchObject({ scopes: ['analysis'], lastUsedAt: clock.now });
    });

    it('of nobody who is unknown or has not shown that the address is theirs', async () => {
      for (const email of ['nobody@example.com', '', (await subUserOf(await open())).email])
        expect(await code(act({ email })), email).toBe('TOKEN_REFUSED');
    });

    it('revoked by their person or the main account, listed so, and allowed again by their person alone', async () => {
      const owner = await open();
      const sub = await shownSubUserOf(owner);
      const { id } = (await act(sub)).apiKey;
      await limit(owner, id, { searches: 3, points: null });
      await revoke(owner, id);
      for (let time = 0; time < 2; time += 1) expect(await code(act(sub))).toBe('KEY_REVOKED');
      expect(await listed(owner)).toMatchObject([{ key: { id, revokedBy: owner.id } }]);
      for (const user of [owner, await open()]) expect(await allow(user, id)).toBe('NOT_YOURS');
      for (const made of [randomUUID(), "x' or 1=1"]) expect(await allow(sub, made)).toBe('NOT_YOURS');
      for (let time = 0; time < 2; time += 1) expect(await allow(sub, id)).toBe('no error');
      expect(await code(act(sub))).toBe('no error');
      expect(await only(sub)).toMatchObject({ id, searchLimit: 3, revokedAt: null, revokedBy: null });
      expect((await eventsOf(sub)).filter((event) => event === 'KEY_ALLOWED')).toHaveLength(1);
      const told = (await mailed(sub.email)).filter((text) => text.includes('The program agent acts'));
      expect(told).toHaveLength(2);
    });

    it('no keys: a key is never allowed again, and neither takes more than a person may have', async () => {
      const user = await open();
      const { key } = await create(user);
      await revoke(user, key.id);
      expect(await allow(user, key.id)).toBe('NOT_YOURS');
      const { id } = (await act(user)).apiKey;
      await revoke(user, id);
      for (let at = 0; at < LIMITS.apiKeys; at += 1) await create(user);
      expect(await allow(user, id)).toBe('API_KEYS_FULL');
    });
  });
});
