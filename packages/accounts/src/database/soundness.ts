/** Whether a database holds all that it should: what a damaged file has lost, the engine itself mostly leaves out in silence. */

/** Asks statements of one connection, one after another. */
export type Ask = <Row extends object>(sql: string) => Promise<Row[]>;

/** Does work within one transaction, at whose end nothing is changed. */
export type Within = <Result>(work: (ask: Ask) => Promise<Result>) => Promise<Result>;

/** A balance that is not the sum of its entries. */
export type UnreconciledBalance = Record<'allowance' | 'balance' | 'entries', string> & { account: number };

const WAYS = ['seqscan', 'indexscan', 'indexonlyscan', 'bitmapscan'] as const;

/** Has the statements of a transaction find rows in one way alone. */
export async function findRows(ask: Ask, by: (typeof WAYS)[number]): Promise<void> {
  const set = WAYS.map((way) => `set_config('enable_${way}', '${way === by ? 'on' : 'off'}', true)`);
  await ask(`select ${set.join(', ')}`);
}

/**
 * Tables of which not every row can be read, and indexes that are cut off, since files of theirs are damaged. Each table is read whole, as
 * its primary key names its rows: of one that was cut off, its pages would be read as if what is left were all. By its pages it must then
 * have as many rows: a key may have forgotten what is gone, or lead twice to what was written in its place.
 *
 * @param isDamage whether a failure says that a file is damaged; any other is thrown
 */
export async function unreadable(within: Within, isDamage: (error: unknown) => boolean): Promise<string[]> {
  const [keys, cut] = await within(async (ask) => [
    await ask<{ table: string; key: string }>(
      `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as key from pg_constraint
       where contype = 'p' and connamespace = 'public'::regnamespace order by 1`,
    ),
    // A file of theirs is as many pages as it has, and an index has one at least.
    await ask<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c, pg_stat_file(pg_relation_filepath(c.oid), true) file
       where c.relkind in ('r', 'i') and c.relnamespace = 'public'::regnamespace
         and (file.size is null or file.size % 8192 <> 0 or c.relkind = 'i' and file.size = 0)`,
    ),
  ]);
  const damaged = cut.map(({ name }) => name);
  for (const { table, key } of keys) {
    const columns = key.slice('PRIMARY KEY '.length).replace(/^\(|\)$/g, '');
    const isWhole = await within(async (ask) => {
      await findRows(ask, 'indexscan');
      const rows = `select t::text as said from ${table} t order by ${columns}`;
      const [named] = await ask<{ rows: string }>(`select count(*)::text as rows, sum(length(said)) from (${rows}) r`);
      await findRows(ask, 'seqscan');
      const [lying] = await ask<{ rows: string }>(`select count(*)::text as rows from ${table}`);
      return named?.rows === lying?.rows;
    }).catch((error: unknown) => {
      if (!isDamage(error)) throw error;
      return false;
    });
    if (!isWhole && !damaged.includes(table)) damaged.push(table);
  }
  return damaged;
}

/** Tables of which rows name others that are not there, which the engine let nobody write. */
export async function orphaned(ask: Ask): Promise<string[]> {
  const columns = (of: string, numbers: string) =>
    `(select array_agg(quote_ident(attname) order by place) from unnest(${numbers}) with ordinality as n (number, place)
      join pg_attribute on attrelid = ${of} and attnum = number)`;
  const keys = await ask<{ child: string; parent: string; from: string[]; to: string[] }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent,
       ${columns('conrelid', 'conkey')} as from, ${columns('confrelid', 'confkey')} as to
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
  );
  const found = new Set<string>();
  for (const { child, parent, from, to } of keys) {
    const named = from.map((column) => `c.${column} is not null`).join(' and ');
    const same = from.map((column, at) => `p.${to[at]} = c.${column}`).join(' and ');
    const [row] = await ask<{ found: boolean }>(
      `select exists (select 1 from ${child} c where ${named} and not exists (select 1 from ${parent} p where ${same})) as found`,
    );
    if (row?.found) found.add(`${child} (of ${parent})`);
  }
  return [...found];
}

/** Balances that are not the sum of their entries: there are none, whatever happened. */
export const unreconciled = (ask: Ask): Promise<UnreconciledBalance[]> =>
  ask(`
    select coalesce(b.user_id, e.user_id)::integer as account, coalesce(b.allowance, e.allowance) as allowance,
      coalesce(b.balance, 0)::text as balance, coalesce(e.total, 0)::text as entries
    from balances b
    full join (select user_id, allowance, sum(amount) as total from ledger_entries group by 1, 2) e
      on e.user_id = b.user_id and e.allowance = b.allowance
    where coalesce(b.balance, 0) <> coalesce(e.total, 0)`);
