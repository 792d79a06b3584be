/** What becomes of accounts that were there before there were plans and a ledger. */
import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { expect, it } from 'vitest';

const migration = async (name: string) =>
  (await readFile(new URL(`../../migrations/${name}.sql`, import.meta.url), 'utf8')).split('--> statement-breakpoint');

it('accounts from before stay signed in and subscribed', async () => {
  const database = await PGlite.create();
  for (const statement of await migration('0000_accounts')) await database.exec(statement);
  await database.exec(`
    insert into users (email, password_hash, firstname, lastname, mobile, company_name)
      values ('old@example.com', 'hash', 'Ada', 'Bay', '', 'Acme');
    insert into subscriptions (user_id, plan, countries) values (1, 'Anything', '{KOR}')`);
  for (const statement of await migration('0001_ledger')) await database.exec(statement);
  const { rows } = await database.query(
    'select email, plan, s.countries, verified_at = created_at as verified from users u join subscriptions s on s.user_id = u.id',
  );
  expect(rows).toEqual([{ email: 'old@example.com', plan: 'Operator', countries: ['KOR'], verified: true }]);
  await database.close();
});
