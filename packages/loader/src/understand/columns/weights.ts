/** Every line and weight by which files are understood: what is taken, asked and offered, and how much each kind of evidence says. */

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

/** The assignment: most columns are no given record column; names this close leave open which is meant; blank columns take what is left. */
export const PRIOR = 0.1;
export const CLOSE = { names: 0.005, values: 1 };
export const OF_BLANK = 0.001;

// arithmetic
/** More columns of numbers are not held against one another, nor more taxes tried in every combination; sums stand this near. */
export const NUMBERS_HELD = { columns: 30, taxes: 8, apart: 8 };
/** Amounts are rounded: by these shares, and by half a cent and what adds to it. */
export const ROUNDED = { share: 0.004, sum: 1e-4, taxes: 0.005, half: 0.0051, cent: 0.006 };
/** A package weighs less than a quarter of what is in it where all weigh the same share, less than so much otherwise. */
export const PACKAGING = { same: 1.25, most: 1.6, least: 1.0005 };
/** A law sets shares of half a hundredth and more, up to this; where one is less than cents tell, nothing is shown. */
export const TAX_SHARES = { step: 0.005, most: 0.7, least: 0.03 };
/** A rate lies within this share of its median: a price or a quantity does not. */
export const STEADY_RATE = 1 / 6;

// evidence
/** A firm has a legal form in one name of three, texts of fewer kinds than these name places and procedures rather than goods. */
export const FIRMS = 0.35;
export const MANY_TEXTS = 50;
/** Codes of which nearly all are of headings that there are prove themselves: by chance one number in eight is. */
export const PROVED_CODES = 4;
export const LENGTHS_OF_CODES = 3;
/** Of a few kinds: more different ones are numbers, or what the goods are. */
export const FEW_KINDS = { units: 12, rates: 12 };
/** Taxes of more than this in a hundred are rare: beyond it, numbers are amounts. */
export const HIGHEST_RATE = 100;
/** Countries that are no chance. */
export const LEAST_COUNTRIES = 5;
/** Rows of which a text must name the chapter of the code, beside as many of which it names another row's. */
export const NAMED_GOODS = 0.15;
export const TIMES_CHANCE = 2;

// offers
/** Shares of legal forms: of a file's only parties, and of who holds a licence, who is a person or a firm whatever the values are. */
export const FIRMS_OFFERED = { only: 0.4, holders: 0.1 };
/** Columns that are asked about for one place: of more, nobody reads the questions. */
export const MOST_OFFERED = 2;

// country
/** How sure each witness is of the country; what is doubted is proposed and asked about. */
export const COUNTRY_SURE = { name: 0.95, reporter: 0.9, authority: 0.85, doubted: 0.6 };

// trade
/** A column of more different texts, or of longer ones, is one of goods or of procedures; of a procedure so many words may not be known. */
export const FLOW_TEXTS = { texts: 12, letters: 40, unknown: 2 };
/** Goods that come from many countries are imports, and exports those that go to many; where both are many, neither is told. */
export const MANY_PARTNERS = { least: 5, weight: 1.2 };
/** What headers must say to be believed, or to doubt a name by; at least, to agree with a title or against a program's name; and the most that they give. */
export const TRADE_HEADERS = { tell: 0.45, least: 0.2, base: 0.65, each: 0.1 };
/** How sure each witness is. */
export const TRADE_SURE = { rows: 0.97, titles: 0.9, doubted: 0.6 };

// names
/** What a word that means nothing here takes from a pattern, and how many may stand there. */
export const UNKNOWN_WORD = 0.21;
export const UNKNOWN_WORDS_MAX = 2;
/** What a currency's name alone is worth: less than is taken without a question. */
export const CURRENCY_ALONE = 0.75;
/** Between two columns that say the same: the one in English, the one in the currency that the file names. */
export const NUDGE = 0.01;

// money
/** More than the best of amounts of another kind is ahead. */
export const SAME_KIND = 0.08;

// currency evidence
/** How near amounts are that are the same, those of rates of another day, and what is no rate of anything. */
export const NEAR = { same: 0.02, one: 0.1, steady: 0.25, half: 0.5 };
/** So many units to a dollar make a currency's prices far from a dollar's. */
export const FAR_FROM_DOLLARS = 6;
/** Taxes and what they are charged on are shares of a value, whatever each row's currency is: they are in one money. */
export const SHARES_OF_VALUE = { least: 0.02, most: 1.7, step: 0.005 };

// questions
/** More questions of one file nobody answers with care. */
export const MOST_QUESTIONS = 5;

// scale of amounts
/** How far off the rate is no rate of another day. */
export const OFF_RATE = 30;

// dates
/** Different values from which a month is rather a day, where the day hardly changes. */
export const MANY_DAYS = 8;

// goods codes
/** A word of more chapters than these says nothing of goods: "other", "articles". */
export const MOST_CHAPTERS = 6;
export const SHORTEST_WORD = 4;
/** Codes that are this rare, or fewer, are misprints. */
export const RARE_CODES = { lengths: 0.002, foreign: 0.01 };
export const LEAST_FOREIGN = 2;
/** The longest codes that end in a pair of digits with certainty; longer ones of an odd length may be whole. */
export const LONGEST_PAIRED = 8;
