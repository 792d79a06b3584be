/**
 * Holds a model of letters against the plain matching of words, for decision 0056: how many names of columns either reads rightly whose
 * source, a country or a language, it was not made with. Needs what `npm run build` makes, and the real headers for a third of it.
 *
 *   node packages/loader/testing/compare-name-model.mjs [header-layouts.json]
 */
import { existsSync, readFileSync } from 'node:fs';
import { LAYOUTS, readLayouts } from '@tidewaiter/testing/known-layouts';
import { readHeaderWords, wordsOf } from '../dist/recognise/header-words.js';
import { terms } from '../dist/recognise/terms.js';
import { candidatesFor } from '../dist/understand/meanings.js';

/** What a name must score to be taken without a look. */
const CLEAR = 0.78;
/** Letters of the parts that the model counts, and what it adds to each count. */
const LENGTHS = [2, 3, 4, 5];
const SMOOTHING = 0.1;

const INVENTED = ['first', 'public-forms', 'written-last', 'sixteen-countries'];
const WITHOUT_COUNTRY = { country: undefined, currency: undefined };

const best = (words, trade) => candidatesFor(words, { trade, ...WITHOUT_COUNTRY })[0];

/** `total_value_usd` and `total_value` are one place: which of them it is follows from a currency. */
const place = (target) => target.replace(/_(usd|[a-z]{3})$/, '').replace(/^(total_value)_cif$/, '$1');

function readReal() {
  const path = process.argv[2] ?? LAYOUTS;
  if (!existsSync(path)) return [];
  return readLayouts(path).flatMap(({ key, columns, right }) => {
    const [source, trade] = key.split('/');
    return columns.map((name, at) => ({ kind: 'real headers', source, trade, name, right: right[at].map(place) }));
  });
}

function readInvented() {
  const files = INVENTED.flatMap((name) =>
    readFileSync(new URL(`invented/${name}.tsv`, import.meta.url), 'utf8')
      .trimEnd()
      .split('\n\n'),
  );
  return files.flatMap((file) => {
    const [[, fileName, whole], ...columns] = file.split('\n').map((line) => line.split('\t'));
    const trade = /trade=(\w+)/.exec(whole)?.[1] ?? 'IMPORT';
    const source = /country=(\w+)/.exec(whole)?.[1] ?? fileName;
    return columns.map(([name, right]) => ({
      ...{ kind: 'invented files', source, trade, name },
      right: right.split('|').map(place),
    }));
  });
}

function readTerms() {
  return [...terms().senses].flatMap(([name, senses]) =>
    senses
      .filter(({ concepts }) => concepts.length > 0)
      .map(({ language, concepts }) => {
        const words = { concepts: new Set(concepts), numbers: [], currencies: [], countries: [], unknown: [] };
        const found = best(words, 'IMPORT');
        return {
          ...{ kind: 'terms', source: language, trade: 'IMPORT', name },
          right: [found !== undefined && found.score >= CLEAR ? place(found.target) : '-'],
        };
      }),
  );
}

function partsOf(name) {
  const text = `_${wordsOf(name).join('_')}_`;
  const parts = new Set();
  for (const length of LENGTHS) {
    for (let at = 0; at + length <= text.length; at += 1) parts.add(text.slice(at, at + length));
  }
  return [...parts];
}

/** Naive Bayes over the parts of names: counts by target, of which a source's own can be taken away. */
function learn(names) {
  const targets = new Map();
  const vocabulary = new Set();
  for (const { parts, right } of names) {
    const target = right[0];
    const counts = targets.get(target) ?? { names: 0, all: 0, of: new Map() };
    targets.set(target, counts);
    counts.names += 1;
    for (const part of parts) {
      counts.of.set(part, (counts.of.get(part) ?? 0) + 1);
      counts.all += 1;
      vocabulary.add(part);
    }
  }
  return { targets, size: vocabulary.size, names: names.length };
}

function guess({ targets, size, names }, parts) {
  const scored = [...targets].map(([target, counts]) => {
    let score = Math.log(counts.names / names);
    for (const part of parts) {
      score += Math.log(((counts.of.get(part) ?? 0) + SMOOTHING) / (counts.all + SMOOTHING * size));
    }
    return { target, score: score / Math.sqrt(parts.length) };
  });
  scored.sort((a, b) => b.score - a.score);
  const sum = scored.reduce((total, { score }) => total + Math.exp(score - scored[0].score), 0);
  return { target: scored[0].target, likelihood: 1 / sum };
}

/** What plain matching says of a name while a language's own words are away. */
function match({ name, trade }, withoutLanguage) {
  const { senses } = terms();
  const taken = [];
  if (withoutLanguage !== undefined) {
    const words = wordsOf(name);
    for (let from = 0; from < words.length; from += 1) {
      for (let to = from + 1; to <= words.length; to += 1) {
        const term = words.slice(from, to).join(' ');
        const all = senses.get(term);
        if (!all?.some(({ language }) => language === withoutLanguage)) continue;
        const others = all.filter(({ language }) => language !== withoutLanguage);
        taken.push([term, all]);
        if (others.length > 0) senses.set(term, others);
        else senses.delete(term);
      }
    }
  }
  const read = readHeaderWords(name);
  const found = best(read, trade);
  for (const [term, all] of taken) senses.set(term, all);
  const said = found !== undefined && found.score >= CLEAR ? place(found.target) : '-';
  return { said, isUnknown: read.concepts.size === 0 };
}

const KINDS = ['real headers', 'invented files', 'terms'];
const LEAST = [0.5, 0.95, 0.999];

const names = [...readReal(), ...readInvented(), ...readTerms()].map((each) => ({
  ...each,
  parts: partsOf(each.name),
}));
const results = new Map();
function count(kind, how, { right }, said) {
  const key = `${kind}\t${how}`;
  const counts = results.get(key) ?? { all: 0, meant: 0, right: 0, found: 0, wrong: 0 };
  results.set(key, counts);
  counts.all += 1;
  const isMeant = !right.includes('-');
  if (isMeant) counts.meant += 1;
  if (right.includes(said)) counts.right += 1;
  if (isMeant && right.includes(said)) counts.found += 1;
  if (said !== '-' && !right.includes(said)) counts.wrong += 1;
}

for (const kind of KINDS) {
  for (const source of new Set(names.filter((each) => each.kind === kind).map((each) => each.source))) {
    // A country's file and its language's terms are not told apart: what is left out is the source alone.
    const model = learn(names.filter((each) => each.kind !== kind || each.source !== source));
    for (const each of names.filter((name) => name.kind === kind && name.source === source)) {
      const plain = match(each, kind === 'terms' ? source : undefined);
      const modelled = guess(model, each.parts);
      count(kind, 'plain matching', each, plain.said);
      for (const least of LEAST) {
        const sure = modelled.likelihood >= least ? modelled.target : '-';
        count(kind, `model, ${least} sure`, each, sure);
        count(kind, `both, ${least} sure`, each, plain.said === '-' ? sure : plain.said);
        count(kind, `the model where no word is known, ${least} sure`, each, plain.isUnknown ? sure : plain.said);
      }
    }
  }
}

const share = (part, whole) => `${part} (${((100 * part) / Math.max(1, whole)).toFixed(1)}%)`;
process.stdout.write(
  '| names of | read by | names | right | of those meant, found | wrong |\n| --- | --- | --- | --- | --- | --- |\n',
);
for (const [key, { all, meant, right, found, wrong }] of results) {
  const [kind, how] = key.split('\t');
  process.stdout.write(
    `| ${kind} | ${how} | ${all} | ${share(right, all)} | ${share(found, meant)} | ${share(wrong, all)} |\n`,
  );
}
