/** Passwords that the operator takes away, and people whom the operator erases. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { databaseOf } from '@tidewaiter/accounts/database';
import { linkTokens, outbox } from '@tidewaiter/testing/outbox';
import { describe, expect, it } from 'vitest';
import { failure, payload } from '../../testing/calls.js';
import { commandsOf, OPERATOR } from '../../testing/command-line.js';
import { balanceOf, start, wanted } from '../../testing/exporting.js';
import type { SignedInAccount } from '../../testing/portal.js';
import { saveSearch } from '../../testing/saving.js';
import { sharedPortalAtWork } from '../../testing/shared-portal.js';

const portal = sharedPortalAtWork();

const { run, json, answered } = commandsOf(portal);
const BETTER = 'harbour lantern 4271';

describe('a password that the operator takes away', () => {
  it('ends at once with every session, and another is set by the mailed link', async () => {
    const { client, email, password } = await portal.signIn();
    const { out } = await run('account', 'password', email);
    expect(out).toBe(`The password of ${email} works no more; a link to set another is on its way.\n`);
    expect((await failure(client.search(payload()))).code).toBe('SESSION_TIMEOUT');
    expect((await failure(client.login({ email, password }))).code).toBe('INVALID_LOGIN');
    await portal.services.accounts.mailer.idle();
    const mails = await outbox(portal.config.dataFolder, email);
    expect(mails.at(-1)).toContain('Please set another password');
    await portal.services.accounts.access.passwords.set(linkTokens(mails).at(-1) ?? '', BETTER, '127.0.0.1');
    expect(await client.login({ email, password: BETTER })).toMatchObject({ mustChangePassword: false });
    const entry = expect.objectContaining({ event: 'PASSWORD_RESET', operator: OPERATOR });
    expect(await json('audit', email)).toContainEqual(entry);
  });

  it('is replaced by one that is printed once, which its person changes', async () => {
    const owner = await portal.signIn();
    const { client, email } = await portal.signInSubUser(owner);
    const { password } = await json('account', 'password', email, '--print');
    expect(await client.login({ email, password })).toMatchObject({ mustChangePassword: true });
    expect((await run('account', 'password', email, '--print')).out).toMatch(
      /can sign in with the password \S+, and then chooses another one\n$/,
    );
  });

  it('is none of who never set one, or is kept out', async () => {
    const { client, email } = await portal.signIn();
    const invited = { email: `invited-${randomUUID()}@example.com`, firstname: 'Eva', lastname: 'Bay' };
    await client.createSubUser({ ...invited, mobile: '+31201234567', downloadLimit: 0 });
    expect((await run('account', 'password', invited.email)).err).toContain('has never set a password');
    await run('account', 'disable', email);
    expect((await run('account', 'password', email)).err).toContain(`account enable ${email}`);
  });
});

describe('a person who is erased', () => {
  const names = {
    ...{ firstname: 'Wilhelmina', lastname: 'Quayside', mobile: '+31209998877', company_name: 'Quayside Imports' },
  };

  /** Does all that leaves something behind. */
  async function live({ client, email, password, person }: SignedInAccount) {
    const params = { userId: person.userid };
    await client.updateUser({ ...names, email, user_type: 'USER' }, { params });
    await saveSearch({ client }, payload(), 'Lantern cotton');
    await client.saveContact({ companyName: 'Lantern Ltd', notes: 'Ask for Mr Lantern', tags: [] });
    await start(client, wanted());
    await failure(client.login({ email, password: 'wrong' }));
    const moved = { ...names, email: `next-${email}`, currentPassword: password, user_type: 'USER' } as const;
    await client.updateUser(moved, { params });
    await portal.services.accounts.mailer.idle();
    await portal.services.accounts.jobs.settle();
  }

  /** The files below a folder that have a text in them, wherever it lies. */
  const filesWith = (folder: string, text: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => statSync(join(folder, name)).isFile() && readFileSync(join(folder, name)).includes(text),
    );

  /** Every row of every table that has one of some texts in it. */
  async function rowsWith(texts: readonly string[]): Promise<string[]> {
    const database = databaseOf(portal.services.accounts);
    const ask = async <Row extends Record<string, unknown>>(sql: string) => (await database.execute<Row>(sql)).rows;
    const tables = await ask<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public'`);
    const found: string[] = [];
    for (const { name } of tables) {
      for (const { row } of await ask<{ row: string }>(`select row_to_json(t)::text as row from "${name}" t`))
        if (texts.some((text) => row.includes(text))) found.push(`${name}: ${row}`);
    }
    return found;
  }

  it('leaves nothing that names them, and the ledger and audit log as they were', async () => {
    const owner = await portal.signIn();
    const subUser = await portal.signInSubUser(owner);
    const other = await portal.signIn();
    await live(owner);
    await subUser.client.search(payload({ searchValue: ['0901'] }));
    await run('maintenance', 'on', '--message', 'x', '--allow', owner.email);
    await run('maintenance', 'off');
    const { accounts, exportFiles } = portal.services;
    const { userid } = owner.person;
    const texts = [owner.email, subUser.email, ...Object.values(names), 'antern'];
    expect((await rowsWith(texts)).map((row) => row.split(':')[0])).toEqual(
      expect.arrayContaining(['users', 'workspaces', 'saved_searches', 'contacts', 'audit_log', 'one_use_links']),
    );
    const [made] = (
      await accounts.exports.list(await accounts.people.users.ofAddress(owner.email), { number: 0, size: 9 })
    ).exports;
    expect(made && (await exportFiles.find(made.export))).toBeDefined();
    const ledger = async () => (await accounts.plans.ledger.entries(userid, { number: 0, size: 100 })).entries;
    const events = async () =>
      (await accounts.audit.latest(1000)).map(({ id, event, subjectId }) => [id, event, subjectId]);
    const [ledgerBefore, eventsBefore] = [await ledger(), await events()];

    const given = ['account', 'delete', owner.email, '--reason', 'asked for'];
    expect((await run(...given)).err).toContain('and its 1 sub-users for good. Nobody can be asked here: say --yes.');
    expect((await answered('somebody@example.com', ...given)).err).toContain('nothing is changed');
    expect(await ledger()).toEqual(ledgerBefore);
    expect((await answered(owner.email, ...given)).out).toBe(`${owner.email} is erased, and 1 of its sub-users.\n`);

    expect(await rowsWith(texts)).toEqual([]);
    expect(filesWith(join(portal.config.dataFolder, 'accounts'), owner.email)).toEqual([]);
    expect(await outbox(portal.config.dataFolder, owner.email)).toEqual([]);
    expect(await outbox(portal.config.dataFolder, `next-${owner.email}`)).toEqual([]);
    expect(readdirSync(join(portal.config.dataFolder, 'exports'))).toEqual([]);
    for (const { client } of [owner, subUser])
      expect((await failure(client.search(payload()))).code).toBe('SIGN_IN_FIRST');
    expect(await ledger()).toEqual(ledgerBefore);
    expect((await events()).slice(-eventsBefore.length)).toEqual(eventsBefore);
    expect(await accounts.store.unreconciled()).toEqual([]);
    const entries = await accounts.audit.latest(1000);
    expect(entries.filter(({ subjectId, address }) => subjectId === userid && address !== null)).toEqual([]);
    expect(entries[0]).toMatchObject({ event: 'ACCOUNT_ERASED', subjectId: userid, operator: OPERATOR });
    expect((await run('account', 'list')).out).not.toContain('Former');
    expect((await run(...given)).err).toContain(`${owner.email} has no account.`);
    // Others are as they were, and the address is free.
    expect((await other.client.search(payload())).searchId).toBeDefined();
    const who = { email: owner.email, firstname: 'A', lastname: 'B', companyName: 'C' };
    await accounts.people.newAccounts.create({ ...who, plan: 'SME' });
  });

  it('leaves an account that goes on without them, with their points', async () => {
    const owner = await portal.signIn();
    const { person, client, email } = await portal.signInSubUser(owner);
    const workspace_id = await client.createWorkspace({ name: 'Kept' });
    const before = (await balanceOf(owner)) ?? 0;
    expect((await run('account', 'delete', email, '--reason', 'left', '--yes', '--json')).status).toBe(0);
    expect(await balanceOf(owner)).toBe(before + 10);
    const { workspaceList } = await owner.client.workspaceList({ userId: owner.person.userid });
    expect(workspaceList).toMatchObject([{ id: workspace_id, name: 'Kept', createdBy: null }]);
    expect((await owner.client.subUserList({})).userList).toEqual([]);
    expect((await owner.client.ledger({})).ledgerList.map(({ userId }) => userId)).toContain(person.userid);
  });

  it('is the one change that an entry of the audit log lets pass', async () => {
    const database = databaseOf(portal.services.accounts);
    const changes = [`event = 'LOGIN'`, `address = '192.0.2.1'`, `address = null, details = '{}', subject_id = null`];
    for (const change of changes) await expect(database.execute(`update audit_log set ${change}`)).rejects.toThrow();
    await expect(database.execute('delete from audit_log')).rejects.toThrow();
  });
});
