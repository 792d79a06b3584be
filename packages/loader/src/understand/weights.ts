/** Every line and weight by which columns are understood: what is taken, asked and offered, and how much each kind of evidence says. */

/**
 * How sure a finding must be to be taken without a look. A header that says what its column is scores 0.8 and more, one that says half of it
 * less, and values that speak against a name bring any below. A wrong column is worse than a question: the line lies above what is merely likely.
 */
export const CLEAR = 0.78;
/** From here on a main column is proposed, and asked about; what is less likely is only offered where nothing else fills its place. */
export const LIKELY = 0.5;
/** Nothing is certain, and values alone are never as sure as a name. */
export const SUREST = { named: 0.99, guessed: 0.9 };

/** Shares of a column's cells, or of rows that could show something. */
export const SHARE = { all: 0.95, most: 0.9, kind: 0.8, half: 0.5, some: 0.3, few: 0.05 };
/** Rows that must show something: beside a name that says so, and where arithmetic alone speaks. */
export const ENOUGH = { named: 3, alone: 8 };

/** What values do to the score of a name: speak against it, leave it a doubt, or hold codes where names are expected. */
export const FACTOR = { against: 0.3, doubt: 0.8, codes: 0.9 };

/** Scores of evidence that no name gives, by what it rests on. */
export const SCORE = {
  /** Values prove it whatever it is called: codes of headings, a product, a sum, the only column of a kind. */
  proved: 0.8,
  reckoned: 0.85,
  product: 0.88,
  quantity: 0.9,
  onlyDay: 0.86,
  headings: 0.86,
  /** Its values are of the kind. */
  days: 0.85,
  units: 0.75,
  terms: 0.7,
  kind: 0.6,
  goods: 0.4,
  weak: 0.3,
} as const;

/** What a neighbour adds, as the logarithm of odds. */
export const BESIDE = {
  unitBehind: 1.6,
  unitBefore: 1.2,
  goodsOfCode: 1.8,
  nextToCode: 0.4,
  numberedParty: 0.8,
  firstParty: 0.3,
  otherPartySaid: 2,
};

/** The assignment: most columns are no given record column; names this close leave open which is meant; blank columns take what is left. */
export const PRIOR = 0.1;
export const CLOSE = { names: 0.005, values: 1 };
export const OF_BLANK = 0.001;
