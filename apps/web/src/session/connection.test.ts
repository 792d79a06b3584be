import { expect, it } from 'vitest';
import { watchConnection } from './connection.js';

/** A portal that answers or not, one question after another, and what was seen of the connection after each. */
function watched(...answers: boolean[]) {
  const seen: boolean[] = [];
  const connection = watchConnection(
    async () => answers.shift() ?? true,
    async () => seen.push(connection.isLost()),
  );
  const said: boolean[] = [];
  connection.subscribe(() => said.push(connection.isLost()));
  return { connection, seen, said };
}

it('a call without an answer is no lost connection while the portal answers another', async () => {
  const { connection, seen, said } = watched(true);
  await connection.doubt();
  expect([connection.isLost(), seen, said]).toEqual([false, [], []]);
});

it('a portal that does not answer is lost until it answers again, and told once each', async () => {
  const { connection, seen, said } = watched(false, false, false, true);
  await connection.doubt();
  expect(seen).toEqual([true, true, true]);
  expect(said).toEqual([true, false]);
  expect(connection.isLost()).toBe(false);
});

it('a portal is asked by one of many calls that have no answer', async () => {
  const { connection, seen } = watched(false, true);
  await Promise.all([connection.doubt(), connection.doubt(), connection.doubt()]);
  expect(seen).toEqual([true]);
});
