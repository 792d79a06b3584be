import { join } from 'node:path';
import { OperatorError, type SearchQuery, searchQuery } from '@tidewaiter/contract';
import { type DemoRecords, loadDemoRecords } from '@tidewaiter/testing/demo-records';
import { sharedFolder } from '@tidewaiter/testing/folder';
import { startGateway } from '@tidewaiter/testing/gateway';
import { SEED } from '@tidewaiter/testing/generated';
import { AS_PORTAL, EVERYTHING, stopGateway } from '@tidewaiter/testing/records';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filteredQuestions, questions } from '../../testing/questions.js';
import type { ClickHouseLocation } from '../engine/clickhouse.js';
import { openRecords, openRestoredRecords, type Records } from '../records.js';
import type { CopyPlan, Fingerprint } from './record-copies.js';

const folder = sharedFolder();
let demo: DemoRecords;
let copy: Copy;
let answers: unknown[];

/** A copy in files: what each piece held when it was written. */
interface Copy {
  plan: CopyPlan;
  held: Map<string, Fingerprint>;
}

const key = (table: string, part: string) => `${table} ${part}`;
const pathOf = (table: string, part: string) => join(folder, `${key(table, part)}.native.br`);
const tableOf = ({ tables }: CopyPlan, name: string) => tables.find((one) => one.name === name) ?? expect.fail(name);
const identified = ({ pieces }: CopyPlan) => pieces.filter(({ identity }) => identity !== null);

const write = (records: Records) =>
  records.copies.ofOneMoment('A backup', async (planUpTo): Promise<Copy> => {
    const plan = await planUpTo(0);
    const held = new Map<string, Fingerprint>();
    for (const { table, part } of plan.pieces)
      held.set(key(table, part), await records.copies.write(tableOf(plan, table), part, pathOf(table, part)));
    return { plan, held };
  });

async function read({ plan, held }: Copy, to: string, server?: ClickHouseLocation): Promise<void> {
  const target = await openRestoredRecords(to, plan.migration, server);
  try {
    for (const { table, part } of plan.pieces) {
      const expected = held.get(key(table, part));
      if (expected) await target.read(tableOf(plan, table), part, pathOf(table, part), expected);
    }
  } finally {
    await target.close();
  }
}

/** Two hundred questions, of which some find nothing. */
let asked: SearchQuery[];

async function answersOf(records: Records): Promise<unknown[]> {
  const found = [];
  for (const query of asked) {
    const opened = await records.ask(query, EVERYTHING, AS_PORTAL);
    found.push([await opened.count(), await opened.page()]);
  }
  return found;
}

beforeAll(async () => {
  demo = await loadDemoRecords();
  const { suppressions } = demo.test.records;
  await suppressions.suppress({ kind: 'party', subject: await suppressions.keyOf('Acme') }, 'a test');
  asked = [questions(demo), filteredQuestions(demo)].flatMap((generated, kind) =>
    fc.sample(generated, { numRuns: 100, seed: SEED + kind }).map((one) => searchQuery.parse(one)),
  );
  answers = await answersOf(demo.test.records);
  expect(new Set(answers.map((one) => JSON.stringify(one))).size, 'questions that find something').toBeGreaterThan(20);
  copy = await write(demo.test.records);
  await demo.test.close();
});
afterAll(stopGateway);

describe('records that were copied', () => {
  it('answer as before in another folder, and a piece that is there is not read again', async () => {
    const to = join(folder, 'embedded');
    await read(copy, to);
    await read(copy, to);
    const records = await openRecords(to);
    expect(await answersOf(records)).toEqual(answers);
    const again = await records.copies.ofOneMoment('A backup', (planUpTo) => planUpTo(0));
    expect(identified(again)).toEqual(identified(copy.plan));
    await records.close();
  });

  it('refuse a file that is not the piece that was copied', async () => {
    const to = join(folder, 'wrong');
    const { plan, held } = copy;
    const piece = plan.pieces.find(({ table }) => table === 'records') ?? expect.fail('no records were copied');
    const ofRecords = key(piece.table, piece.part);
    const right = held.get(ofRecords) ?? expect.fail();
    // Of another number, and of as many others.
    for (const change of [{ rows: 1, sum: '1' }, { sum: '1' }]) {
      const wrong = new Map(held).set(ofRecords, { ...right, ...change });
      await expect(read({ plan, held: wrong }, to)).rejects.toThrow('is not what was copied');
    }
    // What that attempt left is replaced.
    await read(copy, to);
  });

  it('stay as they are while they are copied: a change is told so', async () => {
    const records = await openRecords(join(folder, 'embedded'));
    await records.copies.ofOneMoment('A backup', async () => {
      await expect(records.publication.unload([1])).rejects.toBeInstanceOf(OperatorError);
    });
    await records.close();
  });

  it('answer as before on a server, and are copied from there to the same', async () => {
    const gateway = await startGateway();
    try {
      await gateway.ask('CREATE DATABASE restored');
      const server = { url: gateway.url('restored') };
      await read(copy, join(folder, 'served'), server);
      const records = await openRecords(join(folder, 'served'), { server });
      expect(await answersOf(records)).toEqual(answers);
      const back = await write(records);
      for (const { table, part } of identified(copy.plan))
        expect(back.held.get(key(table, part)), key(table, part)).toEqual(copy.held.get(key(table, part)));
      await records.close();
    } finally {
      await gateway.stop();
    }
  });
});
