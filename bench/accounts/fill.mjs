/**
 * Fills the accounts' tables directly by SQL: one account that has gathered very much, among many others. What one call could not make in a
 * week is there in a minute.
 */

import { databaseOf } from '@tidewaiter/accounts/database';

/** Of the large account; the rest of each table is other people's. */
const WORKSPACES = 50;
const SUB_USERS = 20;

const uuid = (of) => `md5(${of})::uuid`;

/** Words as searches and companies have them: some common, some rare. */
const words = (n) =>
  `(array['cotton','polyester','copper wire','steel coil','frozen shrimp','green tea','leather shoes','LED lamp'])[1 + ${n} % 8]`;

/**
 * @param rows how many each of the large tables is to have
 * @returns what the calls need of the account
 */
export async function fill(services, { owner, question, rows }) {
  const database = databaseOf(services.accounts);
  const run = (text) => database.execute(text);
  const mine = { contacts: Math.min(rows, 100_000), saved: Math.min(rows, 50_000), sessions: Math.min(rows, 20_000) };
  const others = Math.max(1, Math.round(rows / 1000));
  const json = `'${JSON.stringify(question).replaceAll("'", "''")}'::jsonb`;
  await run(`insert into users (upline_id, email, firstname, lastname, mobile, company_name, verified_at)
    select ${owner}, 'sub' || n || '@large.example', 'Sub', 'User ' || n, '', 'Acme', now() from generate_series(1, ${SUB_USERS}) n`);
  await run(`insert into users (email, firstname, lastname, mobile, company_name, verified_at)
    select 'other' || n || '@other.example', 'Other', 'User ' || n, '', 'Other', now() from generate_series(1, ${others}) n`);
  const ids = async (where) =>
    (await database.execute(`select id from users where ${where} order by id`)).rows.map(({ id }) => id);
  const subs = await ids(`upline_id = ${owner}`);
  const [other = 0] = await ids("email = 'other1@other.example'");
  // Three in four of what is history are the large account's, most of them its owner's own.
  const person = (n) =>
    `case when ${n} % 4 = 0 then ${other} + (${n} / 4) % ${others} when ${n} % 40 = 1 then ${subs[0]} + (${n} / 40) % ${subs.length} else ${owner} end`;
  const account = (n) => `case when ${n} % 4 = 0 then ${other} + (${n} / 4) % ${others} else ${owner} end`;
  const tables = {
    searches: `insert into searches (id, user_id, owner_id, question_hash, conditions_hash, question, day, created_at, words, total_records, data_version)
      select ${uuid("'search' || n")}, ${person('n')}, ${account('n')}, md5('q' || n), md5('c' || n), ${json}, current_date - n / 1000, now() - n * interval '80 seconds',
        'Import of ' || ${words('n')} || ' ' || md5(n::text) || ' into South Korea from 1 January 2023', n, 1`,
    ledger_entries: `insert into ledger_entries (user_id, owner_id, allowance, amount, balance_after, cause, key, sequence, actor_id, created_at)
      select ${account('n')}, ${account('n')}, 'SEARCHES', -1, 100, 'SEARCH', 'search ' || (current_date - n / 1000) || ' ' || md5('q' || n), 1, ${owner}, now() - n * interval '80 seconds'`,
    exports: `insert into exports (id, owner_id, person_id, key, state, search_id, question, query, column_keys, format, trace, raw, file_name, agreed_points, number, rows, new_rows, points, data_version, bytes, file_suppressed, created_at, ready_at)
      select ${uuid("'export' || n")}, ${account('n')}, ${account('n')}, ${uuid("'key' || n")}, 'READY', ${uuid("'search' || n")},
        'Import of ' || ${words('n')} || ' ' || md5(n::text), ${json}, '{hsCode,importer}', 'xlsx', false, false, 'file.xlsx', 1, n, 1, 0, 1, 1, 1000, 0, now() - n * interval '80 seconds', now()`,
    audit_log: `insert into audit_log (created_at, event, subject_id, actor_id) select now(), 'LOGIN', ${account('n')}, ${account('n')}`,
    contacts: `insert into contacts (id, owner_id, company_name, company_key, party_key, email, notes, tags, created_at, created_by)
      select ${uuid("'contact' || n")}, case when n <= ${mine.contacts} then ${owner} else ${other} + n % ${others} end,
        initcap(${words('n')}) || ' ' || md5(n::text) || ' Ltd.', replace(${words('n')}, ' ', '') || md5(n::text) || 'ltd', md5('party' || n), 'a' || n || '@company.example',
        'Met at the fair', array['tag ' || n % 300], now(), ${owner}`,
    saved_searches: `insert into saved_searches (id, owner_id, workspace_id, search_id, name, name_key, description, query, column_keys, total_records, data_version, created_at, created_by)
      select ${uuid("'saved' || n")}, case when n <= ${mine.saved} then ${owner} else ${other} + n % ${others} end, case when n <= ${mine.saved} then ${uuid(`'workspace' || n % ${WORKSPACES}`)} else ${uuid(`'other workspace' || n % ${others}`)} end,
        ${uuid("'search' || n")}, initcap(${words('n')}) || ' ' || n, ${words('n')} || ' ' || n, 'What we buy of ' || ${words('n')} || ' ' || md5(n::text), ${json}, '{hsCode}', n % 1000, 1,
        now() - n * interval '1 minute', ${owner}`,
    sessions: `insert into sessions (id, login_id, user_id, token_hash, restore_hash, kept, address, created_at, last_seen_at, ended_at)
      select ${uuid("'session' || n")}, ${uuid("'login' || n")}, case when n <= ${mine.sessions} then ${owner} else ${other} + n % ${others} end,
        md5('token' || n), md5('restore' || n), true, '192.0.2.1', now() - interval '1 day', now() - n * interval '1 second',
        case when n <= ${mine.sessions} then null else now() end`,
    looks: `insert into looks (user_id, thing_id, total_records, data_version, previous_version, looked_at)
      select ${owner}, case when n <= ${mine.contacts} then ${uuid("'contact' || n")} else ${uuid("'saved' || n")} end, 1, 1, 1, now()`,
    jobs: `insert into jobs (key, kind, account_id, person_id, state, ended_at) select 'export ' || ${uuid("'export' || n")}, 'export', ${account('n')}, ${account('n')}, 'DONE', now()`,
  };
  const [workspaceOwner, otherOwner] = [owner, `${other} + n % ${others}`];
  await run(`insert into workspaces (id, owner_id, name, name_key, created_at, created_by)
    select ${uuid("'workspace' || n")}, ${workspaceOwner}, 'Workspace ' || n, 'workspace ' || n, now(), ${owner} from generate_series(0, ${WORKSPACES - 1}) n`);
  await run(`insert into workspaces (id, owner_id, name, name_key, created_at, created_by)
    select ${uuid("'other workspace' || n")}, ${otherOwner}, 'Workspace', 'workspace', now(), ${otherOwner} from generate_series(0, ${others - 1}) n`);
  // An index of words takes ten times as long row by row.
  const { rows: wordIndexes } = await run(
    "select indexname, indexdef from pg_indexes where indexdef like '%USING gin%'",
  );
  for (const { indexname } of wordIndexes) await run(`drop index "${indexname}"`);
  for (const [table, insert] of Object.entries(tables)) {
    const started = performance.now();
    for (let from = 0; from < rows; from += 100_000)
      await run(`${insert} from generate_series(${from + 1}, ${Math.min(rows, from + 100_000)}) n`);
    process.stderr.write(`${table}: ${Math.round((performance.now() - started) / 1000)} s\n`);
  }
  for (const { indexname, indexdef } of wordIndexes) {
    const started = performance.now();
    await run(indexdef);
    process.stderr.write(`${indexname}: ${Math.round((performance.now() - started) / 1000)} s\n`);
  }
  // What the portal counts as it writes.
  await run(
    `update workspaces set held = n from (select workspace_id, count(*) n from saved_searches group by 1) s where s.workspace_id = workspaces.id`,
  );
  await run(`update balances b set entries = n from (select user_id, allowance, count(*) n from ledger_entries group by 1, 2) l
    where l.user_id = b.user_id and l.allowance = b.allowance`);
  await run('analyze');
}
