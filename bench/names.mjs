/**
 * `npm run bench -- names`: which names are held to be one party's: precision, recall and what is missed, on the labelled pairs of the
 * tests; then pairs of the kinds that customs files are full of, by kind. `--missed` names those that the rule misses, but for the pairs
 * that are held out.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partyNameKey } from '@tidewaiter/contract';
import { openRecords } from '@tidewaiter/records';
import { keysOfNames, PARTY_PAIRS, pairsByKind, partyKey } from './harness/beneath.mjs';
import { table } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';

const { missed } = readOptions({}, { missed: false });
const percent = (share) => share.toFixed(3);
const isMerged = ({ names: [first, second] }) => partyNameKey(first) === partyNameKey(second);

const found = PARTY_PAIRS.filter(isMerged);
const right = found.filter(({ same }) => same).length;
const [precision, recall] = [right / found.length, right / PARTY_PAIRS.filter(({ same }) => same).length];
const f1 = (2 * precision * recall) / (precision + recall);
console.log(
  `precision ${percent(precision)}, recall ${percent(recall)}, F1 ${percent(f1)} (${PARTY_PAIRS.length} labelled pairs)`,
);
for (const pair of PARTY_PAIRS)
  if (pair.same !== isMerged(pair)) console.log(`  ${pair.same ? 'missed' : 'wrong'}: ${pair.names.join(' | ')}`);

/** What is found of pairs by kind, and how much of what is found is right. */
function byKind(pairs, isFound) {
  const kinds = [...new Set(pairs.map(({ kind }) => kind))];
  const line = (name, some) => {
    const found = some.filter(isFound);
    const right = found.filter(({ same }) => same).length;
    const same = some.filter(({ same }) => same).length;
    return [
      name,
      String(same),
      String(some.length - same),
      same ? percent(right / same) : '–',
      `${right}/${found.length}`,
    ];
  };
  return [
    ...kinds.map((kind) =>
      line(
        kind,
        pairs.filter((pair) => pair.kind === kind),
      ),
    ),
    line('all', pairs),
  ];
}

/** Whether a pair is merged, or proposed where its names are all that is known of it. */
async function mergedOrProposed(pairs) {
  const folder = await mkdtemp(join(tmpdir(), 'tidewaiter-names-'));
  const records = await openRecords(folder);
  try {
    const { engine } = records.staging;
    const names = [...new Set(pairs.flatMap((pair) => pair.names))];
    await engine.run({
      name: 'bench.names',
      sql: `INSERT INTO party_names SELECT 1, 'IMPORT', 'IMPORTER', 'KOR', ${partyKey('name')}, name, lower(name), 1, [toDate('2026-01-01')], [1]
        FROM (SELECT arrayJoin({names:Array(String)}) AS name)`,
      parameters: { names },
    });
    await records.versions.change('A bench', () => records.versions.publish({ highestLoad: 1 }, 'bench'));
    const proposals = await records.proposals.list({ limit: 9999 });
    const keyOf = await keysOfNames(names, engine);
    const together = (keys) => [...keys].sort().join(' ');
    const proposed = new Set(proposals.map(({ parties }) => together(parties.map(({ key }) => key))));
    return (pair) => isMerged(pair) || proposed.has(together(pair.names.map(keyOf)));
  } finally {
    await records.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const HEAD = ['kind', 'one company', 'two', 'recall', 'right of found'];
const ALL = pairsByKind();
for (const [how, isFound] of Object.entries({
  'merged unasked': isMerged,
  'with proposals': await mergedOrProposed(ALL),
}))
  for (const heldOut of [false, true]) {
    const pairs = ALL.filter((pair) => pair.heldOut === heldOut);
    console.log(`\n${heldOut ? 'Held-out' : 'Built-with'} pairs, ${how}`);
    console.log(table(HEAD, byKind(pairs, isFound)));
    if (missed && !heldOut)
      for (const pair of pairs)
        if (isFound(pair) !== pair.same) console.log(`  ${pair.kind}: ${pair.names.join(' | ')}`);
  }
