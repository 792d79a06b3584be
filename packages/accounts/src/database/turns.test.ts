import { expect, it } from 'vitest';
import { Turns, workingFor } from './turns.js';

/** Work that ends when it is told to, and says when it began. */
function works() {
  const turns = new Turns();
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (account: string, name: string) =>
    workingFor.run({ account }, () =>
      turns.take(() => {
        began.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    );
  const endOne = async () => {
    ends.shift()?.();
    await new Promise((next) => setImmediate(next));
  };
  return { turns, began, ask, endOne };
}

it('begins one piece of work at a time, and serves another account before the rest of one that asks for much', async () => {
  const { began, ask, endOne } = works();
  for (let index = 0; index < 5; index += 1) void ask('greedy', `greedy ${index}`);
  void ask('modest', 'modest 0');
  void ask('modest', 'modest 1');
  for (let index = 0; index < 7; index += 1) {
    await endOne();
    expect(began.length).toBeLessThanOrEqual(index + 1);
  }
  await endOne();
  expect(began).toEqual(['greedy 0', 'greedy 1', 'modest 0', 'greedy 2', 'modest 1', 'greedy 3', 'greedy 4']);
});

it('goes on after a failure, and is finished when all is, and what that asked for', async () => {
  const { turns, began, ask, endOne } = works();
  const failed = turns.take(() => Promise.reject(new Error('planted')));
  await expect(failed).rejects.toThrow('planted');
  const first = ask('one', 'first').then(() => ask('one', 'second'));
  let isFinished = false;
  const finished = turns.finished().then(() => {
    isFinished = true;
  });
  await new Promise((next) => setImmediate(next));
  await endOne();
  expect([began, isFinished]).toEqual([['first', 'second'], false]);
  await endOne();
  await Promise.all([first, finished]);
  await expect(turns.take(() => Promise.resolve('still there'))).resolves.toBe('still there');
});

it('reads once what one account asks for several times before it is read, and never for another account', async () => {
  const turns = new Turns();
  let kept = 0;
  let reads = 0;
  const read = (account: string, name: string) =>
    workingFor.run({ account }, () =>
      turns.read(name, async () => {
        reads += 1;
        return `${name} ${kept}`;
      }),
    );
  const write = () =>
    turns.take(async () => {
      kept += 1;
    });
  const first = read('a', 'x');
  await Promise.resolve();
  // That one has begun. What is asked after it waits together, and sees what was written before it was asked for.
  await write();
  const answers = [read('a', 'x'), read('a', 'x'), read('a', 'y'), read('b', 'x')];
  expect(await Promise.all([first, ...answers])).toEqual(['x 0', 'x 1', 'x 1', 'y 1', 'x 1']);
  expect(reads).toBe(4);
  const failing = () => turns.read('z', () => Promise.reject(new Error('planted')));
  expect(await Promise.allSettled([failing(), failing()])).toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ]);
  expect(await read('a', 'x')).toBe('x 1');
});
