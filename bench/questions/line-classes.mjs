/** Classes of questions that a query line asks. */

/** Parties on a list that is searched by. */
const LISTED = 500;

/** Words of plain letters. */
const wordsOf = ({ words }) => words.filter((word) => /^[a-z]{5,}$/.test(word));

function wildcard({ record, random }) {
  const words = wordsOf(record);
  if (words.length === 0) return undefined;
  const word = random.pick(words);
  const begins = word.slice(0, 4);
  return { line: `product:${random.pick([`${begins}*`, `${begins}?${word.slice(5)}`])}` };
}

function spelling({ record, random }) {
  const words = wordsOf(record);
  return words.length === 0 ? undefined : { line: `product:${random.pick(words)}~1` };
}

function nearby({ record, random }) {
  const words = [...new Set(wordsOf(record))];
  if (words.length < 2) return undefined;
  const [first, second] = [random.pick(words), random.pick(words)];
  return first === second ? undefined : { line: `product:NEAR(${first} ${second}, 5)` };
}

function nested({ record, other, random }) {
  const [words, others] = [wordsOf(record), wordsOf(other)];
  if (words.length === 0 || others.length === 0 || record.importerWords.length === 0 || record.value === 0)
    return undefined;
  const [word, without, name] = [random.pick(words), random.pick(others), random.pick(record.importerWords)];
  const [heading, over] = [other.hsCode.slice(0, 4), Math.round(record.value * 2)];
  const [from, to] = [record.hsCode.slice(0, 2), record.hsCode.slice(0, 4)];
  return {
    line: `(product:${word} OR importer:"${name}") (hs:${from} OR value:>${over}) -(product:${without} OR (hs:${heading} value:<${over})) -hs:${to}`,
  };
}

function listed({ sample, random }) {
  const parties = new Map();
  for (let draw = 0; draw < LISTED * 20 && parties.size < LISTED; draw += 1) {
    const { importer, key } = random.pick(sample);
    if (key !== '0') parties.set(key, importer);
  }
  const members = [...parties.values()];
  return {
    line: 'importer:@Listed',
    lists: [{ name: 'Listed', kind: 'COMPANY', contents: [...parties.keys()].join(), members }],
  };
}

export const LINE_CLASSES = {
  'line: wildcard': wildcard,
  'line: another spelling': spelling,
  'line: words nearby': nearby,
  'line: nested': nested,
  'line: list of 500': listed,
};
