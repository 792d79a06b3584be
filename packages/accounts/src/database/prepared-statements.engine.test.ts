/** Statements that are kept prepared answer what the library's own `query` does. */
import { PGlite, types } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PreparedStatements } from './prepared-statements.js';

const parsers = { [types.TIMESTAMPTZ]: (text: string) => `at ${text}` };

let engine: PGlite;
let prepared: PreparedStatements;
beforeAll(async () => {
  engine = await PGlite.create();
  prepared = new PreparedStatements(engine, parsers);
  await engine.exec(`
    CREATE TABLE things (id int PRIMARY KEY, name text, amount numeric, at timestamptz, tags text[], days date[], said jsonb, bytes bytea, yes bool, many bigint);
    CREATE TABLE others (id int)`);
});
afterAll(() => engine.close());

const bytes = new Uint8Array([0, 255]);
const THINGS: readonly (readonly unknown[])[] = [
  [1, "o'one", '1.50', new Date('2026-01-02T03:04:05Z'), ['a', 'b"c', 'ü'], ['2026-01-02'], { a: [1] }, bytes, true, 9],
  [2, ...Array(9).fill(null)],
  [3, '', 0, '2026-01-02T03:04:05+02:00', [], [], '"text"', new Uint8Array(), false, 9_007_199_254_740_993n],
];

it('those that are repeated read and write what the library does, in both forms of rows', async () => {
  const insert = 'INSERT INTO things VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING *';
  for (const rowMode of ['array', 'object'] as const) {
    const statements: [string, readonly unknown[]][] = [
      ...THINGS.map((thing): [string, readonly unknown[]] => [insert, thing]),
      ['SELECT * FROM things ORDER BY id', []],
      ['select id, name from things where id = any($1) order by id', [[1, 3]]],
      ['WITH found AS (SELECT id FROM things WHERE yes = $1) SELECT count(*) FROM found', [true]],
      ['UPDATE things SET name = $1 WHERE id > $2', ['new', 1]],
      ['SELECT name FROM things WHERE id = $1', [77]],
      ['DELETE FROM things', []],
    ];
    for (const [sql, values] of statements) {
      await engine.exec('BEGIN');
      const { rows, command, affectedRows } = await engine.query(sql, [...values], { rowMode, parsers });
      await engine.exec('ROLLBACK');
      const asked = await prepared.query(sql, values, rowMode);
      expect(asked, `${rowMode}: ${sql}`).toEqual({ rows, command, affectedRows });
    }
  }
});

it("an error is the engine's own, and what follows it is answered", async () => {
  const insert = 'insert into things (id) values ($1)';
  await prepared.query(insert, [5], 'array');
  await expect(prepared.query(insert, [5], 'array')).rejects.toMatchObject({
    code: '23505',
    constraint: 'things_pkey',
  });
  await expect(prepared.query('select nothing from things', [], 'array')).rejects.toMatchObject({ code: '42703' });
  await prepared.query('begin', [], 'array');
  await expect(prepared.query(insert, [5], 'array')).rejects.toMatchObject({ code: '23505' });
  await expect(prepared.query('select 1 as one', [], 'array')).rejects.toMatchObject({ code: '25P02' });
  expect((await prepared.query('commit', [], 'array')).command).toBe('ROLLBACK');
  expect((await prepared.query('select id from things where id = $1', [5], 'array')).rows).toEqual([[5]]);
});

it('a change of their tables makes them anew', async () => {
  const all = 'select * from others';
  await prepared.query('insert into others values ($1)', [1], 'array');
  expect((await prepared.query(all, [], 'array')).rows).toEqual([[1]]);
  await prepared.query("alter table others add column name text default 'x'", [], 'array');
  expect((await prepared.query(all, [], 'array')).rows).toEqual([[1, 'x']]);
});

it('those that were not asked for longest are given up', async () => {
  const kept = async () =>
    (await engine.query<{ count: number }>('select count(*)::int from pg_prepared_statements')).rows[0]?.count;
  for (let at = 0; at < 700; at += 1) await prepared.query(`select ${at} as at_${at}`, [], 'array');
  expect(await kept()).toBe(300);
  expect((await prepared.query('select 0 as at_0', [], 'object')).rows).toEqual([{ at_0: 0 }]);
});
