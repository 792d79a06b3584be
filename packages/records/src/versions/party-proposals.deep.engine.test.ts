/** Parties that are likely one are proposed until somebody decides, and those that trade with each other never are. */
import { pairsByKind } from '@tidewaiter/testing/party-pairs';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { PARTIES_HEADER, PARTIES_MAPPING } from '@tidewaiter/testing/small-files';
import { afterEach, expect, it } from 'vitest';
import { keysOfNames } from '../text/keys-of-names.js';

const test = sharedRecords();
afterEach(() => test.empty());

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

async function load(rows: readonly (readonly [importer: string, exporter?: string])[]): Promise<void> {
  const lines = rows.map(
    ([importer, exporter = ''], no) =>
      `${no},2020-01-1${no % 10},${1000 + (no % 8000)}10,${quoted(importer)},${quoted(exporter)},,goods,1,1`,
  );
  const path = await test.file('names.csv', `${PARTIES_HEADER}\n${lines.join('\n')}\n`);
  await test.loader.load({ files: [{ path }], mapping: PARTIES_MAPPING, accept: true });
}

const namesOf = async () =>
  (await test.records.proposals.list({ limit: 100 })).map(({ parties }) => parties.map(({ name }) => name).sort());

it('are proposed, those first that many records name, until they are joined, refused or left for later', async () => {
  await load([
    ...Array.from({ length: 3 }, () => ['BRELMORA TEXTILES SRL'] as const),
    ...Array.from({ length: 2 }, () => ['BRELMORA TEXTILLES SRL'] as const),
    ...[['HALVENT STEEL'], ['HALVENT STEEL GMBH'], ['FABRICA ONDARA 1'], ['FABRICA ONDARA 2']].map(
      ([name = '']) => [name] as const,
    ),
    ['QUENVISTA TIMBER INC', 'QUENVISTA TIMBRE INC'],
  ]);
  const { proposals, parties } = test.records;
  const steel = ['HALVENT STEEL', 'HALVENT STEEL GMBH'];
  const textiles = ['BRELMORA TEXTILES SRL', 'BRELMORA TEXTILLES SRL'];
  expect(await namesOf()).toEqual([textiles, steel]);
  const found = await proposals.list({ limit: 2 });
  expect(found.map(({ likeness, parties: [first] }) => [likeness, first.records])).toEqual([
    ['typing', 3],
    ['form', 1],
  ]);
  const keys = found.map(({ parties: [first, second] }) => [first.key, second.key] as const);
  const [first, second] = [keys[0] ?? expect.fail(), keys[1] ?? expect.fail()];

  await proposals.decide(second, 'REFUSED', 'two registers');
  expect(await namesOf()).toEqual([textiles]);
  await proposals.decide(second, 'OPEN', '');
  expect(await namesOf()).toEqual([textiles, steel]);
  await proposals.decide(second, 'POSTPONED', '');
  const [joined] = await proposals.accept(first, 'a typing error');
  expect(joined).toMatchObject({ name: textiles[1], lead: { name: textiles[0] } });
  expect(await namesOf()).toEqual([]);
  await parties.part([textiles[1] ?? ''], '');
  expect(await namesOf()).toEqual([textiles]);
  expect((await parties.history()).map(({ event }) => event)).toEqual([
    'REFUSED',
    'OPEN',
    'POSTPONED',
    'JOINED',
    'PARTED',
  ]);
  await expect(proposals.decide(['1', '2'], 'REFUSED', '')).rejects.toThrow('names a party of the key 1');
  expect(await proposals.list({ limit: 5, country: 'PER' })).toEqual([]);
});

it('are most pairs of one company that no rule merges, and of the others few', async () => {
  const pairs = pairsByKind();
  await load([...new Set(pairs.flatMap(({ names }) => names))].map((name) => [name]));
  const proposed = new Set(
    (await test.records.proposals.list({ limit: 5000 })).map(({ parties }) =>
      parties
        .map(({ key }) => key)
        .sort()
        .join(),
    ),
  );
  const keyOf = await keysOfNames(
    pairs.flatMap(({ names }) => names),
    test.records.staging.engine,
  );
  const found = pairs.filter(({ names }) => {
    const keys = names.map(keyOf).sort();
    return keys[0] === keys[1] || proposed.has(keys.join());
  });
  const same = pairs.filter((pair) => pair.same && pair.heldOut);
  expect(found.filter((pair) => pair.same && pair.heldOut).length / same.length).toBeGreaterThan(0.85);
});
