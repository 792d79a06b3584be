/** Fifty people of one account at its workspaces at once: what is left is what a model says. */
import { randomUUID } from 'node:crypto';
import { ENGINES } from '@tidewaiter/testing/databases';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toSave } from '../testing/kept.js';
import { code } from '../testing/refusals.js';
import { startAccounts } from '../testing/start.js';
import { databaseOf } from './accounts.js';
import { savedSearches, users, workspaces } from './database/schema.js';
import type { User } from './users/user.js';

const PEOPLE = 50;
const PLAN = { termMonths: null, workspaces: 6, recordsPerWorkspace: 4, subUserCount: PEOPLE };
const ALL = { number: 0, size: 200 };

/** What a person tries: at one of the things that they see, or that there ever were. */
interface Act {
  act: 'make' | 'save' | 'rename' | 'remove' | 'restore';
  at: number;
  name: string;
  onSearch: boolean;
}

/** What came of the acts at one thing, in the plainest terms. */
interface Thing {
  id: string;
  isSearch: boolean;
  maker: number;
  name: string;
  /** By the revision that was seen: nobody's change is lost where each was changed once at most. */
  renames: Map<number, string>;
  removals: number;
}

/** The outcomes that somebody may meet with who is not alone. */
const EXPECTED = [
  ...['no error', 'MAKER_ONLY', 'CHANGED_MEANWHILE', 'REMOVED_MEANWHILE', 'WORKSPACE_SHARED'],
  ...['WORKSPACE_EXISTS', 'SAVED_SEARCH_EXISTS', 'WORKSPACE_FULL', 'WORKSPACE_LIMIT_EXHAUSTED'],
];

describe.each(ENGINES)('the workspaces of an account with fifty people at them, on %s', async (engine) => {
  const { accounts, opened } = await startAccounts(engine);
  await accounts.plans.catalogue.set('Shared', PLAN);

  async function openAccount(): Promise<User[]> {
    const { user: owner } = await opened('Shared');
    const rows = Array.from({ length: PEOPLE - 1 }, (_, n) => ({
      ...{ email: `shared-${n}-${randomUUID()}@example.com`, firstname: 'Eva', lastname: `Bay ${n}` },
      ...{ mobile: '', companyName: 'Acme', uplineId: owner.id },
    }));
    return [owner, ...(await databaseOf(accounts).insert(users).values(rows).returning())];
  }

  /** Does one act as a person, who looks before, and tells the model what came of it. */
  async function perform(person: User, { act, at, name, onSearch }: Act, things: Thing[]): Promise<void> {
    const there = onSearch
      ? (await accounts.saved.savedSearches.list(person, ALL)).savedSearches
      : (await accounts.saved.workspaces.list(person, ALL)).workspaces;
    const seen = there[at % Math.max(1, there.length)];
    const known = things.filter(({ isSearch }) => isSearch === onSearch);
    const thing = act === 'restore' ? known[at % Math.max(1, known.length)] : things.find(({ id }) => id === seen?.id);
    const kind = onSearch ? accounts.saved.savedSearches : accounts.saved.workspaces;
    const make = (id: string, isSearch: boolean) =>
      things.push({ id, isSearch, maker: person.id, name, renames: new Map(), removals: 0 });

    async function attempt(): Promise<unknown> {
      if (act === 'make') return make((await accounts.saved.workspaces.create(person, name)).id, false);
      if (act === 'save') {
        const [first] = (await accounts.saved.workspaces.list(person, ALL)).workspaces;
        if (!first) return;
        return make(await accounts.saved.savedSearches.save(person, toSave(first.id, { name })), true);
      }
      if (!thing) return;
      if (act === 'restore') return kind.restore(person, thing.id);
      if (act === 'remove') {
        await kind.remove(person, thing.id);
        thing.removals += 1;
        return;
      }
      const revision = seen?.revision ?? 0;
      await kind.rename(person, thing.id, { name, description: name, revision });
      expect(thing.renames.has(revision), 'two changes of one revision').toBe(false);
      thing.renames.set(revision, name);
    }

    const outcome = await code(attempt());
    expect(EXPECTED).toContain(outcome);
    // The main account changes all; a sub-user what they made.
    if (outcome === 'MAKER_ONLY')
      expect([person.uplineId === null, thing?.maker === person.id]).toEqual([false, false]);
  }

  /** What a thing is called after all that was done to it: what its last change said. */
  const nameOf = ({ name, renames }: Thing) => renames.get(Math.max(...renames.keys())) ?? name;

  async function mustBeAsModelled(owner: User, things: readonly Thing[]): Promise<void> {
    const database = databaseOf(accounts);
    const rows = [...(await database.select().from(workspaces)), ...(await database.select().from(savedSearches))];
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const thing of things) {
      const row = byId.get(thing.id);
      expect(row?.name).toBe(nameOf(thing));
      // Each change counted once; what is no change of a name and no removal was a restoration.
      const restorations = (row?.revision ?? 0) - 1 - thing.renames.size - thing.removals;
      expect(thing.removals - restorations, thing.id).toBe(row?.removedAt ? 1 : 0);
    }
    const isThere = ({ id }: { id: string }) => byId.get(id)?.removedAt === null;
    const places = things.filter((thing) => !thing.isSearch && isThere(thing));
    const listed = (await accounts.saved.workspaces.list(owner, ALL)).workspaces;
    expect(listed.map(({ id }) => id).sort()).toEqual(places.map(({ id }) => id).sort());
    expect(new Set(places.map(nameOf)).size).toBe(places.length);
    expect(await accounts.plans.ledger.balance({ userId: owner.id, allowance: 'WORKSPACES' })).toBe(
      PLAN.workspaces - places.length,
    );
    for (const { id: workspaceId, held } of listed) {
      const inIt = (await accounts.saved.savedSearches.list(owner, ALL, { workspaceId })).savedSearches;
      const expected = things.filter((thing) => {
        const row = byId.get(thing.id);
        return thing.isSearch && isThere(thing) && row && 'workspaceId' in row && row.workspaceId === workspaceId;
      });
      expect(inIt.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
      expect(held).toBe(inIt.length);
      expect(held).toBeLessThanOrEqual(PLAN.recordsPerWorkspace);
      expect(new Set(inIt.map(({ name }) => name)).size).toBe(held);
    }
    expect(await accounts.store.unreconciled()).toEqual([]);
  }

  it('leaves what their successes add up to', async () => {
    const act = fc.record({
      act: fc.constantFrom<Act['act']>('make', 'save', 'save', 'rename', 'rename', 'remove', 'restore', 'restore'),
      at: fc.nat({ max: 20 }),
      name: fc.constantFrom('Fabrics', 'Yarns', 'Tiles', 'Phones', 'Coffee', 'Steel', 'Glass', 'Toys'),
      onSearch: fc.boolean(),
    });
    const day = fc.array(fc.array(act, { minLength: 6, maxLength: 6 }), { minLength: PEOPLE, maxLength: PEOPLE });
    const run = async (acts: Act[][]) => {
      const people = await openAccount();
      const [owner] = people as [User];
      const things: Thing[] = [];
      // The main account is at it in a second place, too: makers alone would never meet.
      const hands = [...people.entries()].flatMap(([n, person]) => [person, ...(n % 5 === 0 ? [owner] : [])]);
      await Promise.all(
        hands.map(async (person, n) => {
          for (const one of acts[n % PEOPLE] ?? []) await perform(person, one, things);
        }),
      );
      await mustBeAsModelled(owner, things);
    };
    await fc.assert(fc.asyncProperty(day, run), { numRuns: 1, endOnFailure: true });
  });
});
