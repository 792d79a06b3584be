/** Parties that are likely one are proposed until somebody decides, and those that trade with each other never are. */
import { pairsByKind } from '@tidewaiter/testing/party-pairs';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { afterEach, expect, it } from 'vitest';
import { PARTIES, quoted } from '../../testing/party-records.js';
import { keysOfNames } from '../text/keys-of-names.js';

const test = sharedRecords();
afterEach(() => test.empty());

const load = (rows: readonly (readonly [importer: string, exporter?: string])[]) =>
  test.load(
    rows.map(
      ([importer, exporter = ''], no) =>
        `${no},2020-01-1${no % 10},${1000 + (no % 8000)}10,${quoted(importer)},${quoted(exporter)},,goods,1,1`,
    ),
    { ...PARTIES, accept: true },
  );

const namesOf = async () =>
  (await test.records.proposals.list({ limit: 100 })).map(({ parties }) => parties.map(({ name }) => name).sort());

it('are proposed, those first that many records name, until they are joined, refused or left for later', async () => {
  const [first, second] = ['BRELMORA TEXTILES SRL', 'BRELMORA TEXTILLES SRL'];
  const once = ['HALVENT STEEL', 'HALVENT STEEL GMBH', 'FABRICA ONDARA 1', 'FABRICA ONDARA 2'];
  const importers = [first, first, first, second, second, ...once].map((name) => [name] as const);
  await load([...importers, ['QUENVISTA TIMBER INC', 'QUENVISTA TIMBRE INC']]);
  const { proposals, parties } = test.records;
  const steel = ['HALVENT STEEL', 'HALVENT STEEL GMBH'];
  const textiles = [first, second];
  expect(await namesOf()).toEqual([textiles, steel]);
  const found = await proposals.list({ limit: 2 });
  expect(found.map(({ likeness, parties: [first] }) => [likeness, first.records])).toEqual([
    ['typing', 3],
    ['form', 1],
  ]);
  const [ofTextiles = expect.fail(), ofSteel = expect.fail()] = found.map(
    ({ parties: [one, other] }) => [one.key, other.key] as const,
  );

  await proposals.decide(ofSteel, 'REFUSED', 'two registers');
  expect(await namesOf()).toEqual([textiles]);
  await proposals.decide(ofSteel, 'OPEN', '');
  expect(await namesOf()).toEqual([textiles, steel]);
  await proposals.decide(ofSteel, 'POSTPONED', '');
  const [joined] = await proposals.accept(ofTextiles, 'a typing error');
  expect(joined).toMatchObject({ name: second, lead: { name: first } });
  expect(await namesOf()).toEqual([]);
  await parties.part([second], '');
  expect(await namesOf()).toEqual([textiles]);
  const events = (await parties.history()).map(({ event }) => event);
  expect(events).toEqual(['REFUSED', 'OPEN', 'POSTPONED', 'JOINED', 'PARTED']);
  await expect(proposals.decide(['1', '2'], 'REFUSED', '')).rejects.toThrow('names a party of the key 1');
  expect(await proposals.list({ limit: 5, country: 'PER' })).toEqual([]);
});

it('are most pairs of one company that no rule merges, and of the others few', async () => {
  const pairs = pairsByKind();
  await load([...new Set(pairs.flatMap(({ names }) => names))].map((name) => [name]));
  const proposals = await test.records.proposals.list({ limit: 5000 });
  const paired = (keys: readonly string[]) => [...keys].sort().join();
  const proposed = new Set(proposals.map(({ parties }) => paired(parties.map(({ key }) => key))));
  const names = pairs.flatMap((pair) => pair.names);
  const keyOf = await keysOfNames(names, test.records.staging.engine);
  const found = pairs.filter(({ names }) => {
    const keys = names.map(keyOf);
    return keys[0] === keys[1] || proposed.has(paired(keys));
  });
  const same = pairs.filter((pair) => pair.same && pair.heldOut);
  expect(found.filter((pair) => pair.same && pair.heldOut).length / same.length).toBeGreaterThan(0.85);
});
