/**
 * Classes of questions that a query line asks. Each has the line, and the same as a condition that engines without a line are
 * asked by: words are runs of letters and digits, told by regular expressions, and by parts that an index may know before that.
 */
import { wordForms } from '@tidewaiter/records';

const GOODS = 'product_description_text';
const LETTER = '[a-z0-9]';
const BESIDE = '[^a-z0-9]';

/** Parties on a list that is searched by. */
const LISTED = 500;

/** Words of which regular expressions know the letters. */
const wordsOf = ({ words }) => words.filter((word) => /^[a-z]{5,}$/.test(word));

const alone = (words) => `(^|${BESIDE})(${words})(${BESIDE}|$)`;
const anyOf = (conditions) => `(${conditions.join(' OR ')})`;
const hasAny = (parts, dialect) => anyOf(parts.map((part) => dialect.contains(GOODS, part)));
const hasWord = (word, dialect) => dialect.matches(GOODS, alone(wordForms(word).join('|')));

/** A word with a letter less, another one in its place, or one more. */
const misspelt = (word) =>
  Array.from({ length: word.length + 1 }, (_, at) => {
    const [before, behind] = [word.slice(0, at), word.slice(at)];
    const other = at === word.length ? [] : [`${before}${LETTER}?${behind.slice(1)}`];
    return [...other, `${before}${LETTER}${behind}`].join('|');
  }).join('|');

/** Two words with at most so many others between them, in either order. */
const near = (first, second, between) => {
  const [one, other] = [first, second].map((word) => `(${wordForms(word).join('|')})`);
  const apart = `(${BESIDE}+${LETTER}+){0,${between}}${BESIDE}+`;
  return alone(`${one}${apart}${other}|${other}${apart}${one}`);
};

function wildcard({ record, random }) {
  const words = wordsOf(record);
  if (words.length === 0) return undefined;
  const word = random.pick(words);
  const begins = word.slice(0, 4);
  const [pattern, expression] = random.pick([
    [`${begins}*`, `${begins}${LETTER}*`],
    [`${begins}?${word.slice(5)}`, `${begins}${LETTER}${word.slice(5)}`],
  ]);
  return {
    line: `product:${pattern}`,
    sql: (dialect) => `(${hasAny([begins], dialect)} AND ${dialect.matches(GOODS, alone(expression))})`,
  };
}

function spelling({ record, random }) {
  const words = wordsOf(record);
  if (words.length === 0) return undefined;
  const word = random.pick(words);
  // Of its halves a word with one mistake has one unchanged.
  const middle = Math.floor(word.length / 2);
  const halves = [word.slice(0, middle), word.slice(middle)];
  return {
    line: `product:${word}~1`,
    sql: (dialect) => `(${hasAny(halves, dialect)} AND ${dialect.matches(GOODS, alone(misspelt(word)))})`,
  };
}

function nearby({ record, random }) {
  const words = [...new Set(wordsOf(record))];
  if (words.length < 2) return undefined;
  const [first, second] = [random.pick(words), random.pick(words)];
  if (first === second) return undefined;
  return {
    line: `product:NEAR(${first} ${second}, 5)`,
    sql: (dialect) => {
      const both = [first, second].map((word) => hasAny(wordForms(word), dialect));
      return `(${both.join(' AND ')} AND ${dialect.matches(GOODS, near(first, second, 4))})`;
    },
  };
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
    sql: (dialect) => {
      const code = (digits) => dialect.startsWith('hs_code', digits);
      return [
        anyOf([hasWord(word, dialect), dialect.contains('importer_name_text', name)]),
        anyOf([code(from), `coalesce(total_value_usd, 0) > ${over}`]),
        `NOT ${anyOf([hasWord(without, dialect), `(${code(heading)} AND total_value_usd IS NOT NULL AND total_value_usd < ${over})`])}`,
        `NOT ${code(to)}`,
      ].join(' AND ');
    },
  };
}

function listed({ sample, random }) {
  const parties = new Map();
  for (let draw = 0; draw < LISTED * 20 && parties.size < LISTED; draw += 1) {
    const { importer, key } = random.pick(sample);
    if (key !== '0') parties.set(key, importer);
  }
  const [keys, members] = [[...parties.keys()], [...parties.values()]];
  return {
    line: 'importer:@Listed',
    lists: [{ name: 'Listed', kind: 'COMPANY', contents: keys.join(), members }],
    sql: (dialect) => `importer_name_key IN (${keys.map(dialect.key).join(', ')})`,
  };
}

export const LINE_CLASSES = {
  'line: wildcard': wildcard,
  'line: another spelling': spelling,
  'line: words nearby': nearby,
  'line: nested': nested,
  'line: list of 500': listed,
};
