/**
 * The classes of questions that people ask, and how one of each is made of random records. A class makes one question at a
 * time, or undefined where the record lends itself to none.
 */

const product = (value, matchType = 'C') => ({ searchBy: 'PRODUCT', matchType, searchValue: [value] });
const importer = (value) => ({ searchBy: 'IMPORTER', matchType: 'L', searchValue: [value] });
const hsCode = (value) => ({ searchBy: 'HS_CODE', matchType: 'L', searchValue: [value] });

const wordOf = (record, random) => (record.words.length > 0 ? random.pick(record.words) : undefined);
const importerWordOf = (record, random) =>
  record.importerWords.length > 0 ? random.pick(record.importerWords) : undefined;

/** Four to six letters that are neither the beginning nor the end of a word. */
function insideOf(word, random) {
  const most = Math.min(6, word.length - 2);
  if (most < 4) return undefined;
  const length = 4 + random.below(most - 3);
  const start = 1 + random.below(word.length - length - 1);
  return word.slice(start, start + length);
}

const only = (value, payload) => (value === undefined ? undefined : { payload: payload(value) });

export const CLASSES = {
  'HS chapter': ({ record }) => ({
    payload: { searchBy: 'HS_CODE_2', matchType: 'L', searchValue: [record.hsCode.slice(0, 2)] },
  }),
  'HS 6': ({ record }) => ({ payload: hsCode(record.hsCode.slice(0, 6)) }),
  'product word': ({ record, random }) => only(wordOf(record, random), product),
  'product phrase': ({ record, random }) =>
    only(record.phrases.length > 0 ? random.pick(record.phrases) : undefined, product),
  'all words': ({ record, random }) =>
    only(record.phrases.length > 0 ? random.pick(record.phrases) : undefined, (words) => product(words, 'W')),
  'rare word': ({ rare }) => only(rare, product),
  'part of a word': ({ record, random }) => {
    const word = wordOf(record, random);
    return only(word && insideOf(word, random), product);
  },
  'exact importer': ({ record: { importer: name, key } }) =>
    key === '0' ? undefined : { payload: { ...importer(name), pickedValue: [name] }, key },
  'part of an importer': ({ record, random }) => only(importerWordOf(record, random), importer),
  'three-row builder': ({ record, other, random }) => {
    const [word, name, without] = [wordOf(record, random), importerWordOf(record, random), wordOf(other, random)];
    if (!word || !name || !without) return undefined;
    const queryBuilder = [
      { relation: 'AND', ...importer(name) },
      { relation: 'OR', ...hsCode(other.hsCode.slice(0, 4)) },
      { relation: 'NOT', ...product(without) },
    ];
    return { payload: { ...product(word), queryBuilder } };
  },
  'filters on top': ({ record, other, random }) => {
    const word = wordOf(record, random);
    if (!word || record.mode === '' || record.value === 0) return undefined;
    const filters = {
      hsCode4DigitList: [...new Set([record, other].map(({ hsCode: code }) => code.slice(0, 4)))],
      shipmentModeList: [record.mode],
      rangeValueUsdStart: (record.value / 10).toFixed(2),
      rangeValueUsdEnd: (record.value * 10).toFixed(2),
    };
    return { payload: { ...product(word), ...filters } };
  },
  'very broad': ({ rare }) => only(rare, (word) => product(word, 'D')),
};
