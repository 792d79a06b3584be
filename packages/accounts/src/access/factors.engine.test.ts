/** Second factors: who comes in by what, how often something is tried, and how they are lost. */
import { FACTORS } from '@tidewaiter/contract';
import { account } from '@tidewaiter/testing/account';
import { Authenticator } from '@tidewaiter/testing/authenticator';
import { DRAWN_ENGINES } from '@tidewaiter/testing/databases';
import { sql } from 'drizzle-orm';
import { generateSync } from 'otplib';
import { describe, expect, it } from 'vitest';
import { code } from '../../testing/refusals.js';
import { HERE, startAccounts } from '../../testing/start.js';
import { databaseOf } from '../accounts.js';
import { portalSettings } from '../site/settings.js';
import type { User } from '../users/user.js';

const ORIGIN = 'https://portal.example.com';
const HOST = 'portal.example.com';

describe.each(DRAWN_ENGINES)('second factors on %s are', async (engine) => {
  const settings = portalSettings(ORIGIN, { signUpVerification: 'operator', captchaWork: 4 });
  const { accounts, clock, later, mailed } = await startAccounts(engine, { settings });
  const codeOf = (secret: string, offBy = 0) => generateSync({ secret, epoch: clock.now.getTime() / 1000 + offBy });
  const by = ({ id }: User) => ({ actorId: id, address: HERE });
  const open = () => accounts.people.newAccounts.create(account());

  async function withApp() {
    const { user, password } = await open();
    const { challengeId, secret } = await accounts.access.factors.beginApp(user);
    const app = { challengeId, code: codeOf(secret), name: 'Phone' };
    const recoveryCodes = (await accounts.access.factors.addApp(user, app, by(user))) ?? [];
    later(60_000);
    const login = (shown?: string, by = password) =>
      accounts.access.sessions.login({
        email: user.email,
        password: by,
        code: shown,
        keepLoggedIn: false,
        address: HERE,
      });
    const signIn = async (shown?: string) => {
      const outcome = await code(login(shown));
      return outcome === 'no error' ? 'in' : outcome;
    };
    return { user, secret, recoveryCodes, login, signIn };
  }

  async function withPasskey() {
    const { user } = await open();
    const device = new Authenticator(ORIGIN, HOST);
    const { challengeId, options: asked } = await accounts.access.factors.beginPasskey(user);
    await accounts.access.factors.addPasskey(
      user,
      { challengeId, passkey: device.make(asked), name: 'Laptop' },
      by(user),
    );
    const show = async (misdeeds = {}) => {
      const { challengeId: id, options: question } = await accounts.access.passkeys.ask();
      return code(
        accounts.access.passkeys.shown(id, device.show(question, misdeeds)).then(({ user: { id: whose } }) => whose),
      );
    };
    return { user, device, show };
  }

  it('asked for beside the password, and taken once', async () => {
    const { signIn, secret } = await withApp();
    expect(await signIn()).toBe('FACTOR_NEEDED');
    expect(await signIn('000000')).toBe('FACTOR_REFUSED');
    const shown = codeOf(secret);
    expect(await signIn(`${shown.slice(0, 3)} ${shown.slice(3)}`)).toBe('in');
    expect(await signIn(shown)).toBe('FACTOR_REFUSED');
    // Of the step before, which was not used: it is older than the last that was.
    expect(await signIn(codeOf(secret, -30))).toBe('FACTOR_REFUSED');
    later(30_000);
    const raced = await Promise.all(Array.from({ length: 5 }, () => signIn(codeOf(secret))));
    expect(raced.filter((one) => one === 'in')).toHaveLength(1);
  });

  it('no help to who does not have the password', async () => {
    const { login, secret } = await withApp();
    for (const shown of [codeOf(secret), undefined]) expect(await code(login(shown, 'wrong'))).toBe('INVALID_LOGIN');
  });

  it('told how far the clock of a phone is off, and not taken then', async () => {
    const { login, secret } = await withApp();
    const message = expect.stringContaining('2 minutes');
    await expect(login(codeOf(secret, 120))).rejects.toMatchObject({ code: 'FACTOR_REFUSED', message });
  });

  it('not guessed: after ten codes none is looked at, the person is told, and a recovery code still opens', async () => {
    const { user, signIn, secret, recoveryCodes } = await withApp();
    for (let tries = 0; tries < 10; tries++) await signIn(String(tries).padStart(6, '0'));
    expect(await signIn(codeOf(secret))).toBe('TOO_MANY_REQUESTS');
    expect((await mailed(user.email)).join()).toContain('Somebody has your password');
    expect(await signIn(recoveryCodes[0])).toBe('in');
  });

  it('made up for by recovery codes, each once, of their person only', async () => {
    const { user, signIn, recoveryCodes } = await withApp();
    const other = await withApp();
    expect(recoveryCodes).toHaveLength(FACTORS.recoveryCodes);
    const [first = '', second = ''] = recoveryCodes;
    expect(await other.signIn(first)).toBe('FACTOR_REFUSED');
    const raced = await Promise.all(Array.from({ length: 4 }, () => signIn(first.toUpperCase().replaceAll('-', ' '))));
    expect(raced.filter((one) => one === 'in')).toHaveLength(1);
    expect((await accounts.access.factors.of(user)).codesLeft).toBe(FACTORS.recoveryCodes - 1);
    const renewed = await accounts.access.factors.renewRecoveryCodes(user, by(user));
    expect(await signIn(second)).toBe('FACTOR_REFUSED');
    expect(await signIn(renewed[0])).toBe('in');
  });

  it('kept as nothing that opens anything', async () => {
    const { secret, recoveryCodes } = await withApp();
    const { rows } = await databaseOf(accounts).execute<{ kept: string }>(
      sql`select secret as kept from factors where secret is not null union all select code_hash from recovery_codes`,
    );
    const kept = rows.map((row) => row.kept).join();
    for (const one of [secret, ...recoveryCodes]) expect(kept).not.toContain(one.replaceAll('-', ''));
  });

  it('added by their own challenge only, once, in time', async () => {
    const [{ user }, { user: other }] = [await open(), await open()];
    const begun = await accounts.access.factors.beginApp(user);
    const add = (who: User, shown = codeOf(begun.secret), { challengeId } = begun) =>
      code(accounts.access.factors.addApp(who, { challengeId, code: shown, name: 'Phone' }, by(who)));
    expect(await add(other)).toBe('CHALLENGE_GONE');
    for (const wrong of ['000000', '12345', '1234567', 'élan', '１２３４５６', ''])
      expect(await add(user, wrong), wrong).toBe('FACTOR_REFUSED');
    expect(await add(user)).toBe('no error');
    expect(await add(user)).toBe('CHALLENGE_GONE');
    const late = await accounts.access.factors.beginApp(user);
    later(FACTORS.challengeMs + 1000);
    expect(await add(user, codeOf(late.secret), late)).toBe('CHALLENGE_GONE');
  });

  it('at most ten of a person', async () => {
    const { user } = await withApp();
    const begun = await Promise.all(
      Array.from({ length: FACTORS.perPerson }, () => accounts.access.factors.beginApp(user)),
    );
    const ends = await Promise.all(
      begun.map(({ challengeId, secret }) =>
        code(accounts.access.factors.addApp(user, { challengeId, code: codeOf(secret), name: 'x' }, by(user))),
      ),
    );
    expect(ends.filter((end) => end === 'FACTORS_FULL')).toHaveLength(1);
    expect(await code(accounts.access.factors.beginApp(user))).toBe('FACTORS_FULL');
  });

  it('passkeys, which are of this portal, seen to be shown by a person, and good once', async () => {
    const { user, device, show } = await withPasskey();
    expect(await show()).toBe('no error');
    const elsewhere = [{ origin: 'https://portal.example.com.evil.example' }, { rpId: 'evil.example' }];
    for (const misdeeds of [...elsewhere, { unverified: true }]) expect(await show(misdeeds)).toBe('FACTOR_REFUSED');
    const { challengeId, options: asked } = await accounts.access.passkeys.ask();
    const shown = device.show(asked);
    expect((await accounts.access.passkeys.shown(challengeId, shown)).user.id).toBe(user.id);
    expect(await code(accounts.access.passkeys.shown(challengeId, shown))).toBe('CHALLENGE_GONE');
    const other = await accounts.access.passkeys.ask();
    expect(await code(accounts.access.passkeys.shown(other.challengeId, shown))).toBe('FACTOR_REFUSED');
    for (const broken of [{}, { id: device.id }, { id: 7, response: null }, { ...shown, response: {} }]) {
      const again = await accounts.access.passkeys.ask();
      expect(await code(accounts.access.passkeys.shown(again.challengeId, broken))).toBe('FACTOR_REFUSED');
    }
  });

  it('passkeys that were copied tell so by their counter', async () => {
    const { show } = await withPasskey();
    const refused: number[] = [];
    // It has 32 bits, all of them for counting.
    for (const counter of [7, 7, 3, 8, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 31])
      if ((await show({ counter })) === 'FACTOR_REFUSED') refused.push(counter);
    expect(refused).toEqual([7, 3, 2 ** 31]);
  });

  it('passkeys that nobody adds for somebody else', async () => {
    const [{ user }, { user: other }] = [await open(), await open()];
    const device = new Authenticator(ORIGIN, HOST);
    const { challengeId, options: asked } = await accounts.access.factors.beginPasskey(user);
    const add = (who: User, passkey: Record<string, unknown>, id = challengeId) =>
      code(accounts.access.factors.addPasskey(who, { challengeId: id, passkey, name: 'Laptop' }, by(who)));
    expect(await add(other, device.make(asked))).toBe('CHALLENGE_GONE');
    expect(await add(user, device.make(asked, { origin: 'https://evil.example' }))).toBe('FACTOR_REFUSED');
    const again = await accounts.access.factors.beginPasskey(user);
    expect(await add(user, device.make(again.options), again.challengeId)).toBe('no error');
    // The same one for somebody else, who would come in as its first person otherwise.
    const third = await accounts.access.factors.beginPasskey(other);
    expect(await add(other, device.make(third.options), third.challengeId)).toBe('FACTOR_REFUSED');
  });

  it('removed by their person; the last one not while it is asked for', async () => {
    const { user, signIn, secret } = await withApp();
    const [own] = (await accounts.access.factors.of(user)).factors;
    const remove = (who: User, id = own?.id ?? '') => code(accounts.access.factors.remove(who, id, by(who)));
    expect(await remove((await open()).user)).toBe('NOT_YOURS');
    await accounts.access.factors.demand(user, true, 'OWNER', by(user));
    expect(await remove(user)).toBe('FACTOR_DEMANDED');
    expect(await signIn(codeOf(secret))).toBe('in');
    await accounts.access.factors.demand(user, false, 'OWNER', by(user));
    expect(await remove(user)).toBe('no error');
    expect(await signIn()).toBe('in');
    expect((await accounts.access.factors.of(user)).codesLeft).toBe(0);
  });

  it('asked for by an owner who has one, and by the operator, whom no owner overrules', async () => {
    const { user } = await open();
    expect(await code(accounts.access.factors.demand(user, true, 'OWNER', by(user)))).toBe('FACTOR_DEMANDED');
    await accounts.access.factors.demand(user, true, 'OPERATOR', { actorId: null });
    expect(await accounts.access.factors.demandedBy(user)).toBe('OPERATOR');
    expect(await code(accounts.access.factors.demand(user, false, 'OWNER', by(user)))).toBe('FACTOR_DEMANDED');
  });

  it('taken away by the operator, who ends every session and tells the person', async () => {
    const { user, login, signIn, secret } = await withApp();
    const { signedIn } = await login(codeOf(secret));
    await accounts.access.operatorResets.removeFactors(user);
    expect(await code(accounts.access.sessions.resolve(signedIn.token))).toBe('SESSION_TIMEOUT');
    expect(await signIn()).toBe('in');
    expect((await mailed(user.email)).join()).toContain('Your second factor has been taken away');
    await expect(accounts.access.operatorResets.removeFactors(user)).rejects.toThrow('has no second factor');
  });
});
