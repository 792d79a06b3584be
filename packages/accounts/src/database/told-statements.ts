/** Statements of the accounts' database are told to whatever works just now, which has them in its trace. */
import type pg from 'pg';
import type { DamageWatch } from './damage.js';
import { workingFor } from './turns.js';

/** What a statement does and to which table; nothing of what it was asked with. */
function nameOf(sql: string): string {
  const [, verb = 'statement'] = /^\W*(\w+)/.exec(sql) ?? [];
  const tables = [...sql.matchAll(/\b(?:from|into|update)\s+"?(\w+)/gi)];
  // What stands within parentheses is of a statement within the statement.
  const [, table] = tables.find(({ index }) => depthAt(sql, index) === 0) ?? tables[0] ?? [];
  return [verb.toLowerCase(), ...(table === undefined ? [] : [table])].join(' ');
}

/** How many parentheses are open at a place. */
function depthAt(sql: string, place: number): number {
  const before = sql.slice(0, place);
  return before.split('(').length - before.split(')').length;
}

/** Asks a statement, of which whoever works just now is told, with the time that it waits for its turn or a connection. */
export async function told<Answer>(sql: string, ask: () => Promise<Answer>): Promise<Answer> {
  const ended = workingFor.getStore()?.statement?.(nameOf(sql));
  if (!ended) return ask();
  try {
    const answer = await ask();
    ended(false);
    return answer;
  } catch (error) {
    ended(true);
    throw error;
  }
}

/** Has the statements that Drizzle asks of a pool, or of one of its connections, told. */
function tell(client: Pick<pg.ClientBase, 'query'>, damage: DamageWatch): void {
  const query: (...args: unknown[]) => unknown = client.query.bind(client);
  const asTold = (...args: unknown[]) => {
    // Asked with a callback: by the pool itself, in nobody's name.
    if (typeof args.at(-1) === 'function') return query(...args);
    const [what] = args as [string | { text: string }];
    return told(typeof what === 'string' ? what : what.text, () => damage.over((async () => query(...args))()));
  };
  client.query = asTold as typeof client.query;
}

export function tellOfPool(pool: pg.Pool, damage: DamageWatch): void {
  tell(pool, damage);
  pool.on('connect', (client) => tell(client, damage));
}
