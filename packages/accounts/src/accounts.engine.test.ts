import { createHash } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { DAY_MS, OperatorError, SESSION, type SearchQuery, searchQuery } from '@tidewaiter/contract';
import { account } from '@tidewaiter/testing/account';
import { DRAWN_ENGINES } from '@tidewaiter/testing/databases';
import { folderOfTest } from '@tidewaiter/testing/folder';
import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { code } from '../testing/refusals.js';
import { HERE, question, startAccounts } from '../testing/start.js';
import { databaseOf } from './accounts.js';
import { openDatabase } from './database/database.js';
import { sessions, users } from './database/schema.js';
import { workingFor } from './database/turns.js';
import { askTheSame } from './saved/searches.js';
import type { User } from './users/user.js';

const query = (searchValue: string[], countryCode = ['KOR', 'VNM']) => question('', { searchValue, countryCode });

describe.each(DRAWN_ENGINES)('accounts on %s hold', async (engine) => {
  const started = await startAccounts(engine);
  const { later } = started;
  let { accounts } = started;

  const signIn = async (keepLoggedIn = false) => {
    const made = await accounts.people.newAccounts.create(account());
    const credentials = { email: made.user.email, password: made.password, keepLoggedIn, address: HERE };
    return { ...made, credentials, opened: await accounts.access.sessions.login(credentials) };
  };
  /** What becomes of a sign-in with other credentials, of a token that is shown, of a restore secret. */
  const signedIn = (credentials: Parameters<typeof accounts.access.sessions.login>[0]) =>
    code(accounts.access.sessions.login(credentials));
  const resolved = (token: string) => code(accounts.access.sessions.resolve(token));
  const restored = (secret: string) => code(accounts.access.sessions.restore(secret));
  /** How many searches a question would cost now. */
  const costOf = async (user: User, asked: SearchQuery) =>
    (await accounts.saved.searches.paidBy(user, asked, [])) === undefined ? 1 : 0;
  /** Asks a question, and pays for it. */
  const paid = async (user: User, asked: SearchQuery) => {
    const { charge } = await accounts.saved.searches.charge({ user }, asked, []);
    await charge?.keep();
    return charge;
  };

  it('an address once, whatever its case', async () => {
    await accounts.people.newAccounts.create(account({ email: 'Once@Example.com' }));
    const again = accounts.people.newAccounts.create(account({ email: 'once@example.COM' }));
    await expect(again).rejects.toBeInstanceOf(OperatorError);
  });

  it('a sign-in only with the right password', async () => {
    const { credentials } = await signIn();
    expect(await signedIn({ ...credentials, password: 'wrong' })).toBe('INVALID_LOGIN');
    expect(await signedIn({ ...credentials, email: 'nobody@example.com' })).toBe('INVALID_LOGIN');
    expect(await signedIn({ ...credentials, email: credentials.email.toUpperCase() })).toBe('no error');
  });

  it('a password whose accents are one character on one keyboard and two on another', async () => {
    const { user, password: currentPassword, credentials, opened } = await signIn();
    const composed = 'cami\u00f3n a M\u00e1laga, 1987';
    const written = [composed, composed.normalize('NFD')];
    const hashOf = async () => {
      const [held] = await databaseOf(accounts).select().from(users).where(sql`${users.id} = ${user.id}`);
      return held?.passwordHash;
    };
    const outcomes = () => Promise.all(written.map((password) => signedIn({ ...credentials, password })));

    const caller = await accounts.access.sessions.resolve(opened.signedIn.token);
    const change = { currentPassword, password: composed.normalize('NFD'), ...caller, address: HERE };
    await accounts.access.passwords.change(caller.user, change);
    const asToday = await hashOf();
    expect(await outcomes()).toEqual(['no error', 'no error']);
    expect(await hashOf()).toBe(asToday);

    // Hashed of what came, as it was before.
    for (const came of written) {
      const before = await hash(came);
      await databaseOf(accounts).update(users).set({ passwordHash: before }).where(sql`${users.id} = ${user.id}`);
      for (const password of written) expect(await signedIn({ ...credentials, password })).toBe('no error');
      expect((await hashOf()) === before).toBe(came === composed);
      expect(await signedIn({ ...credentials, password: 'camion a Malaga, 1987' })).toBe('INVALID_LOGIN');
    }
  });

  it('whoever works told of each statement, within a transaction too, by what it does and to which table', async () => {
    const told: string[] = [];
    const statement = (name: string) => void told.push(name);
    const { credentials } = await signIn();
    await workingFor.run({ account: 'a call', statement }, () => accounts.access.sessions.login(credentials));
    expect(told).toEqual(
      expect.arrayContaining(['select users', 'update users', 'insert sessions', 'insert audit_log']),
    );
  });

  it('no secret in readable form', async () => {
    const { password, opened } = await signIn();
    const tables = [users, sessions].map((table) => databaseOf(accounts).select().from(table));
    const dump = JSON.stringify(await Promise.all(tables));
    for (const secret of [password, opened.signedIn.token, opened.restoreSecret]) expect(dump).not.toContain(secret);
    expect(dump).toContain('$argon2id$');
  });

  it('a session by its token, and the same session by its restore secret', async () => {
    const { user, opened } = await signIn();
    const caller = await accounts.access.sessions.resolve(opened.signedIn.token);
    expect(caller.user.id).toBe(user.id);
    expect(await accounts.access.sessions.restore(opened.restoreSecret)).toEqual(opened.signedIn);
    expect(await resolved(opened.restoreSecret)).toBe('SIGN_IN_FIRST');
    expect(await restored(opened.signedIn.token)).toBe('SIGN_IN_FIRST');
    expect(await resolved('made-up')).toBe('SIGN_IN_FIRST');
  });

  it("nobody else's login status", async () => {
    const [mine, other] = [await signIn(), await signIn()];
    const asked = accounts.access.sessions.logoutTime(mine.opened.signedIn.token, other.opened.signedIn.loginId);
    expect(await code(asked)).toBe('SIGN_IN_FIRST');
  });

  it('an idle session no longer, and asking for its status does not keep it alive', async () => {
    const { opened } = await signIn();
    const { token, loginId } = opened.signedIn;
    later(SESSION.idleMs - 1000);
    expect(await accounts.access.sessions.logoutTime(token, loginId)).toBeNull();
    later(2000);
    expect(await accounts.access.sessions.logoutTime(token, loginId)).not.toBeNull();
    expect(await resolved(token)).toBe('SESSION_TIMEOUT');
  });

  it('a used session until its absolute end, a kept one longer', async () => {
    const [used, kept] = [await signIn(), await signIn(true)];
    for (let hours = 0; hours < 12; hours += 1) {
      later(60 * 60 * 1000 - 1);
      await accounts.access.sessions.resolve(used.opened.signedIn.token);
    }
    later(60 * 60 * 1000);
    expect(await resolved(used.opened.signedIn.token)).toBe('SESSION_TIMEOUT');
    expect(await resolved(kept.opened.signedIn.token)).toBe('no error');
  });

  it('a question within hundreds of others as free by looking at few of them, whichever of them was paid', async () => {
    const { user } = await signIn();
    await accounts.plans.subscriptions.active(user);
    const within = (days: number) => ({
      ...query(['nested']),
      fromDate: new Date(Date.UTC(2020, 0, 1 + days)).toISOString().slice(0, 10),
    });
    await paid(user, within(0));
    for (let days = 1; days < 120; days += 1) {
      later(1);
      await accounts.saved.searches.note(user, within(days), []);
    }
    const asked = vi.spyOn(accounts.plans.ledger, 'standing');
    expect(await costOf(user, within(200))).toBe(0);
    expect(asked.mock.calls.map(([, keys]) => keys.length)).toEqual([1, 50]);
    // What was paid moves behind the others once it is asked again.
    later(1);
    await accounts.saved.searches.note(user, within(0), []);
    asked.mockClear();
    expect(await costOf(user, within(200))).toBe(0);
    expect(asked.mock.calls.map(([, keys]) => keys.length)).toEqual([1, 50, 50, 20]);
    asked.mockRestore();
  });

  it('one search per account, question and day, whatever the order of its values, its page and its sort', async () => {
    const [mine, other] = [await signIn(), await signIn()];
    const first = await accounts.saved.searches.note(mine.user, query(['tile', 'brick']), []);
    const same = { ...query(['brick', 'tile'], ['VNM', 'KOR']), pageNumber: 3, orderByColumn: 'hs_code' };
    expect(await accounts.saved.searches.note(mine.user, same, [])).toBe(first);
    expect(await accounts.saved.searches.note(mine.user, query(['tile']), [])).not.toBe(first);
    expect(await accounts.saved.searches.note(other.user, query(['tile', 'brick']), [])).not.toBe(first);
    expect(await code(accounts.saved.searches.find(mine.user, first))).toBe('no error');
    expect(await code(accounts.saved.searches.find(other.user, first))).toBe('NOT_YOURS');
    expect(await code(accounts.saved.searches.find(mine.user, "x' OR 1=1"))).toBe('NOT_YOURS');
    later(DAY_MS);
    expect(await accounts.saved.searches.note(mine.user, query(['tile', 'brick']), [])).not.toBe(first);
  });

  it('what lies within a question that the account paid for that day as free, and what reaches out of it not', async () => {
    const { user } = await signIn();
    await accounts.plans.subscriptions.active(user);
    const whole = query(['within'], ['IND', 'KOR', 'VNM']);
    const asked = (changes: Partial<SearchQuery> = {}) => ({ ...whole, ...changes });
    const pay = async (one: SearchQuery) => {
      const cost = await costOf(user, one);
      expect(cost).toBe((await paid(user, one)) ? 1 : 0);
      return cost;
    };
    expect(await pay(asked())).toBe(1);
    const inside = { countryCode: ['VNM', 'IND'], fromDate: '2020-03-01', toDate: '2020-03-31' };
    expect(await pay(asked(inside))).toBe(0);
    expect(await accounts.saved.searches.isPaid(user, asked(inside), [])).toBe(true);
    // The order of values is none, and filters are no part of a question.
    expect(await pay(asked({ ...inside, hsCodeList: ['851712'] }))).toBe(0);
    for (const outside of [
      { countryCode: ['IND', 'USA'] },
      { fromDate: '2019-12-31' },
      { toDate: '2021-01-01' },
      { tradeType: 'EXPORT' as const },
      { matchType: 'D' as const },
      { searchValue: ['without'] },
    ])
      expect(await costOf(user, asked(outside)), JSON.stringify(outside)).toBe(1);
    const { user: stranger } = await signIn();
    expect(await costOf(stranger, asked(inside))).toBe(1);
    const earlier = asked({ fromDate: '2019-06-01' });
    const { charge } = await accounts.saved.searches.charge({ user }, earlier, []);
    await accounts.saved.searches.note(user, earlier, []);
    await charge?.release();
    expect(await costOf(user, asked({ fromDate: '2019-08-01' }))).toBe(1);
    later(DAY_MS);
    expect(await costOf(user, asked(inside))).toBe(1);
    expect(await accounts.saved.searches.isPaid(user, asked(inside), [])).toBe(true);
    // A further page of it, after midnight, is a part of what was paid for.
    const page = asked({ pageNumber: 1, searchId: 'of the first page' });
    expect(await costOf(user, page)).toBe(0);
    expect((await accounts.saved.searches.charge({ user }, page, [])).charge).toBeUndefined();
    expect(await costOf(user, { ...page, pageNumber: 0 })).toBe(1);
    later(DAY_MS);
    expect(await accounts.saved.searches.isPaid(user, asked(inside), [])).toBe(false);
  });

  it('a question without records as free for its day, and what lies within it', async () => {
    const { user } = await signIn();
    await accounts.plans.subscriptions.active(user);
    const left = async () => (await accounts.plans.subscriptions.state(user))?.searchesLeft;
    const before = await left();
    const { charge } = await accounts.saved.searches.charge({ user }, query(['nowhere'], ['IND', 'KOR']), []);
    await charge?.giveBack();
    expect(await left()).toBe(before);
    expect((await accounts.saved.searches.charge({ user }, query(['nowhere'], ['KOR']), [])).charge).toBeUndefined();
    later(DAY_MS);
    expect(await costOf(user, query(['nowhere'], ['KOR']))).toBe(1);
  });

  it('a search that others rely on as paid, also where the call that paid for it fails; and as unpaid where all fail', async () => {
    const { user } = await signIn();
    const left = async () => (await accounts.plans.subscriptions.state(user))?.searchesLeft ?? 0;
    const { searches } = accounts.saved;
    const take = async (asked: SearchQuery) =>
      (await searches.charge({ user }, asked, [])).charge ?? expect.fail('nothing is at work');
    const company = async () =>
      (await searches.chargeCompany({ user }, { party: 'ACME', name: 'Acme' })) ?? expect.fail('nothing is at work');
    const before = await left();
    const [first, beside, last] = [
      await take(query(['shared'])),
      await take(query(['shared'])),
      await take(query(['shared'])),
    ];
    expect([first, beside, last].map(({ isOwn }) => isOwn)).toEqual([true, false, false]);
    await Promise.all([first.release(), beside.release()]);
    expect(await left()).toBe(before - 1);
    await last.keep();
    expect([await left(), (await searches.charge({ user }, query(['shared']), [])).charge]).toEqual([
      before - 1,
      undefined,
    ]);
    const page = [await company(), await company()];
    await page[0]?.release();
    await page[1]?.keep();
    expect(await left()).toBe(before - 2);
    const failing = [await take(query(['failing'])), await take(query(['failing']))];
    const [again] = await Promise.all([
      Promise.all(failing.map((one) => one.release())).then(() => take(query(['failing']))),
    ]);
    expect([again.isOwn, await left()]).toEqual([true, before - 3]);
    await again.release();
    expect(await left()).toBe(before - 2);
  });

  it('no more records of a paid search without points than its plan says, each once, however many calls ask at once', async () => {
    await accounts.plans.catalogue.set('Hundred records', { termMonths: null, freeRecords: 100 });
    const { user } = await accounts.people.newAccounts.create(account({ plan: 'Hundred records' }));
    const ids = Array.from({ length: 200 }, (_, n) => createHash('md5').update(`${user.id} ${n}`).digest('hex'));
    const take = (some: readonly string[], search = 'search of a day') =>
      accounts.saved.freeReads.take(user.id, search, some);
    // Three new ones in each of sixty, beside seven that another has asked for.
    const calls = Array.from({ length: 60 }, (_, n) => ids.slice(n * 3, n * 3 + 10));
    const handed = async () => {
      const taken = await Promise.all(calls.map((some) => take(some)));
      return [...new Set(taken.flatMap(({ free }) => [...free]))].sort();
    };
    const first = await handed();
    expect([first.length, (await take([])).left]).toEqual([100, 0]);
    expect(await handed()).toEqual(first);
    expect(await take(ids, 'another search')).toMatchObject({ free: new Set(ids.slice(0, 100)), left: 0 });
    await accounts.plans.catalogue.set('Hundred records', { freeRecords: 150 });
    const rest = ids.filter((id) => !first.includes(id));
    expect((await take(rest)).free).toEqual(new Set(rest.slice(0, 50)));
    later(2 * DAY_MS);
    await accounts.saved.freeReads.forgetOld();
    expect(await take([])).toEqual({ free: new Set(), left: 150, most: 150 });
  });

  it('another search when values were picked, the same in any order of them', async () => {
    const { user } = await signIn();
    const asked = { ...query(['acme', 'bolt']), searchBy: 'IMPORTER', matchType: 'L' } as const;
    const words = (value: string) => ({ ...query([value]), matchType: 'W' as const });
    expect(askTheSame(words('ceramic-tiles'), words('ceramic tiles'))).toBe(true);
    expect(askTheSame(words('ceramic-tiles'), words('ceramictiles'))).toBe(false);
    const typed = await accounts.saved.searches.note(user, asked, []);
    expect(await accounts.saved.searches.note(user, searchQuery.parse({ ...asked, pickedValue: [] }), [])).toBe(typed);
    const picked = await accounts.saved.searches.note(user, { ...asked, pickedValue: ['bolt', 'acme'] }, []);
    expect(picked).not.toBe(typed);
    expect(await accounts.saved.searches.note(user, { ...asked, pickedValue: ['acme', 'bolt'] }, [])).toBe(picked);
    expect(await accounts.saved.searches.note(user, { ...asked, pickedValue: ['acme'] }, [])).not.toBe(picked);
    expect((await accounts.saved.searches.find(user, typed)).question).not.toHaveProperty('pickedValue');
  });

  it('the five latest searches, newest first, one that is asked again once, also on another day', async () => {
    const { user } = await signIn();
    const ask = async (value: string) => {
      later(1000);
      return accounts.saved.searches.note(user, query([value]), []);
    };
    const latest = async () =>
      (await accounts.saved.searches.latest(user)).map(({ question }) => question.searchValue[0]);
    const [one] = [await ask('one'), await ask('two')];
    expect(await ask('one')).toBe(one);
    expect(await latest()).toEqual(['one', 'two']);
    later(DAY_MS);
    for (const value of ['two', 'three', 'four', 'five', 'six']) await ask(value);
    expect(await latest()).toEqual(['six', 'five', 'four', 'three', 'two']);
    const [newest] = await accounts.saved.searches.latest(user);
    expect(await accounts.saved.searches.find(user, newest?.id ?? '')).toEqual(newest);
  });

  it('one search when the same question arrives twice at once', async () => {
    const { user } = await signIn();
    const ids = await Promise.all(
      Array.from({ length: 8 }, () => accounts.saved.searches.note(user, query(['nail']), [])),
    );
    expect(new Set(ids).size).toBe(1);
  });

  // The embedded engine has no connections that could be ended.
  if (engine === 'PostgreSQL') {
    it('its head when the server ends idle connections', async () => {
      await Promise.all(Array.from({ length: 4 }, () => accounts.people.users.list()));
      // Each is waited for until it has ended: a connection that has not yet would be given out once more.
      await databaseOf(accounts).execute(
        sql`select pg_terminate_backend(pid, 60000) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()`,
      );
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(await accounts.people.users.list()).not.toEqual([]);
    });
  }

  it('everything across a restart', async () => {
    const { credentials, opened } = await signIn(true);
    accounts = await started.reopen();
    expect(await resolved(opened.signedIn.token)).toBe('no error');
    expect(await signedIn(credentials)).toBe('no error');
  });
});

describe('the embedded database', () => {
  it('works on a long statement while the event loop goes on', async () => {
    const dataFolder = folderOfTest();
    const { database, close } = await openDatabase({ dataFolder });
    let [turns, isAnswered] = [0, false];
    const turn = () => {
      turns += 1;
      if (!isAnswered) setImmediate(turn);
    };
    setImmediate(turn);
    await database.execute(sql`select count(*) from generate_series(1, 1000000) n where md5(n::text) like 'a%'`);
    isAnswered = true;
    expect(turns).toBeGreaterThan(100);
    await close();
  });

  it('waits for the disk at every commit', async () => {
    const dataFolder = folderOfTest();
    let fsyncs = 0;
    const onFsync = () => {
      fsyncs += 1;
    };
    const { database, close } = await openDatabase({ dataFolder, onFsync });
    await database.execute(sql`create table ledger (n integer)`);
    const before = fsyncs;
    for (let n = 0; n < 50; n += 1) await database.execute(sql`insert into ledger values (${n})`);
    expect(fsyncs - before).toBeGreaterThanOrEqual(50);
    expect(JSON.stringify(await database.execute(sql`show fsync`))).toContain('"on"');
    await close();
  });
});
